//===- SectionTreesTest.cpp - Search trees of skylines --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/Fit.h"
#include "../../lib/Packing/Portfolio.h"
#include "../../lib/Packing/RankTree.h"
#include "../../lib/Packing/Tops.h"
#include "ItemsOf.h"
#include "Oracle.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// A linear search over all items.
class ListOfRanks {
public:
  ListOfRanks(const Items &items, std::vector<int32_t> rankOf)
      : items(items), rankOf(std::move(rankOf)), isThere(items.numItems, true) {
  }

  int32_t findFirst(int32_t begin, int32_t end, int32_t at) const {
    return find([&](int32_t i) {
      return items.begin[i] >= begin && items.end[i] <= end &&
             items.begin[i] <= at && at < items.end[i];
    });
  }
  int32_t findFirst(int32_t begin, int32_t end) const {
    return find([&](int32_t i) {
      return items.begin[i] >= begin && items.end[i] <= end;
    });
  }
  void erase(int32_t item) { isThere[item] = false; }

private:
  template <typename Fits> int32_t find(Fits fits) const {
    int32_t best = -1;
    for (int32_t i = 0; i < items.numItems; ++i)
      if (isThere[i] && fits(i) && (best < 0 || rankOf[i] < rankOf[best]))
        best = i;
    return best;
  }

  const Items &items;
  const std::vector<int32_t> rankOf;
  std::vector<bool> isThere;
};

TEST(RankTreeTest, FindsLikeALinearSearch) {
  for (int numBuffers : {1, 2, 5, 33, 200}) {
    SCOPED_TRACE(numBuffers);
    const PackingProblem problem = makeRandomPacking(
        static_cast<uint64_t>(numBuffers),
        {.numBuffers = numBuffers, .numSteps = 3 + numBuffers / 4});
    const Items items = itemsOf(problem);
    RankTree tree(items);
    std::mt19937_64 random(7);
    for (int turn = 0; turn < 2; ++turn) {
      std::vector<int32_t> rankOf(items.numItems);
      std::iota(rankOf.begin(), rankOf.end(), 0);
      for (size_t i = 1; i < rankOf.size(); ++i)
        std::swap(rankOf[i], rankOf[random() % (i + 1)]);
      tree.reset(rankOf);
      ListOfRanks list(items, rankOf);
      for (int32_t left = items.numItems; left > 0;) {
        const auto begin =
            static_cast<int32_t>(random() % uint64_t(items.numSections));
        const auto length = static_cast<int32_t>(
            random() % uint64_t(items.numSections - begin));
        const int32_t end = begin + 1 + length;
        const auto at =
            begin + static_cast<int32_t>(random() % uint64_t(end - begin));
        ASSERT_EQ(tree.findFirst(begin, end, at),
                  list.findFirst(begin, end, at));
        const int32_t found = list.findFirst(begin, end);
        ASSERT_EQ(tree.findFirst(begin, end), found);
        const int32_t item =
            found < 0 ? list.findFirst(0, items.numSections) : found;
        tree.erase(item);
        list.erase(item);
        --left;
      }
      EXPECT_EQ(tree.findFirst(0, items.numSections), -1);
    }
  }
}

TEST(TopsTest, FindsTheFirstOfTheHighestSections) {
  for (int32_t numSections : {1, 15, 16, 17, 100, 700}) {
    SCOPED_TRACE(numSections);
    std::mt19937_64 random(static_cast<uint64_t>(numSections));
    std::vector<int64_t> values;
    for (int32_t i = 0; i < numSections; ++i)
      values.push_back(static_cast<int64_t>(random() % 9));
    Tops tops;
    tops.reset({1, 2, 3});
    tops.reset(values);
    for (int i = 0; i < 300; ++i) {
      const auto begin = static_cast<int32_t>(random() % uint64_t(numSections));
      const auto end =
          begin + 1 +
          static_cast<int32_t>(random() % uint64_t(numSections - begin));
      const auto bytes = static_cast<int64_t>(random() % 5);
      tops.raise(begin, end, bytes);
      for (int32_t s = begin; s < end; ++s)
        values[s] += bytes;
      const auto from = static_cast<int32_t>(random() % uint64_t(numSections));
      const auto first = values.begin() + std::min(from, begin);
      const auto last = values.begin() + end;
      const auto expected = std::max_element(first, last);
      const Tops::Top top = tops.highest(std::min(from, begin), end);
      ASSERT_EQ(top.bytes, *expected);
      ASSERT_EQ(top.section, expected - values.begin());
    }
  }
}

/// Problems with all features of skylines and fits.
std::vector<PackingProblem> makeProblems() {
  std::vector<PackingProblem> problems;
  for (uint64_t seed = 0; seed < 12; ++seed)
    problems.push_back(
        makeRandomPacking(seed, {.numBuffers = 3 + 4 * static_cast<int>(seed),
                                 .numSteps = 12,
                                 .largestSize = 20,
                                 .hasAlignment = (seed & 1) != 0,
                                 .hasGaps = (seed & 2) != 0,
                                 .hasWindows = (seed & 4) != 0}));
  return problems;
}

TEST(LimitTest, ASkylineMayJustMeetItsLimit) {
  for (const PackingProblem &problem : makeProblems()) {
    const Items items = itemsOf(problem);
    Skyline skyline(items);
    const std::vector<int32_t> ranks = ranksOf(skylineOrder(items, 0));
    for (SkylineRule rule : {SkylineRule::First, SkylineRule::Tightest}) {
      const int64_t peak =
          skyline.pack(ranks, infiniteOffset - 1, rule, /*budget=*/nullptr);
      const std::vector<Offset> offsets = skyline.offsets;
      EXPECT_EQ(peak, peakOf(items, offsets));
      EXPECT_EQ(skyline.pack(ranks, peak, rule, nullptr), peak);
      EXPECT_EQ(skyline.offsets, offsets);
      EXPECT_EQ(skyline.pack(ranks, peak - 1, rule, nullptr), infiniteOffset);
    }
  }
}

/// A function that places items within a limit.
using Fill = std::vector<Offset> (*)(const Items &, std::span<const int32_t>,
                                     const FitLimits &);

/// Expects the same placements as without a limit, up to the first item that
/// would end above the limit.
void expectToStopAtLimit(const Items &items, std::span<const int32_t> order,
                         Fill fill) {
  const std::vector<Offset> all = fill(items, order, {});
  const int64_t peak = peakOf(items, all);
  ASSERT_LT(peak, infiniteOffset) << "all are placed";
  EXPECT_EQ(fill(items, order, {.limit = peak}), all);
  for (int64_t limit : {peak - 1, peak / 2}) {
    const std::vector<Offset> some = fill(items, order, {.limit = limit});
    bool isOver = false;
    for (int32_t item : order) {
      isOver |= all[item] + items.size[item] > limit;
      EXPECT_EQ(some[item], isOver ? -1 : all[item]);
    }
  }
}

TEST(LimitTest, AFitStopsAtItsLimit) {
  const Fill fills[] = {
      [](auto &items, auto order, auto &limits) {
        return fitInOrder(items, order, FitRule::First, limits);
      },
      [](auto &items, auto order, auto &limits) {
        return fitInOrder(items, order, FitRule::Best, limits);
      },
      [](auto &items, auto order, auto &limits) {
        return fitInOrder(items, order, FitRule::OnTop, limits);
      },
      [](auto &items, auto order, auto &limits) {
        return shareSlots(items, order, limits);
      }};
  for (const PackingProblem &problem : makeProblems()) {
    const Items items = itemsOf(problem);
    // By size, which differs from the order of time; and by time, in which best
    // fit sweeps.
    for (int which : {2, 3})
      for (const Fill &fill : fills)
        expectToStopAtLimit(items, skylineOrder(items, which), fill);
  }
}

} // namespace
