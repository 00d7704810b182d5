//===- MapSearch.h - Search baselines for maps ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Baselines for learners of whole-life maps, and code shared with the learners:
// the evaluation of maps within a budget.
//
// These searches are not the search of lib/Streaming. A map gives each buffer,
// activations included, one of several tiers for its whole life; any map is
// legal after rectification, and no stream reads the rest. The sets of
// lib/Streaming have two choices per weight and a hard limit on memory.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_MAPSEARCH_H
#define MEMPLACE_AGENT_GAME_MAPSEARCH_H

#include "MapFront.h"
#include "MapGame.h"
#include "memplace/Problem/PlacementClock.h"
#include "memplace/Problem/Random.h"

#include <functional>
#include <map>

namespace memplace {

/// Evaluates maps within a budget, and keeps the best map. With a clock, a
/// map's seconds are measured: the median of all its measurements, scaled by
/// the native map's makespan over its first measurement. The native map thus
/// takes its modelled time, and rewards keep their meaning. Measurements are
/// noisy, and the minimum of many measurements is biased: see
/// `measureFinalists`.
class MapTrials {
public:
  /// \p budget: number of maps. \p shouldContinue is called before each map
  /// with the best makespan so far and the fraction of the budget used;
  /// \p shouldContinue and \p clock may be empty.
  MapTrials(MapGame &game, int64_t budget,
            std::function<bool(double, double)> shouldContinue,
            PlacementClock clock = {});

  /// Like `MapGame::evaluate`; returns nothing after the end of the budget. A
  /// rectified map is a placement like any other, so it may become the best.
  std::optional<MapScore> evaluate(TierMap &map);

  /// Keeps the front of time and traffic of all maps evaluated from now on, and
  /// of the native map. Computes the traffic of each map, too.
  void keepFront();
  /// Empty without `keepFront`.
  const MapFront &getFront() const { return front; }
  /// Costs of the last map evaluated. Needs `keepFront`.
  const MapCosts &lastCosts() const { return costs; }

  /// With a clock, measures the native map and the fastest maps again, in
  /// turns, so slow phases of the machine affect all maps alike. Keeps the
  /// better half by the median of the new measurements, until a single map is
  /// left: successive halving (Jamieson and Talwalkar 2016; from memory). The
  /// last map becomes the best. Not part of the budget; does nothing without a
  /// clock.
  void measureFinalists();

  bool isOver() const { return wasStopped || numTried >= budget; }
  int64_t getNumTried() const { return numTried; }
  double fractionDone() const {
    return static_cast<double>(numTried) / static_cast<double>(budget);
  }
  /// Acceptance threshold, in seconds above the last accepted map. Falls to 0
  /// as the budget is used up; without a budget, falls repeatedly in cycles.
  double threshold() const;
  /// The native map, or a better map.
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
  double scale = 1; // Model seconds per clock second.
  bool keepsFront = false;
  MapFront front;
  MapCosts costs; // Of the last map, with `keepFront`.
  int64_t numTried = 0;
  bool wasStopped = false;
  TierMap best;
  double bestSeconds;
};

/// Returns a map with each tensor in a random choice, uniformly distributed.
TierMap randomMap(const MapGame &game, Random &random);

/// Evaluates random maps until \p trials is over.
void tryRandomMaps(MapTrials &trials, Random &random);

/// The greedy dynamic programming of EGRL's paper. Starts with everything at
/// home; for each node in turn, selects the pair of tiers for its weights and
/// its results with the highest reward, all other nodes unchanged. Repeats
/// until a pass changes nothing.
void tryGreedyMaps(MapTrials &trials);

/// Evaluates everything at home, and everything in its fastest tier. If no
/// model is reliable, either may be the best by far.
void tryPlainMaps(MapTrials &trials);

/// Threshold accepting (Dueck and Scheuer 1990; from memory), starting from the
/// best map so far, initially the native map. A move changes the tier of one
/// tensor, or swaps the tiers of two tensors. A map is accepted if it is slower
/// than the last accepted map by less than a threshold, which falls to 0.
void tryNeighbourMaps(MapTrials &trials, Random &random);

/// NSGA-II (see `nondominatedOrder`) on time and traffic, with rectified maps,
/// binary tournaments, uniform crossover, and mutations of one tensor or a few.
/// \p trials keeps the front.
void tryFrontMaps(MapTrials &trials, Random &random);

/// A biased random-key genetic algorithm (Goncalves and Resende 2011; from
/// memory): a key in [0, 1) selects the choice of each tensor.
void tryKeyMaps(MapTrials &trials, Random &random);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_MAPSEARCH_H
