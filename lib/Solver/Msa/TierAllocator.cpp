//===- TierAllocator.cpp - Allocation of all buffers in one tier ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greedy loop of XLA's memory space assignment (see docs/guide/solvers.md,
// section `msa`). Buffers are visited in order of benefit per root of size, and
// each buffer keeps its allocation. If a buffer finds no room, the tier may be
// repacked once. An attempt without room or time for a necessary copy is undone
// and repeated, with more time for evictions. The cost is buffers times retries
// times the cost of one allocation (BufferAllocator.cpp); the loop never
// returns to an earlier buffer.
//
//===----------------------------------------------------------------------===//

#include "TierAllocator.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// Returns the position by the first matching rule: before (negative), among
/// (0) or after all other buffers.
static int64_t placeByRules(const MsaOptions &options,
                            const std::string &name) {
  const int64_t numRules = static_cast<int64_t>(options.orderRules.size());
  for (int64_t i = 0; i < numRules; ++i) {
    const OrderRule &rule = options.orderRules[i];
    if (name.find(rule.pattern) != std::string::npos)
      return rule.isFirst ? i - numRules : numRules - i;
  }
  return 0;
}

std::vector<BufferId>
memplace::solver::msa::orderBuffers(const TierContext &pass) {
  struct Key {
    int64_t place;
    double urgency; // Negated boundedness.
    int64_t size;   // Negated.
    Step duration;  // Negated.
    Step lastUse;
    BufferId id;
    auto tied() const {
      return std::tie(place, urgency, size, duration, lastUse, id);
    }
  };
  std::vector<Key> keys;
  const Problem &problem = pass.problem;
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id) {
    const Buffer &buffer = problem.buffers[id];
    const std::vector<BufferUse> &bufferUses = pass.uses.byBuffer[id];
    if (bufferUses.empty() || pass.state.plans[id].stays[0].tier <= pass.tier ||
        !problem.mayBeIn(buffer, pass.tier) ||
        buffer.size > problem.target.tiers[pass.tier].capacity)
      continue;
    keys.push_back({placeByRules(pass.options, buffer.name),
                    -pass.cost.boundednessOf(id), -buffer.size,
                    buffer.range.begin - buffer.range.end,
                    bufferUses.back().step, id});
  }
  std::sort(keys.begin(), keys.end(),
            [](const Key &a, const Key &b) { return a.tied() < b.tied(); });
  std::vector<BufferId> order;
  for (const Key &key : keys)
    order.push_back(key.id);
  return order;
}

void TierAllocator::allocate(BufferId buffer) {
  if (!forced[buffer]) {
    tryAllocate(buffer);
    return;
  }
  // The required stays are a fallback if the tier offers no better plan.
  BufferPlan fallback = pass.state.removeStays(buffer);
  if (tryAllocate(buffer))
    forced[buffer] = false;
  else
    pass.state.restore(buffer, std::move(fallback));
}

// Returns false if nothing was changed.
bool TierAllocator::tryAllocate(BufferId buffer) {
  const MsaOptions &options = pass.options;
  bool isRepacked = false;
  for (int64_t retry = 0; retry < options.maxAttempts;) {
    BufferAllocator allocator(pass, buffer, retry);
    const AllocationResult result = allocator.run();
    BufferDraft &draft = allocator.getDraft();
    if (result.mustUndo) {
      draft.undo();
      ++retry;
      continue;
    }
    // No repack while the fallback is removed, since it must find its place
    // again.
    if (result.outOfMemory && !isRepacked && !forced[buffer] &&
        numRepacks < options.maxRepacks) {
      draft.undo();
      isRepacked = true;
      ++numRepacks;
      pass.state.repack(pass.tier);
      continue;
    }
    draft.commit();
    return true;
  }
  return false;
}
