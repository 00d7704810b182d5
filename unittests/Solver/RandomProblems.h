//===- RandomProblems.h - Random problems with a placement ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_RANDOMPROBLEMS_H
#define MEMPLACE_UNITTESTS_SOLVER_RANDOMPROBLEMS_H

#include "WithExtensions.h"

#include <algorithm>
#include <random>

namespace memplace::testing {

/// Features of a random problem.
struct RandomOptions {
  int numSteps = 20;
  int numBuffers = 12;
  bool hasLoops = true;
  /// Adds accesses that home may not serve. Such a problem may have no
  /// placement; all others have a placement with all buffers at home.
  bool hasForcedAccesses = false;
  /// Makes the problem cyclic; most live-in buffers live all the time.
  bool isCyclic = false;
};

/// Makes random problems that pass `check`: two or three tiers and sometimes a
/// read-only tier, all or some channels, nested loops with and without an empty
/// op before the loop, buffers of all kinds, tight fast tiers.
class RandomProblem {
public:
  RandomProblem(uint64_t seed, const RandomOptions &options)
      : options(options), random(seed) {}

  Problem make() {
    problem.name = "random";
    problem.isCyclic = options.isCyclic;
    makeSteps();
    for (int b = 0; b < options.numBuffers; ++b)
      problem.buffers.push_back(makeBuffer(b));
    makeTarget();
    for (BufferId b = 0; b < options.numBuffers; ++b)
      finishBuffer(b);
    return problem;
  }

private:
  int64_t between(int64_t low, int64_t high) { // Inclusive.
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  bool chance(int percent) { return between(1, 100) <= percent; }

  void makeSteps() {
    problem.ops.resize(options.numSteps);
    for (int t = 0; t < options.numSteps; ++t) {
      problem.ops[t].name = "op" + std::to_string(t);
      isEmpty.push_back(chance(15));
      problem.ops[t].computePs = isEmpty[t] ? 0 : between(0, 3) * 1000000000000;
    }
    if (options.hasLoops)
      makeLoops(0, options.numSteps, 0);
  }

  void makeLoops(Step begin, Step end, int depth) {
    while (begin < end && depth < 3) {
      begin += between(0, 4);
      Step length = between(1, std::max<Step>(1, (end - begin) * 2 / 3));
      if (begin + length > end)
        return;
      Loop loop = {{begin, begin + length}, between(1, 5), chance(35)};
      problem.loops.push_back(loop);
      if (chance(60))
        makeLoops(begin, begin + length, depth + 1);
      begin += length;
    }
  }

  Buffer makeBuffer(int index) {
    Buffer buffer;
    buffer.name = "b" + std::to_string(index);
    buffer.size = between(1, 8) * (chance(50) ? 8 : 5);
    buffer.alignment = int64_t(1) << between(0, 4);
    const Step numSteps = options.numSteps;
    Step begin = between(0, numSteps - 1);
    buffer.range = {begin, between(begin + 1, numSteps)};
    buffer.liveIn = chance(40);
    buffer.liveOut = chance(25);
    if (buffer.liveIn)
      buffer.range.begin = 0;
    if (buffer.liveOut)
      buffer.range.end = numSteps;
    if (options.isCyclic && buffer.liveIn && chance(80))
      buffer.range.end = numSteps;
    if (chance(40))
      buffer.external = chance(50) && (buffer.liveIn || buffer.liveOut);
    // Contents carried by a loop must also be live at the end of the body.
    for (bool changed = true; changed;) {
      changed = false;
      for (const Loop &loop : problem.loops) {
        LiveRange &range = buffer.range;
        bool isInside = loop.range.covers(range) && !buffer.liveIn;
        if (!range.overlaps(loop.range) || range.covers(loop.range) || isInside)
          continue;
        range = {std::min(range.begin, loop.range.begin),
                 std::max(range.end, loop.range.end)};
        changed = true;
      }
    }
    return buffer;
  }

  void makeTarget() {
    Target &target = problem.target;
    target.name = "random";
    const int numTiers = static_cast<int>(between(2, 3));
    const char *names[] = {"fast", "middle", "slow"};
    int64_t all = 0;
    for (const Buffer &buffer : problem.buffers)
      all += buffer.size + 32;
    for (int m = 0; m < numTiers; ++m) {
      const bool isHome = m == numTiers - 1;
      const double rate = 1000.0 / static_cast<double>(1 + 9 * m);
      target.tiers.push_back(
          {isHome ? "slow" : names[m], isHome ? all : between(16, 16 + all / 3),
           int64_t(1) << between(0, 3), rate, chance(50) ? rate : rate / 2});
    }
    target.defaultTier = numTiers - 1;
    if (chance(30))
      target.tiers.push_back({"flash", 1000000, 4, 5, 0});
    target.combine = chance(50) ? Combine::Sum : Combine::Max;
    target.flopsPerSecond["default"] = 1;
    target.launchPs = chance(30) ? 100000000000 : 0;
    const bool onlyNeighbours = chance(50);
    for (TierId from = 0; from < static_cast<TierId>(target.tiers.size());
         ++from)
      for (TierId to = 0; to < static_cast<TierId>(target.tiers.size()); ++to) {
        if (from == to || target.tiers[to].isReadOnly() || chance(8))
          continue;
        if (onlyNeighbours && std::abs(from - to) > 1)
          continue;
        for (int n = chance(15) ? 2 : 1; n > 0; --n)
          target.channels.push_back(
              {"ch" + std::to_string(target.channels.size()), from, to,
               static_cast<double>(between(20, 400)),
               chance(30) ? between(0, 200) * 1000000000 : 0});
      }
  }

  void finishBuffer(BufferId id) {
    Buffer &buffer = problem.buffers[id];
    const TierId numTiers = static_cast<TierId>(problem.target.tiers.size());
    const bool hasFlash = problem.target.tiers.back().isReadOnly();
    const bool isConstant =
        hasFlash && buffer.liveIn && !buffer.liveOut && chance(50);
    if (isConstant)
      buffer.home = numTiers - 1;
    if (chance(20)) {
      for (TierId tier = 0; tier < numTiers; ++tier)
        if (tier == problem.homeOf(buffer) || chance(50))
          buffer.tiers.push_back(tier);
    }
    bool isExternal = problem.isExternal(buffer);
    // The caller expects the contents written by the program.
    bool mayWrite = !isConstant && !(isExternal && !buffer.liveOut);
    if (options.isCyclic && buffer.liveIn && chance(70))
      mayWrite = false;
    for (int n = static_cast<int>(between(0, 5)); n > 0; --n) {
      Step step = between(buffer.range.begin, buffer.range.end - 1);
      if (!isEmpty[step])
        problem.ops[step].accesses.push_back(makeAccess(id, mayWrite));
    }
  }

  Access makeAccess(BufferId id, bool mayWrite) {
    const Buffer &buffer = problem.buffers[id];
    Access access;
    access.buffer = id;
    access.bytes = between(0, 3 * buffer.size);
    if (mayWrite && chance(50))
      access.mode = chance(60) ? AccessMode::Write : AccessMode::Update;
    const TierId home = problem.homeOf(buffer);
    if (chance(15))
      for (TierId tier = 0;
           tier < static_cast<TierId>(problem.target.tiers.size()); ++tier)
        if (tier == home || chance(40))
          access.tiers.push_back(tier);
    if (options.hasForcedAccesses && chance(10))
      access.tiers = {TierId(between(0, home - 1))};
    return access;
  }

  RandomOptions options;
  std::mt19937_64 random;
  Problem problem;
  std::vector<bool> isEmpty;
};

/// Returns a random problem, equal for equal arguments.
inline Problem makeRandomProblem(uint64_t seed,
                                 const RandomOptions &options = {}) {
  return withExtensions(RandomProblem(seed, options).make(), seed);
}

/// Returns a program of any length, with or without loops, with slow or fast
/// channels.
inline Problem makeVariedProblem(uint64_t seed) {
  RandomOptions options;
  options.numSteps = 4 + static_cast<int>(seed % 37);
  options.numBuffers = 2 + static_cast<int>(seed % 19);
  options.hasLoops = seed % 3 != 0;
  options.hasForcedAccesses = seed % 5 == 0;
  Problem problem = makeRandomProblem(seed, options);
  for (Channel &channel : problem.target.channels)
    channel.bytesPerSecond *= seed % 2 == 0 ? 20 : 1;
  return problem;
}

/// Adds pairs of accesses of different buffers to some ops. \p together is the
/// percentage of pairs in the same tier; other pairs are in different tiers.
inline Problem addPairs(Problem problem, uint64_t seed, int together) {
  std::mt19937_64 random(seed);
  auto below = [&](size_t end) {
    return std::uniform_int_distribution<size_t>(0, end - 1)(random);
  };
  for (Op &op : problem.ops) {
    if (op.accesses.size() < 2 || below(2) == 0)
      continue;
    const AccessPair pair{static_cast<int32_t>(below(op.accesses.size())),
                          static_cast<int32_t>(below(op.accesses.size()))};
    if (op.accesses[pair.first].buffer == op.accesses[pair.second].buffer)
      continue;
    const bool isTogether = below(100) < static_cast<size_t>(together);
    (isTogether ? op.together : op.apart).push_back(pair);
  }
  return problem;
}

/// Returns the cyclic version of a problem. Most live-in buffers may stay for
/// the next invocation, or be fetched for it.
inline Problem makeCyclic(Problem problem) {
  problem.isCyclic = true;
  for (size_t b = 0; b < problem.buffers.size(); ++b)
    if (problem.buffers[b].liveIn && b % 4 != 0)
      problem.buffers[b].range.end = problem.numSteps();
  return problem;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_RANDOMPROBLEMS_H
