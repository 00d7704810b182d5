//===- RegisterAll.h - Registration of dialects and passes ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_REGISTERALL_H
#define MEMPLACE_REGISTERALL_H

#include "mlir/IR/DialectRegistry.h"

namespace memplace {

/// Registers the dialect with all solvers, the models of MemoryOpInterface, and
/// the transform ops. Diagnostics of a context with the dialect then have their
/// control characters escaped.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers all passes and pipelines except for test passes.
void registerAllPasses();

/// Registers the passes that print analyses. memplace-opt has them, and tools
/// that test op models need them.
void registerTestPasses();

} // namespace memplace

/// `registerAllDialects` and `registerAllPasses` under names that
/// memplace_plugin.so can look up.
extern "C" void memplaceRegisterAllDialects(mlir::DialectRegistry *registry);
extern "C" void memplaceRegisterAllPasses();

#endif // MEMPLACE_REGISTERALL_H
