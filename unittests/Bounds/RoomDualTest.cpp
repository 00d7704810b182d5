//===- RoomDualTest.cpp - Prices of capacity that all buffers share -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Bounds/RoomDual.h"

#include "Support/SmallProblems.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// The dual of a problem, with everything that the dual refers to.
struct Dual {
  explicit Dual(const Problem &problem)
      : model(problem, /*window=*/2, /*blockLength=*/2), priced(model),
        room(model, priced, prices, [this] { return mayGoOn; }) {
    prices.held.resize(model.numHeldPrices);
    prices.served.resize(model.numServedPrices);
    prices.time.resize(model.ops.size());
    room.startWith(0);
  }

  FastTierModel model;
  PricedProblem priced;
  FastTierPrices prices;
  bool mayGoOn = true;
  RoomDual room;
};

/// Draws prices up to \p most of their unit, or up to the block's limit.
void drawPrices(RoomDual &room, TestRandom &random, double most) {
  for (const PriceBlock &block : room.blocks())
    for (size_t k = 0; k < block.prices.size(); ++k) {
      const double share = static_cast<double>(random.in(0, 8)) / 8;
      block.prices[k] = std::min(block.max, share * most * block.units[k]);
    }
}

class RoomSlopesTest : public ::testing::TestWithParam<Traits> {};

// The dual is concave if the prices of capacity of all buffers are in the same
// proportion in each block. Prices of time and shares of savings stay fixed.
TEST_P(RoomSlopesTest, RisesByAtMostItsSlopes) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    TestRandom random(seed);
    Dual dual(makeSmallProblem(seed, GetParam()));
    drawPrices(dual.room, random, 2);
    const double from = dual.room.evaluate();
    dual.room.findSlopes();
    for (size_t kind = 0; kind < 3; ++kind) {
      const PriceBlock block = dual.room.blocks()[kind];
      const std::vector<double> before(block.prices.begin(),
                                       block.prices.end());
      double most = from;
      for (size_t k = 0; k < before.size(); ++k) {
        block.prices[k] =
            std::min(block.max, static_cast<double>(random.in(0, 16)) / 8 *
                                    block.units[k]);
        most +=
            (block.demand[k] - block.supply[k]) * (block.prices[k] - before[k]);
      }
      EXPECT_LE(dual.room.evaluate(), most + 1e-9 * (1 + std::abs(most)))
          << seed << " " << kind;
      std::copy(before.begin(), before.end(), block.prices.begin());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, RoomSlopesTest,
                         ::testing::Values(Traits{}, Traits{.isMax = true},
                                           Traits{.isCyclic = true},
                                           Traits{.hasLoops = true},
                                           Traits{.isSlow = true}));

TEST(RoomDualTest, StartsWithOnlyTheGivenPriceOfTime) {
  Dual dual(makeSmallProblem(3));
  TestRandom random(3);
  drawPrices(dual.room, random, 2);
  dual.room.startWith(0.5);
  dual.room.spread();
  for (double price : dual.prices.held)
    EXPECT_EQ(price, 0);
  for (double price : dual.prices.time)
    EXPECT_EQ(price, 0.5);
}

TEST(RoomDualTest, ContinuesUntilItsLimitsSayStop) {
  Dual dual(makeSmallProblem(3));
  EXPECT_TRUE(dual.room.shouldContinue(0));
  dual.mayGoOn = false;
  EXPECT_FALSE(dual.room.shouldContinue(0));
}

} // namespace
