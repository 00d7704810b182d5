//===- ResidentSearchTest.cpp - Tests of the search for resident items ----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Streaming/ResidentSearch.h"

#include "../../lib/Streaming/ReadSchedule.h"
#include "memplace/Problem/Random.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

using namespace memplace;
using testing::ElementsAre;
using testing::Optional;

namespace {

/// Items used once, in order, in a program with a step per item.
struct Chain {
  ResidentItems items;
  std::vector<double> opSeconds;
  mutable int numCalls = 0;

  /// Simulates a stream without offsets that reads a byte per second.
  StreamCost cost(const ResidentSet &set) const {
    ++numCalls;
    StreamMemory memory = {
        items.sizes, {}, Step(items.sizes.size()), items.room, 1};
    std::vector<std::vector<Step>> uses(items.sizes.size());
    int64_t bytes = 0;
    for (size_t item = 0; item < items.sizes.size(); ++item) {
      if (std::binary_search(set.begin(), set.end(), item))
        memory.room -= items.sizes[item];
      else {
        uses[item] = {Step(item)};
        bytes += items.sizes[item];
      }
    }
    const auto stays = scheduleReads(memory, staysOf(uses, 0), {});
    if (memory.room < 0 || !stays)
      return {};
    double reader = 0, now = 0;
    size_t next = 0;
    for (Step step = 0; step < memory.numSteps; ++step) {
      double arrived = now;
      for (; next < stays->size() && (*stays)[next].begin <= step; ++next) {
        reader =
            std::max(reader, now) + double(items.sizes[(*stays)[next].item]);
        if ((*stays)[next].first == step)
          arrived = reader;
      }
      now = std::max(now, arrived) + opSeconds[step];
    }
    return {now, bytes, 0};
  }
};

Chain drawChain(Random &random, size_t count) {
  Chain chain;
  for (size_t item = 0; item < count; ++item) {
    chain.items.sizes.push_back(int64_t(1 + random.below(6)));
    chain.items.copies.push_back({{Step(item), chain.items.sizes.back()}});
    chain.opSeconds.push_back(1 + double(random.below(5)));
  }
  chain.items.others.assign(count, 0);
  const int64_t total = std::accumulate(chain.items.sizes.begin(),
                                        chain.items.sizes.end(), int64_t(0));
  chain.items.room = 6 + int64_t(random.below(size_t(total)));
  return chain;
}

std::optional<ResidentSet> choose(const Chain &chain, int64_t evaluations,
                                  uint64_t seed = 0) {
  return chooseResident(chain.items, evaluations, seed,
                        [&](const ResidentSet &set, const StreamCost &) {
                          return chain.cost(set);
                        });
}

/// Returns the least cost of all sets.
StreamCost leastCost(const Chain &chain) {
  StreamCost least;
  for (uint64_t bits = 0; bits < uint64_t(1) << chain.items.sizes.size();
       ++bits) {
    ResidentSet set;
    for (size_t item = 0; item < chain.items.sizes.size(); ++item)
      if (bits >> item & 1)
        set.push_back(item);
    least = std::min(least, chain.cost(set));
  }
  return least;
}

} // namespace

TEST(ResidentSearchTest, FindsTheCheapestOfFewSets) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const Chain chain = drawChain(random, 7);
    const auto set = choose(chain, 127);
    ASSERT_TRUE(set);
    EXPECT_EQ(chain.cost(*set), leastCost(chain)) << "round " << round;
  }
}

TEST(ResidentSearchTest, LocalSearchEndsCloseToTheCheapestOfAllSets) {
  Random random(2);
  double ratios = 0;
  constexpr int rounds = 30;
  for (int round = 0; round < rounds; ++round) {
    const Chain chain = drawChain(random, 11);
    const auto set = choose(chain, 300);
    ASSERT_TRUE(set);
    const double least = leastCost(chain).seconds;
    const double found = chain.cost(*set).seconds;
    EXPECT_GE(found, least);
    ratios += found / least;
  }
  EXPECT_LT(ratios / rounds, 1.01);
}

TEST(ResidentSearchTest, KeepsEverythingIfThereIsRoom) {
  Random random(3);
  Chain chain = drawChain(random, 20);
  chain.items.room = 6 * 20;
  EXPECT_EQ(choose(chain, 1)->size(), 20u);
  EXPECT_EQ(chain.numCalls, 2); // For the empty set, and for all items.
}

TEST(ResidentSearchTest, CallsTheModelAtMostOncePerEvaluation) {
  Random random(4);
  for (const int64_t evaluations : {0, 1, 10, 100}) {
    const Chain chain = drawChain(random, 30);
    EXPECT_TRUE(choose(chain, evaluations));
    EXPECT_LE(chain.numCalls, evaluations + 1);
  }
}

TEST(ResidentSearchTest, EqualSeedsGiveEqualSets) {
  Random random(5);
  const Chain chain = drawChain(random, 40);
  EXPECT_EQ(choose(chain, 200, 7), choose(chain, 200, 7));
}

TEST(ResidentSearchTest, ItemsUsedInPlaceComeLast) {
  // Room for two of four items, of which the first two are never copied.
  ResidentItems items = {{4, 4, 4, 4}, {{}, {}, {{0, 4}}, {{1, 4}}}, {0, 0}, 8};
  const auto set = chooseResident(
      items, 14, 0, [](const ResidentSet &set, const StreamCost &) {
        return StreamCost{10.0 - double(set.size()), 0, 0};
      });
  EXPECT_THAT(set, Optional(ElementsAre(2, 3)));
}

TEST(ResidentSearchTest, NoSetIsChosenIfNoneHasAPlan) {
  ResidentItems items = {{4}, {{{0, 4}}}, {0}, 8};
  EXPECT_FALSE(
      chooseResident(items, 9, 0, [](const ResidentSet &, const StreamCost &) {
        return StreamCost{};
      }));
}

TEST(ResidentSearchTest, SetsWithoutRoomForACopyAreNotEvaluated) {
  // Either item may stay alone only if the copy of the other has room.
  ResidentItems items = {{4, 5}, {{{0, 4}}, {{1, 5}}}, {0, 0}, 8};
  std::vector<ResidentSet> seen;
  chooseResident(items, 9, 0, [&](const ResidentSet &set, const StreamCost &) {
    seen.push_back(set);
    return StreamCost{1, 0, 0};
  });
  EXPECT_THAT(seen, ElementsAre(ResidentSet{}));
}

TEST(ResidentSearchTest, EachPrefixOfTheSpreadOrderLeavesNoLargeGap) {
  const std::vector<size_t> order = spreadOrder(64);
  for (size_t count = 1; count <= 64; ++count) {
    std::vector<size_t> prefix(order.begin(), order.begin() + count);
    std::sort(prefix.begin(), prefix.end());
    size_t gap = prefix[0] + 1, last = prefix[0];
    for (const size_t number : prefix) {
      gap = std::max(gap, number - last);
      last = number;
    }
    gap = std::max(gap, 64 - last);
    EXPECT_LE(gap, 3 * 64 / count + 1) << count;
  }
}
