//===- OpDurations.h - What ops take, by what serves them -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_OPDURATIONS_H
#define MEMPLACE_PLANNING_OPDURATIONS_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// What the accesses of one op ask of each tier.
class OpLoad {
public:
  explicit OpLoad(const Target &target);

  /// Begins another op.
  void clear();
  /// Serves one more access, from \p tier.
  void add(const Access &access, TierId tier);
  /// Seconds that \p op takes with what was added.
  double seconds(const Op &op) const;
  /// Sets \p left, by tier, to the fraction of its time that an op of
  /// \p seconds leaves to transfers; in one of no time nothing moves.
  void findLeft(double seconds, double *left) const;

private:
  const Target &target;
  std::vector<double> readCost, writeCost; // By tier, seconds for each byte.
  std::vector<double> busy;                // By tier, seconds.
  std::vector<double> memory; // Likewise, with the accesses' efficiency.
};

/// Which tier serves each access, and what each op takes and leaves then.
class OpDurations {
public:
  /// Everything is served at home.
  explicit OpDurations(const Problem &problem);

  /// Says that access \p access of op \p step is served from \p tier now.
  /// Counts from the next `refresh` on.
  void serve(Step step, int32_t access, TierId tier) {
    if (serving[step][access] == tier)
      return;
    serving[step][access] = tier;
    changed.push_back(step);
  }
  /// Calls \p visit with the step of each op that has changed.
  template <typename Visit> void refresh(Visit visit) {
    for (Step step : changed) {
      refreshOp(step);
      visit(step);
    }
    changed.clear();
  }

  double secondsOf(Step step) const { return durations[step]; }
  /// By tier: the fraction of its time that the op leaves to transfers.
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

#endif // MEMPLACE_PLANNING_OPDURATIONS_H
