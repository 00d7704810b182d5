//===- MapCuts.h - Cuts by affine maps --------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_MAPCUTS_H
#define MEMPLACE_LIB_INTERFACES_MAPCUTS_H

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/IR/AffineMap.h"

namespace memplace {

/// An operand, and the map from the loops of its op to its axes. An op accesses
/// all of an operand whose map has no results.
struct MappedOperand {
  mlir::OpOperand *operand;
  mlir::AffineMap map;
};

/// Returns the cut along \p loop of an op with \p operands. An operand is cut
/// along the only axis whose subscript has the loop, either as itself or as a
/// window (`2 * d + k`). None if several axes have the loop, or if a piece's
/// part of an operand would not begin at a multiple of the loop's index.
/// \p extents: numbers of indices of all loops.
std::optional<MemoryCut> getCutAlong(unsigned loop,
                                     llvm::ArrayRef<MappedOperand> operands,
                                     llvm::ArrayRef<int64_t> extents);

/// Appends the cuts that \p maps, a valid `memplace.cut_dims` of \p op, allow.
/// A dimension allows a cut if it has a static extent of at least 2 and is an
/// axis of every operand written by `memplace.access`. It need not be an axis
/// of a "sum", to which the pieces add in turn.
void appendMappedCuts(mlir::Operation *op, mlir::ArrayAttr maps,
                      llvm::SmallVectorImpl<MemoryCut> &cuts);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_MAPCUTS_H
