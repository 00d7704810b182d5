//===- RandomPlacement.h - Random small placements -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_VERIFY_RANDOMPLACEMENT_H
#define MEMPLACE_UNITTESTS_VERIFY_RANDOMPLACEMENT_H

#include "Support/Builder.h"
#include "Support/TestRandom.h"

namespace memplace::test {

//===----------------------------------------------------------------------===//
// Random placements
//===----------------------------------------------------------------------===//

/// Features of random problems and placements.
struct Kind {
  bool hasLoops = false;
  bool isCyclic = false;
};

inline Buffer randomBuffer(TestRandom &random, Step numSteps, size_t index) {
  Step begin = random.chance(60) ? 0 : random.in(0, numSteps - 1);
  Step end = random.chance(60) ? numSteps : random.in(begin + 1, numSteps);
  Buffer buffer = makeBuffer("b" + std::to_string(index), {begin, end});
  buffer.liveIn = begin == 0 && random.chance(40);
  buffer.liveOut = end == numSteps && random.chance(40);
  if (random.chance(30))
    buffer.external = false;
  return buffer;
}

inline Problem randomProblem(TestRandom &random, Kind kind) {
  Step numSteps = random.in(2, 5);
  std::vector<Buffer> buffers;
  for (int64_t i = random.in(1, 2); i > 0; --i)
    buffers.push_back(randomBuffer(random, numSteps, buffers.size()));
  for (Buffer &buffer : buffers)
    if (kind.isCyclic && random.chance(70)) {
      buffer.liveIn = true;
      buffer.range = {0, numSteps};
    }
  std::vector<std::vector<Access>> ops(numSteps);
  Problem problem = makeProblem(buffers, ops);
  problem.isCyclic = kind.isCyclic;
  for (Step step = 0; step < numSteps; ++step)
    for (size_t id = 0; id < buffers.size(); ++id) {
      if (!buffers[id].range.contains(step) || random.chance(40))
        continue;
      bool mayWrite = !problem.isExternal(id) || buffers[id].liveOut;
      auto mode = static_cast<AccessMode>(mayWrite ? random.in(0, 2) : 0);
      problem.ops[step].accesses.push_back(
          {static_cast<BufferId>(id), mode, 16, {}});
    }
  int64_t tries = kind.hasLoops ? 3 : 0;
  if (kind.hasLoops && kind.isCyclic)
    tries = random.in(0, 3);
  for (; tries > 0; --tries) {
    Step begin = random.in(0, numSteps - 1);
    problem.loops.push_back({{begin, random.in(begin + 1, numSteps)},
                             random.in(1, 3),
                             random.chance(40)});
    if (check(problem))
      problem.loops.pop_back();
  }
  return problem;
}

/// Adds the tail and the head of a place for a live-in buffer, mostly filled by
/// a wrapped transfer from the buffer's first residency. Returns the range in
/// between.
inline LiveRange addWrapped(TestRandom &random, const Problem &problem,
                            BufferId id, Solution &solution) {
  Step numSteps = problem.numSteps();
  auto home = static_cast<ResidencyId>(solution.residencies.size()) - 1;
  while (home > 0 && solution.residencies[home - 1].buffer == id)
    --home;
  Step begin = random.in(1, numSteps - 1);
  Step end = random.in(1, random.chance(90) ? begin : numSteps);
  Step start = random.in(begin, numSteps), done = random.in(0, end);
  if (random.chance(15))
    start = begin - 1;
  if (random.chance(15))
    done = std::min(end + 1, numSteps);
  Offset offset = 16 * random.in(0, 2);
  auto tail = static_cast<ResidencyId>(solution.residencies.size());
  solution.residencies.push_back({id, fast, offset, {begin, numSteps}});
  solution.residencies.push_back({id, fast, offset, {0, end}});
  if (random.chance(20))
    return {end, begin};
  TierId tier = solution.residencies[home].tier;
  solution.transfers.push_back({home, random.chance(70) ? tail + 1 : tail,
                                tier == slow ? in : within, start, done});
  return {end, begin};
}

/// Picks a server of \p access at \p step from \p candidates, mostly a
/// residency that no later transfer fills.
inline ResidencyId pickServer(TestRandom &random, const Solution &solution,
                              Step step,
                              const std::vector<ResidencyId> &candidates) {
  auto pick = [&] {
    return candidates[random.in(0, int64_t(candidates.size()) - 1)];
  };
  auto isFilledLater = [&](ResidencyId id) {
    for (const Transfer &transfer : solution.transfers)
      if ((transfer.to == id && transfer.done > step) ||
          (transfer.isWrapped() &&
           solution.residencies[transfer.to].offset ==
               solution.residencies[id].offset &&
           step >= transfer.start))
        return true;
    return false;
  };
  ResidencyId id = pick();
  for (int i = 0; i < 4 && isFilledLater(id); ++i)
    id = pick();
  return id;
}

/// Returns a residency of \p id in one of three slots of 16 bytes of a tier.
inline Residency randomResidency(TestRandom &random, const Problem &problem,
                                 BufferId id) {
  LiveRange live = problem.buffers[id].range;
  Step begin =
      random.chance(50) ? live.begin : random.in(live.begin, live.end - 1);
  Step end = random.chance(50) ? live.end : random.in(begin + 1, live.end);
  TierId tier = problem.isExternal(id) ? fast : TierId(random.in(0, 1));
  return {id, tier, 16 * random.in(0, 2), {begin, end}};
}

/// Adds residencies of \p id, mostly useful ones. \p gap is the range that a
/// wrapped transfer of another buffer left between its places.
inline void addResidencies(TestRandom &random, const Problem &problem,
                           BufferId id, const Kind &kind,
                           std::optional<Residency> &gap, Solution &solution) {
  const Buffer &buffer = problem.buffers[id];
  if (problem.isExternal(id))
    solution.residencies.push_back({id, slow, std::nullopt, buffer.range});
  bool isWrapped = kind.isCyclic && buffer.liveIn && random.chance(70);
  int64_t most = isWrapped ? 1 : 3;
  for (int64_t n = random.in(problem.isExternal(id) ? 0 : 1, most); n > 0; --n)
    solution.residencies.push_back(randomResidency(random, problem, id));
  if (gap && gap->range.begin < gap->range.end && random.chance(60)) {
    gap->buffer = id;
    solution.residencies.push_back(*gap);
  }
  if (!isWrapped)
    return;
  LiveRange between = addWrapped(random, problem, id, solution);
  gap = solution.residencies.back();
  gap->range = between;
}

/// Adds a copy of the last residency at the very end.
inline void addLastCopy(TestRandom &random, const Problem &problem,
                        Solution &solution) {
  Step end = problem.numSteps();
  Residency from = solution.residencies.back();
  auto count = static_cast<ResidencyId>(solution.residencies.size());
  solution.transfers.push_back(
      {count - 1, count, from.tier == slow ? in : within, end, end});
  solution.residencies.push_back(
      {from.buffer, fast, 16 * random.in(0, 2), {end, end + 1}});
}

/// Tries to add a transfer between two residencies; adds none if they do not
/// match.
inline void addTransfer(TestRandom &random, const Problem &problem,
                        Solution &solution) {
  auto count = static_cast<int64_t>(solution.residencies.size());
  auto fromId = static_cast<ResidencyId>(random.in(0, count - 1));
  auto toId = static_cast<ResidencyId>(random.in(0, count - 1));
  const Residency &from = solution.residencies[fromId];
  const Residency &to = solution.residencies[toId];
  if (from.buffer != to.buffer || fromId == toId ||
      (from.tier == slow && to.tier == slow))
    return;
  Step start = random.in(0, problem.numSteps());
  Step done = random.chance(50) ? start : random.in(start, problem.numSteps());
  ChannelId channel = from.tier == slow ? in : to.tier == slow ? out : within;
  solution.transfers.push_back({fromId, toId, channel, start, done});
}

/// Returns a live residency for a use of \p buffer at \p step, if there is one.
inline ResidencyId serve(TestRandom &random, BufferId buffer, Step step,
                         const Kind &kind, const Solution &solution) {
  std::vector<ResidencyId> candidates;
  for (size_t id = 0; id < solution.residencies.size(); ++id)
    if (solution.residencies[id].buffer == buffer &&
        solution.residencies[id].range.contains(step))
      candidates.push_back(static_cast<ResidencyId>(id));
  if (candidates.empty())
    return 0;
  if (kind.isCyclic)
    return pickServer(random, solution, step, candidates);
  return candidates[random.in(0, int64_t(candidates.size()) - 1)];
}

inline Solution randomSolution(TestRandom &random, const Problem &problem,
                               Kind kind) {
  Solution solution = makeSolution({}, {}, {});
  std::optional<Residency> gap;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    auto id = static_cast<BufferId>(i);
    addResidencies(random, problem, id, kind, gap, solution);
    if (kind.isCyclic && problem.buffers[i].liveIn && random.chance(10))
      addLastCopy(random, problem, solution);
  }
  for (int64_t n = random.in(0, 4); n > 0; --n)
    addTransfer(random, problem, solution);
  for (Step step = 0; step < problem.numSteps(); ++step) {
    solution.served.emplace_back();
    for (const Access &access : problem.ops[step].accesses)
      solution.served.back().push_back(
          serve(random, access.buffer, step, kind, solution));
  }
  return solution;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_VERIFY_RANDOMPLACEMENT_H
