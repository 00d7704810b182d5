//===- StartOrderFit.cpp - Best fit below a high-water mark ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unlike `sweepBestFit`, bytes between the highest live item and the highest
// byte used so far form a gap of this size, which competes with other gaps and
// does not grow.
//
//===----------------------------------------------------------------------===//

#include "StartOrderFit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// Bytes in use at the current section.
class LiveBytes {
public:
  /// Returns the offset for \p size bytes; `infiniteOffset` above 64 bits.
  Offset find(int64_t size, int64_t alignment) const;
  void use(Offset first, Offset last) {
    used.emplace(first, last);
    mark = std::max(mark, last);
  }
  void free(Offset first) { used.erase(first); }

private:
  std::map<Offset, Offset> used; // First byte to the byte after the last.
  Offset mark = 0;               // Highest byte used so far plus one.
};

} // namespace

Offset LiveBytes::find(int64_t size, int64_t alignment) const {
  Offset best = alignUp(mark, alignment);
  int64_t bestGap = infiniteOffset;
  auto offer = [&](Offset first, Offset last) {
    const Offset start = alignUp(first, alignment);
    if (plus(start, size) <= last && last - first < bestGap) {
      bestGap = last - first;
      best = start;
    }
  };
  Offset end = 0;
  for (const auto &[first, last] : used) {
    offer(end, first);
    end = last;
  }
  offer(end, mark);
  return best;
}

std::vector<Offset> packing::fitByStart(const Items &items,
                                        const FitLimits &limits) {
  std::vector<Offset> offsets(items.numItems, -1);
  std::vector<int32_t> order(items.numItems);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::pair(items.begin[a], a) < std::pair(items.begin[b], b);
  });
  using End = std::pair<int32_t, int32_t>; // Section and item.
  std::priority_queue<End, std::vector<End>, std::greater<>> live;
  LiveBytes bytes;
  TimeLimitCheck check(limits.budget);
  for (int32_t item : order) {
    for (; !live.empty() && live.top().first <= items.begin[item]; live.pop())
      bytes.free(offsets[live.top().second]);
    if (check.isTimedOut())
      break;
    const Offset offset = bytes.find(items.size[item], items.alignmentOf(item));
    const Offset last = plus(offset, items.size[item]);
    if (last > limits.limit)
      break;
    offsets[item] = offset;
    bytes.use(offset, last);
    live.emplace(items.end[item], item);
  }
  return offsets;
}
