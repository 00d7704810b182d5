//===- Arenas.cpp - Several memories, in order of preference --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several memories; each buffer has a list of allowed arenas, best first.
// Greedy method of our own: fills each arena in turn with the units that
// currently want it. If they do not fit, keeps a maximal prefix, found by
// bisection, of an order that puts units without alternatives and small units
// first; the other units proceed to their next choice. Repeats until nothing
// moves. Takes O(log n) packings for each arena and round. Then runs
// `ArenaSearch` if it can be complete.
//
//===----------------------------------------------------------------------===//

#include "Arenas.h"

#include "ArenaSearch.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

std::vector<ArenaUnit> packing::makeUnits(const PackingProblem &problem) {
  std::vector<ArenaUnit> units;
  std::vector<int32_t> everywhere(problem.arenas.size());
  std::iota(everywhere.begin(), everywhere.end(), 0);
  std::vector<int32_t> unitOfGroup(problem.groups.size(), -1);
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const PackingBuffer &buffer = problem.buffers[i];
    const PackingTraits *traits = problem.traitsOf(buffer);
    int32_t own = -1;
    int32_t &unit = traits && traits->group ? unitOfGroup[*traits->group] : own;
    if (unit < 0) {
      unit = static_cast<int32_t>(units.size());
      units.emplace_back().allowedArenas =
          traits && !traits->arenas.empty() ? traits->arenas : everywhere;
    }
    units[unit].buffers.push_back(static_cast<int32_t>(i));
    units[unit].size = std::max(units[unit].size, buffer.size);
    units[unit].area += static_cast<double>(buffer.size) *
                        (static_cast<double>(buffer.range.end) -
                         static_cast<double>(buffer.range.begin));
  }
  return units;
}

Items packing::itemsOf(const PackingProblem &problem,
                       std::span<const ArenaUnit> units,
                       std::span<const size_t> chosen,
                       std::vector<int32_t> &buffers) {
  buffers.clear();
  for (size_t unit : chosen)
    buffers.insert(buffers.end(), units[unit].buffers.begin(),
                   units[unit].buffers.end());
  return makeItems(problem, buffers);
}

void packing::putInArena(const Items &items, std::span<const Offset> offsets,
                         std::span<const int32_t> buffers, int32_t arena,
                         Packing &packing) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    const size_t item = items.itemOf.empty() ? i : items.itemOf[i];
    packing.offsets[buffers[i]] = offsets[item];
    packing.arenas[buffers[i]] = arena;
  }
}

namespace {

class ArenaPacker {
public:
  ArenaPacker(const PackingProblem &problem, Budget &budget)
      : problem(problem), budget(budget), units(makeUnits(problem)),
        states(units.size()) {
    packing.offsets.assign(problem.buffers.size(), -1);
    packing.arenas.assign(problem.buffers.size(), -1);
  }

  PackResult run();

private:
  struct State {
    size_t next = 0; // Position in `wanted` of the current choice.
    bool isPacked = false;
  };
  bool isToBeIn(size_t unit, int32_t arena) const {
    const size_t next = states[unit].next;
    return next < units[unit].allowedArenas.size() &&
           units[unit].allowedArenas[next] == arena;
  }
  bool fill(int32_t arena);
  bool tryToPack(int32_t arena, std::span<const size_t> chosen);
  void fillAll();
  void improve(PackResult &result);

  const PackingProblem &problem;
  Budget &budget;
  Packing packing;
  const std::vector<ArenaUnit> units;
  std::vector<State> states; // By unit.
};

} // namespace

/// Packs exactly \p chosen into \p arena. Returns false if no packing is found.
bool ArenaPacker::tryToPack(int32_t arena, std::span<const size_t> chosen) {
  std::vector<int32_t> buffers;
  const Items items = itemsOf(problem, units, chosen, buffers);
  const int64_t capacity =
      problem.arenas[arena].capacity.value_or(infiniteOffset);
  // Many attempts share the budget.
  Budget part = budget.share(0.1);
  PartResult result = packItems(items, capacity, part);
  budget.spend(part.nodesUsed());
  if (result.bound > capacity || result.peak > capacity ||
      result.peak == infiniteOffset)
    return false;
  putInArena(items, result.offsets, buffers, arena, packing);
  return true;
}

/// Fills \p arena with all units that want it, if they fit; otherwise with a
/// prefix, found by bisection, of an order with units without alternatives and
/// small units first. Returns true if units are left over.
bool ArenaPacker::fill(int32_t arena) {
  std::vector<size_t> chosen;
  for (size_t i = 0; i < units.size(); ++i)
    if (isToBeIn(i, arena))
      chosen.push_back(i);
  auto key = [&](size_t unit) {
    const State &state = states[unit];
    return std::tuple(!state.isPacked,
                      state.next + 1 < units[unit].allowedArenas.size(),
                      units[unit].area, unit);
  };
  std::sort(chosen.begin(), chosen.end(),
            [&](size_t a, size_t b) { return key(a) < key(b); });
  size_t fits = 0;
  while (fits < chosen.size() && states[chosen[fits]].isPacked)
    ++fits;
  for (size_t count = chosen.size(), tooMany = count + 1; count > fits;
       count = fits + (tooMany - fits) / 2) {
    if (tryToPack(arena, std::span(chosen).first(count)))
      fits = count;
    else
      tooMany = count;
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    states[chosen[i]].isPacked = i < fits;
    states[chosen[i]].next += i >= fits;
  }
  return fits < chosen.size();
}

void ArenaPacker::fillAll() {
  const int32_t numArenas = static_cast<int32_t>(problem.arenas.size());
  for (bool isAnyLeft = true; isAnyLeft;) {
    isAnyLeft = false;
    for (int32_t arena = 0; arena < numArenas; ++arena)
      isAnyLeft |= fill(arena);
  }
}

/// Searches for a better packing, or, if there is none, for a proof.
void ArenaPacker::improve(PackResult &result) {
  const bool isPacked = result.packing.has_value();
  ArenaSearch search(problem, units, budget);
  if (search.run(isPacked ? &*result.packing : nullptr))
    result.packing = search.packing;
  if (!search.isProven())
    return;
  result.status = result.packing ? PackStatus::Optimal : PackStatus::Infeasible;
  if (!result.packing)
    result.message = "there is no packing: proven by trying all arenas";
}

PackResult ArenaPacker::run() {
  PackResult result;
  const ArenaBound bound = boundOf(problem, units);
  result.bound = bound.peak;
  if (bound.infeasible) {
    result.status = PackStatus::Infeasible;
    result.message = *bound.infeasible;
    return result;
  }
  fillAll();
  const auto left = std::find_if(states.begin(), states.end(),
                                 [](const State &s) { return !s.isPacked; });
  if (left == states.end()) {
    result.status = PackStatus::Packed;
    result.packing = packing;
  } else {
    const ArenaUnit &unit = units[left - states.begin()];
    result.message = "found no place for buffer '" +
                     problem.buffers[unit.buffers.front()].id + "' of " +
                     std::to_string(unit.size) +
                     " bytes in the arenas it may be in";
  }
  improve(result);
  result.nodes = budget.nodesUsed();
  if (!result.packing)
    return result;
  if (result.status == PackStatus::LimitReached)
    result.status = PackStatus::Packed;
  result.message.clear();
  result.packer = "arenas";
  for (int64_t peak : peaksOf(problem, *result.packing))
    result.peak = std::max(result.peak, peak);
  return result;
}

PackResult packing::packArenas(const PackingProblem &problem, Budget &budget) {
  return ArenaPacker(problem, budget).run();
}
