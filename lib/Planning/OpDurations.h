//===- OpDurations.h - Durations of ops by serving tiers --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_OPDURATIONS_H
#define MEMPLACE_LIB_PLANNING_OPDURATIONS_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Load of an op's accesses on each tier.
class OpLoad {
public:
  explicit OpLoad(const Target &target);

  /// Resets the load for another op.
  void clear();
  /// Adds an access served from \p tier.
  void add(const Access &access, TierId tier);
  /// Returns the duration of \p op in seconds, given the added accesses.
  double seconds(const Op &op) const;
  /// Sets \p left, by tier, to the fraction of time left to transfers by an op
  /// of \p seconds; 0 if \p seconds is 0, since no transfer moves then.
  void findLeft(double seconds, double *left) const;

private:
  const Target &target;
  std::vector<double> readCost, writeCost; // By tier, seconds per byte.
  std::vector<double> busy;                // By tier, seconds.
  std::vector<double> memory; // Like `busy`, divided by efficiency.
};

/// Serving tier of each access, and the resulting duration and leftover time of
/// each op.
class OpDurations {
public:
  /// Initially all accesses are served at home.
  explicit OpDurations(const Problem &problem);

  /// Serves access \p access of op \p step from \p tier from the next `refresh`
  /// on.
  void serve(Step step, int32_t access, TierId tier) {
    if (serving[step][access] == tier)
      return;
    serving[step][access] = tier;
    changed.push_back(step);
  }
  /// Calls \p visit with the step of each changed op.
  template <typename Visit> void refresh(Visit visit) {
    for (Step step : changed) {
      refreshOp(step);
      visit(step);
    }
    changed.clear();
  }

  double secondsOf(Step step) const { return durations[step]; }
  /// Returns by tier the fraction of time left to transfers by the op.
  const double *leftBy(Step step) const { return &left[step * numTiers]; }

private:
  void refreshOp(Step step);

  const Problem &problem;
  const size_t numTiers;
  OpLoad load;                              // Scratch.
  std::vector<std::vector<TierId>> serving; // By step and access.
  std::vector<double> durations;            // By step, seconds.
  std::vector<double> left;                 // [steps, tiers]
  std::vector<Step> changed;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_OPDURATIONS_H
