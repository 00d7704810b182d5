//===- StreamExecute.h - A region of IREE that runs as one ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IREE's scheduled programs have the dispatches of a part of a function in a
// `stream.cmd.execute`. As for StreamPack.h, its ops are read in generic form:
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

#ifndef MEMPLACE_LIB_CONVERSION_STREAM_STREAMEXECUTE_H
#define MEMPLACE_LIB_CONVERSION_STREAM_STREAMEXECUTE_H

#include "StreamPack.h"

#include "memplace/Problem/Result.h"

#include "llvm/ADT/MapVector.h"

namespace memplace {

/// A global whose value is a parameter of an archive, and nothing else.
struct StreamWeight {
  mlir::Operation *global = nullptr; // The `util.global`.
  std::optional<std::string> scope;  // Of the archive, if it has one.
  std::string key;                   // In the archive.
  int64_t size = 0;                  // Bytes.
  mlir::Attribute affinity;          // The device it is for; may be null.
};

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
  std::vector<StreamWeight> weights;
};

/// By the symbol of the global.
using StreamWeights = llvm::MapVector<mlir::StringAttr, StreamWeight>;

bool isStreamExecute(mlir::Operation *op);

/// The operands of \p op in segment \p index of `operandSegmentSizes`: first
/// and count. None if it has no such segments.
std::optional<std::pair<unsigned, unsigned>> getSegment(mlir::Operation *op,
                                                        unsigned index);

/// All weights of \p module. IR that is not of the form that is known has none.
/// Adds the names of other globals that hold constants to \p others: an
/// initializer computes them, or their values are in the module.
StreamWeights findWeights(mlir::Operation *module,
                          std::vector<mlir::StringAttr> &others);

/// The weight that \p value is a load of, or null.
const StreamWeight *findLoadedWeight(mlir::Value value,
                                     const StreamWeights &weights);

/// Removes the loads that nobody uses of \p weights from \p module, and what is
/// not loaded any more from the initializers: it is not resident then. The
/// globals go, too.
void dropUnusedWeights(mlir::Operation *module, const StreamWeights &weights);

/// Gives \p state the attributes and properties of \p op, but \p changed ones.
void copyAttributes(
    mlir::Operation *op, mlir::OperationState &state,
    llvm::ArrayRef<std::pair<mlir::StringRef, mlir::Attribute>> changed);

/// Takes \p op apart; \p weights may be read anew. The error is why its weights
/// cannot be: "a slice has a size that only a run tells".
Result<StreamExecute> readStreamExecute(mlir::Operation *op,
                                        const StreamWeights &weights,
                                        SliceAlignment defaults);

/// The slice of \p pack that the operand \p offset of a use lies in, and what
/// is added to its offset, which may be null. None if it is no offset in one.
std::optional<std::pair<unsigned, mlir::Value>>
findSlice(const StreamPack &pack, mlir::Value offset);

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_STREAM_STREAMEXECUTE_H
