//===- MapFrontTest.cpp - Fronts of makespan and traffic ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/MapFront.h"

#include "../../../lib/Simulator/SlowTraffic.h"
#include "../TestProblem.h"
#include "agent/Game/MapSearch.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

std::vector<double> secondsOf(const MapFront &front) {
  std::vector<double> seconds;
  for (const MapFront::Point &point : front.getPoints())
    seconds.push_back(point.costs.seconds);
  return seconds;
}

TEST(MapFrontTest, KeepsNondominatedMapsFastestFirst) {
  MapFront front;
  front.offer({0}, {3, 10});
  front.offer({1}, {1, 30});
  front.offer({2}, {2, 20});
  EXPECT_EQ(secondsOf(front), (std::vector<double>{1, 2, 3}));
  front.offer({3}, {2, 20}); // Equal: the first stays.
  front.offer({4}, {2.5, 20});
  EXPECT_EQ(secondsOf(front), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(front.getPoints()[1].map, (TierMap{2}));

  front.offer(
      {5}, {1, 20}); // As fast as the first, and with less traffic than both.

  EXPECT_EQ(secondsOf(front), (std::vector<double>{1, 3}));
}

// Two ranks. In the first rank the ends come before the middle points, and less
// crowded points come first.
TEST(MapFrontTest, OrdersByRankAndThenByCrowding) {
  const std::vector<MapCosts> costs = {{1, 100}, {2, 90}, {3, 80},  {8, 20},
                                       {10, 0},  {11, 0}, {11, 101}};

  EXPECT_EQ(nondominatedOrder(costs),
            (std::vector<size_t>{0, 4, 3, 2, 1, 5, 6}));
}

TEST(MapFrontTest, OrdersASingleMapAndEqualMaps) {
  EXPECT_EQ(nondominatedOrder({{1, 1}}), (std::vector<size_t>{0}));
  EXPECT_EQ(nondominatedOrder({{1, 1}, {1, 1}, {1, 1}}).size(), 3u);
  EXPECT_TRUE(nondominatedOrder({}).empty());
}

TEST(MapFrontTest, TheSearchFindsAFrontAndKeepsTheFastestMap) {
  Problem problem = memplace::testing::makeLayers(6);
  problem.isCyclic = true;
  Result<MapGame> game = MapGame::create(problem);
  ASSERT_TRUE(bool(game));
  MapTrials trials(*game, 400, {});
  Random random(3);

  tryFrontMaps(trials, random);

  const std::vector<MapFront::Point> &points = trials.getFront().getPoints();
  ASSERT_FALSE(points.empty());
  EXPECT_EQ(points.front().costs.seconds, trials.getBestSeconds());
  for (size_t i = 0; i < points.size(); ++i) {
    TierMap map = points[i].map;
    EXPECT_EQ(game->evaluate(map).seconds, points[i].costs.seconds);
    EXPECT_EQ(slowTierBytes(problem, game->solution(map)),
              points[i].costs.slowBytes);
    for (size_t j = 0; j < points.size(); ++j)
      EXPECT_FALSE(points[i].costs.dominates(points[j].costs));
  }
}

} // namespace
