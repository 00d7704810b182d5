//===- TierState.h - Committed decisions of msa -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_TIERSTATE_H
#define MEMPLACE_LIB_SOLVER_MSA_TIERSTATE_H

#include "../PlanningNames.h"
#include "ChunkHeap.h"
#include "CopyResource.h"
#include "CostModel.h"
#include "Picker.h"

namespace memplace::solver::msa {

/// A committed stay: facts not in its plan.
struct StayInfo {
  LoopId level = noLoop;
  ChunkId chunk = -1;     // In the heap of its tier; -1 without an offset.
  bool isWrapped = false; // Continues in the next run.
};

/// All plans, and their bytes in each tier.
struct MsaState {
  /// \p plans has a base for each buffer, and required stays.
  MsaState(const AccessIndex &uses, const MsaOptions &options,
           std::vector<BufferPlan> plans);

  const AccessIndex &uses;
  const Problem &problem;
  const MsaOptions &options;
  std::vector<BufferPlan> plans;
  std::vector<std::vector<StayInfo>> infos; // Parallel to BufferPlan::stays.
  std::vector<ChunkHeap> heaps;             // By tier.

  /// Removes all stays of a buffer except for the base, and frees their chunks.
  /// Returns the previous plan.
  BufferPlan removeStays(BufferId buffer);
  /// Restores the plan returned by `removeStays`; its place must still be free.
  void restore(BufferId buffer, BufferPlan plan);

  /// Packs all stays of \p tier again: longest first, then largest, each into
  /// the smallest gap. Wrapped stays keep their offset, because two stays share
  /// the place. Returns false and changes nothing if the stays do not fit.
  bool repack(TierId tier);

  /// Returns the current serving tier of every access.
  ServingTiers servingTiers() const;

private:
  ChunkId takeChunk(const Stay &stay, int64_t size);
};

/// Connection between a slower tier and the tier being filled.
struct Route {
  std::optional<ChannelId> in, out; // Fastest channel of each direction.
  double inSecondsPerByte = 0, outSecondsPerByte = 0;
  double inLatency = 0, outLatency = 0; // Seconds.
  CopyResource prefetches, evictions;

  double inSeconds(int64_t bytes) const {
    return inLatency + inSecondsPerByte * static_cast<double>(bytes);
  }
  double outSeconds(int64_t bytes) const {
    return outLatency + outSecondsPerByte * static_cast<double>(bytes);
  }
};

/// State of the pass that fills one tier.
struct TierContext {
  TierContext(MsaState &state, TierId tier);

  MsaState &state;
  const AccessIndex &uses;
  const Problem &problem;
  const MsaOptions &options;
  const TierId tier;
  const ServingTiers serving;
  const CostModel cost;
  std::vector<std::optional<Route>> routes; // By slower tier.
  std::vector<Picker> pickers;              // By tier.

  ChunkHeap &heap() const { return state.heaps[tier]; }
  /// Returns the demand on the copy resource of a copy of \p seconds. The count
  /// picker has no times: each copy takes a tenth of a step's work.
  double copyDemand(double seconds) const {
    return options.picker == PickerKind::Cost ? seconds : 0.1;
  }
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_TIERSTATE_H
