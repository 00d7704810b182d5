//===- PlanByShifting.h - Moves reads of weights to earlier ops -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_PLANBYSHIFTING_H
#define MEMPLACE_LIB_IREE_WEIGHTS_PLANBYSHIFTING_H

#include "PlanStays.h"

namespace memplace {

/// Stays with the offsets of a packing within the arena, and what they are
/// worth.
struct ShiftedStays {
  std::vector<WeightStay> stays;
  Packing packing;
  PlanValue value;
};

/// Hill climbs over stays: one begins earlier, or two of one weight are joined;
/// the arena is packed anew, transients included; and that is kept if the plan
/// gets better. The same on every machine, if it is not for a deadline.
class StayShifter {
public:
  using Clock = std::chrono::steady_clock;

  StayShifter(const Problem &problem, int64_t arena, uint64_t seed,
              std::optional<Clock::time_point> deadline);

  /// Climbs from \p start, in an arena of \p limit bytes, which may be larger
  /// than the one that is there, in a number of attempts that is smaller for
  /// large problems. Does nothing if it cannot pack \p start.
  void climb(const std::vector<WeightStay> &start, int64_t limit);

  /// The best plan so far that fits the arena.
  const std::optional<ShiftedStays> &getBest() const { return best; }

private:
  std::optional<ShiftedStays> evaluate(std::vector<WeightStay> stays);
  bool tryEarlier(ShiftedStays &now, size_t stay);
  bool tryJoin(ShiftedStays &now, size_t stay);
  bool tryStays(ShiftedStays &now, std::vector<WeightStay> stays);

  const Problem &problem;
  int64_t arena;
  std::optional<ShiftedStays> best;
  int64_t limit = 0;       // Of this climb, bytes.
  int64_t evaluations = 0; // That are left for it.
  std::optional<Clock::time_point> deadline;
  PackLimits limits;
  std::vector<Step> begins; // Where stays begin: steps that use weights.
};

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANBYSHIFTING_H
