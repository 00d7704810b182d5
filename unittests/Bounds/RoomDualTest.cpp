//===- RoomDualTest.cpp - Prices that all buffers share -------------------===//
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

/// The dual of a problem, with all that it refers to.
struct Dual {
  explicit Dual(const Problem &problem)
      : model(problem, /*window=*/2, /*blockLength=*/2), priced(model),
        room(model, priced, prices, [this] { return mayGoOn; }) {
    prices.held.resize(model.numHeldPrices);
    prices.served.resize(model.numServedPrices);
    prices.time.resize(model.ops.size());
    room.startWith(0);
  }

  NearModel model;
  PricedProblem priced;
  NearPrices prices;
  bool mayGoOn = true;
  RoomDual room;
};

/// Up to \p most of its unit, or at most what the block allows.
void drawPrices(RoomDual &room, Random &random, double most) {
  for (const PriceBlock &block : room.blocks())
    for (size_t k = 0; k < block.prices.size(); ++k) {
      const double share = static_cast<double>(random.in(0, 8)) / 8;
      block.prices[k] = std::min(block.max, share * most * block.units[k]);
    }
}

class RoomSlopesTest : public ::testing::TestWithParam<Traits> {};

// The dual is concave where the prices of all buffers are in proportion to
// those by block: with the prices of time, and shares of savings, as they are.
TEST_P(RoomSlopesTest, RisesNoMoreThanItsSlopesSay) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
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

TEST(RoomDualTest, StartsWithTheGivenPriceOfTimeAndNothingElse) {
  Dual dual(makeSmallProblem(3));
  Random random(3);
  drawPrices(dual.room, random, 2);
  dual.room.startWith(0.5);
  dual.room.spread();
  for (double price : dual.prices.held)
    EXPECT_EQ(price, 0);
  for (double price : dual.prices.time)
    EXPECT_EQ(price, 0.5);
}

TEST(RoomDualTest, GoesOnUntilItIsToldNotTo) {
  Dual dual(makeSmallProblem(3));
  EXPECT_TRUE(dual.room.shouldContinue(0));
  dual.mayGoOn = false;
  EXPECT_FALSE(dual.room.shouldContinue(0));
}

} // namespace
