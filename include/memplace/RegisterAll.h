//===- RegisterAll.h - What a tool or a plugin calls -*- C++ -*-===//
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

/// The dialect with all solvers, the models of MemoryOpInterface, and what else
/// attaches to dialects.
void registerAllDialects(mlir::DialectRegistry &registry);

/// All passes and pipelines, test passes excepted.
void registerAllPasses();

/// The analyses' printing passes: memplace-opt, and tools that test op models.
void registerTestPasses();

} // namespace memplace

/// The first two of them, by names that memplace_plugin.so can look up.
extern "C" void memplaceRegisterAllDialects(mlir::DialectRegistry *registry);
extern "C" void memplaceRegisterAllPasses();

#endif // MEMPLACE_REGISTERALL_H
