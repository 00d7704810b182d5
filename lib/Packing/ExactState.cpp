//===- ExactState.cpp - Exact search for a packing: the state -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraint propagation with a trail, as in solvers of constraint
// satisfaction. The state has the least possible offset of each item, and the
// floor and the unplaced bytes of each section. A change of a value raises
// others until a fixed point, or until an item or a section no longer fits
// under the capacity. Identical items are placed in the order of their numbers.
//
//===----------------------------------------------------------------------===//

#include "Exact.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::packing;

ExactState::ExactState(const Items &items, int64_t capacity)
    : items(items), capacity(capacity), overlaps(items) {}

bool ExactState::reset(int64_t newCapacity) {
  capacity = newCapacity;
  const size_t numSections = static_cast<size_t>(items.numSections);
  trail.clear();
  least.assign(items.numItems, 0);
  isPlaced.assign(items.numItems, false);
  floor.assign(numSections, 0);
  top.assign(numSections, 0);
  total = loadsOf(items);
  numLeft.assign(numSections, 0);
  numAtFloor.assign(numSections, 0);
  highest.assign(numSections, 0);
  crossing.assign(numSections, 0);
  touched.clear();
  isTouched.assign(numSections, false);
  for (int32_t s = 0; s < items.numSections; ++s) {
    numLeft[s] = numAtFloor[s] =
        static_cast<int32_t>(overlaps.itemsOf(s, s + 1).size());
    if (total[s] > capacity)
      return false;
    touch(s);
  }
  for (int32_t i = 0; i < items.numItems; ++i) {
    for (int32_t s = items.begin[i]; s + 1 < items.end[i]; ++s)
      ++crossing[s];
    if (items.fixedOf(i) > 0 && !raise(i, items.fixedOf(i)))
      return false;
  }
  bool isPossible = propagate();
  trail.clear();
  return isPossible;
}

void ExactState::touch(int32_t section) {
  if (isTouched[section])
    return;
  isTouched[section] = true;
  touched.push_back(section);
}

/// Raises the least offset of \p item to \p offset.
bool ExactState::raise(int32_t item, Offset offset) {
  if (least[item] >= offset)
    return true;
  offset = alignUp(offset, items.alignmentOf(item));
  if (offset > capacity - items.size[item])
    return false;
  if (items.fixedOf(item) >= 0 && offset > items.fixedOf(item))
    return false;
  items.forEachPiece(item, [&](Piece piece) {
    work += piece.end - piece.begin;
    for (int32_t s = piece.begin; s < piece.end; ++s) {
      numAtFloor[s] -= least[item] == floor[s];
      highest[s] = std::max(highest[s], offset);
      touch(s);
    }
  });
  set(What::Least, least, item, offset);
  return true;
}

bool ExactState::place(int32_t item) {
  assert(!isPlaced[item] && "an item has one place");
  trail.push_back({What::Placed, item, 0});
  isPlaced[item] = true;
  const Offset offset = least[item];
  for (int32_t s = items.begin[item]; s + 1 < items.end[item]; ++s)
    --crossing[s];
  items.forEachPiece(item, [&](Piece piece) {
    for (int32_t s = piece.begin; s < piece.end; ++s) {
      total[s] -= piece.last;
      --numLeft[s];
      numAtFloor[s] -= offset == floor[s];
      set(What::Top, top, s, offset + piece.last);
      touch(s);
    }
  });
  bool isPossible = true;
  if (!overlaps.hasShorterPieces()) {
    const Offset end = offset + items.size[item];
    for (int32_t other : overlaps.neighboursOf(item))
      if (isPossible && !isPlaced[other])
        isPossible = raise(other, end);
  } else {
    items.forEachPiece(item, [&](Piece piece) {
      for (const auto &at : overlaps.itemsOf(piece.begin, piece.end))
        if (isPossible && !isPlaced[at.item])
          isPossible = raise(at.item, offset + piece.last);
    });
  }
  return propagate() && isPossible;
}

/// Returns the lowest top of an unplaced neighbour, on which \p item could lie
/// above its present least offset.
Offset ExactState::minSupport(int32_t item) const {
  Offset support = infiniteOffset;
  if (!overlaps.hasShorterPieces()) {
    for (int32_t other : overlaps.neighboursOf(item))
      if (!isPlaced[other])
        support = std::min(support, least[other] + items.size[other]);
  } else {
    items.forEachPiece(item, [&](Piece piece) {
      for (const auto &[other, last] : overlaps.itemsOf(piece.begin, piece.end))
        if (!isPlaced[other] && other != item)
          support = std::min(support, least[other] + last);
    });
  }
  return support;
}

bool ExactState::exclude(int32_t item) {
  if (items.fixedOf(item) >= 0)
    return false;
  bool isPossible = true;
  const Offset now = least[item];
  // The first of several twins is the lowest.
  for (int32_t twin = item; twin >= 0 && isPossible;
       twin = overlaps.nextTwinOf(twin))
    if (!isPlaced[twin] && least[twin] <= now)
      isPossible = raise(twin, std::max(minSupport(twin), now + 1));
  return propagate() && isPossible;
}

bool ExactState::isSupported(int32_t item) const {
  const Offset offset = least[item];
  if (offset == 0 || items.fixedOf(item) >= 0)
    return true;
  const int64_t alignment = items.alignmentOf(item);
  bool isFound = false;
  items.forEachPiece(item, [&](Piece piece) {
    for (int32_t s = piece.begin; s < piece.end && !isFound; ++s)
      isFound = alignUp(top[s], alignment) == offset;
  });
  return isFound;
}

/// Records \p size bytes at \p offset or higher.
void ExactState::addRelease(Offset offset, int64_t size) {
  // Few offsets differ, and high offsets come first as often as low ones.
  size_t at = releases.size();
  while (at > 0 && releases[at - 1].first > offset)
    --at;
  if (at > 0 && releases[at - 1].first == offset)
    releases[at - 1].second += size;
  else
    releases.insert(releases.begin() + at, {offset, size});
}

/// Visits all items of \p section: sets its floor to the least offset. Returns
/// true if all items fit below the capacity on top of each other, none below
/// its least offset.
bool ExactState::rescan(int32_t section) {
  releases.clear();
  int32_t atLowest = 0;
  Offset lowest = infiniteOffset;
  const auto here = overlaps.itemsOf(section, section + 1);
  work += std::ssize(here);
  for (const auto &[item, last] : here) {
    if (isPlaced[item])
      continue;
    const Offset offset = least[item];
    atLowest = offset < lowest ? 1 : atLowest + (offset == lowest);
    lowest = std::min(lowest, offset);
    addRelease(offset, last);
  }
  highest[section] = releases.back().first;
  if (floor[section] != lowest) {
    trail.push_back({What::AtFloor, section, numAtFloor[section]});
    set(What::Floor, floor, section, lowest);
  }
  numAtFloor[section] = atLowest;
  // Compared before the sum, which may exceed 64 bits.
  Offset end = 0;
  for (auto [offset, size] : releases) {
    end = std::max(end, offset);
    if (end > capacity - size)
      return false;
    end += size;
  }
  return true;
}

/// Updates the floor of \p section. Returns false if the unplaced items do not
/// fit above the floor.
bool ExactState::refresh(int32_t section) {
  if (numLeft[section] == 0)
    return true;
  assert(slack(section) >= 0 && "a floor is raised only where that fits");
  if (numAtFloor[section] > 0 &&
      slack(section) >= highest[section] - floor[section])
    return true;
  return rescan(section);
}

bool ExactState::propagate() {
  bool isPossible = true;
  for (int32_t section : touched) {
    isTouched[section] = false;
    isPossible = isPossible && refresh(section);
  }
  touched.clear();
  return isPossible;
}

void ExactState::undoTo(size_t mark) {
  while (trail.size() > mark) {
    auto [what, index, old] = trail.back();
    trail.pop_back();
    switch (what) {
    case What::Least:
      least[index] = old;
      items.forEachPiece(index, [&](Piece piece) {
        for (int32_t s = piece.begin; s < piece.end; ++s)
          numAtFloor[s] += old == floor[s];
      });
      break;
    case What::Floor:
      floor[index] = old;
      break;
    case What::Top:
      top[index] = old;
      break;
    case What::AtFloor:
      numAtFloor[index] = static_cast<int32_t>(old);
      break;
    case What::Placed:
      isPlaced[index] = false;
      for (int32_t s = items.begin[index]; s + 1 < items.end[index]; ++s)
        ++crossing[s];
      items.forEachPiece(index, [&](Piece piece) {
        for (int32_t s = piece.begin; s < piece.end; ++s) {
          total[s] += piece.last;
          ++numLeft[s];
          numAtFloor[s] += least[index] == floor[s];
          highest[s] = std::max(highest[s], least[index]);
        }
      });
      break;
    }
  }
}
