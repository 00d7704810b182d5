//===- MapFront.h - Pareto front of maps by time and traffic ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_MAPFRONT_H
#define MEMPLACE_AGENT_GAME_MAPFRONT_H

#include "MapGame.h"

namespace memplace {

/// Costs of a map; less is better for both.
struct MapCosts {
  double seconds = 0;
  int64_t slowBytes = 0; // See `slowTierBytes`.

  /// Returns true if no cost is worse and some cost is better.
  bool dominates(const MapCosts &other) const {
    return seconds <= other.seconds && slowBytes <= other.slowBytes &&
           (seconds < other.seconds || slowBytes < other.slowBytes);
  }
  bool operator==(const MapCosts &) const = default;
};

/// The non-dominated maps among all maps offered.
class MapFront {
public:
  struct Point {
    MapCosts costs;
    TierMap map;
  };

  /// Offers a map. Among maps of equal costs the first remains.
  void offer(const TierMap &map, const MapCosts &costs);

  /// Returns all points, fastest first, with falling bytes.
  const std::vector<Point> &getPoints() const { return points; }

private:
  std::vector<Point> points;
};

/// Returns indices into \p costs in the order of NSGA-II (Deb et al. 2002; from
/// memory), best first. Rank 0 is the non-dominated points; the next rank is
/// non-dominated among the rest, and so on. Within a rank, the largest crowding
/// distance comes first: the distance between a point's two neighbours, as a
/// fraction of the rank's extent; infinite at both ends. Takes n² comparisons.
std::vector<size_t> nondominatedOrder(const std::vector<MapCosts> &costs);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_MAPFRONT_H
