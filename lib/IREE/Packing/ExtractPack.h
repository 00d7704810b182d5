//===- ExtractPack.h - IREE's stream.resource.pack --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IREE's dialects are not linked: they belong to another version of MLIR. Its
// op is read in generic form, as an unregistered one:
//
//   %p:3 = "stream.resource.pack"(%base, %size0, %size1)
//     <{lifetime_intervals = [0 : index, 3 : index, 1 : index, 4 : index],
//       operandSegmentSizes = array<i32: 1, 2>}>
//     : (index, index, index) -> (index, index, index)
//
// Intervals have both ends in them. Result 0 is the size of all, then comes an
// offset for each slice. The base is optional; offsets and size count from it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H
#define MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H

#include "memplace/Packing/Packing.h"

#include "mlir/IR/Operation.h"

namespace memplace {

/// What IREE's resource configuration asks of each slice, bytes.
struct SliceAlignment {
  int64_t offset = 64; // Offsets are multiples of it.
  int64_t range = 64;  // Sizes are rounded up to a multiple of it.
};

/// One op, taken apart. Slices whose size is a constant are ours to pack.
/// Operands are read from the op, since packing another op may replace them.
struct StreamPack {
  mlir::Operation *op = nullptr;
  SliceAlignment alignment;
  bool hasBase = false;
  /// All slices: closed intervals as in the op, made half-open.
  llvm::SmallVector<LiveRange> ranges;
  /// The slices of constant size, by their index in the op, and that size.
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

/// Names of the op and of its attributes.
inline constexpr llvm::StringLiteral packOpName = "stream.resource.pack";
inline constexpr llvm::StringLiteral intervalsName = "lifetime_intervals";
inline constexpr llvm::StringLiteral segmentsName = "operandSegmentSizes";

/// Whether \p op is such an op.
bool isStreamPack(mlir::Operation *op);

/// The symbol of the function that \p op is in; "initializer" if that has none.
llvm::StringRef getFunctionName(mlir::Operation *op);

/// Sizes in bytes of ops that have been packed already, by their result 0: an
/// op may pack what others need, as it does where the caller owns the storage.
using KnownSizes = llvm::DenseMap<mlir::Value, int64_t>;

/// Reads \p op, or says at it what is wrong. \p defaults are for a module that
/// says nothing by a `stream.resources` attribute.
mlir::FailureOr<StreamPack> readStreamPack(mlir::Operation *op,
                                           SliceAlignment defaults,
                                           const KnownSizes &known);

/// The slices of constant size that have bytes, with sizes rounded up, in the
/// order of the op, which the packer `iree` looks at.
PackingProblem toPackingProblem(const StreamPack &pack);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_EXTRACTPACK_H
