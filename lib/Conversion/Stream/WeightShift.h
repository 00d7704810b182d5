//===- WeightShift.h - Moves reads of weights to earlier ops ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CONVERSION_STREAM_WEIGHTSHIFT_H
#define MEMPLACE_LIB_CONVERSION_STREAM_WEIGHTSHIFT_H

#include "WeightPlan.h"

namespace memplace {

/// Stays with the offsets of a packing within the arena, and what they are
/// worth.
struct ShiftedStays {
  std::vector<WeightStay> stays;
  Packing packing;
  PlanValue value;
};

/// A hill climb over stays: it begins one earlier, or joins two stays of one
/// weight, packs the arena anew, transients included, and keeps that if the
/// plan gets better. The same on every machine, if it is not for a deadline.
class WeightShifter {
public:
  using Clock = std::chrono::steady_clock;

  WeightShifter(const Problem &problem, int64_t arena, uint64_t seed,
                std::optional<Clock::time_point> deadline);

  /// The packing of \p stays; none if it finds none within the arena.
  std::optional<ShiftedStays> evaluate(std::vector<WeightStay> stays);

  /// The best that it comes to from \p start, in a number of attempts that is
  /// smaller for large problems.
  ShiftedStays improve(ShiftedStays start);

private:
  bool tryEarlier(ShiftedStays &best, size_t stay);
  bool tryJoin(ShiftedStays &best, size_t stay);
  bool tryStays(ShiftedStays &best, std::vector<WeightStay> stays);

  const Problem &problem;
  int64_t arena;
  int64_t evaluations = 0; // That are left for this climb.
  std::optional<Clock::time_point> deadline;
  PackLimits limits;
  std::vector<Step> begins; // Where stays begin: steps that use weights.
};

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_STREAM_WEIGHTSHIFT_H
