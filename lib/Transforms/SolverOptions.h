//===- SolverOptions.h - The solver that a pass names -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SOLVEROPTIONS_H
#define MEMPLACE_LIB_TRANSFORMS_SOLVEROPTIONS_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

namespace memplace {

/// The solvers of the context of \p op.
SolverRegistry &getSolvers(mlir::Operation *op);

/// The options of solver \p name as \p options, NAME=VALUE,NAME=VALUE, gives
/// them; a diagnostic at \p module if there is no such solver or option.
mlir::FailureOr<SolverOptionValues> readSolverOptions(mlir::ModuleOp module,
                                                      llvm::StringRef name,
                                                      llvm::StringRef options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SOLVEROPTIONS_H
