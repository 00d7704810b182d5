//===- PlacedFunction.h - A function with its placement ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PLACEDFUNCTION_H
#define MEMPLACE_LIB_TRANSFORMS_PLACEDFUNCTION_H

#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// Returns the functions of \p module that a pass before placement may rewrite:
/// functions that can be placed, have no placement and have a single block.
llvm::SmallVector<mlir::func::FuncOp>
getUnplacedFunctions(mlir::ModuleOp module);

/// Extracts \p function, in any form of the dialect's description, with a
/// `recorded` placement that passes `verify`. Fails with a diagnostic if the
/// placement is missing or illegal. A function without buffers needs no
/// placement.
mlir::FailureOr<ExtractedFunction> extractPlaced(mlir::func::FuncOp function,
                                                 const Target &target,
                                                 const ExtractOptions &options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PLACEDFUNCTION_H
