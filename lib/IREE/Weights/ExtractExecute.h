//===- ExtractExecute.h - A region of IREE that runs as one -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IREE's scheduled programs have the dispatches of a part of a function in a
// `stream.cmd.execute`. As for ExtractPack.h, its ops are read in generic form:
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

/// Where one op inside of an execute region uses a resource: indices of its
/// operands.
struct ResourceUse {
  mlir::Operation *op = nullptr;
  unsigned resource = 0;
  unsigned size = 0;    // Of the whole resource.
  unsigned offset = 0;  // Of what is used.
  unsigned storage = 0; // Index into StreamExecute::storages.
};

/// Bytes that ops of the region use.
struct StreamStorage {
  enum class Kind {
    Slice,  // Of the arena of transients.
    Weight, // Constant; may be read anew for each use.
    Other,  // An argument, a result, what is resident: it is where it is.
  };
  Kind kind = Kind::Other;
  unsigned index =
      0;            // Of the slice in the pack; of the weight; of the operand.
  int64_t size = 0; // Bytes; 0 for an Other of dynamic size.
};

/// What one step does to one storage; several uses are one access.
struct StreamAccess {
  unsigned storage = 0;
  bool reads = false;
  bool writes = false;
  int64_t bytes = 0; // Traffic: the sum of the ranges that are used.
};

/// An op right inside of the region: what runs before the next one.
struct StreamStep {
  mlir::Operation *op = nullptr;
  llvm::SmallVector<StreamAccess> accesses;
};

/// One `stream.cmd.execute`, taken apart.
struct StreamExecute {
  mlir::Operation *op = nullptr;
  /// The ops that make and free its arena, and that lay it out; null if the
  /// region has no transients.
  mlir::Operation *alloca = nullptr;
  mlir::Operation *dealloca = nullptr;
  std::optional<StreamPack> pack;
  SliceAlignment alignment;
  std::vector<StreamStorage> storages;
  std::vector<StreamStep> steps;
  std::vector<ResourceUse> uses;
  /// By storage that is a weight: which one.
  std::vector<ParameterGlobal> weights;
};

/// Whether \p op is a `stream.cmd.execute`.
bool isStreamExecute(mlir::Operation *op);

/// Takes \p op apart; \p weights may be read anew. The error is why its weights
/// cannot be: "a slice has a size that only a run tells".
Result<StreamExecute> readStreamExecute(mlir::Operation *op,
                                        const ParameterGlobals &weights,
                                        SliceAlignment defaults);

/// The slice of \p pack that the operand \p offset of a use lies in, and what
/// is added to its offset, which may be null. None if it is no offset in one.
std::optional<std::pair<unsigned, mlir::Value>>
findSlice(const StreamPack &pack, mlir::Value offset);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTEXECUTE_H
