//===- ArenaSearch.cpp - Search over arenas, and bounds -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several memories. Bound: for a set of arenas, all buffers not allowed
// elsewhere must fit into the set together, at their largest load. The sets
// considered are the allowed sets of all buffers and unions of two such sets,
// since all sets would be too many. Search: all assignments of buffers to
// arenas in order of cost, if they are few; each arena is packed by `packItems`
// once per set of buffers. The method is our own; it is complete only if every
// failed packing is proven impossible.
//
//===----------------------------------------------------------------------===//

#include "ArenaSearch.h"

#include <algorithm>
#include <cassert>
#include <set>

using namespace memplace;
using namespace memplace::packing;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Arenas in ascending order.
using ArenaSet = std::vector<int32_t>;

/// Returns the first 64 distinct allowed sets of units, the unions of two such
/// sets, and the set of all arenas.
static std::set<ArenaSet> interestingSets(const PackingProblem &problem,
                                          std::span<const ArenaUnit> units) {
  constexpr size_t maxWanted = 64;
  std::set<ArenaSet> wanted;
  ArenaSet all;
  for (size_t arena = 0; arena < problem.arenas.size(); ++arena)
    all.push_back(static_cast<int32_t>(arena));
  for (const ArenaUnit &unit : units) {
    ArenaSet set = unit.allowedArenas;
    std::sort(set.begin(), set.end());
    if (wanted.size() < maxWanted)
      wanted.insert(std::move(set));
  }
  std::set<ArenaSet> sets = wanted;
  for (const ArenaSet &a : wanted)
    for (const ArenaSet &b : wanted) {
      ArenaSet both;
      std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                     std::back_inserter(both));
      sets.insert(std::move(both));
    }
  sets.insert(std::move(all));
  return sets;
}

/// Returns the bytes available in \p set if no arena is filled above \p peak.
static int64_t roomBelow(const PackingProblem &problem, const ArenaSet &set,
                         int64_t peak) {
  int64_t room = 0;
  for (int32_t arena : set)
    room = plus(room,
                std::min(peak, problem.arenas[arena].capacity.value_or(peak)));
  return room;
}

/// Returns the least peak with room for \p load; `infiniteOffset` always has
/// room.
static int64_t minPeak(const PackingProblem &problem, const ArenaSet &set,
                       int64_t load) {
  int64_t low = 0, high = infiniteOffset;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (roomBelow(problem, set, middle) >= load)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

ArenaBound packing::boundOf(const PackingProblem &problem,
                            std::span<const ArenaUnit> units) {
  ArenaBound bound;
  std::vector<int32_t> buffers;
  for (const ArenaSet &set : interestingSets(problem, units)) {
    std::vector<size_t> inside;
    for (size_t i = 0; i < units.size(); ++i)
      if (std::all_of(units[i].allowedArenas.begin(),
                      units[i].allowedArenas.end(), [&](int32_t arena) {
                        return std::binary_search(set.begin(), set.end(),
                                                  arena);
                      }))
        inside.push_back(i);
    int64_t load = 0;
    for (int64_t bytes : loadsOf(itemsOf(problem, units, inside, buffers)))
      load = std::max(load, bytes);
    const int64_t room = roomBelow(problem, set, infiniteOffset);
    if (load > room) {
      bound.infeasible = "there is no packing: " + std::to_string(load) +
                         " bytes that are live together must be in arenas of " +
                         std::to_string(room) + " bytes";
      return bound;
    }
    bound.peak = std::max(bound.peak, minPeak(problem, set, load));
  }
  for (const ArenaUnit &unit : units) {
    const PackingBuffer &first = problem.buffers[unit.buffers.front()];
    const PackingTraits *traits = problem.traitsOf(first);
    const Offset end =
        plus(traits && traits->offset ? *traits->offset : 0, unit.size);
    bound.peak = std::max(bound.peak, end);
    if (std::all_of(unit.allowedArenas.begin(), unit.allowedArenas.end(),
                    [&](int32_t arena) {
                      return problem.arenas[arena].capacity.value_or(
                                 infiniteOffset) < end;
                    })) {
      bound.infeasible = "there is no place for buffer '" + first.id +
                         "', which ends at " + std::to_string(end) +
                         " bytes at least, in the arenas it may be in";
      return bound;
    }
  }
  return bound;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool ArenaSearch::hasFewChoices() const {
  constexpr size_t few = 4096;
  size_t count = 1;
  for (const ArenaUnit &unit : units)
    if ((count *= unit.allowedArenas.size()) > few)
      return false;
  // Each unit is a bit of a mask.
  return units.size() <= 64;
}

ArenaSearch::Cost ArenaSearch::costOf(const Packing &known) const {
  Cost cost = 0;
  for (const ArenaUnit &unit : units) {
    const auto at =
        std::find(unit.allowedArenas.begin(), unit.allowedArenas.end(),
                  known.arenas[unit.buffers.front()]);
    cost += static_cast<Cost>(unit.size) * (at - unit.allowedArenas.begin());
  }
  return cost;
}

/// Returns all choices of lower cost, cheapest first.
std::vector<std::pair<ArenaSearch::Cost, ArenaSearch::Choice>>
ArenaSearch::choicesBelow(Cost limit) const {
  std::vector<std::pair<Cost, Choice>> choices = {{0, {}}};
  for (const ArenaUnit &unit : units) {
    std::vector<std::pair<Cost, Choice>> longer;
    for (const auto &[cost, choice] : choices)
      for (size_t at = 0; at < unit.allowedArenas.size(); ++at) {
        const Cost next = cost + static_cast<Cost>(unit.size) * at;
        if (next >= limit)
          break;
        longer.emplace_back(next, choice);
        longer.back().second.push_back(static_cast<uint16_t>(at));
      }
    choices = std::move(longer);
  }
  std::sort(choices.begin(), choices.end());
  return choices;
}

const ArenaSearch::Part &ArenaSearch::packPart(int32_t arena, uint64_t mask) {
  auto [at, isNew] =
      parts.try_emplace({arena, mask}, Part{Verdict::Unknown, {}});
  if (!isNew)
    return at->second;
  std::vector<size_t> chosen;
  for (size_t unit = 0; unit < units.size(); ++unit)
    if (mask >> unit & 1)
      chosen.push_back(unit);
  std::vector<int32_t> buffers;
  const Items items = itemsOf(problem, units, chosen, buffers);
  // Less than `infiniteOffset`, for an unlimited arena.
  const int64_t capacity =
      problem.arenas[arena].capacity.value_or(infiniteOffset - 1);
  Budget share = budget.share(0.1);
  PartResult result = packItems(items, capacity, share);
  budget.spend(share.nodesUsed());
  if (result.bound > capacity)
    at->second.verdict = Verdict::Impossible;
  else if (result.peak <= capacity)
    at->second = {Verdict::Fits, std::move(result.offsets)};
  return at->second;
}

ArenaSearch::Verdict ArenaSearch::tryChoice(const Choice &choice) {
  assert(units.size() <= 64 && "a unit is a bit of a mask");
  std::vector<uint64_t> masks(problem.arenas.size());
  for (size_t unit = 0; unit < units.size(); ++unit)
    masks[units[unit].allowedArenas[choice[unit]]] |= uint64_t(1) << unit;
  Verdict verdict = Verdict::Fits;
  for (size_t arena = 0; arena < masks.size(); ++arena) {
    if (!masks[arena])
      continue;
    const Verdict own =
        packPart(static_cast<int32_t>(arena), masks[arena]).verdict;
    if (own == Verdict::Impossible)
      return own;
    if (own == Verdict::Unknown)
      verdict = own;
  }
  if (verdict != Verdict::Fits)
    return verdict;
  packing.offsets.assign(problem.buffers.size(), -1);
  packing.arenas.assign(problem.buffers.size(), -1);
  for (size_t arena = 0; arena < masks.size(); ++arena) {
    std::vector<size_t> chosen;
    for (size_t unit = 0; unit < units.size(); ++unit)
      if (masks[arena] >> unit & 1)
        chosen.push_back(unit);
    if (chosen.empty())
      continue;
    std::vector<int32_t> buffers;
    const Items items = itemsOf(problem, units, chosen, buffers);
    putInArena(items,
               packPart(static_cast<int32_t>(arena), masks[arena]).offsets,
               buffers, static_cast<int32_t>(arena), packing);
  }
  return verdict;
}

bool ArenaSearch::run(const Packing *known) {
  const Cost maxCost = known ? costOf(*known) : ~Cost(0);
  if (known && maxCost == 0)
    return !(isComplete = true); // Nothing can be better.
  if (!hasFewChoices())
    return false;
  bool isAllProven = true;
  for (const auto &[cost, choice] : choicesBelow(maxCost)) {
    if (budget.isSpent())
      return false;
    const Verdict verdict = tryChoice(choice);
    if (verdict == Verdict::Fits) {
      isComplete = isAllProven;
      return true;
    }
    isAllProven &= verdict == Verdict::Impossible;
  }
  isComplete = isAllProven;
  return false;
}
