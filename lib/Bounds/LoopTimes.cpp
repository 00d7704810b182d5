//===- LoopTimes.cpp - Least times of loops -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopTimes.h"

#include "OpTimes.h"

#include <algorithm>
#include <numeric>

using namespace memplace;

namespace {

/// Time of one trip of a loop, seconds.
struct Trip {
  double ops = 0; // Of its ops and inner loops.
  /// Work of each tier, including inner loops, in the first trip and in each
  /// later one.
  std::vector<double> firstWork, laterWork;
};

/// Sums up the times of loops, from inner to outer loops.
class LoopTimes {
public:
  LoopTimes(const Problem &problem, const std::vector<double> &opSeconds,
            const std::vector<TierId> &onlyTier,
            const std::vector<Refills> &refills);
  double sum();

private:
  Trip &tripOf(int32_t loop) { return loop < 0 ? program : loops[loop]; }
  std::vector<int32_t> innerFirst() const;

  const Problem &problem;
  std::vector<Trip> loops;
  Trip program;
};

} // namespace

LoopTimes::LoopTimes(const Problem &problem,
                     const std::vector<double> &opSeconds,
                     const std::vector<TierId> &onlyTier,
                     const std::vector<Refills> &refills)
    : problem(problem) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  program.firstWork.assign(tiers.size(), 0);
  program.laterWork = program.firstWork;
  loops.assign(problem.loops.size(), program);
  const std::vector<int32_t> innermost = findInnermost(problem);
  for (Step step = 0; step < problem.numSteps(); ++step) {
    Trip &trip = tripOf(innermost[step]);
    trip.ops += opSeconds[step];
    for (const Access &access : problem.ops[step].accesses)
      if (TierId only = onlyTier[access.buffer];
          only >= 0 && mayServe(problem.target, access, only)) {
        const double seconds = accessSeconds(access, tiers[only]);
        trip.firstWork[only] += seconds;
        trip.laterWork[only] += seconds;
      }
  }
  for (size_t tier = 0; tier < tiers.size(); ++tier)
    for (size_t loop = 0; loop < loops.size(); ++loop) {
      loops[loop].firstWork[tier] += refills[tier].ofFirstTrips[loop];
      loops[loop].laterWork[tier] += refills[tier].ofLaterTrips[loop];
    }
}

/// Returns the loops in an order with inner loops before outer loops. Of loops
/// with equal ranges, the last is the innermost.
std::vector<int32_t> LoopTimes::innerFirst() const {
  std::vector<int32_t> order(problem.loops.size());
  std::iota(order.begin(), order.end(), 0);
  const auto lengthOf = [&](int32_t loop) {
    const LiveRange &range = problem.loops[loop].range;
    return range.end - range.begin;
  };
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::pair(lengthOf(a), -a) < std::pair(lengthOf(b), -b);
  });
  return order;
}

double LoopTimes::sum() {
  const std::vector<int32_t> order = innerFirst();
  for (auto inner = order.begin(); inner != order.end(); ++inner) {
    const Loop &loop = problem.loops[*inner];
    const Trip &trip = loops[*inner];
    const auto outer = std::find_if(inner + 1, order.end(), [&](int32_t other) {
      return problem.loops[other].range.covers(loop.range);
    });
    Trip &around = tripOf(outer == order.end() ? -1 : *outer);
    const auto count = static_cast<double>(loop.tripCount);
    // The transfers of a body are the same in all of its trips, so each trip
    // takes as long as a later one.
    const std::vector<double> &work =
        loop.tripCount > 1 ? trip.laterWork : trip.firstWork;
    around.ops +=
        count * std::max(trip.ops, *std::max_element(work.begin(), work.end()));
    for (size_t tier = 0; tier < work.size(); ++tier) {
      const double all =
          trip.firstWork[tier] + (count - 1) * trip.laterWork[tier];
      around.firstWork[tier] += all;
      around.laterWork[tier] += all;
    }
  }
  return program.ops;
}

double memplace::secondsOfLoops(const Problem &problem,
                                const std::vector<double> &opSeconds,
                                const std::vector<TierId> &onlyTier,
                                const std::vector<Refills> &refills,
                                const std::vector<int64_t> &trips) {
  if (problem.loops.empty())
    return 0;
  // Counts of trips are limited in a makespan; see `tripsOfSteps`.
  constexpr double maxTrips = 1e18;
  for (int64_t count : trips)
    if (static_cast<double>(count) > maxTrips)
      return 0;
  // Sums of doubles may be rounded up.
  constexpr double slack = 1e-12;
  return LoopTimes(problem, opSeconds, onlyTier, refills).sum() * (1 - slack);
}
