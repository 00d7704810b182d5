//===- MapFront.cpp - Pareto front of maps by time and traffic ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapFront.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

using namespace memplace;

void MapFront::offer(const TierMap &map, const MapCosts &costs) {
  for (const Point &point : points)
    if (point.costs == costs || point.costs.dominates(costs))
      return;
  std::erase_if(
      points, [&](const Point &point) { return costs.dominates(point.costs); });
  const auto at = std::lower_bound(points.begin(), points.end(), costs.seconds,
                                   [](const Point &point, double seconds) {
                                     return point.costs.seconds < seconds;
                                   });
  points.insert(at, {costs, map});
}

/// Returns the ranks by index: rank 0 is non-dominated, rank r is non-dominated
/// after the removal of lower ranks.
static std::vector<size_t> ranksOf(const std::vector<MapCosts> &costs) {
  const size_t unranked = costs.size();
  std::vector<size_t> ranks(costs.size(), unranked);
  size_t numLeft = costs.size();
  for (size_t rank = 0; numLeft > 0; ++rank) {
    std::vector<size_t> found;
    for (size_t i = 0; i < costs.size(); ++i)
      if (ranks[i] == unranked) {
        bool isDominated = false;
        for (size_t j = 0; j < costs.size() && !isDominated; ++j)
          isDominated = ranks[j] == unranked && costs[j].dominates(costs[i]);
        if (!isDominated)
          found.push_back(i);
      }
    for (size_t i : found)
      ranks[i] = rank;
    numLeft -= found.size();
  }
  return ranks;
}

/// Adds the crowding distances of \p members, all of one rank, by one
/// objective.
template <typename Objective>
static void addCrowding(std::vector<size_t> members, const Objective &objective,
                        std::vector<double> &distances) {
  std::sort(members.begin(), members.end(), [&](size_t a, size_t b) {
    return std::pair(objective(a), a) < std::pair(objective(b), b);
  });
  const double extent = objective(members.back()) - objective(members.front());
  distances[members.front()] = distances[members.back()] =
      std::numeric_limits<double>::infinity();
  for (size_t i = 1; i + 1 < members.size() && extent > 0; ++i)
    distances[members[i]] +=
        (objective(members[i + 1]) - objective(members[i - 1])) / extent;
}

std::vector<size_t>
memplace::nondominatedOrder(const std::vector<MapCosts> &costs) {
  const std::vector<size_t> ranks = ranksOf(costs);
  std::vector<double> distances(costs.size(), 0);
  std::vector<std::vector<size_t>> byRank(costs.size());
  for (size_t i = 0; i < costs.size(); ++i)
    byRank[ranks[i]].push_back(i);
  for (const std::vector<size_t> &members : byRank) {
    if (members.empty())
      break;
    addCrowding(
        members, [&](size_t i) { return costs[i].seconds; }, distances);
    addCrowding(
        members,
        [&](size_t i) { return static_cast<double>(costs[i].slowBytes); },
        distances);
  }
  std::vector<size_t> order(costs.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::tuple(ranks[a], -distances[a], a) <
           std::tuple(ranks[b], -distances[b], b);
  });
  return order;
}
