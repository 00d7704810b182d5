//===- ArenaTest.cpp - Occupied bytes in one tier -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Arena.h"

#include "Support/TestRandom.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

#include <limits>
#include <map>

using namespace memplace;
using namespace memplace::planning;

namespace {

TEST(ArenaTest, BestFitTakesTheSmallestGapAndFirstFitTheLowest) {
  Arena arena(100, 10);
  arena.take({0, 5}, 20, 10); // Gaps: [0, 20), [30, 38), [48, 100).
  arena.take({0, 5}, 38, 10);

  EXPECT_EQ(arena.find({0, 5}, 8, 1, Arena::Fit::Best), 30);
  EXPECT_EQ(arena.find({0, 5}, 8, 1, Arena::Fit::First), 0);
  EXPECT_EQ(arena.find({0, 5}, 9, 1, Arena::Fit::Best), 0);
}

TEST(ArenaTest, RangesAreHalfOpenInStepsAndInBytes) {
  Arena arena(16, 10);
  arena.take({2, 5}, 0, 8);

  EXPECT_EQ(arena.find({2, 5}, 8, 1, Arena::Fit::First), 8);
  EXPECT_EQ(arena.find({2, 5}, 9, 1, Arena::Fit::First), std::nullopt);
  EXPECT_EQ(arena.find({0, 2}, 16, 1, Arena::Fit::First), 0);
  EXPECT_EQ(arena.find({5, 11}, 16, 1, Arena::Fit::First), 0);
  EXPECT_EQ(arena.find({4, 6}, 9, 1, Arena::Fit::First), std::nullopt);
}

TEST(ArenaTest, AlignsBeforeItFits) {
  Arena arena(23, 10);
  arena.take({0, 1}, 0, 5);

  EXPECT_EQ(arena.find({0, 1}, 15, 8, Arena::Fit::First), 8);
  EXPECT_EQ(arena.find({0, 1}, 16, 8, Arena::Fit::First), std::nullopt);
}

// A wrapped stay occupies the end and the start of the program.
TEST(ArenaTest, FindsAPlaceThatIsFreeInTwoRanges) {
  Arena arena(100, 10);
  arena.take({8, 11}, 0, 30); // At the end.
  arena.take({0, 3}, 40, 20); // At the start.
  arena.take({4, 7}, 0, 100); // In between, which does not matter.

  EXPECT_EQ(arena.find({8, 11}, 10, 1, Arena::Fit::First, {0, 3}), 30);
  EXPECT_EQ(arena.find({8, 11}, 11, 1, Arena::Fit::First, {0, 3}), 60);
  EXPECT_EQ(arena.find({8, 11}, 41, 1, Arena::Fit::First, {0, 3}),
            std::nullopt);
  EXPECT_EQ(arena.find({7, 11}, 10, 1, Arena::Fit::Best, {0, 4}), 30);
  EXPECT_EQ(arena.find({7, 11}, 1, 1, Arena::Fit::First, {0, 5}), std::nullopt);
}

TEST(ArenaTest, DoesNotOverflowNearTheLargestCapacity) {
  const int64_t maxBytes = std::numeric_limits<int64_t>::max();
  Arena arena(maxBytes, 10);
  arena.take({0, 1}, 0, maxBytes - 1);

  EXPECT_EQ(arena.find({0, 1}, 1, 1, Arena::Fit::Best), maxBytes - 1);
  EXPECT_EQ(arena.find({0, 1}, 1, int64_t(1) << 62, Arena::Fit::Best),
            std::nullopt);
  EXPECT_EQ(arena.find({0, 1}, maxBytes, 1, Arena::Fit::Best), std::nullopt);
}

// A rectangle that spans many blocks of steps counts once.
TEST(ArenaTest, FindsLongRangesAmongManySteps) {
  Arena arena(16, 100000);
  arena.take({10, 90000}, 0, 8);

  EXPECT_EQ(arena.find({5, 100000}, 8, 8, Arena::Fit::First), 8);
  EXPECT_EQ(arena.find({89999, 90000}, 8, 8, Arena::Fit::First), 8);
  EXPECT_EQ(arena.find({90000, 100001}, 8, 8, Arena::Fit::First), 0);
}

TEST(ArenaTest, ReleasedBytesAreFreeAgain) {
  Arena arena(16, 100000);
  arena.take({10, 90000}, 0, 8, 3);
  arena.take({10, 90000}, 8, 8, 4);
  ASSERT_EQ(arena.find({500, 501}, 1, 1, Arena::Fit::First), std::nullopt);

  arena.release({10, 90000}, 0, 8);

  EXPECT_EQ(arena.find({10, 90000}, 8, 1, Arena::Fit::First), 0);
  EXPECT_EQ(arena.find({10, 90000}, 9, 1, Arena::Fit::First), std::nullopt);
}

TEST(ArenaTest, ListsOwnersDuringARange) {
  Arena arena(16, 20);
  arena.take({2, 5}, 0, 8, 3);
  arena.take({5, 9}, 0, 8, 4);
  std::vector<BufferId> owners;

  arena.findOwners({4, 5}, owners);

  EXPECT_EQ(owners, std::vector<BufferId>{3});
}

TEST(ArenaTest, CountsFragmentedFreeBytes) {
  Arena arena(16, 20);
  arena.take({2, 5}, 4, 8);

  EXPECT_TRUE(arena.hasBytes({4, 9}, 8));
  EXPECT_EQ(arena.find({4, 9}, 8, 1, Arena::Fit::First), std::nullopt);
  EXPECT_FALSE(arena.hasBytes({4, 9}, 9));
  EXPECT_TRUE(arena.hasBytes({5, 9}, 16));
  EXPECT_FALSE(arena.hasBytes({5, 9}, 17));
}

// Within a block of steps, by offset; entries of equal offset in order of
// insertion.
TEST(ArenaTest, ListsEntriesByOffset) {
  Arena arena(16, 3);
  arena.take({2, 3}, 0, 4, 7);
  arena.take({0, 1}, 8, 4, 6);
  arena.take({0, 1}, 0, 4, 5);
  std::vector<Arena::Taken> taken;

  arena.findTaken({0, 3}, taken);

  ASSERT_EQ(taken.size(), 3u);
  EXPECT_EQ(taken[0].owner, 7);
  EXPECT_EQ(taken[1].owner, 5);
  EXPECT_EQ(taken[2].owner, 6);
  EXPECT_EQ(taken[2].begin, 8);
  EXPECT_EQ(taken[2].end, 12);
}

// Compared with a list, over many blocks of steps. Solvers rely on the order.
TEST(ArenaTest, ListsEachEntryOnceAndInOrderAfterAnyChanges) {
  constexpr Step numSteps = 40;
  constexpr Step stepsPerBlock = 4;
  struct Entry {
    LiveRange range;
    Offset begin;
    BufferId owner;
    bool operator==(const Entry &) const = default;
  };
  Arena arena(8, numSteps);
  std::vector<Entry> entries; // In order of insertion.
  test::TestRandom random(3);
  for (BufferId owner = 0; owner < 400; ++owner) {
    const Step begin = random.in(0, numSteps);
    const LiveRange range = {begin, random.in(begin + 1, numSteps + 1)};
    if (const auto offset = arena.find(range, 1, 1, Arena::Fit::First)) {
      arena.take(range, *offset, 1, owner);
      entries.push_back({range, *offset, owner});
    } else {
      const auto which =
          entries.begin() + random.in(0, std::ssize(entries) - 1);
      arena.release(which->range, which->begin, 1);
      entries.erase(which);
    }
    std::vector<Entry> found, expected;
    std::vector<Arena::Taken> taken;
    arena.findTaken(range, taken);
    for (const Arena::Taken &one : taken)
      found.push_back({one.range, one.begin, one.owner});
    std::vector<BufferId> owners, expectedOwners;
    arena.findOwners(range, owners);
    // Entries with equal keys keep their order.
    std::multimap<std::pair<Step, Offset>, Entry> byKey;
    for (const Entry &entry : entries)
      if (entry.range.overlaps(range))
        byKey.insert({{std::max(entry.range.begin, range.begin) / stepsPerBlock,
                       entry.begin},
                      entry});
    for (const auto &[key, entry] : byKey) {
      expected.push_back(entry);
      expectedOwners.push_back(entry.owner);
    }
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_TRUE(found == expected);
    ASSERT_EQ(owners, expectedOwners);
  }
}

} // namespace
