//===- SolverOptions.h - Solver of a pass -----------------------*- C++ -*-===//
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

/// Returns the solvers in the context of \p op.
SolverRegistry &getSolvers(mlir::Operation *op);

/// Parses \p options (NAME=VALUE,NAME=VALUE) of solver \p name. Emits a
/// diagnostic at \p module for an unknown solver or option.
mlir::FailureOr<SolverOptionValues> readSolverOptions(mlir::ModuleOp module,
                                                      llvm::StringRef name,
                                                      llvm::StringRef options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SOLVEROPTIONS_H
