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
#include <optional>
#include <random>
#include <vector>

using namespace memplace;
using packing::ByteSet;
using packing::ChunkedByteSet;
using packing::IntervalPool;

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
    // Bytes that end at or below the offset are too low.
    Offset start = std::min(offset, end);
    while (start > 0 && !isUsed[start - 1])
      --start;
    for (Offset first = start, last = first; last < end; first = last + 1) {
      for (last = first; last < end && !isUsed[last];)
        ++last;
      if (last < end && last - first >= size && last >= offset + size)
        return {first, last};
    }
    return {top(), packing::infiniteOffset};
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

/// Searches gaps upwards from 0, as a packer does.
template <typename Set>
static void expectEqualGaps(const Set &set, const Reference &reference,
                            int64_t size, int64_t step) {
  ByteSet::Cursor cursor;
  for (Offset offset = 0;;) {
    const ByteSet::Interval expected = reference.findGap(offset, size);
    const ByteSet::Interval gap = set.findGap(offset, size, cursor);
    ASSERT_EQ(gap.first, expected.first) << offset << ", " << size;
    ASSERT_EQ(gap.last, expected.last) << offset << ", " << size;
    if (gap.last == packing::infiniteOffset)
      return;
    // The same gap again, the next gap, or a distant gap.
    offset = std::max(offset, gap.first) + step;
  }
}

TEST(ByteSetTest, JoinsTouchingIntervals) {
  IntervalPool pool;
  ByteSet set;
  EXPECT_TRUE(set.isEmpty());
  EXPECT_EQ(set.top(), 0);
  set.add(4, 6, pool);
  set.add(8, 9, pool);
  set.add(6, 8, pool);

  ByteSet::Cursor cursor;
  EXPECT_EQ(set.findGap(0, 4, cursor).last, 4);
  EXPECT_EQ(set.findGap(0, 5, cursor).first, 9);
  EXPECT_EQ(set.top(), 9);
}

// A gap may begin below the offset if enough room remains above the offset.
TEST(ByteSetTest, FindsRoomFromTheOffsetOn) {
  IntervalPool pool;
  ByteSet set;
  set.add(0, 1, pool);
  set.add(5, 6, pool);
  set.add(8, 9, pool);

  ByteSet::Cursor first, second;
  EXPECT_EQ(set.findGap(3, 2, first).first, 1);
  EXPECT_EQ(set.findGap(4, 2, second).first, 6);
}

// Two sets that grow alternately, so that each reuses memory released by the
// other.
TEST(ByteSetTest, SetsOfOnePoolDoNotInterfere) {
  IntervalPool pool;
  ByteSet even, odd;
  for (Offset i = 0; i < 100; ++i)
    (i % 2 ? odd : even).add(4 * i, 4 * i + 1, pool);
  ByteSet::Cursor inEven, inOdd;
  for (Offset i = 0; i + 2 < 100; ++i) {
    const ByteSet::Interval gap =
        (i % 2 ? odd : even).findGap(4 * i + 1, 7, i % 2 ? inOdd : inEven);
    EXPECT_EQ(gap.first, 4 * i + 1);
    EXPECT_EQ(gap.last, 4 * i + 8);
  }
}

/// Adds \p numShort intervals of one or two bytes, then long intervals that
/// join many short ones. \p add changes a set, and \p get returns the set.
template <typename Add, typename Get>
static void expectGapsOfEachByte(uint64_t seed, Offset end, int numShort,
                                 Add add, Get get) {
  std::mt19937_64 random(seed);
  Reference reference(end);
  auto addBoth = [&](int64_t longest) {
    const Offset first = static_cast<Offset>(random() % (end - longest));
    const Offset last =
        first + 1 +
        static_cast<Offset>(random() % static_cast<uint64_t>(longest));
    add(first, last);
    reference.add(first, last);
  };
  for (int i = 0; i < numShort; ++i)
    addBoth(2);
  for (int64_t size : {1, 5, 20, 40})
    expectEqualGaps(get(), reference, size, 100);
  for (int i = 0; i < 40; ++i) {
    addBoth(seed % 2 ? 3000 : 30);
    expectEqualGaps(get(), reference, 3 + i / 4, 1 + 50 * (i % 30));
  }
}

TEST(ByteSetTest, FindsTheGapsThatABitForEachByteShows) {
  for (uint64_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE(seed);
    IntervalPool pool;
    ByteSet set;
    expectGapsOfEachByte(
        seed, 30000, 6000,
        [&](Offset first, Offset last) { set.add(first, last, pool); },
        [&]() -> const ByteSet & { return set; });
  }
}

// More intervals than one array holds, out of order, and one gap of three more
// bytes.
TEST(ByteSetTest, ChangesToChunksIfAnArrayIsFull) {
  constexpr Offset count = 10007;
  IntervalPool pool;
  ByteSet set;
  auto endOf = [](Offset i) { return 8 * i + 1 + (i % 3 == 0); };
  for (Offset i = 0; i < count; ++i) {
    const Offset at = i * 5003 % count;
    set.add(8 * at, endOf(at), pool);
    EXPECT_FALSE(set.isEmpty());
  }
  EXPECT_EQ(set.top(), endOf(count - 1));
  ByteSet::Cursor cursor;
  for (Offset i = 0; i + 4 < count; i += 3) {
    // The next gap of at least 7 bytes is the first one after the long
    // interval.
    const ByteSet::Interval gap = set.findGap(endOf(i), 7, cursor);
    ASSERT_EQ(gap.first, endOf(i + 1)) << i;
    ASSERT_EQ(gap.last, 8 * (i + 2)) << i;
  }
  EXPECT_EQ(set.findGap(0, 8, cursor).last, packing::infiniteOffset);
}

// Enough intervals for several groups of chunks.
TEST(ChunkedByteSetTest, FindsTheGapsThatABitForEachByteShows) {
  for (uint64_t seed = 0; seed < 2; ++seed) {
    SCOPED_TRACE(seed);
    std::optional<ChunkedByteSet> set;
    expectGapsOfEachByte(
        seed, 30000, 6000,
        [&](Offset first, Offset last) {
          const packing::ByteInterval one{first, last};
          if (set)
            set->add(first, last);
          else
            set.emplace(std::span(&one, 1));
        },
        [&]() -> const ChunkedByteSet & { return *set; });
  }
}

// A set that grew as one array keeps its gaps after the change to chunks.
TEST(ChunkedByteSetTest, ConvertsAnArrayToChunks) {
  std::vector<packing::ByteInterval> intervals;
  Reference reference(7000);
  Offset last = 0;
  for (int i = 0; i < 1000; ++i) {
    const Offset first = last + 1 + i % 7;
    last = first + 1 + i % 3;
    intervals.push_back({first, last});
    reference.add(first, last);
  }
  ASSERT_LT(last, 7000);
  const ChunkedByteSet set(intervals);
  EXPECT_EQ(set.top(), last);
  for (int64_t size : {1, 4, 7})
    expectEqualGaps(set, reference, size, 10);
}

// Each interval is above all others, and each gap at least as large as the gaps
// below. The last few gaps share a chunk with smaller gaps.
TEST(ChunkedByteSetTest, AddsIntervalsFromBelowUpwards) {
  constexpr int count = 5000;
  const packing::ByteInterval lowest{1, 2};
  ChunkedByteSet set(std::span(&lowest, 1));
  Reference reference(200000);
  reference.add(1, 2);
  Offset end = 2;
  for (int i = 1; i < count; ++i) {
    const Offset first = end + 1 + i / 100 + (i < count - 5 ? 0 : 9);
    end = first + 1 + i % 3;
    set.add(first, end);
    reference.add(first, end);
    EXPECT_EQ(set.top(), end);
  }
  for (int64_t size : {1, 2, 10, 25, 40, 50, 51, 55, 59, 60})
    expectEqualGaps(set, reference, size, 500);
  // An interval across all chunks above: to the end of a chunk, or to the top.
  for (const Offset last : {end - 20000, end, end + 10}) {
    set.add(20000 - (last - end), last);
    reference.add(20000 - (last - end), last);
    EXPECT_EQ(set.top(), std::max(end, last));
    for (int64_t size : {1, 10, 40, 51})
      expectEqualGaps(set, reference, size, 500);
  }
}
