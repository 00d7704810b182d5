//===- RandomPlacement.h - Random small problems and placements  -*- C++
//-*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PROBLEM_RANDOMPLACEMENT_H
#define MEMPLACE_UNITTESTS_PROBLEM_RANDOMPLACEMENT_H

#include "Builder.h"

#include <random>

namespace memplace::test {

class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// In [low, high].
  int64_t in(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() % (high - low + 1));
  }
  bool chance(int percent) { return in(1, 100) <= percent; }

private:
  std::mt19937_64 engine;
};

//===----------------------------------------------------------------------===//
// Random placements
//===----------------------------------------------------------------------===//

inline Buffer randomBuffer(Random &random, Step numSteps, size_t index) {
  Step begin = random.chance(60) ? 0 : random.in(0, numSteps - 1);
  Step end = random.chance(60) ? numSteps : random.in(begin + 1, numSteps);
  Buffer buffer = makeBuffer("b" + std::to_string(index), {begin, end});
  buffer.liveIn = begin == 0 && random.chance(40);
  buffer.liveOut = end == numSteps && random.chance(40);
  if (random.chance(30))
    buffer.external = false;
  return buffer;
}

inline Problem randomProblem(Random &random, bool hasLoops) {
  Step numSteps = random.in(2, 5);
  std::vector<Buffer> buffers;
  for (int64_t i = random.in(1, 2); i > 0; --i)
    buffers.push_back(randomBuffer(random, numSteps, buffers.size()));
  std::vector<std::vector<Access>> ops(numSteps);
  Problem problem = makeProblem(buffers, ops);
  for (Step step = 0; step < numSteps; ++step)
    for (size_t id = 0; id < buffers.size(); ++id) {
      if (!buffers[id].range.contains(step) || random.chance(40))
        continue;
      bool mayWrite = !problem.isExternal(id) || buffers[id].liveOut;
      auto mode = static_cast<AccessMode>(mayWrite ? random.in(0, 2) : 0);
      problem.ops[step].accesses.push_back(
          {static_cast<BufferId>(id), mode, 16, {}});
    }
  for (int i = 0; hasLoops && i < 3; ++i) {
    Step begin = random.in(0, numSteps - 1);
    problem.loops.push_back({{begin, random.in(begin + 1, numSteps)},
                             random.in(1, 3),
                             random.chance(40)});
    if (check(problem))
      problem.loops.pop_back();
  }
  return problem;
}

/// Residencies in three slots of 16 bytes a tier, mostly where they are useful.
inline Solution randomSolution(Random &random, const Problem &problem) {
  Solution solution = makeSolution({}, {}, {});
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    auto id = static_cast<BufferId>(i);
    const Buffer &buffer = problem.buffers[id];
    if (problem.isExternal(id))
      solution.residencies.push_back({id, slow, std::nullopt, buffer.range});
    for (int64_t n = random.in(problem.isExternal(id) ? 0 : 1, 3); n > 0; --n) {
      Step begin = random.chance(50)
                       ? buffer.range.begin
                       : random.in(buffer.range.begin, buffer.range.end - 1);
      Step end = random.chance(50) ? buffer.range.end
                                   : random.in(begin + 1, buffer.range.end);
      TierId tier = problem.isExternal(id) ? fast : TierId(random.in(0, 1));
      solution.residencies.push_back(
          {id, tier, 16 * random.in(0, 2), {begin, end}});
    }
  }
  auto count = static_cast<int64_t>(solution.residencies.size());
  for (int64_t n = random.in(0, 4); n > 0; --n) {
    auto from = static_cast<ResidencyId>(random.in(0, count - 1));
    auto to = static_cast<ResidencyId>(random.in(0, count - 1));
    TierId fromTier = solution.residencies[from].tier;
    TierId toTier = solution.residencies[to].tier;
    if (solution.residencies[from].buffer != solution.residencies[to].buffer ||
        from == to || (fromTier == slow && toTier == slow))
      continue;
    Step start = random.in(0, problem.numSteps());
    Step done =
        random.chance(50) ? start : random.in(start, problem.numSteps());
    solution.transfers.push_back({from, to,
                                  fromTier == slow ? in
                                  : toTier == slow ? out
                                                   : within,
                                  start, done});
  }
  for (Step step = 0; step < problem.numSteps(); ++step) {
    solution.served.emplace_back();
    for (const Access &access : problem.ops[step].accesses) {
      std::vector<ResidencyId> candidates;
      for (ResidencyId id = 0; id < count; ++id)
        if (solution.residencies[id].buffer == access.buffer &&
            solution.residencies[id].range.contains(step))
          candidates.push_back(id);
      solution.served.back().push_back(
          candidates.empty()
              ? 0
              : candidates[random.in(0, int64_t(candidates.size()) - 1)]);
    }
  }
  return solution;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_PROBLEM_RANDOMPLACEMENT_H
