//===- StreamPack.h - IREE's stream.resource.pack ---------------*- C++ -*-===//
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

#ifndef MEMPLACE_LIB_CONVERSION_STREAM_STREAMPACK_H
#define MEMPLACE_LIB_CONVERSION_STREAM_STREAMPACK_H

#include "memplace/Packing/Packing.h"

#include "mlir/IR/Operation.h"

namespace memplace {

/// What IREE's resource configuration asks of each slice, bytes.
struct SliceAlignment {
  int64_t offset = 64; // Offsets are multiples of it.
  int64_t range = 64;  // Sizes are rounded up to a multiple of it.
};

/// One op, taken apart. Slices whose size is a constant are ours to pack.
struct StreamPack {
  mlir::Operation *op = nullptr;
  SliceAlignment alignment;
  /// All slices: closed intervals as in the op, made half-open.
  llvm::SmallVector<LiveRange> ranges;
  llvm::SmallVector<mlir::Value> sizes;
  mlir::Value base; // Null if there is none.
  /// The slices of constant size, by their index in the op, and that size.
  llvm::SmallVector<unsigned> staticSlices;
  llvm::SmallVector<int64_t> staticSizes;

  bool isDynamic() const { return staticSlices.size() < sizes.size(); }
  bool isAllDynamic() const { return staticSlices.empty() && isDynamic(); }
};

/// Whether \p op is such an op.
bool isStreamPack(mlir::Operation *op);

/// The symbol of the function that \p op is in; "initializer" if that has none.
llvm::StringRef getFunctionName(mlir::Operation *op);

/// Reads \p op, or says at it what is wrong. \p defaults are for a module that
/// says nothing by a `stream.resources` attribute.
mlir::FailureOr<StreamPack> readStreamPack(mlir::Operation *op,
                                           SliceAlignment defaults);

/// The slices of constant size that have bytes, with sizes rounded up, in the
/// order of the op, which the packer `iree` looks at.
PackingProblem toPackingProblem(const StreamPack &pack);

/// The offsets of \p packing, by static slice; 0 for one without bytes.
llvm::SmallVector<Offset> toSliceOffsets(const StreamPack &pack,
                                         const Packing &packing);

/// The other way round.
Packing toPacking(const StreamPack &pack, llvm::ArrayRef<Offset> offsets);

/// Replaces the op by constants: \p size and \p offsets, of the static slices.
/// What has a dynamic size stays in a smaller op, on top of the others.
void replaceStreamPack(const StreamPack &pack, int64_t size,
                       llvm::ArrayRef<Offset> offsets);

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_STREAM_STREAMPACK_H
