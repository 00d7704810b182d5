//===- SweepFit.cpp - Best fit in order of time ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Best fit for items in the order in which they begin, as seen by a run-time
// allocator (Wilson, Johnstone, Neely and Boles 1995, "Dynamic Storage
// Allocation: A Survey and Critical Review"). Gaps are indexed by offset, to
// join them when an item ends, and by size, to find the smallest sufficient
// gap. O(n log n). Not supported, and excluded by `canSweep`: gaps in live
// ranges, fixed offsets, and alignments not implied by the sizes.
//
//===----------------------------------------------------------------------===//

#include "SweepFit.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <queue>
#include <set>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// The free bytes at the current time.
class GapList {
public:
  /// Takes \p size bytes from the lowest of the smallest sufficient gaps, or
  /// from above all. Returns `infiniteOffset` if the offset is too high.
  Offset take(int64_t size);
  void free(Offset first, Offset last);

private:
  using Gap = std::pair<Offset, Offset>; // From, and after it.
  void insert(Offset first, Offset last) {
    if (first == last)
      return;
    byOffset.emplace(first, last);
    bySize.emplace(last - first, first);
  }
  void erase(std::map<Offset, Offset>::iterator gap) {
    bySize.erase({gap->second - gap->first, gap->first});
    byOffset.erase(gap);
  }

  // All below `top`, neither empty nor touching each other or `top`.
  std::map<Offset, Offset> byOffset;
  std::set<std::pair<int64_t, Offset>> bySize;
  Offset top = 0; // All bytes from here on are free.
};

} // namespace

Offset GapList::take(int64_t size) {
  const auto best = bySize.lower_bound({size, 0});
  if (best == bySize.end()) {
    const Offset offset = top;
    top = plus(top, size);
    return top == infiniteOffset ? infiniteOffset : offset;
  }
  const auto gap = byOffset.find(best->second);
  const auto [first, last] = *gap;
  assert(last - first >= size && "both lists have the same gaps");
  erase(gap);
  insert(first + size, last);
  return first;
}

void GapList::free(Offset first, Offset last) {
  auto above = byOffset.lower_bound(first);
  if (above != byOffset.end() && above->first == last) {
    last = above->second;
    erase(above++);
  }
  if (above != byOffset.begin()) {
    const auto below = std::prev(above);
    if (below->second == first) {
      first = below->first;
      erase(below);
    }
  }
  if (last == top)
    top = first;
  else
    insert(first, last);
}

bool packing::canSweep(const Items &items, std::span<const int32_t> order) {
  if (!items.isSimple() ||
      !std::is_sorted(order.begin(), order.end(), [&](int32_t a, int32_t b) {
        return items.begin[a] < items.begin[b];
      }))
    return false;
  // All offsets are multiples of the common divisor of all sizes.
  int64_t common = 0;
  for (int64_t size : items.size)
    common = std::gcd(common, size);
  return std::all_of(
      items.alignment.begin(), items.alignment.end(),
      [&](int64_t alignment) { return common % alignment == 0; });
}

std::vector<Offset> packing::sweepBestFit(const Items &items,
                                          std::span<const int32_t> order,
                                          const FitLimits &limits) {
  std::vector<Offset> offsets(items.numItems, -1);
  // Live items, by the first section after their life.
  std::priority_queue<std::pair<int32_t, int32_t>,
                      std::vector<std::pair<int32_t, int32_t>>, std::greater<>>
      live;
  GapList gaps;
  TimeLimitCheck check(limits.budget);
  for (int32_t item : order) {
    for (; !live.empty() && live.top().first <= items.begin[item]; live.pop()) {
      const int32_t gone = live.top().second;
      gaps.free(offsets[gone], offsets[gone] + items.size[gone]);
    }
    if (check.isTimedOut())
      break;
    const Offset offset = gaps.take(items.size[item]);
    if (plus(offset, items.size[item]) > limits.limit)
      break;
    offsets[item] = offset;
    live.emplace(items.end[item], item);
  }
  return offsets;
}
