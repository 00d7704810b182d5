//===- TierState.h - What msa has decided so far ----------------*- C++ -*-===//
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
#include "CopyQueue.h"
#include "CostModel.h"
#include "Picker.h"

namespace memplace::solver::msa {

/// A committed stay, beyond what its plan says of it.
struct StayInfo {
  LoopId level = noLoop;
  ChunkId chunk = -1;     // In the heap of its tier; none if it has no offset.
  bool isWrapped = false; // Goes on in the next run.
};

/// All plans, and the bytes that they take in each tier.
struct MsaState {
  /// \p plans: a base for each buffer, and stays that must be.
  MsaState(const Uses &uses, const MsaOptions &options,
           std::vector<BufferPlan> plans);

  const Uses &uses;
  const Problem &problem;
  const MsaOptions &options;
  std::vector<BufferPlan> plans;
  std::vector<std::vector<StayInfo>> infos; // As BufferPlan::stays.
  std::vector<ChunkHeap> heaps;             // By tier.

  /// Frees the chunks of all stays of a buffer besides the base, and forgets
  /// them. Returns the plan as it was.
  BufferPlan removeStays(BufferId buffer);
  /// Puts back what `removeStays` returned; its place must be free still.
  void restore(BufferId buffer, BufferPlan plan);

  /// Places all stays of \p tier anew: longest first, then largest, each into
  /// the smallest gap. What the run before has fetched stays where it is: two
  /// stays may share that place. False, and nothing changes, if they do not fit
  /// then.
  bool repack(TierId tier);

  /// Where every access is served from now.
  ServingTiers servingTiers() const;

private:
  ChunkId takeChunk(const Stay &stay, int64_t size);
};

/// The way between a slower tier and the one that is being filled.
struct Route {
  std::optional<ChannelId> in, out; // The fastest channel each way.
  std::vector<ChannelId> allIn;     // All that are as fast as `in`.
  double inSecondsPerByte = 0, outSecondsPerByte = 0;
  double inLatency = 0, outLatency = 0; // Seconds.
  CopyQueue prefetches, evictions;

  double inSeconds(int64_t bytes) const {
    return inLatency + inSecondsPerByte * static_cast<double>(bytes);
  }
  double outSeconds(int64_t bytes) const {
    return outLatency + outSecondsPerByte * static_cast<double>(bytes);
  }
};

/// Everything about the pass that fills one tier.
struct TierPass {
  TierPass(MsaState &state, TierId tier);

  MsaState &state;
  const Uses &uses;
  const Problem &problem;
  const MsaOptions &options;
  const TierId tier;
  const ServingTiers serving;
  const CostModel cost;
  std::vector<std::optional<Route>> routes; // By the other tier, if slower.
  std::vector<Picker> pickers;              // Likewise.

  ChunkHeap &heap() const { return state.heaps[tier]; }
  /// Seconds of the copy resource for a copy that takes \p seconds. Without a
  /// cost analysis each copy takes a tenth of a step's work.
  double copyDemand(double seconds) const {
    return options.picker == PickerKind::Cost ? seconds : 0.1;
  }
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_TIERSTATE_H
