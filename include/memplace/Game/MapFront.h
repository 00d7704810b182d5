//===- MapFront.h - Maps that trade time for traffic ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_MAPFRONT_H
#define MEMPLACE_GAME_MAPFRONT_H

#include "memplace/Game/MapGame.h"

namespace memplace {

/// What a map costs: less is better of both.
struct MapCosts {
  double seconds = 0;
  int64_t slowBytes = 0; // As `slowTierBytes`.

  /// Whether it is no worse in either and better in one.
  bool dominates(const MapCosts &other) const {
    return seconds <= other.seconds && slowBytes <= other.slowBytes &&
           (seconds < other.seconds || slowBytes < other.slowBytes);
  }
  bool operator==(const MapCosts &) const = default;
};

/// The maps of which none dominates another, of all that were offered.
class MapFront {
public:
  struct Point {
    MapCosts costs;
    TierMap map;
  };

  /// Of maps that cost the same the first stays.
  void offer(const TierMap &map, const MapCosts &costs);

  /// Fastest first, so that bytes fall from one to the next.
  const std::vector<Point> &getPoints() const { return points; }

private:
  std::vector<Point> points;
};

/// The order of NSGA-II (Deb et al. 2002; from memory): indices into \p costs,
/// the best first. First whom nobody dominates, then whom nobody of the rest
/// does, and so on; within such a rank, who has the largest crowding distance:
/// how far its neighbours on both sides are from each other, as shares of the
/// rank's extent, which is infinite at the two ends. Takes n² comparisons.
std::vector<size_t> nondominatedOrder(const std::vector<MapCosts> &costs);

} // namespace memplace

#endif // MEMPLACE_GAME_MAPFRONT_H
