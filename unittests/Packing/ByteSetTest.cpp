//===- ByteSetTest.cpp - Bytes in use, and the gaps between them ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/ByteSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace memplace;
using packing::ByteSet;

namespace {

/// A bit for each byte.
class Reference {
public:
  explicit Reference(Offset end) : isUsed(static_cast<size_t>(end)) {}

  void add(Offset first, Offset last) {
    std::fill(isUsed.begin() + first, isUsed.begin() + last, true);
  }
  ByteSet::Interval findGap(Offset offset, int64_t size) const {
    const Offset end = std::ssize(isUsed);
    for (Offset first = 0, last = 0; last < end; first = last + 1) {
      for (last = first; last < end && !isUsed[last];)
        ++last;
      if (last < end && last - first >= size && last >= offset + size)
        return {first, last};
    }
    return {top(), packing::unreachable};
  }
  Offset top() const {
    Offset top = std::ssize(isUsed);
    while (top > 0 && !isUsed[top - 1])
      --top;
    return top;
  }

private:
  std::vector<bool> isUsed;
};

} // namespace

/// Searches upwards from 0, as a packer does.
static void expectEqualGaps(const ByteSet &set, const Reference &reference,
                            int64_t size, int64_t step) {
  ByteSet::Cursor cursor;
  for (Offset offset = 0;;) {
    const ByteSet::Interval expected = reference.findGap(offset, size);
    const ByteSet::Interval gap = set.findGap(offset, size, cursor);
    ASSERT_EQ(gap.first, expected.first) << offset << ", " << size;
    ASSERT_EQ(gap.last, expected.last) << offset << ", " << size;
    if (gap.last == packing::unreachable)
      return;
    // The same gap again, or the next one, or one far away.
    offset = std::max(offset, gap.first) + step;
  }
}

TEST(ByteSetTest, JoinsWhatTouches) {
  ByteSet set;
  set.add(4, 6);
  set.add(8, 9);
  set.add(6, 8);

  ByteSet::Cursor cursor;
  EXPECT_EQ(set.findGap(0, 4, cursor).last, 4);
  EXPECT_EQ(set.findGap(0, 5, cursor).first, 9);
  EXPECT_EQ(set.top(), 9);
}

// A gap may begin below the offset, if there is still room above that.
TEST(ByteSetTest, FindsRoomFromTheOffsetOn) {
  ByteSet set;
  set.add(0, 1);
  set.add(5, 6);
  set.add(8, 9);

  ByteSet::Cursor first, second;
  EXPECT_EQ(set.findGap(3, 2, first).first, 1);
  EXPECT_EQ(set.findGap(4, 2, second).first, 6);
}

// So many intervals that there are several groups of chunks; then long ones,
// which make whole chunks one.
TEST(ByteSetTest, FindsTheGapsThatABitForEachByteShows) {
  constexpr Offset end = 30000;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    ByteSet set;
    Reference reference(end);
    auto add = [&](int64_t longest) {
      const Offset first = static_cast<Offset>(random() % (end - longest));
      const Offset last =
          first + 1 +
          static_cast<Offset>(random() % static_cast<uint64_t>(longest));
      set.add(first, last);
      reference.add(first, last);
    };
    for (int i = 0; i < 6000; ++i)
      add(2);
    for (int64_t size : {1, 5, 20, 40})
      expectEqualGaps(set, reference, size, 100);
    for (int i = 0; i < 40; ++i) {
      add(seed % 2 ? 3000 : 30);
      expectEqualGaps(set, reference, 3 + i / 4, 1 + 50 * (i % 30));
    }
  }
}
