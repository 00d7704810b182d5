//===- VerifyCyclic.cpp - From one invocation to the next -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyCyclic.h"

#include <algorithm>
#include <tuple>

using namespace memplace;

std::vector<bool> memplace::contentsContinue(const Problem &problem) {
  std::vector<bool> continues(problem.buffers.size());
  if (!problem.isCyclic)
    return continues;
  for (size_t id = 0; id < continues.size(); ++id)
    continues[id] = problem.buffers[id].liveIn;
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      if (access.writes() && !problem.buffers[access.buffer].liveOut)
        continues[access.buffer] = false;
  return continues;
}

Continuity::Continuity(const Problem &problem, const Solution &solution) {
  if (!problem.isCyclic)
    return;
  const std::vector<Residency> &residencies = solution.residencies;
  std::vector<bool> bufferContinues = contentsContinue(problem);
  auto placeOf = [&](ResidencyId id) {
    const Residency &residency = residencies[id];
    return std::tuple(residency.buffer, residency.tier,
                      residency.offset.value_or(-1));
  };
  auto isHead = [&](size_t id) { return residencies[id].range.begin == 0; };
  auto isTail = [&](size_t id) {
    return residencies[id].range.end == problem.numSteps();
  };
  std::vector<ResidencyId> sorted;
  for (size_t id = 0; id < residencies.size(); ++id)
    if (bufferContinues[residencies[id].buffer] && (isHead(id) || isTail(id)))
      sorted.push_back(static_cast<ResidencyId>(id));
  std::sort(sorted.begin(), sorted.end(), [&](ResidencyId a, ResidencyId b) {
    return placeOf(a) < placeOf(b);
  });
  ends.resize(residencies.size());
  for (size_t first = 0, last = 0; first < sorted.size(); first = last) {
    // By R3 a place has at most one head and one tail.
    Ends place;
    for (; last < sorted.size() &&
           placeOf(sorted[last]) == placeOf(sorted[first]);
         ++last) {
      if (isHead(sorted[last]))
        place.head = sorted[last];
      if (isTail(sorted[last]))
        place.tail = sorted[last];
    }
    if (place.head == none || place.tail == none)
      continue;
    for (size_t i = first; i < last; ++i)
      ends[sorted[i]] = place;
  }
}
