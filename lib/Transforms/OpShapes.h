//===- OpShapes.h - Extents of linalg ops -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_OPSHAPES_H
#define MEMPLACE_LIB_TRANSFORMS_OPSHAPES_H

#include "memplace/Problem/Problem.h"

namespace mlir {
class Operation;
}

namespace memplace {

/// Returns the extents of the first input and of the output of a linalg op in
/// memory order, without the batch. With more than three extents, the outer
/// extents are multiplied. A convolution or pooling op also has its kernel,
/// stride, dilation, batch and groups. Empty for null, for other ops and for
/// unknown extents.
OpShape getOpShape(mlir::Operation *operation);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_OPSHAPES_H
