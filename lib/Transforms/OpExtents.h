//===- OpExtents.h - Extents of an op in words ------------------*- C++ -*-===//
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

/// What EGRL's graph reads in the name of an op (`NodeFeature` of
/// memplace/Game/OpGraph.h), each word with a space before it: the extents of
/// the first input and of the output of a linalg op, without its batch, as they
/// lie in memory, the outer ones of more than three multiplied; of a
/// convolution or a pool also its kernel, stride, dilation, batch and groups.
/// Empty for other ops, and where an extent is not known.
std::string describeExtents(mlir::Operation *op);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_OPEXTENTS_H
