//===- PieceSizes.cpp - Numbers and sizes of pieces -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceSizes.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace memplace;
using namespace memplace::cut;

bool cut::areAlike(const Problem &problem, Step a, Step b) {
  const Op &one = problem.ops[a], &other = problem.ops[b];
  if (one.accesses.size() != other.accesses.size() ||
      one.cuts.size() != other.cuts.size())
    return false;
  for (size_t d = 0; d < one.cuts.size(); ++d)
    if (one.cuts[d].extent != other.cuts[d].extent ||
        one.cuts[d].accesses.size() != other.cuts[d].accesses.size())
      return false;
  const auto [low, high] = std::minmax(one.computePs, other.computePs);
  return high - low <= high / 16;
}

std::vector<CutGroup> cut::repeatAlike(const Problem &problem,
                                       const CutGroup &group) {
  std::vector<CutGroup> groups = {group};
  for (Step step = 0; step < problem.numSteps(); ++step) {
    if (step == group.seed || !areAlike(problem, step, group.seed))
      continue;
    CutGroup other = group;
    const Step shift = step - group.seed;
    other.seed = step;
    other.steps = {std::max<Step>(0, group.steps.begin + shift),
                   std::min(problem.numSteps(), group.steps.end + shift)};
    groups.push_back(other);
  }
  return groups;
}

/// Returns the groups with another number of pieces, if faster; otherwise
/// nothing.
static std::optional<std::vector<CutGroup>>
findCount(const std::vector<CutGroup> &from, int64_t fewest, int64_t most,
          const SizeTrials &trials) {
  std::set<int64_t> present;
  for (const CutGroup &group : from)
    present.insert(group.pieces);
  for (int64_t count : present)
    for (int64_t other :
         {count / 2, count - 2, count - 1, count + 1, count + 2}) {
      if (other < fewest || other > most)
        continue;
      if (!trials.shouldContinue())
        return std::nullopt;
      std::vector<CutGroup> groups = from;
      for (CutGroup &group : groups)
        if (group.pieces == count)
          group.pieces = other;
      if (trials.offer(groups))
        return groups;
    }
  return std::nullopt;
}

std::vector<CutGroup> cut::tuneCounts(std::vector<CutGroup> groups,
                                      int64_t fewest, int64_t most,
                                      const SizeTrials &trials) {
  while (std::optional<std::vector<CutGroup>> faster =
             findCount(groups, fewest, most, trials))
    groups = std::move(*faster);
  return groups;
}

namespace {

/// Groups whose ends change together.
class Layers {
public:
  Layers(const Problem &problem, const std::vector<CutGroup> &groups,
         size_t first)
      : extent(problem.ops[groups[first].seed]
                   .cuts[groups[first].dimension]
                   .extent) {
    const CutGroup &like = groups[first];
    for (size_t i = 0; i < groups.size(); ++i)
      if (groups[i].pieces == like.pieces &&
          groups[i].dimension == like.dimension &&
          areAlike(problem, groups[i].seed, like.seed))
        members.push_back(i);
  }

  /// Only the first of several returns true.
  bool beginsWith(size_t index) const { return members.front() == index; }

  /// Returns \p groups with ends of \p length; nothing if no index remains for
  /// other pieces.
  std::optional<std::vector<CutGroup>> with(std::vector<CutGroup> groups,
                                            int64_t CutGroup::*end,
                                            int64_t length) const {
    for (size_t index : members) {
      CutGroup &group = groups[index];
      group.*end = length;
      if (length < 1 || group.first + group.last >= extent)
        return std::nullopt;
    }
    return groups;
  }

  /// Returns the length of an end with even pieces.
  int64_t evenLength(const CutGroup &group) const {
    return (extent + group.pieces - 1) / group.pieces;
  }

private:
  int64_t extent;
  std::vector<size_t> members;
};

} // namespace

/// Changes one end of all \p layers of \p groups as long as the program gets
/// faster.
static std::vector<CutGroup> tuneEnd(std::vector<CutGroup> groups,
                                     const Layers &layers, size_t index,
                                     int64_t CutGroup::*end,
                                     const SizeTrials &trials) {
  int64_t length = groups[index].*end;
  if (length == 0)
    length = layers.evenLength(groups[index]);
  for (int64_t change = (length + 1) / 2; change > 0; change /= 2)
    for (int64_t other : {length - change, length + change}) {
      std::optional<std::vector<CutGroup>> now =
          layers.with(groups, end, other);
      if (!now)
        continue;
      if (!trials.shouldContinue())
        return groups;
      if (!trials.offer(*now))
        continue;
      groups = std::move(*now);
      length = other;
      break;
    }
  return groups;
}

std::vector<CutGroup> cut::tuneEnds(const Problem &problem,
                                    std::vector<CutGroup> groups,
                                    const SizeTrials &trials) {
  for (size_t index = 0; index < groups.size(); ++index) {
    const Layers layers(problem, groups, index);
    if (!layers.beginsWith(index))
      continue;
    for (int64_t CutGroup::*end : {&CutGroup::last, &CutGroup::first})
      groups = tuneEnd(std::move(groups), layers, index, end, trials);
  }
  return groups;
}
