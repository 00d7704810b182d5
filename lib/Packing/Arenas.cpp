//===- Arenas.cpp - Several memories, in order of preference --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arenas.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// Buffers that go to an arena together: one, or a group.
struct Unit {
  std::vector<int32_t> buffers;
  std::vector<int32_t> wanted; // Arenas, most wanted first.
  int64_t size = 0;            // Bytes of the largest.
  double area = 0;             // Bytes times steps.
  size_t next = 0; // Position in `wanted` of the one it is to be in.
  bool isPacked = false;

  bool isToBeIn(int32_t arena) const {
    return next < wanted.size() && wanted[next] == arena;
  }
};

class ArenaPacker {
public:
  ArenaPacker(const PackingProblem &problem, Budget &budget)
      : problem(problem), budget(budget) {
    packing.offsets.assign(problem.buffers.size(), -1);
    packing.arenas.assign(problem.buffers.size(), -1);
  }

  PackResult run();

private:
  void makeUnits();
  bool fill(int32_t arena);
  bool tryToPack(int32_t arena, std::span<const size_t> chosen);

  const PackingProblem &problem;
  Budget &budget;
  Packing packing;
  std::vector<Unit> units;
};

} // namespace

void ArenaPacker::makeUnits() {
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
      units.emplace_back().wanted =
          traits && !traits->arenas.empty() ? traits->arenas : everywhere;
    }
    units[unit].buffers.push_back(static_cast<int32_t>(i));
    units[unit].size = std::max(units[unit].size, buffer.size);
    units[unit].area += static_cast<double>(buffer.size) *
                        (static_cast<double>(buffer.range.end) -
                         static_cast<double>(buffer.range.begin));
  }
}

/// Packs exactly \p chosen into \p arena, if that is found to be possible.
bool ArenaPacker::tryToPack(int32_t arena, std::span<const size_t> chosen) {
  std::vector<int32_t> buffers;
  for (size_t unit : chosen)
    buffers.insert(buffers.end(), units[unit].buffers.begin(),
                   units[unit].buffers.end());
  const Items items = makeItems(problem, buffers);
  const int64_t capacity = problem.arenas[arena].capacity.value_or(unreachable);
  // Many attempts must share what there is.
  Budget part = budget.share(0.1);
  PartResult result = packItems(items, capacity, part);
  budget.spend(part.nodesUsed());
  if (result.bound > capacity || result.peak > capacity ||
      result.peak == unreachable)
    return false;
  for (size_t i = 0; i < buffers.size(); ++i) {
    const size_t item = items.itemOf.empty() ? i : items.itemOf[i];
    packing.offsets[buffers[i]] = result.offsets[item];
    packing.arenas[buffers[i]] = arena;
  }
  return true;
}

/// Adds to \p arena what is to be in it: all if that fits, else as much of it,
/// in the order of a preference for those without a choice and small ones, as
/// fits, found by halving. Returns whether anything was left over.
bool ArenaPacker::fill(int32_t arena) {
  std::vector<size_t> chosen;
  for (size_t i = 0; i < units.size(); ++i)
    if (units[i].isToBeIn(arena))
      chosen.push_back(i);
  auto key = [&](size_t unit) {
    const Unit &u = units[unit];
    return std::tuple(!u.isPacked, u.next + 1 < u.wanted.size(), u.area, unit);
  };
  std::sort(chosen.begin(), chosen.end(),
            [&](size_t a, size_t b) { return key(a) < key(b); });
  size_t fits = 0;
  while (fits < chosen.size() && units[chosen[fits]].isPacked)
    ++fits;
  for (size_t count = chosen.size(), tooMany = count + 1; count > fits;
       count = fits + (tooMany - fits) / 2) {
    if (tryToPack(arena, std::span(chosen).first(count)))
      fits = count;
    else
      tooMany = count;
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    units[chosen[i]].isPacked = i < fits;
    units[chosen[i]].next += i >= fits;
  }
  return fits < chosen.size();
}

PackResult ArenaPacker::run() {
  makeUnits();
  const int32_t numArenas = static_cast<int32_t>(problem.arenas.size());
  for (bool isAnyLeft = true; isAnyLeft;) {
    isAnyLeft = false;
    for (int32_t arena = 0; arena < numArenas; ++arena)
      isAnyLeft |= fill(arena);
  }
  PackResult result;
  result.nodes = budget.nodesUsed();
  for (const Unit &unit : units) {
    if (unit.isPacked)
      continue;
    const bool fitsNowhere =
        std::all_of(unit.wanted.begin(), unit.wanted.end(), [&](int32_t arena) {
          return unit.size >
                 problem.arenas[arena].capacity.value_or(unreachable);
        });
    if (fitsNowhere)
      result.status = PackStatus::Infeasible;
    result.message = "found no place for buffer '" +
                     problem.buffers[unit.buffers.front()].id + "' of " +
                     std::to_string(unit.size) +
                     " bytes in the arenas it may be in";
    return result;
  }
  result.status = PackStatus::Packed;
  result.packer = "arenas";
  for (int64_t peak : peaksOf(problem, packing))
    result.peak = std::max(result.peak, peak);
  result.packing = std::move(packing);
  return result;
}

PackResult packing::packArenas(const PackingProblem &problem, Budget &budget) {
  return ArenaPacker(problem, budget).run();
}
