//===- Picker.h - When copies start and end ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_PICKER_H
#define MEMPLACE_LIB_SOLVER_MSA_PICKER_H

#include "CostModel.h"

namespace memplace::solver::msa {

/// Where a prefetch may start.
struct PrefetchWindow {
  LoopId level = noLoop; // Its transfers run once per trip of this loop.
  Step earliest = 0;     // First boundary at which the contents are there.
  Step by = 0;           // The boundary at which they are needed.
  double copySeconds = 0;
  double reduction = 0; // Seconds by which the use gets shorter.
};

/// Chooses times. A copy that starts at boundary s and is done at boundary d is
/// hidden by steps [s, d).
class Picker {
public:
  Picker(const Uses &uses, const CostModel &cost, const MsaOptions &options,
         double tierCopySeconds)
      : uses(uses), cost(cost), options(options),
        tierCopySeconds(tierCopySeconds) {}

  /// Whether a buffer may wait from boundary \p from to boundary \p to.
  bool allowsKeeping(LoopId level, Step from, Step to) const;

  /// Where an eviction that starts at \p start should end, at most \p latest.
  Step evictionEnd(LoopId level, Step start, Step latest, double copySeconds,
                   int64_t retry) const;

  /// Begins with the candidates for a prefetch. False: there are none.
  bool begin(const PrefetchWindow &window);
  /// The latest start that `next` would ever give. Only after `begin`.
  Step latestStart() const { return latest; }
  /// The next candidate, best first.
  std::optional<Step> next();

  /// Starts for \p count copies from \p start on: the time up to the use is
  /// split evenly. They may be the same where no boundary is between. Only
  /// after `begin`.
  std::vector<Step> partStarts(Step start, int64_t count) const;

  /// First boundary from \p step to \p limit at which a copy of \p level may
  /// start; limit + 1: none.
  static Step nextStart(const Uses &uses, LoopId level, Step step, Step limit);
  /// Last one from \p limit to \p step; limit - 1: none.
  static Step previousStart(const Uses &uses, LoopId level, Step step,
                            Step limit);

private:
  bool beginByCost();
  bool beginBySteps();
  std::optional<Step> nextByCost();
  Step firstWithin(double seconds, Step low, Step high) const;

  const Uses &uses;
  const CostModel &cost;
  const MsaOptions &options;
  const double tierCopySeconds;

  PrefetchWindow window;
  Step earliest = 0; // First and last candidate.
  Step latest = 0;
  // The next ones on either side of the preferred start.
  Step laterNext = 0;
  Step earlierNext = 0;
  bool isEarliersTurn = false;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_PICKER_H
