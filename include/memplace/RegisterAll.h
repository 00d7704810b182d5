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

/// The analyses' printing passes: memplace-opt only.
void registerTestPasses();

} // namespace memplace

#endif // MEMPLACE_REGISTERALL_H
