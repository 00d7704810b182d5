//===- SectionTreesTest.cpp - What skylines look things up in -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/RankTree.h"
#include "../../lib/Packing/Tops.h"
#include "Oracle.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace memplace;
using namespace memplace::packing;

namespace {

Items itemsOf(const PackingProblem &problem) {
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  return makeItems(problem, all);
}

/// Looks at all items.
class ListOfRanks {
public:
  ListOfRanks(const Items &items, std::vector<int32_t> rankOf)
      : items(items), rankOf(std::move(rankOf)), isThere(items.numItems, true) {}

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

TEST(RankTreeTest, FindsWhatLookingAtAllItemsFinds) {
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
        const auto length =
            static_cast<int32_t>(random() % uint64_t(items.numSections - begin));
        const int32_t end = begin + 1 + length;
        const auto at = begin + static_cast<int32_t>(
                                    random() % uint64_t(end - begin));
        ASSERT_EQ(tree.findFirst(begin, end, at), list.findFirst(begin, end, at));
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

} // namespace
