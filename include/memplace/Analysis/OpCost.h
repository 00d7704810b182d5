//===- OpCost.h - Time and traffic of one schedule step ---------*- C++ -*-===//
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

/// Accesses and work of an op and of all ops in its regions, as a single step.
///
/// * At most one access for each memref value and mode; callers map values to
///   buffers. A memref defined inside the op is reported as its own value. No
///   access in the result is indexed.
/// * An op in a loop counts once per trip (once in all if the trip count is
///   unknown). An element access counts once per loop if the loop does not
///   change its address. If its address is computed from loop indices alone,
///   the access counts at most once per element of the memref. A loaded address
///   counts each time: a gather reads its rows, not the whole table.
/// * A memref is written (all old contents are gone) if a whole-memref write
///   certainly runs and no op of the step reads the memref. A store with the
///   indices of loops over the full shape as subscripts is such a write.
///   Otherwise the memref is updated.
/// * In a branch, each memref has the traffic of its most expensive arm. A
///   memref that some arm does not overwrite is updated. Work and profiled time
///   are those of the most expensive arm.
/// * Code that certainly never runs is reported with 0 bytes, its writes as
///   updates.
/// * Each access has an efficiency. Joined accesses get the efficiency at which
///   the sum of their bytes takes the sum of their times. A branch takes the
///   lowest efficiency of its arms.
struct StepCost {
  llvm::SmallVector<MemoryAccess> accesses;
  /// Flops by element type, one entry each. Excludes ops with a
  /// `memplace.cost`.
  llvm::SmallVector<ComputeWork> work;
  /// Picoseconds of all ops with a `memplace.cost`. This attribute replaces the
  /// work of its op and of all ops in the regions of its op.
  int64_t profiledPs = 0;
  /// Smallest overlap stated by an op's model or by a `memplace.cost`. This
  /// attribute replaces the overlap of all ops in the regions of its op.
  double overlap = 1;
  /// First op inside without support by the interface, or null.
  mlir::Operation *unknownOp = nullptr;
  /// First refused op inside, or null; `getRefusedReason` returns the reason.
  mlir::Operation *refusedOp = nullptr;
};

/// Returns the cost of \p op as a single step. Only reads the IR. All counts
/// saturate at `maxCount`. \p defaults applies to ops and accesses without an
/// overlap or efficiency of their own.
StepCost getStepCost(mlir::Operation *op, const OpDefaults &defaults = {});

/// Returns the efficiency of one access in place of two, such that its time is
/// the sum of their times. Returns the efficiency itself if both are equal.
double joinEfficiency(int64_t bytes, double efficiency, int64_t otherBytes,
                      double otherEfficiency);

/// Compute time of \p cost on \p target, picoseconds: the profiled time plus
/// Σ flops / flops_per_second of the element type (or of "default"; without
/// both, the flops take no time). Saturates at `maxCount`.
int64_t getComputePs(const StepCost &cost, const Target &target);

/// Returns true if \p op, or an op in its regions, touches memory. Also true if
/// the op is refused or has no model.
bool touchesMemory(mlir::Operation *op);

/// Returns the number of trips of a loop op: its `memplace.trip_count`, else
/// derived from constant bounds. None for other ops and other loops.
std::optional<int64_t> getTripCount(mlir::Operation *loop);

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_OPCOST_H
