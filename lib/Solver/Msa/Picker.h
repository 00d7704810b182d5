//===- Picker.h - Start and end of copies -----------------------*- C++ -*-===//
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

/// Limits of a prefetch.
struct PrefetchWindow {
  LoopId level = noLoop; // Transfers run once per trip of this loop.
  Step earliest = 0;     // First boundary with the contents.
  Step by = 0;           // Boundary that needs the contents.
  double copySeconds = 0;
  double reduction = 0; // Seconds saved at the use.
};

/// Chooses times of copies. Steps [s, d) hide a copy from boundary s to
/// boundary d.
class Picker {
public:
  Picker(const AccessIndex &uses, const CostModel &cost,
         const MsaOptions &options, double tierCopySeconds)
      : uses(uses), cost(cost), options(options),
        tierCopySeconds(tierCopySeconds) {}

  /// Returns true if a buffer may stay unused from boundary \p from to boundary
  /// \p to.
  bool allowsKeeping(LoopId level, Step from, Step to) const;

  /// Returns the end of an eviction that starts at \p start: the first boundary
  /// with enough time in between, more in each \p retry, or else \p latest.
  Step evictionEnd(LoopId level, Step start, Step latest, double copySeconds,
                   int64_t retry) const;

  /// Starts a sequence of candidates for a prefetch. Returns false if no
  /// candidate exists.
  bool begin(const PrefetchWindow &window);
  /// Returns the latest candidate of `next`. Only after `begin`.
  Step latestStart() const { return latest; }
  /// Returns the next candidate, best first.
  std::optional<Step> next();

  /// Returns the first boundary from \p step to \p limit at which a copy of
  /// \p level may start; limit + 1 if none exists.
  static Step nextStart(const AccessIndex &uses, LoopId level, Step step,
                        Step limit);
  /// Returns the last such boundary from \p limit to \p step; limit - 1 if none
  /// exists.
  static Step previousStart(const AccessIndex &uses, LoopId level, Step step,
                            Step limit);

private:
  bool beginByCost();
  bool beginBySteps();
  std::optional<Step> nextByCost();
  Step firstWithin(double seconds, Step low, Step high) const;

  const AccessIndex &uses;
  const CostModel &cost;
  const MsaOptions &options;
  const double tierCopySeconds;

  PrefetchWindow window;
  Step earliest = 0; // First and last candidate.
  Step latest = 0;
  // Next candidates on either side of the preferred start.
  Step laterNext = 0;
  Step earlierNext = 0;
  bool isEarliersTurn = false;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_PICKER_H
