//===- CostModel.cpp - Time estimates of msa ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Op times and buffer benefits as in XLA's memory space assignment (see
// docs/guide/solvers.md, section `msa`). An op takes the longer of its compute
// and memory time, times the trips of its loops. Elapsed times are differences
// of prefix sums, so each takes O(depth of loops). Each buffer is rated as if
// it moved alone. The model omits effects described in
// docs/reference/simulator.md: stalls, and transfers sharing a tier with ops.
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// Far above any trip count; a product with any number of seconds is still
/// finite.
static constexpr double maxTrips = 1e200;

/// Trips of each loop, whose true number XLA may not know.
static constexpr double assumedTrips = 5;

CostModel::CostModel(const AccessIndex &uses, const ServingTiers &serving,
                     TierId fast, const MsaOptions &options)
    : uses(uses), problem(uses.problem), serving(serving), fast(fast),
      options(options) {
  // Outer loops come first. A product of trip counts may exceed the range of
  // integers; as a double it stays finite.
  multipliers.assign(1, 1);
  for (LoopId loop = 0; loop < static_cast<LoopId>(uses.loops.size()); ++loop) {
    const double outer = multipliers[uses.loops[loop].parent + 1];
    multipliers.push_back(std::min(outer * assumedTrips, maxTrips));
  }

  nested.assign(1, 0);
  std::vector<double> busy(problem.target.tiers.size());
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const Op &op = problem.ops[step];
    std::fill(busy.begin(), busy.end(), 0);
    for (size_t k = 0; k < op.accesses.size(); ++k)
      busy[serving[step][k]] += memoryOf(op.accesses[k], serving[step][k]);
    OpTime time;
    time.compute = secondsOf(op.computePs);
    time.memory = combine(busy);
    times.push_back(time);
    busyTimes.insert(busyTimes.end(), busy.begin(), busy.end());
    const double launch = op.isNull() ? 0 : secondsOf(problem.target.launchPs);
    seconds.push_back(launch + overlapped(op, time.compute, time.memory));
    nested.push_back(nested.back() +
                     seconds.back() * multiplierOf(uses.loopOf(step)));
  }
}

double CostModel::memoryOf(const Access &access, TierId tier) const {
  const Tier &memory = problem.target.tiers[tier];
  const double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes / memory.readBytesPerSecond;
  if (access.writes())
    seconds += bytes / memory.writeBytesPerSecond;
  return seconds / access.efficiency;
}

double CostModel::combine(const std::vector<double> &busy) const {
  double result = 0;
  for (double value : busy)
    result = problem.target.combine == Combine::Sum ? result + value
                                                    : std::max(result, value);
  return result;
}

// Returns the decrease of memory time if the accesses of one buffer move. If
// times of tiers add up, equal accesses give exactly equal savings, independent
// of rounding in other terms; otherwise equal layers of a network would not
// tie.
double CostModel::memorySavedBy(const BufferUse &use) const {
  if (problem.target.combine == Combine::Max)
    return times[use.step].memory - largestBusyWith(use);
  double saved = 0;
  for (int32_t k : use.accesses) {
    const Access &access = problem.ops[use.step].accesses[k];
    if (mayServe(problem.target, access, fast))
      saved += memoryOf(access, serving[use.step][k]) - memoryOf(access, fast);
  }
  return saved;
}

// Returns the seconds of the busiest tier if the accesses of one buffer move.
double CostModel::largestBusyWith(const BufferUse &use) const {
  const size_t numTiers = problem.target.tiers.size();
  const auto first = busyTimes.begin() + use.step * numTiers;
  std::vector<double> busy(first, first + numTiers);
  for (int32_t k : use.accesses) {
    const Access &access = problem.ops[use.step].accesses[k];
    if (!mayServe(problem.target, access, fast))
      continue;
    busy[serving[use.step][k]] -= memoryOf(access, serving[use.step][k]);
    busy[fast] += memoryOf(access, fast);
  }
  return combine(busy);
}

double CostModel::benefitOf(const BufferUse &use) const {
  const OpTime &time = times[use.step];
  // Without full overlap, an op bound by compute also becomes shorter.
  const double benefit = problem.ops[use.step].overlap < 1 ? reductionOf(use)
                         : time.memory > time.compute
                             ? memorySavedBy(use)
                             : time.memory - time.compute;
  return benefit * multiplierOf(uses.loopOf(use.step));
}

double CostModel::reductionOf(const BufferUse &use) const {
  const OpTime &time = times[use.step];
  const Op &op = problem.ops[use.step];
  return overlapped(op, time.compute, time.memory) -
         overlapped(op, time.compute, time.memory - memorySavedBy(use));
}

double CostModel::boundednessOf(BufferId buffer) const {
  const Buffer &data = problem.buffers[buffer];
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
  // An entry parameter is defined by an op of zero time.
  double sum = data.liveIn || bufferUses.empty() ? 0 : benefitOf(bufferUses[0]);
  for (size_t u = data.liveIn ? 0 : 1; u < bufferUses.size(); ++u) {
    const double benefit = benefitOf(bufferUses[u]);
    sum = sum > 0 && benefit > 0 ? sum + benefit : std::max(sum, benefit);
  }
  if (options.sizePenalty == SizePenalty::Sqrt)
    sum /= std::sqrt(static_cast<double>(data.size));
  return sum;
}
