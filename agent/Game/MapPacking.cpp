//===- MapPacking.cpp - Packing of maps without copies --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapPacking.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

std::vector<TierId> memplace::fallbackOrder(const std::vector<TierId> &choices,
                                            TierId asked) {
  const auto at = std::find(choices.begin(), choices.end(), asked);
  assert(at != choices.end() && "a map keeps to the choices");
  std::vector<TierId> tiers(at, choices.end());
  tiers.insert(tiers.end(), std::make_reverse_iterator(at), choices.rend());
  return tiers;
}

bool MapPacking::take(TensorId k, TierId tier) {
  const TensorPlace &place = places[k];
  const Buffer &buffer = problem.buffers[tensors[k].buffer];
  if (place.arrival != Arrival::Internal && tier == place.home)
    return true; // It is there without the map.
  const std::optional<Offset> offset =
      free[tier].find(place.range, buffer.size,
                      problem.alignmentIn(buffer, tier), FreeBytes::Fit::First);
  if (offset) {
    free[tier].take(place.range, *offset, buffer.size);
    taken.push_back({k, tier, *offset});
  }
  return offset.has_value();
}

/// Packs \p map, which needs no copies, unchanged. Returns false if there is no
/// room.
bool MapPacking::packAsAsked(const TierMap &map,
                             const std::vector<TensorId> &inOrder) {
  const bool hasRoom = std::all_of(inOrder.begin(), inOrder.end(),
                                   [&](TensorId k) { return take(k, map[k]); });
  if (!hasRoom)
    clear();
  return hasRoom;
}

/// Packs \p map; a tensor without room moves to another tier.
bool MapPacking::packRectified(TierMap &map,
                               const std::vector<TensorId> &inOrder) {
  for (TensorId k : inOrder) {
    if (take(k, map[k]))
      continue;
    const std::vector<TierId> tiers = fallbackOrder(tensors[k].choices, map[k]);
    const auto found = std::find_if(tiers.begin(), tiers.end(),
                                    [&](TierId tier) { return take(k, tier); });
    if (found == tiers.end())
      return false;
    map[k] = *found;
  }
  return true;
}

bool MapPacking::pack(TierMap &map, const MapOrders &orders) {
  return packAsAsked(map, orders.packing) || packAsAsked(map, orders.native) ||
         packRectified(map, orders.placing);
}

void MapPacking::clear() {
  for (; !taken.empty(); taken.pop_back()) {
    const auto [k, tier, offset] = taken.back();
    free[tier].release(places[k].range, offset,
                       problem.buffers[tensors[k].buffer].size);
  }
}
