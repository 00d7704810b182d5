//===- CostModel.h - Time estimates of msa ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_COSTMODEL_H
#define MEMPLACE_LIB_SOLVER_MSA_COSTMODEL_H

#include "../PlanningNames.h"
#include "MsaOptions.h"

namespace memplace::solver::msa {

/// Serving tier of every access: by step, then access.
using ServingTiers = std::vector<std::vector<TierId>>;

/// Cost analysis of XLA's memory space assignment. The estimated time of an op
/// does not change when buffers move. The model ignores stalls and tiers shared
/// with transfers.
class CostModel {
public:
  /// \p serving gives the tiers before any buffer moves to \p fast.
  CostModel(const AccessIndex &uses, const ServingTiers &serving, TierId fast,
            const MsaOptions &options);

  /// Returns the seconds of one run of op \p step.
  double opSeconds(Step step) const { return seconds[step]; }

  /// Returns the seconds of steps [begin, end). Each loop deeper than \p level
  /// counts with its estimated trip count. All of the steps must lie within
  /// \p level.
  double elapsed(LoopId level, Step begin, Step end) const {
    return (nested[end] - nested[begin]) / multiplierOf(level);
  }

  /// Returns the seconds saved if this buffer alone moves to the fast tier,
  /// times the estimated trips of the loops around the op. For a fully
  /// overlapped op bound by compute, returns the negative distance to being
  /// memory bound instead.
  double benefitOf(const BufferUse &use) const;

  /// Returns the seconds by which a single run of the op becomes shorter.
  double reductionOf(const BufferUse &use) const;

  /// Returns the sum of the positive benefits of a buffer's uses, or the
  /// largest if none is positive, divided by the size penalty.
  double boundednessOf(BufferId buffer) const;

private:
  struct OpTime {
    double compute = 0;
    double memory = 0;
  };
  double multiplierOf(LoopId loop) const { return multipliers[loop + 1]; }
  double memorySavedBy(const BufferUse &use) const;
  double largestBusyWith(const BufferUse &use) const;
  double memoryOf(const Access &access, TierId tier) const;
  double combine(const std::vector<double> &busy) const;

  const AccessIndex &uses;
  const Problem &problem;
  const ServingTiers &serving;
  TierId fast;
  const MsaOptions &options;
  std::vector<OpTime> times;
  std::vector<double> busyTimes;   // [steps, tiers], seconds.
  std::vector<double> seconds;     // By step.
  std::vector<double> nested;      // Prefix sums of seconds × multiplier.
  std::vector<double> multipliers; // [0] is the program's.
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_COSTMODEL_H
