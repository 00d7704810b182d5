//===- SmallProblems.h - Portable random problems ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_SMALLPROBLEMS_H
#define MEMPLACE_UNITTESTS_SUPPORT_SMALLPROBLEMS_H

#include "Builder.h"
#include "TestRandom.h"

#include <algorithm>

namespace memplace::test {

/// Features of a small problem besides two tiers, a few buffers and a few ops.
struct Traits {
  bool hasMiddleTier = false;
  bool hasRom = false; // A read-only tier, and constants there.
  bool isMax = false;  // Tiers work at once.
  bool isCyclic = false;
  bool hasLoops = false;
  bool isSlow = false;        // Overlap and efficiency below 1.
  bool isNarrow = false;      // Lists of tiers.
  bool hasOwnedFast = false;  // External buffers in the fast tier.
  bool hasForcedFast = false; // Accesses that only the fast tier may serve.
  bool isFastHome = false;    // The fast tier is the default tier.
  bool hasChannels = false;   // Bounds ignore channels.
  bool isTight = false;       // Buffers live from first use to last.
  Step maxSteps = 14;
};

class SmallProblem {
public:
  SmallProblem(uint64_t seed, const Traits &traits)
      : traits(traits), random(seed) {}

  Problem make() {
    makeTarget();
    problem.name = "small";
    problem.isCyclic = traits.isCyclic;
    const Step numSteps = random.in(2, traits.maxSteps);
    const int64_t numBuffers = random.in(2, 6);
    for (int64_t b = 0; b < numBuffers; ++b)
      addBuffer(numSteps);
    for (Step step = 0; step < numSteps; ++step)
      addOp();
    if (traits.hasLoops)
      addLoops();
    if (traits.isTight)
      shortenLives();
    return problem;
  }

private:
  void makeTarget() {
    Target &target = problem.target;
    target = test::makeTarget();
    target.tiers.resize(2);
    target.tiers[0].capacity = random.in(40, 120);
    target.tiers[1].writeBytesPerSecond = random.chance(50) ? 100 : 50;
    if (traits.hasMiddleTier)
      target.tiers.insert(target.tiers.begin() + 1,
                          {"middle", random.in(60, 200), 8, 400, 200});
    target.defaultTier = static_cast<TierId>(target.tiers.size()) - 1;
    if (traits.hasRom)
      target.tiers.push_back({"rom", 100000, 8, 25, 0});
    if (traits.isFastHome)
      target.defaultTier = 0;
    target.channels.clear();
    if (traits.hasChannels)
      addChannels();
    target.combine = traits.isMax ? Combine::Max : Combine::Sum;
    target.launchPs = random.chance(50) ? 10'000'000'000 : 0;
  }

  /// Adds a channel from each tier to each other writable tier.
  void addChannels() {
    Target &target = problem.target;
    for (TierId from = 0; from < static_cast<TierId>(target.tiers.size());
         ++from)
      for (TierId to = 0; to < static_cast<TierId>(target.tiers.size()); ++to)
        if (from != to && !target.tiers[to].isReadOnly())
          target.channels.push_back(
              {target.tiers[from].name + "-" + target.tiers[to].name, from, to,
               80, 0});
  }

  void addBuffer(Step numSteps) {
    const std::string name = "b" + std::to_string(problem.buffers.size());
    Buffer buffer = makeBuffer(name, {0, numSteps}, random.in(5, 60));
    buffer.liveIn = random.chance(50);
    buffer.liveOut = random.chance(30);
    if (random.chance(30))
      buffer.external = false;
    if (traits.hasOwnedFast && random.chance(40))
      buffer.home = 0;
    if (traits.isFastHome && random.chance(50))
      buffer.home = 1;
    if (traits.hasRom && buffer.liveIn && !buffer.liveOut && random.chance(50))
      buffer.home = static_cast<TierId>(problem.target.tiers.size()) - 1;
    if (traits.isNarrow && random.chance(50))
      buffer.tiers = tiersWith(problem.homeOf(buffer));
    problem.buffers.push_back(buffer);
  }

  /// Returns \p tier and some other tiers.
  std::vector<TierId> tiersWith(TierId tier) {
    std::vector<TierId> tiers = {tier};
    for (size_t other = 0; other < problem.target.tiers.size(); ++other)
      if (static_cast<TierId>(other) != tier && random.chance(50))
        tiers.push_back(static_cast<TierId>(other));
    return tiers;
  }

  void addOp() {
    Op op;
    op.name = "op" + std::to_string(problem.ops.size());
    op.computePs = random.in(0, 4) * 100'000'000'000;
    if (traits.isSlow)
      op.overlap = static_cast<double>(random.in(0, 4)) / 4;
    for (int64_t k = random.in(0, 3); k > 0; --k)
      op.accesses.push_back(makeAccess());
    problem.ops.push_back(op);
  }

  Access makeAccess() {
    const auto last = static_cast<int64_t>(problem.buffers.size()) - 1;
    Access access = reads(static_cast<BufferId>(random.in(0, last)));
    const Buffer &buffer = problem.buffers[access.buffer];
    access.bytes = random.in(0, 2 * buffer.size);
    const bool mayWrite = !problem.isExternal(buffer) || buffer.liveOut;
    if (mayWrite && random.chance(50))
      access.mode = random.chance(50) ? AccessMode::Write : AccessMode::Update;
    if (traits.isSlow && random.chance(50))
      access.efficiency = static_cast<double>(random.in(1, 4)) / 4;
    if (traits.isNarrow && random.chance(30))
      access.tiers = tiersWith(problem.homeOf(buffer));
    if (traits.hasForcedFast && random.chance(20))
      access.tiers = {0};
    return access;
  }

  /// Adds one loop, in some cases with an inner loop.
  void addLoops() {
    const Step numSteps = problem.numSteps();
    const Step begin = random.in(0, numSteps - 1);
    const Step end = random.in(begin + 1, numSteps);
    problem.loops.push_back({{begin, end}, random.in(1, 5)});
    if (random.chance(50))
      problem.loops.push_back({{begin, random.in(begin + 1, end)}, 3});
  }

  /// Expects no loops, since loops may extend the life of contents.
  void shortenLives() {
    std::vector<LiveRange> used(problem.buffers.size(),
                                {problem.numSteps(), 0});
    for (Step step = 0; step < problem.numSteps(); ++step)
      for (const Access &access : problem.ops[step].accesses) {
        LiveRange &range = used[access.buffer];
        range = {std::min(range.begin, step), step + 1};
      }
    for (size_t b = 0; b < used.size(); ++b) {
      Buffer &buffer = problem.buffers[b];
      if (used[b].begin >= used[b].end)
        continue;
      if (!buffer.liveIn)
        buffer.range.begin = used[b].begin;
      if (!buffer.liveOut)
        buffer.range.end = used[b].end;
    }
  }

  const Traits traits;
  TestRandom random;
  Problem problem;
};

/// Equal for equal arguments, with every standard library.
inline Problem makeSmallProblem(uint64_t seed, const Traits &traits = {}) {
  return SmallProblem(seed, traits).make();
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_SMALLPROBLEMS_H
