//===- Fit.cpp - Placing items one by one ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit and best fit (Knuth, The Art of Computer Programming, volume 1, on
// dynamic storage allocation) for items in any order instead of by time. An
// item may not share bytes with a placed item that overlaps it in time, so a
// look-up searches `FreeSpace`, a tree over time, for gaps. Runtimes of neural
// networks do this with the largest items first (Pisarchyk and Lee 2020,
// "Efficient memory management for deep neural net inference", arXiv
// 2001.03288). `shareSlots` instead opens a slot for an item and reuses the
// slot for later, smaller items, as pools of buffers do. Neither moves placed
// items.
//
//===----------------------------------------------------------------------===//

#include "Fit.h"

#include "FreeSpace.h"
#include "SweepFit.h"

#include <algorithm>
#include <memory>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// Common base of both methods.
class Placer {
public:
  Placer(const Items &items, const FitLimits &limits)
      : items(items), limits(limits), space(items), offsets(items.numItems, -1),
        check(limits.budget) {}

  bool placeAt(int32_t item, Offset offset) {
    return placeAt(item, offset, offset);
  }
  /// Bytes between \p first and \p offset are lost, too.
  bool placeAt(int32_t item, Offset offset, Offset first);
  bool isTimedOut() { return check.isTimedOut(); }
  std::vector<Offset> take() { return std::move(offsets); }

protected:
  std::span<const Piece> piecesOf(int32_t item);

  const Items &items;
  const FitLimits limits;
  FreeSpace space;

private:
  std::vector<Offset> offsets;
  std::vector<Piece> pieces; // Of one item.
  TimeLimitCheck check;
};

class Fitter : public Placer {
public:
  Fitter(const Items &items, FitRule rule, const FitLimits &limits)
      : Placer(items, limits), rule(rule) {}

  bool place(int32_t item) { return placeAt(item, findOffset(item)); }

private:
  Offset findOffset(int32_t item);

  const FitRule rule;
};

class SlotPlacer : public Placer {
public:
  using Placer::Placer;

  bool place(int32_t item);

private:
  struct Slot {
    Offset first;
    Offset last; // After the last byte.
  };
  Offset findEmptySlot(int32_t item);
  Offset findRoomInSlot(int32_t item);

  std::vector<Slot> slots;
  FreeSpace slotSpace{items}; // A slot is a byte.
  std::vector<Piece> ones;    // Of one item, a byte each.
};

} // namespace

bool Placer::placeAt(int32_t item, Offset offset, Offset first) {
  if (plus(offset, items.size[item]) > limits.limit)
    return false;
  offsets[item] = offset;
  items.forEachPiece(item, [&](Piece piece) {
    piece.first -= offset - first;
    space.use(piece, offset);
  });
  return true;
}

std::span<const Piece> Placer::piecesOf(int32_t item) {
  pieces.clear();
  items.forEachPiece(item, [&](Piece piece) { pieces.push_back(piece); });
  return pieces;
}

Offset Fitter::findOffset(int32_t item) {
  const int64_t alignment = items.alignmentOf(item);
  space.startSearch(piecesOf(item));
  if (rule == FitRule::OnTop)
    return alignUp(space.top(), alignment);
  Offset best = infiniteOffset, bestRoom = infiniteOffset;
  for (Offset from = 0;;) {
    Offset start = 0;
    const FreeSpace::Room room = space.findRoom(from, alignment, start);
    if (room.last == infiniteOffset)
      return best != infiniteOffset ? best : room.first;
    if (rule == FitRule::First)
      return room.first;
    if (room.last - room.first < bestRoom) {
      best = room.first;
      bestRoom = room.last - (rule == FitRule::BestLoose ? start : room.first);
      if (bestRoom == 0)
        return best;
    }
    // The next bytes after this room are allocated.
    from = room.last + 1;
  }
}

Offset SlotPlacer::findEmptySlot(int32_t item) {
  const int64_t alignment = items.alignmentOf(item);
  ones.clear();
  items.forEachPiece(item, [&](Piece piece) {
    ones.push_back({piece.begin, piece.end, 0, 1});
  });
  slotSpace.startSearch(ones);
  for (Offset slot = 0, start = 0;; ++slot) {
    slot = slotSpace.findRoom(slot, 1, start).first;
    if (slot >= std::ssize(slots))
      return infiniteOffset;
    if (slots[slot].first % alignment == 0)
      return slots[slot].first;
  }
}

/// Returns an offset in a non-empty slot with all bytes above it in the slot
/// free.
Offset SlotPlacer::findRoomInSlot(int32_t item) {
  const int64_t size = items.size[item];
  space.startSearch(piecesOf(item));
  for (Offset from = 0, start = 0;;) {
    const FreeSpace::Room room =
        space.findRoom(from, items.alignmentOf(item), start);
    auto slot = std::upper_bound(
        slots.begin(), slots.end(), room.first,
        [](Offset at, const Slot &slot) { return at < slot.last; });
    if (slot == slots.end())
      return infiniteOffset;
    const Offset highest = slot->last - size;
    if (room.first >= slot->first && room.first <= highest &&
        highest <= room.last)
      return room.first;
    from = room.last < slot->last ? room.last + 1 : slot->last;
  }
}

bool SlotPlacer::place(int32_t item) {
  Offset offset = findEmptySlot(item);
  if (offset == infiniteOffset)
    offset = findRoomInSlot(item);
  if (offset == infiniteOffset) {
    offset =
        alignUp(slots.empty() ? 0 : slots.back().last, items.alignmentOf(item));
    if (plus(offset, items.size[item]) > limits.limit)
      return false;
    slots.push_back({offset, plus(offset, items.size[item])});
  }
  const auto slot = std::upper_bound(
      slots.begin(), slots.end(), offset,
      [](Offset at, const Slot &slot) { return at < slot.last; });
  // Later items go on top, so the bytes below it in the slot are lost.
  if (!placeAt(item, offset, items.hasWindows ? offset : slot->first))
    return false;
  items.forEachPiece(item, [&](Piece piece) {
    slotSpace.use({piece.begin, piece.end, 0, 1}, slot - slots.begin());
  });
  return true;
}

std::vector<Offset> packing::fitInOrder(const Items &items,
                                        std::span<const int32_t> order,
                                        FitRule rule, const FitLimits &limits) {
  const bool isBest = rule == FitRule::Best || rule == FitRule::BestLoose;
  if (isBest && canSweep(items, order))
    return sweepBestFit(items, order, limits);
  Fitter fitter(items, rule, limits);
  for (int32_t item : order)
    if (items.fixedOf(item) >= 0 && !fitter.placeAt(item, items.fixed[item]))
      return fitter.take();
  for (int32_t item : order)
    if (items.fixedOf(item) < 0 && (fitter.isTimedOut() || !fitter.place(item)))
      break;
  return fitter.take();
}

std::vector<Offset> packing::shareSlots(const Items &items,
                                        std::span<const int32_t> order,
                                        const FitLimits &limits) {
  SlotPlacer placer(items, limits);
  for (int32_t item : order)
    if (placer.isTimedOut() || !placer.place(item))
      break;
  return placer.take();
}

bool packing::shareSlotsInBanks(const Items &items,
                                std::span<const int32_t> order,
                                std::span<const std::vector<int32_t>> banks,
                                std::span<const int64_t> limits,
                                Packing &packing) {
  std::vector<std::unique_ptr<SlotPlacer>> placers;
  for (int64_t limit : limits)
    placers.push_back(
        std::make_unique<SlotPlacer>(items, FitLimits{.limit = limit}));
  packing.arenas.assign(items.numItems, -1);
  for (int32_t item : order) {
    const auto bank =
        std::find_if(banks[item].begin(), banks[item].end(),
                     [&](int32_t bank) { return placers[bank]->place(item); });
    if (bank == banks[item].end())
      return false;
    packing.arenas[item] = *bank;
  }
  std::vector<std::vector<Offset>> offsets;
  for (auto &placer : placers)
    offsets.push_back(placer->take());
  for (int32_t item = 0; item < items.numItems; ++item)
    packing.offsets.push_back(offsets[packing.arenas[item]][item]);
  return true;
}
