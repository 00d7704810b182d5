//===- TierChanges.cpp - Null steps between tiers -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

using namespace mlir;
using namespace memplace;

int memplace::countTiersBetween(const Target &target) {
  if (target.tiers[target.defaultTier].servesOps)
    return 0;
  std::vector<int> hops(target.tiers.size(), -1);
  hops[target.defaultTier] = 0;
  int farthest = 1;
  for (SmallVector<TierId> open = {target.defaultTier}; !open.empty();) {
    SmallVector<TierId> next;
    for (const Channel &channel : target.channels)
      if (llvm::is_contained(open, channel.from) && hops[channel.to] < 0) {
        hops[channel.to] = hops[channel.from] + 1;
        next.push_back(channel.to);
        if (target.tiers[channel.to].servesOps)
          farthest = std::max(farthest, hops[channel.to]);
      }
    open = std::move(next);
  }
  return farthest - 1;
}

namespace {
/// Follows the contents that consecutive steps write and use.
class ContentsFollower {
public:
  explicit ContentsFollower(const Problem &problem) : problem(problem) {}

  /// Returns false if contents written by the op before op \p step have to pass
  /// through the buffer's home to reach op \p step.
  bool advance(Step step);

private:
  SmallVector<TierId> getTiersOf(Step step, BufferId buffer) const;
  bool reaches(BufferId buffer, ArrayRef<TierId> from, TierId to) const;

  const Problem &problem;
  /// By written buffer: the tiers in which the last op may leave the contents.
  DenseMap<BufferId, SmallVector<TierId>> tiersOfContents;
};
} // namespace

/// Returns the tiers that may serve an access of \p buffer in op \p step.
SmallVector<TierId> ContentsFollower::getTiersOf(Step step,
                                                 BufferId buffer) const {
  SmallVector<TierId> tiers;
  for (TierId tier = 0; static_cast<size_t>(tier) < problem.target.tiers.size();
       ++tier)
    if (problem.mayBeIn(problem.buffers[buffer], tier) &&
        llvm::any_of(problem.ops[step].accesses, [&](const Access &access) {
          return access.buffer == buffer &&
                 mayServe(problem.target, access, tier);
        }))
      tiers.push_back(tier);
  return tiers;
}

/// Returns true if contents in one of the tiers \p from can be in \p to for the
/// next op.
bool ContentsFollower::reaches(BufferId buffer, ArrayRef<TierId> from,
                               TierId to) const {
  const TierId home = problem.homeOf(buffer);
  return to == home || llvm::any_of(from, [&](TierId tier) {
           return tier == to || tier == home ||
                  (!problem.isExternal(buffer) &&
                   !problem.target.channelsBetween(tier, to).empty());
         });
}

bool ContentsFollower::advance(Step step) {
  DenseMap<BufferId, SmallVector<TierId>> before;
  std::swap(before, tiersOfContents);
  bool isReached = true;
  for (const Access &access : problem.ops[step].accesses) {
    const auto left = before.find(access.buffer);
    if (left == before.end() && !access.writes())
      continue;
    SmallVector<TierId> tiers = getTiersOf(step, access.buffer);
    if (left != before.end())
      llvm::erase_if(tiers, [&](TierId tier) {
        return !reaches(access.buffer, left->second, tier);
      });
    if (tiers.empty()) {
      isReached = false;
      tiers = getTiersOf(step, access.buffer);
    }
    tiersOfContents[access.buffer] = std::move(tiers);
  }
  return isReached;
}

DenseMap<Operation *, int>
memplace::findTierChanges(const ExtractedFunction &extracted) {
  const Problem &problem = extracted.problem;
  // Write-backs and reads of several hops need boundaries for each hop.
  const int count = 1 + 2 * countTiersBetween(problem.target);
  DenseMap<Operation *, int> before;
  ContentsFollower follower(problem);
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (Operation *op = extracted.schedule->getSteps()[step];
        !follower.advance(step) && op)
      before[op] = count;
  return before;
}
