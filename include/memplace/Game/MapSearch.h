//===- MapSearch.h - Plain ways to find a good map --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What learners of whole-life maps are measured against, and what they share:
// how maps are tried within a budget.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_MAPSEARCH_H
#define MEMPLACE_GAME_MAPSEARCH_H

#include "memplace/Game/MapFront.h"
#include "memplace/Game/MapGame.h"
#include "memplace/Problem/PlacementClock.h"

#include <functional>
#include <map>
#include <random>

namespace memplace {

/// The same numbers for a seed with each standard library.
class MapRandom {
public:
  explicit MapRandom(uint64_t seed) : engine(seed) {}
  /// In [0, 1).
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
  /// In [0, count).
  size_t below(size_t count) {
    return static_cast<size_t>(uniform() * static_cast<double>(count));
  }
  bool chance(double probability) { return uniform() < probability; }
  /// Of the standard normal distribution, by Box and Muller.
  double normal();

  /// The state, to go on from. False: \p text is none.
  std::string print() const;
  bool restore(const std::string &text);

private:
  std::mt19937_64 engine;
};

/// Evaluates maps within a budget, and keeps the best.
///
/// With a clock a map's seconds are measured: the median of all its
/// measurements times the native map's makespan over its first measurement, so
/// that the native map takes as long as the model says, and rewards mean the
/// same. Measurements are noisy, and the least of many is one that had luck:
/// see `settle`.
class MapTrials {
public:
  /// \p budget: how many maps. \p shouldContinue is asked before each, with the
  /// best makespan so far and the part of the budget that is used; may be
  /// empty, and so may \p clock.
  MapTrials(MapGame &game, int64_t budget,
            std::function<bool(double, double)> shouldContinue,
            PlacementClock clock = {});

  /// As `MapGame::evaluate`. None: it is over. A rectified map is a placement
  /// like any other, so that it may be the best.
  std::optional<MapScore> evaluate(TierMap &map);

  /// From now on keeps the front of time and traffic of all maps that are
  /// tried, and of the native one. Takes the traffic of each map, too.
  void keepFront();
  /// Empty without `keepFront`.
  const MapFront &getFront() const { return front; }
  /// Of the last map that was evaluated. Needs `keepFront`.
  const MapCosts &lastCosts() const { return costs; }

  /// With a clock, measures the native map and the fastest ones again, in turns
  /// so that what slows the machine down slows all of them, and keeps the
  /// better half by the median of these measurements alone, until one is left:
  /// successive halving (Jamieson and Talwalkar 2016; from memory). That is the
  /// best from now on. Outside of the budget; without a clock, nothing.
  void settle();

  bool isOver() const { return wasStopped || numTried >= budget; }
  int64_t getNumTried() const { return numTried; }
  double fractionDone() const {
    return static_cast<double>(numTried) / static_cast<double>(budget);
  }
  /// How slow a map may be and still be gone on from, seconds above the last
  /// one: falls to 0 with the budget; without one, again and again.
  double threshold() const;
  /// The native map, or what is better.
  const TierMap &getBest() const { return best; }
  double getBestSeconds() const { return bestSeconds; }
  MapGame &getGame() { return game; }

private:
  std::optional<double> measure(const TierMap &map);
  void offerToFront(const TierMap &map, double seconds);

  MapGame &game;
  const int64_t budget;
  const std::function<bool(double, double)> shouldContinue;
  const PlacementClock clock;
  std::map<TierMap, std::vector<double>> measured; // Seconds of the clock.
  double scale = 1; // Of them to those of the model.
  bool keepsFront = false;
  MapFront front;
  MapCosts costs; // Of the last map; if it keeps the front.
  int64_t numTried = 0;
  bool wasStopped = false;
  TierMap best;
  double bestSeconds;
};

/// A map with each tensor in one of its choices, all equally likely.
TierMap randomMap(const MapGame &game, MapRandom &random);

/// Random maps, to the end of \p trials.
void tryRandomMaps(MapTrials &trials, MapRandom &random);

/// The greedy dynamic programming of EGRL's paper: from everything at home, for
/// one node after another, the pair of tiers for its weights and its results
/// that has the highest reward, with all others as they are; again and again
/// until a pass changes nothing.
void tryGreedyMaps(MapTrials &trials);

/// Everything at home, and everything in its fastest tier: where no model can
/// be believed, one of them may be the best by far.
void tryPlainMaps(MapTrials &trials);

/// Threshold accepting (Dueck and Scheuer 1990; from memory) from the best map
/// so far, at first the native one: one tensor gets another tier, or two
/// exchange theirs; a map is kept if it is slower than the last one by less
/// than a threshold, which falls to 0.
void tryNeighbourMaps(MapTrials &trials, MapRandom &random);

/// NSGA-II (see `nondominatedOrder`) on time and traffic: maps that are what
/// they were rectified to, binary tournaments, uniform crossover, mutations of
/// one tensor or a few. \p trials keep the front.
void tryFrontMaps(MapTrials &trials, MapRandom &random);

/// A biased random-key genetic algorithm (Goncalves and Resende 2011; from
/// memory): a key in [0, 1) for each tensor says which of its choices.
void tryKeyMaps(MapTrials &trials, MapRandom &random);

} // namespace memplace

#endif // MEMPLACE_GAME_MAPSEARCH_H
