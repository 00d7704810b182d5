//===- ExtractExecute.h - Reads IREE's stream.cmd.execute -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IREE's scheduled programs collect the dispatches of a part of a function in a
// `stream.cmd.execute`. Like `stream.resource.pack` (ExtractPack.h), its ops
// are read in generic form:
//
//   %arena:2 = "stream.resource.alloca"(%pack#0, %ready)
//   %done = "stream.cmd.execute"(%in, %w, %arena#0, %n, %wn, %pack#0, %t) <{
//       operandSegmentSizes = array<i32: 3, 3, 1>}> ({
//   ^bb0(%in_, %w_, %arena_):
//     "stream.cmd.dispatch"(%in_, %w_, %arena_, %n, %wn, %pack#0,
//       %c0, %c0, %pack#1, %n, %wn, %bytes) <{entry_points = [@a::@b],
//       operandSegmentSizes = array<i32: 0, 0, 3, 3, 3, 3>,
//       resource_accesses = [1 : i32, 1 : i32, 2 : i32]}>
//     "stream.yield"()
//   })
//   %freed = "stream.resource.dealloca"(%arena#0, %pack#0, %done)
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTEXECUTE_H
#define MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTEXECUTE_H

#include "ExtractParameters.h"

#include "../Packing/ExtractPack.h"

#include "memplace/Problem/Result.h"

namespace memplace {

/// A use of a resource by one op in an execute region, as indices of the op's
/// operands.
struct ResourceUse {
  mlir::Operation *op = nullptr;
  unsigned resource = 0;
  unsigned size = 0;    // Of the whole resource.
  unsigned offset = 0;  // Of the range used.
  unsigned storage = 0; // Index into StreamExecute::storages.
};

/// A contiguous storage that ops of the region use.
struct StreamStorage {
  enum class Kind {
    Slice,  // A slice of the arena of transients.
    Weight, // Constant; may be read again before each use.
    Other,  // An argument, a result or a resident weight; not moved.
  };
  Kind kind = Kind::Other;
  /// Index of the slice in the pack, of the weight, or of the operand.
  unsigned index = 0;
  int64_t size = 0; // Bytes; 0 for an Other of dynamic size.
};

/// Access of one step to one storage. Several uses are merged into one access.
struct StreamAccess {
  unsigned storage = 0;
  bool reads = false;
  bool writes = false;
  int64_t bytes = 0; // Traffic: sum of the used ranges.
};

/// A top-level op of the region. Steps are planned in order.
struct StreamStep {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<StreamAccess> accesses;
};

/// One `stream.cmd.execute` in parsed form.
struct StreamExecute {
  mlir::Operation *op = nullptr;
  /// The ops that allocate, free and lay out the arena; null if the region has
  /// no transients.
  mlir::Operation *alloca = nullptr;
  mlir::Operation *dealloca = nullptr;
  std::optional<StreamPack> pack;
  SliceAlignment alignment;
  std::vector<StreamStorage> storages;
  std::vector<StreamStep> steps;
  std::vector<ResourceUse> uses;
  /// Weights of the region; a storage of kind Weight indexes this list.
  std::vector<ParameterGlobal> weights;
};

/// Returns true if \p op is a `stream.cmd.execute`.
bool isStreamExecute(mlir::Operation *op);

/// Parses \p op; \p weights may be read per call. The error is the reason to
/// keep the region's weights resident, e.g. "a transient has a dynamic size".
Result<StreamExecute> readStreamExecute(mlir::Operation *op,
                                        const ParameterGlobals &weights,
                                        SliceAlignment defaults);

/// Returns the slice of \p pack at \p offset, and the value added to the
/// slice's own offset; null if there is no such value. None if \p offset is not
/// in a slice.
std::optional<std::pair<unsigned, mlir::Value>>
findSlice(const StreamPack &pack, mlir::Value offset);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTEXECUTE_H
