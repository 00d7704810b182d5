//===- IncrementalChanges.cpp - What a change does to an op or queue ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The half of IncrementalSimulator that takes changes in: which tier serves an
// access, which copies there are, and what ops take then. Nothing is simulated.
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/IncrementalSimulator.h"

#include <algorithm>
#include <cassert>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::planning;

void IncrementalSimulator::serve(Step step, int32_t access, TierId tier) {
  if (serving[step][access] == tier)
    return;
  serving[step][access] = tier;
  changedOps.push_back(step);
}

IncrementalSimulator::Queued
IncrementalSimulator::queuedFrom(BufferId buffer, const Copy &copy) const {
  const int64_t whole = problem.buffers[buffer].size;
  return {copy.isWrapped() ? copy.done + stride : copy.done, buffer,
          copy.part ? copy.part->first : 0,
          static_cast<double>(copy.part ? copy.part->size : whole)};
}

IncrementalSimulator::Awaited
IncrementalSimulator::awaitedFrom(BufferId buffer, const Copy &copy) const {
  const int64_t trips =
      copy.start == problem.numSteps() ? 1 : uses.trips[copy.start];
  return {copy.channel,
          copy.start,
          copy.done,
          buffer,
          copy.part ? copy.part->first : 0,
          trips};
}

// In which order a boundary waits: as in lib/Simulator.
bool IncrementalSimulator::runsBefore(const Awaited &a,
                                      const Awaited &b) const {
  auto keyOf = [](const Awaited &wait) {
    return std::tuple(!wait.isHidden(), -wait.trips, wait.start, wait.buffer,
                      wait.channel, wait.first);
  };
  return keyOf(a) < keyOf(b);
}

void IncrementalSimulator::add(BufferId buffer, const Copy &copy) {
  std::vector<Queued> &queue = queueAt(copy.channel, copy.start);
  const Queued entry = queuedFrom(buffer, copy);
  auto keyOf = [](const Queued &queued) {
    return std::tuple(queued.awaited, queued.buffer, queued.first);
  };
  queue.insert(std::upper_bound(queue.begin(), queue.end(), entry,
                                [&](const Queued &a, const Queued &b) {
                                  return keyOf(a) < keyOf(b);
                                }),
               entry);
  std::vector<Awaited> &list = awaited[copy.done];
  const Awaited wait = awaitedFrom(buffer, copy);
  list.insert(std::upper_bound(list.begin(), list.end(), wait,
                               [&](const Awaited &a, const Awaited &b) {
                                 return runsBefore(a, b);
                               }),
              wait);
  touch(copy.start);
  touch(copy.done);
}

void IncrementalSimulator::remove(BufferId buffer, const Copy &copy) {
  std::vector<Queued> &queue = queueAt(copy.channel, copy.start);
  auto queued = std::find(queue.begin(), queue.end(), queuedFrom(buffer, copy));
  assert(queued != queue.end() && "only what was added is removed");
  queue.erase(queued);
  std::vector<Awaited> &list = awaited[copy.done];
  list.erase(std::find(list.begin(), list.end(), awaitedFrom(buffer, copy)));
  touch(copy.start);
  touch(copy.done);
}

double IncrementalSimulator::busyOf(const Access &access, TierId tier) const {
  if (access.bytes == 0)
    return 0;
  const double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes * readCost[tier];
  if (access.writes())
    seconds += bytes * writeCost[tier];
  return seconds;
}

void IncrementalSimulator::refreshOp(Step step) {
  const Op &op = problem.ops[step];
  double *busy = &fractions[step * numTiers];
  std::fill(busy, busy + numTiers, 0.0);
  std::fill(memorySeconds.begin(), memorySeconds.end(), 0.0);
  for (size_t k = 0; k < op.accesses.size(); ++k) {
    const double seconds = busyOf(op.accesses[k], serving[step][k]);
    busy[serving[step][k]] += seconds;
    memorySeconds[serving[step][k]] += seconds / op.accesses[k].efficiency;
  }
  double memory = 0;
  for (double seconds : memorySeconds)
    memory = problem.target.combine == Combine::Sum ? memory + seconds
                                                    : std::max(memory, seconds);
  const double compute = static_cast<double>(op.computePs) * picosecond;
  const double launch =
      static_cast<double>(problem.target.launchPs) * picosecond;
  const double duration =
      op.isNull() ? 0 : launch + overlapped(op, compute, memory);
  durations[step] = duration;
  for (size_t m = 0; m < numTiers; ++m)
    busy[m] = duration > 0 ? std::max(0.0, 1 - busy[m] / duration) : 0;
  touch(step);
}
