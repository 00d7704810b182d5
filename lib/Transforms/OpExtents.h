//===- OpExtents.h - Extents of an op as text -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_OPEXTENTS_H
#define MEMPLACE_LIB_TRANSFORMS_OPEXTENTS_H

#include "mlir/IR/Operation.h"

#include <string>

namespace memplace {

/// Returns the words in the name of an op for EGRL's graph (`NodeFeature` of
/// agent/Game/OpGraph.h), each after a space. The words are the extents of
/// the first input and of the output of a linalg op in memory order, without
/// the batch. With more than three extents, the outer extents are multiplied. A
/// convolution or pooling op also has its kernel, stride, dilation, batch and
/// groups. Empty for other ops and for unknown extents.
std::string describeExtents(mlir::Operation *op);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_OPEXTENTS_H
