//===- CostModel.h - What msa believes about time ---------------*- C++ -*-===//
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

/// The tier that every access is served from: by step, then access.
using ServingTiers = std::vector<std::vector<TierId>>;

/// The cost analysis of XLA's memory space assignment. Its idea of an op's time
/// does not change while buffers move. Nothing here knows of stalls, or of
/// transfers that share a tier.
class CostModel {
public:
  /// \p serving: where everything is before buffers move to \p fast.
  CostModel(const Uses &uses, const ServingTiers &serving, TierId fast,
            const MsaOptions &options);

  /// Seconds of one run of op \p step.
  double opSeconds(Step step) const { return seconds[step]; }

  /// Seconds of steps [begin, end), each loop deeper than \p level counted
  /// as often as it is believed to run. \p level is around all of the steps.
  double elapsed(LoopId level, Step begin, Step end) const {
    return (nested[end] - nested[begin]) / multiplierOf(level);
  }

  /// Seconds by which op \p group gets shorter with this buffer alone in the
  /// fast tier, if it waits for memory or does not overlap in full; else,
  /// negative, by how far it does not. Times the loops around it.
  double benefitOf(const AccessGroup &group) const;

  /// Seconds by which the op itself gets shorter then, in one run.
  double reductionOf(const AccessGroup &group) const;

  /// The benefit of all of a buffer's accesses, divided as the size penalty
  /// says.
  double boundednessOf(BufferId buffer) const;

  /// Bytes that the accesses of \p group move.
  double bytesOf(const AccessGroup &group) const;

private:
  struct OpTime {
    double compute = 0;
    double memory = 0;
  };
  double multiplierOf(LoopId loop) const { return multipliers[loop + 1]; }
  double memorySavedBy(const AccessGroup &group) const;
  double largestBusyWith(const AccessGroup &group) const;
  double memoryOf(const Access &access, TierId tier) const;
  double combine(const std::vector<double> &busy) const;

  const Uses &uses;
  const Problem &problem;
  const ServingTiers &serving;
  TierId fast;
  const MsaOptions &options;
  std::vector<OpTime> times;
  std::vector<double> busyTimes; // [steps, tiers], seconds.
  std::vector<double> seconds;   // By step.
  std::vector<double> nested;    // Sums of seconds × multiplier before a step.
  std::vector<double> multipliers; // [0] is the program's.
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_COSTMODEL_H
