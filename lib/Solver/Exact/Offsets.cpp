//===- Offsets.cpp - Offsets for a set of residencies ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Last step for a fully timed placement: the search for offsets. First fit,
// largest first, succeeds in most cases. Otherwise the packer (lib/Packing)
// solves each tier, exactly within its node limit.
//
//===----------------------------------------------------------------------===//

#include "Offsets.h"

#include "memplace/Packing/Pack.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::solver::exact;

// Node limit of the packer: some milliseconds.
static constexpr int64_t maxNodes = 20000;

/// Places the largest buffers first, each at the lowest free offset. Returns
/// false if some buffer does not fit.
static bool fitLargestFirst(const Problem &problem, TierId tier,
                            std::vector<Place *> places) {
  auto sizeOf = [&](const Place *place) {
    return problem.buffers[place->buffer].size;
  };
  // All pointers are into one array, so their order is well defined.
  std::sort(places.begin(), places.end(), [&](const Place *a, const Place *b) {
    return sizeOf(a) != sizeOf(b) ? sizeOf(a) > sizeOf(b) : a < b;
  });
  const int64_t capacity = problem.target.tiers[tier].capacity;
  std::vector<std::pair<Offset, Offset>> taken;
  for (size_t i = 0; i < places.size(); ++i) {
    Place *place = places[i];
    const int64_t alignment =
        problem.alignmentIn(problem.buffers[place->buffer], tier);
    taken.clear();
    for (size_t k = 0; k < i; ++k)
      if (places[k]->range.overlaps(place->range))
        taken.emplace_back(places[k]->offset,
                           places[k]->offset + sizeOf(places[k]));
    std::sort(taken.begin(), taken.end());
    Offset offset = 0;
    for (const auto &[begin, end] : taken) {
      if (begin - offset >= sizeOf(place))
        break;
      if (end > capacity - alignment)
        return false;
      offset = std::max(offset, (end + alignment - 1) / alignment * alignment);
    }
    if (sizeOf(place) > capacity - offset)
      return false;
    place->offset = offset;
  }
  return true;
}

static Fit packTier(const Problem &problem, TierId tier,
                    const std::vector<Place *> &places, bool sharePlaces) {
  if (!sharePlaces && fitLargestFirst(problem, tier, places))
    return Fit::Found;
  PackingProblem packing;
  packing.arenas[0].capacity = problem.target.tiers[tier].capacity;
  for (const Place *place : places) {
    const Buffer &buffer = problem.buffers[place->buffer];
    packing.buffers.push_back({std::to_string(packing.buffers.size()),
                               place->range, buffer.size,
                               problem.alignmentIn(buffer, tier)});
    if (!sharePlaces)
      continue;
    auto first =
        std::find_if(places.begin(), places.end(), [&](const Place *other) {
          return other->buffer == place->buffer;
        });
    const auto group = static_cast<int32_t>(first - places.begin());
    if (std::count_if(first, places.end(), [&](const Place *other) {
          return other->buffer == place->buffer;
        }) > 1)
      packing.makeTraits(packing.buffers.back()).group = group;
    packing.groups.push_back(std::to_string(packing.groups.size()));
  }
  if (check(packing))
    return Fit::Unknown; // The total size exceeds the packer's limit.
  PackLimits limits;
  limits.nodes = maxNodes;
  const PackResult result = pack(packing, limits);
  if (!result.packing)
    return result.status == PackStatus::Infeasible ? Fit::Impossible
                                                   : Fit::Unknown;
  for (size_t i = 0; i < places.size(); ++i)
    places[i]->offset = result.packing->offsets[i];
  return Fit::Found;
}

Fit memplace::solver::exact::findOffsets(const Problem &problem,
                                         std::vector<Place> &places,
                                         bool sharePlaces) {
  for (size_t tier = 0; tier < problem.target.tiers.size(); ++tier) {
    std::vector<Place *> there;
    for (Place &place : places)
      if (place.tier == static_cast<TierId>(tier))
        there.push_back(&place);
    if (there.empty())
      continue;
    const Fit fit =
        packTier(problem, static_cast<TierId>(tier), there, sharePlaces);
    if (fit != Fit::Found)
      return fit;
  }
  return Fit::Found;
}
