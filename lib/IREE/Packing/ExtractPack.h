//===- ExtractPack.h - Reads IREE's stream.resource.pack --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IREE's dialects are not linked, because they belong to another version of
// MLIR. The op is therefore read as an unregistered op in generic form:
//
//   %p:3 = "stream.resource.pack"(%base, %size0, %size1)
//     <{lifetime_intervals = [0 : index, 3 : index, 1 : index, 4 : index],
//       operandSegmentSizes = array<i32: 1, 2>}>
//     : (index, index, index) -> (index, index, index)
//
// Intervals are closed at both ends. Result 0 is the total size; the other
// results are one offset per slice. The base is optional; offsets and size are
// relative to it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H
#define MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H

#include "memplace/Packing/Packing.h"

#include "mlir/IR/Operation.h"

namespace memplace {

/// Alignment of slices by IREE's resource configuration, bytes.
struct SliceAlignment {
  int64_t offset = 64; // Divides all offsets.
  int64_t range = 64;  // Divides sizes after rounding up.
};

/// A `stream.resource.pack` in parsed form. Only slices of constant size are
/// packed by memplace. Operands are read from the op, because packing another
/// op may replace an operand.
struct StreamPack {
  mlir::Operation *op = nullptr;
  SliceAlignment alignment;
  bool hasBase = false;
  /// All slices, as half-open ranges; the op's intervals are closed.
  llvm::SmallVector<LiveRange> ranges;
  /// Indices of the slices of constant size, and their sizes in bytes.
  llvm::SmallVector<unsigned> staticSlices;
  llvm::SmallVector<int64_t> staticSizes;

  size_t numSlices() const { return ranges.size(); }
  size_t numDynamic() const { return numSlices() - staticSlices.size(); }
  bool isDynamic() const { return numDynamic() > 0; }
  bool isAllDynamic() const { return staticSlices.empty() && isDynamic(); }
  mlir::Value getSize(unsigned slice) const {
    return op->getOperand(slice + (hasBase ? 1 : 0));
  }
};

/// Names of the op and of its intervals.
inline constexpr llvm::StringLiteral packOpName = "stream.resource.pack";
inline constexpr llvm::StringLiteral intervalsName = "lifetime_intervals";

/// Returns true if \p op is a `stream.resource.pack`.
bool isStreamPack(mlir::Operation *op);

/// Returns the symbol of the function around \p op, or "initializer" if the
/// enclosing op has no symbol.
llvm::StringRef getFunctionName(mlir::Operation *op);

/// Returns the alignment of the innermost `stream.resources` attribute around
/// \p op, as IREE does, or \p defaults if there is none. Reports an error at
/// the op if the attribute has no alignment.
mlir::FailureOr<SliceAlignment> getAlignment(mlir::Operation *op,
                                             SliceAlignment defaults);

/// Sizes in bytes of packed ops, by their result 0. The size of one pack can be
/// a slice of another, e.g. if the caller owns the storage.
using KnownSizes = llvm::DenseMap<mlir::Value, int64_t>;

/// Parses \p op, or reports an error at the op. \p defaults apply without a
/// `stream.resources` attribute.
mlir::FailureOr<StreamPack> readStreamPack(mlir::Operation *op,
                                           SliceAlignment defaults,
                                           const KnownSizes &known);

/// Returns the slices of constant, non-zero size, with sizes rounded up. Keeps
/// the order of the op, on which the packer `iree` depends.
PackingProblem toPackingProblem(const StreamPack &pack);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H
