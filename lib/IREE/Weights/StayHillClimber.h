//===- StayHillClimber.h - Moves reads to earlier steps ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_STAYHILLCLIMBER_H
#define MEMPLACE_LIB_IREE_WEIGHTS_STAYHILLCLIMBER_H

#include "PlanStays.h"

namespace memplace {

/// Stays with offsets within the arena, and the value of the plan.
struct ShiftedStays {
  StreamPlan plan;
  StreamCost value;
};

/// Hill climbing over stays. A move starts a stay earlier or merges two stays
/// of one weight; then the arena, transients included, is packed again. A move
/// is kept if the plan improves. The result is the same on every machine unless
/// there is a deadline.
class StayHillClimber {
public:
  using Clock = std::chrono::steady_clock;

  StayHillClimber(const Problem &problem, int64_t arena, uint64_t seed,
                  std::optional<Clock::time_point> deadline);

  /// Climbs from \p start in an arena of \p limit bytes, which may exceed the
  /// available arena. Large problems get fewer attempts. Does nothing if
  /// \p start cannot be packed.
  void climb(const std::vector<ReadStay> &start, int64_t limit);

  /// Returns the best plan so far that fits the arena.
  const std::optional<ShiftedStays> &getBest() const { return best; }

private:
  std::optional<ShiftedStays> evaluate(std::vector<ReadStay> stays);
  bool tryEarlier(ShiftedStays &now, size_t stay);
  bool tryJoin(ShiftedStays &now, size_t stay);
  bool tryStays(ShiftedStays &now, std::vector<ReadStay> stays);

  const Problem &problem;
  int64_t arena;
  std::optional<ShiftedStays> best;
  int64_t limit = 0;       // Of this climb, bytes.
  int64_t evaluations = 0; // Left for this climb.
  std::optional<Clock::time_point> deadline;
  PackLimits limits;
  std::vector<Step> begins; // Candidate starts: steps that use weights.
};

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_STAYHILLCLIMBER_H
