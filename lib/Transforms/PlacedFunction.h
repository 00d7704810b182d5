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

/// Extracts \p function, in any form of the dialect's description, with a
/// `recorded` placement that passes `verify`. Emits a diagnostic and fails if
/// there is none or it is not legal. A function without buffers needs none.
mlir::FailureOr<ExtractedFunction> extractPlaced(mlir::func::FuncOp function,
                                                 const Target &target,
                                                 const ExtractOptions &options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PLACEDFUNCTION_H
