//===- PieceOps.h - Ops that do a part of the work of another ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PIECEOPS_H
#define MEMPLACE_LIB_TRANSFORMS_PIECEOPS_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include <string>

namespace memplace {

/// Adds \p begin, the first index of \p loop in \p piece, to `linalg.index`.
/// The op counts from the start of the piece, but its body expects the index of
/// the whole op.
void shiftIndices(mlir::Operation *piece, int64_t loop, int64_t begin);

/// A fraction.
struct Share {
  int64_t part = 1;
  int64_t whole = 1;
};

/// Returns the cost of an op that does the share \p work of the work of another
/// op, whose cost is \p cost. \p traffic: share of the bytes of each memref
/// operand, in operand order.
CostAttr shareCost(CostAttr cost, Share work, llvm::ArrayRef<Share> traffic);

/// Returns the verifier's error about \p op without reporting it; empty if the
/// op is valid.
std::string verifyQuietly(mlir::Operation *op);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PIECEOPS_H
