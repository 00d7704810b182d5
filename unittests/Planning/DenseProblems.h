//===- DenseProblems.h - Random problems with many decisions ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PLANNING_DENSEPROBLEMS_H
#define MEMPLACE_UNITTESTS_PLANNING_DENSEPROBLEMS_H

#include "Support/TestRandom.h"

#include "memplace/Problem/Problem.h"

#include <algorithm>

namespace memplace::testing {

/// Makes problems in which nearly every decision of a planner matters. Buffers
/// are used again and again. Each tier is smaller and faster than the next, so
/// that transfers take one hop or more. Channels have latency, and some exist
/// twice. Many problems have loops, and many are cyclic. Most problems pass
/// `check`; memplace-stress makes more unusual ones.
class DenseProblem {
public:
  explicit DenseProblem(uint64_t seed)
      : random(seed), numSteps(random.in(6, 22)), numTiers(random.in(2, 4)) {}

  Problem make() {
    problem.name = "dense";
    problem.isCyclic = random.chance(50);
    if (random.chance(50))
      makeLoops({0, numSteps}, 0);
    makeTarget();
    for (Step step = 0; step < numSteps; ++step)
      problem.ops.push_back({"op" + std::to_string(step),
                             random.chance(25) ? 0 : random.in(0, 6) * moment,
                             {}});
    for (int64_t count = random.in(3, 8); count > 0; --count)
      makeBuffer();
    return std::move(problem);
  }

private:
  static constexpr int64_t moment = 50'000'000'000; // Picoseconds.

  void makeLoops(LiveRange range, int depth) {
    for (Step begin = range.begin + random.in(0, 3); begin < range.end;) {
      const Step end = std::min(range.end, begin + random.in(1, 9));
      problem.loops.push_back(
          {{begin, end}, random.in(1, 4), random.chance(15)});
      if (depth < 2 && random.chance(50))
        makeLoops({begin, end}, depth + 1);
      begin = end + random.in(0, 5);
    }
  }

  void makeTarget() {
    Target &target = problem.target;
    target.name = "dense";
    target.combine = random.chance(50) ? Combine::Sum : Combine::Max;
    target.flopsPerSecond["default"] = 1;
    double rate = 2000;
    for (TierId tier = 0; tier < numTiers; ++tier, rate /= 5)
      target.tiers.push_back({"tier" + std::to_string(tier),
                              random.in(4, 14) * 8 << tier,
                              int64_t(1) << random.in(0, 4), rate,
                              random.chance(50) ? rate : rate / 2});
    target.defaultTier = static_cast<TierId>(numTiers - 1);
    target.tiers.back().capacity = 1 << 20;
    const bool isByDeadline = random.chance(35);
    for (TierId tier = 0; tier + 1 < numTiers; ++tier)
      for (int64_t twice = random.in(1, 2); twice > 0; --twice) {
        addChannel(tier + 1, tier, isByDeadline);
        addChannel(tier, tier + 1, isByDeadline);
      }
    if (random.chance(25))
      addChannel(target.defaultTier, 0, isByDeadline);
  }

  void addChannel(TierId from, TierId to, bool isByDeadline) {
    std::vector<Channel> &channels = problem.target.channels;
    Channel channel = {"channel" + std::to_string(channels.size()), from, to,
                       static_cast<double>(random.in(2, 40) * 10),
                       random.chance(50) ? 0 : random.in(1, 4) * moment};
    if (isByDeadline && random.chance(80))
      channel.order = ChannelOrder::Deadline;
    channels.push_back(channel);
  }

  void makeBuffer() {
    const auto id = static_cast<BufferId>(problem.buffers.size());
    Buffer buffer;
    buffer.name = "b" + std::to_string(id);
    buffer.size = random.in(1, 6) * 8;
    buffer.alignment = int64_t(1) << random.in(0, 3);
    buffer.range.begin = random.in(0, numSteps - 1);
    buffer.range.end = random.in(buffer.range.begin + 1, numSteps);
    buffer.liveIn = random.chance(60);
    buffer.liveOut = random.chance(25);
    if (buffer.liveIn)
      buffer.range.begin = 0;
    if (buffer.liveOut || (buffer.liveIn && random.chance(60)))
      buffer.range.end = numSteps;
    if (random.chance(70))
      coverLoops(buffer);
    const int writes = random.chance(50) ? 0 : 30; // Percent.
    const int uses = static_cast<int>(random.in(15, 60));
    for (Step step = buffer.range.begin; step < buffer.range.end; ++step)
      if (random.chance(uses))
        problem.ops[step].accesses.push_back(makeAccess(id, buffer, writes));
    problem.buffers.push_back(std::move(buffer));
  }

  Access makeAccess(BufferId id, const Buffer &buffer, int writes) {
    Access access = {id, AccessMode::Read, random.in(1, 3) * buffer.size, {}};
    if (random.chance(writes))
      access.mode = random.chance(60) ? AccessMode::Write : AccessMode::Update;
    if (random.chance(6))
      access.tiers = {static_cast<TierId>(random.in(0, numTiers - 1)),
                      problem.target.defaultTier};
    if (access.tiers.size() > 1 && access.tiers[0] == access.tiers[1])
      access.tiers.pop_back();
    return access;
  }

  // Contents carried by a loop must also be live at the end of the body.
  void coverLoops(Buffer &buffer) {
    for (size_t left = problem.loops.size(); left > 0; --left)
      for (const Loop &loop : problem.loops)
        if (buffer.range.overlaps(loop.range) &&
            !loop.range.covers(buffer.range))
          buffer.range = {std::min(buffer.range.begin, loop.range.begin),
                          std::max(buffer.range.end, loop.range.end)};
  }

  test::TestRandom random;
  const int64_t numSteps, numTiers;
  Problem problem;
};

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_PLANNING_DENSEPROBLEMS_H
