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

/// Accesses and work of an op with everything in its regions, as one step:
///
/// * At most one access for each memref value and mode. Who needs buffers maps
///   values to them; memrefs that are defined inside of the op are reported by
///   their own values. None of the accesses is indexed any more.
/// * An op in a loop counts once per trip (once if the trip count is not
/// known).
///   An element that is accessed at an address that a loop doesn't change
///   counts once for that loop; elements at addresses made of loop indices
///   alone count at most as often as the memref has elements. Addresses that
///   are loaded count each time: a gather reads its rows, not the table.
/// * A memref is written (all old contents gone) if a whole-memref write, or a
///   store whose subscripts are the indices of loops over all of the shape,
///   certainly runs, and nothing reads it in the same step; else it is updated.
/// * Of a branch's arms, each memref's traffic is that of the arm that causes
///   most, and what one arm doesn't overwrite is updated; work and profiled
///   time are those of the arm with most.
/// * What certainly never runs is reported with 0 bytes, writes as updates.
/// * Each access has an efficiency. Where several are joined, it is the one
/// that
///   takes as long as they do; of a branch's arms, the least.
struct StepCost {
  llvm::SmallVector<MemoryAccess> accesses;
  /// Flops by element type, one entry each, without the ops that have a
  /// `memplace.cost`.
  llvm::SmallVector<ComputeWork> work;
  /// Picoseconds of the ops that have a `memplace.cost`. It replaces the work
  /// of the op that it is on, with everything in its regions.
  int64_t profiledPs = 0;
  /// The least that the ops say by their models or by a `memplace.cost`, which
  /// replaces what is said in the regions of the op that it is on.
  double overlap = 1;
  /// First op inside that the interface does not cover, or null.
  mlir::Operation *unknownOp = nullptr;
  /// First op inside that is refused, or null; `getRefusedReason` tells why.
  mlir::Operation *refusedOp = nullptr;
};

/// Only reads the IR. All counts saturate at `maxCount`. \p defaults: where
/// nobody says an overlap or an efficiency.
StepCost getStepCost(mlir::Operation *op, const OpDefaults &defaults = {});

/// The efficiency at which the bytes of two accesses take as long in one as at
/// their own efficiencies in two. Equal ones stay what they are.
double joinEfficiency(int64_t bytes, double efficiency, int64_t otherBytes,
                      double otherEfficiency);

/// Compute time of \p cost on \p target, picoseconds: the profiled time plus
/// Σ flops / flops_per_second of the element type (or of "default"). Saturates
/// at `maxCount`.
int64_t getComputePs(const StepCost &cost, const Target &target);

/// Whether \p op touches memory, itself or in its regions. True as well for
/// what is refused or has no model.
bool touchesMemory(mlir::Operation *op);

/// How often the body of a loop op runs: its `memplace.trip_count`, else what
/// constant bounds tell. None for other ops and other loops.
std::optional<int64_t> getTripCount(mlir::Operation *loop);

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_OPCOST_H
