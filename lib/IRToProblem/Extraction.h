//===- Extraction.h - The parts of extractFunction --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H
#define MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H

#include "memplace/IRToProblem/IRToProblem.h"

#include "memplace/Interfaces/MemoryOpInterface.h"

namespace memplace {

/// A set has no buffer.
constexpr BufferId noBuffer = -1;

/// Emits a diagnostic and fails if \p function has something that the model
/// can't express.
llvm::LogicalResult checkSupported(mlir::func::FuncOp function,
                                   const ExtractOptions &options);

/// The accesses of a step, one per buffer and direction.
struct StepAccesses {
  std::vector<Access> accesses;
  std::vector<llvm::SmallVector<mlir::Value, 1>> values; // As accessValues.
  /// Memrefs that are accessed in storage that is not known.
  llvm::SmallVector<mlir::Value> unknown;
};

/// Joins what the ops of a step do to each buffer. \p bufferOfSet: by set,
/// or `noBuffer`. Uses of a buffer that \p getPlace tells apart stay apart.
StepAccesses
joinAccesses(llvm::ArrayRef<MemoryAccess> accesses, const AliasSets &aliasSets,
             llvm::ArrayRef<BufferId> bufferOfSet, bool neverRuns,
             llvm::function_ref<mlir::Value(mlir::Value)> getPlace);

/// Says of op \p step how it can be cut, as the model of \p operation says, in
/// bytes of buffers.
void addCuts(mlir::Operation *operation, Step step, bool withFloatSums,
             ExtractedFunction &extracted);

/// Sets `tiers` and `home` of each buffer and `tiers` of accesses, from
/// memory spaces, pins, and what has to stay where it is. Emits a diagnostic
/// if they contradict each other or the target.
llvm::LogicalResult setTiers(ExtractedFunction &extracted);

/// Reads `recorded` from the attributes of an annotated function. Emits a
/// diagnostic if they are not those of this program.
llvm::LogicalResult readAnnotations(ExtractedFunction &extracted);

/// Whether the residencies of \p function are explicit: allocations of their
/// own or slots.
bool isExplicit(mlir::func::FuncOp function);

/// The slot, allocation, argument or global that \p memref is or is a view of;
/// null if that is only known at run time.
mlir::Value getPlaceOf(mlir::Value memref, const AliasSets &aliasSets);

/// Reads `recorded` from a function with explicit residencies. Emits a
/// diagnostic at what makes no sense.
llvm::LogicalResult readExplicit(ExtractedFunction &extracted);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_EXTRACTION_H
