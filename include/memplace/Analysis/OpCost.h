//===- OpCost.h - Time and traffic of one schedule step -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_ANALYSIS_OPCOST_H
#define MEMPLACE_ANALYSIS_OPCOST_H

#include "memplace/Interfaces/MemoryOpInterface.h"

namespace memplace {

/// Accesses and work of an op with everything in its regions, as one step:
/// * a loop's inner accesses count once per trip (where the trip count is not
///   known: once, with a remark from whoever extracts), capped for reads and
///   writes of a region op at what the op really causes: a gather by
///   `memref.load` reads its elements, not the table;
/// * of a branch, the union of the arms' accesses, a write that one arm misses
///   becomes an update, and the dearer arm's work;
/// * memrefs defined inside of \p op are reported by their own values; whoever
///   asks maps values to buffers.
struct StepCost {
  llvm::SmallVector<MemoryAccess> accesses;
  /// Flops by element type; the null type is the default.
  llvm::SmallVector<ComputeWork> work;
  /// `memplace.cost` of the op: overrides `work`.
  std::optional<int64_t> computePs;
  /// First op inside that the interface does not cover, or null.
  mlir::Operation *unknownOp = nullptr;
  /// First op inside that is refused (asynchronous), or null.
  mlir::Operation *refusedOp = nullptr;
};

/// Only reads the IR.
StepCost getStepCost(mlir::Operation *op);

/// Compute time of \p cost on \p target, picoseconds: `computePs`, or
/// Σ flops / flops_per_second of the element type (or of "default").
int64_t getComputePs(const StepCost &cost, const Target &target);

/// Whether \p op touches memory, itself or in its regions.
bool touchesMemory(mlir::Operation *op);

/// Statically known trip count of a loop op (scf.for with constant bounds,
/// scf.forall, affine.for, or its `memplace.trip_count`), or none.
std::optional<int64_t> getTripCount(mlir::Operation *loop);

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_OPCOST_H
