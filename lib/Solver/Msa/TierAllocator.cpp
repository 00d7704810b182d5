//===- TierAllocator.cpp - All buffers in one tier ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greedy loop of XLA's memory space assignment (docs/guide/solvers.md says
// what of it is rebuilt, and from what): buffers in the order of their benefit
// for the root of the size, each of which keeps what it gets. A buffer that
// finds no room may have the tier packed anew once, a buffer that gains little
// for its copies tries again without these uses. Buffers times retries times
// the cost of one (BufferAllocator.cpp); nothing goes back to an earlier
// buffer.
//
//===----------------------------------------------------------------------===//

#include "TierAllocator.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// Where the first rule that matches puts a buffer: before (negative), among
/// (0) or after all others.
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
memplace::solver::msa::orderBuffers(const TierPass &pass) {
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
    const std::vector<AccessGroup> &groups = pass.uses.groups[id];
    if (groups.empty() || pass.state.plans[id].stays[0].tier <= pass.tier ||
        !problem.mayBeIn(buffer, pass.tier) ||
        buffer.size > problem.target.tiers[pass.tier].capacity)
      continue;
    keys.push_back({placeByRules(pass.options, buffer.name),
                    -pass.cost.boundednessOf(id), -buffer.size,
                    buffer.range.begin - buffer.range.end, groups.back().step,
                    id});
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
  // The stays that must be are its reservation; without a better plan they
  // stay.
  BufferPlan fallback = pass.state.removeStays(buffer);
  if (tryAllocate(buffer))
    forced[buffer] = false;
  else
    pass.state.restore(buffer, std::move(fallback));
}

// False: nothing was changed.
bool TierAllocator::tryAllocate(BufferId buffer) {
  const MsaOptions &options = pass.options;
  std::vector<bool> rejected;
  bool isRepacked = false;
  for (int64_t retry = 0; retry < options.maxRetries;) {
    BufferAllocator allocator(pass, buffer, retry, rejected);
    const AllocationResult result = allocator.run();
    BufferDraft &draft = allocator.getDraft();
    if (result.requiresUncommit) {
      draft.undo();
      ++retry;
      continue;
    }
    // A reservation that was taken away for now must find its place again.
    if (result.outOfMemory && !isRepacked && !forced[buffer] &&
        numRepacks < options.maxRepacks) {
      draft.undo();
      isRepacked = true;
      ++numRepacks;
      pass.state.repack(pass.tier);
      continue;
    }
    if (options.inefficientRatio > 0)
      if (std::vector<int32_t> groups =
              draft.inefficientGroups(options.inefficientRatio);
          !groups.empty()) {
        draft.undo();
        rejected.resize(pass.uses.groups[buffer].size());
        for (int32_t group : groups)
          rejected[group] = true;
        continue;
      }
    draft.commit();
    return true;
  }
  return false;
}
