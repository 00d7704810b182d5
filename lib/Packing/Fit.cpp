//===- Fit.cpp - Placing items one by one ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fit.h"

#include <algorithm>
#include <map>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// A piece in its place.
struct Placed {
  Offset first;
  Offset last;
  int32_t begin;
  int32_t end;
};

/// Forbidden offsets of an item: those in (above, below) of a placed piece.
struct Forbidden {
  Offset from; // The item may be at this offset or lower ...
  Offset to;   // ... or at this one or higher.
};

class Fitter {
public:
  Fitter(const Items &items, FitRule rule, int64_t limit)
      : items(items), rule(rule), limit(limit), offsets(items.numItems, -1) {}

  bool place(int32_t item);
  bool placeAt(int32_t item, Offset offset);
  std::vector<Offset> take() { return std::move(offsets); }

private:
  void findForbidden(int32_t item);
  Offset findOffset(int32_t item) const;

  const Items &items;
  const FitRule rule;
  const int64_t limit;
  std::vector<Offset> offsets;
  std::vector<Placed> placed;       // By first byte.
  std::vector<Forbidden> forbidden; // By `from`.
};

} // namespace

void Fitter::findForbidden(int32_t item) {
  forbidden.clear();
  items.forEachPiece(item, [&](Piece piece) {
    for (const Placed &other : placed)
      if (other.begin < piece.end && piece.begin < other.end)
        forbidden.push_back({other.first - piece.last,
                             std::max<Offset>(other.last - piece.first, 0)});
  });
  // One piece meets them in order already.
  if (!items.pieceAt.empty())
    std::sort(
        forbidden.begin(), forbidden.end(),
        [](const Forbidden &a, const Forbidden &b) { return a.from < b.from; });
}

Offset Fitter::findOffset(int32_t item) const {
  const int64_t alignment = items.alignmentOf(item);
  Offset best = unreachable, bestRoom = unreachable;
  Offset next = 0;
  for (const Forbidden &range : forbidden) {
    Offset offset = alignUp(next, alignment);
    if (offset <= range.from && rule != FitRule::OnTop &&
        range.from - next < bestRoom) {
      best = offset;
      bestRoom = range.from - next;
      if (rule == FitRule::First)
        return best;
    }
    next = std::max(next, range.to);
  }
  return best != unreachable ? best : alignUp(next, alignment);
}

bool Fitter::placeAt(int32_t item, Offset offset) {
  if (plus(offset, items.size[item]) > limit)
    return false;
  offsets[item] = offset;
  items.forEachPiece(item, [&](Piece piece) {
    Placed fresh = {offset + piece.first, offset + piece.last, piece.begin,
                    piece.end};
    placed.insert(std::upper_bound(placed.begin(), placed.end(), fresh,
                                   [](const Placed &a, const Placed &b) {
                                     return a.first < b.first;
                                   }),
                  fresh);
  });
  return true;
}

bool Fitter::place(int32_t item) {
  findForbidden(item);
  return placeAt(item, findOffset(item));
}

std::vector<Offset> packing::fitInOrder(const Items &items,
                                        std::span<const int32_t> order,
                                        FitRule rule, int64_t limit) {
  Fitter fitter(items, rule, limit);
  for (int32_t item : order)
    if (items.fixedOf(item) >= 0 && !fitter.placeAt(item, items.fixed[item]))
      return fitter.take();
  for (int32_t item : order)
    if (items.fixedOf(item) < 0 && !fitter.place(item))
      break;
  return fitter.take();
}

std::vector<Offset> packing::shareSlots(const Items &items,
                                        std::span<const int32_t> order,
                                        int64_t limit) {
  struct Slot {
    int64_t size;
    int64_t alignment;
    std::map<int32_t, int32_t> live; // Begin and end of each hull in it.
    std::vector<int32_t> members;
  };
  std::vector<Slot> slots;
  for (int32_t item : order) {
    const int32_t begin = items.begin[item], end = items.end[item];
    auto isFree = [&](const Slot &slot) {
      if (items.alignmentOf(item) > slot.alignment ||
          slot.alignment % items.alignmentOf(item))
        return false;
      auto after = slot.live.lower_bound(begin);
      return (after == slot.live.end() || after->first >= end) &&
             (after == slot.live.begin() || std::prev(after)->second <= begin);
    };
    auto slot = std::find_if(slots.begin(), slots.end(), isFree);
    if (slot == slots.end())
      slot = slots.insert(slots.end(),
                          {items.size[item], items.alignmentOf(item), {}, {}});
    slot->live[begin] = end;
    slot->members.push_back(item);
  }
  std::vector<Offset> offsets(items.numItems, -1);
  Offset next = 0;
  for (const Slot &slot : slots) {
    Offset offset = alignUp(next, slot.alignment);
    next = plus(offset, slot.size);
    if (next > limit || next == unreachable)
      break;
    for (int32_t item : slot.members)
      offsets[item] = offset;
  }
  return offsets;
}
