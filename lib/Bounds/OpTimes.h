//===- OpTimes.h - Lower bounds on the time of one op -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about one op, for the bounds. All times are lower bounds, in seconds.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_OPTIMES_H
#define MEMPLACE_LIB_BOUNDS_OPTIMES_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns true if \p buffer may be in \p tier and fits there. An external
/// buffer always fits in its home tier, since the caller has provided the room.
bool fitsIn(const Problem &problem, const Buffer &buffer, TierId tier);

/// Returns true if \p tier may serve \p access, and its buffer fits there.
bool canServe(const Problem &problem, const Access &access, TierId tier);

/// Returns the seconds that \p access takes of the time of \p tier.
double accessSeconds(const Access &access, const Tier &tier);

/// Returns the memory time of \p access in \p tier, in seconds.
inline double memorySeconds(const Access &access, const Tier &tier) {
  return accessSeconds(access, tier) / access.efficiency;
}

/// Returns the duration of \p op in seconds with each access in its fastest
/// allowed tier, ignoring room.
double fastestSeconds(const Problem &problem, const Op &op);

/// One buffer used by an op, from the point of view of a tier, called fast.
struct FastTierOperand {
  BufferId buffer = 0;
  int64_t size = 0;          // Bytes taken in the tier.
  double saving = 0;         // Memory time saved if fast, seconds.
  double slowSeconds = 0;    // Time of the tier `slow` saved if fast.
  bool mustBeInFast = false; // No other tier may serve it.
};

/// Duration of an op as a function of its operands in the fast tier: launch +
/// t(m), with memory time m = max(minMemory, memory - sum of their savings)
/// and t(m) = max(compute, m) + unhidden * min(compute, m). The function t is
/// convex: a second of saved memory time saves a full second of the op while m
/// is above compute, and `unhidden` of a second below.
struct OpTimes {
  double launch = 0;
  double compute = 0;
  double unhidden = 0;    // 1 - Op::overlap.
  double minMemory = 0;   // For any location of the operands.
  double floor = 0;       // t(minMemory).
  double memory = 0;      // With no fast operand.
  double slowSeconds = 0; // Time of `slow`, with no fast operand.
  /// Most time of `slow` that the op leaves to transfers in any placement.
  double freeAtMost = 0;
  std::vector<FastTierOperand>
      operands; // Operands that may be fast, each buffer once.

  /// Most memory time saved at full rate, and most memory time saved at all.
  double maxSavedInFull() const;
  double maxSaved() const;
  /// Returns the reduction of the duration for \p saved seconds of memory time.
  double gainOf(double saved) const;
  double durationLess(double gain) const;
  double duration(double saved) const { return durationLess(gainOf(saved)); }
};

/// Splits the times of \p op into operands in tier \p fast and the rest. \p
/// slow is the tier with counted time; if it equals \p fast, no such time is
/// counted.
OpTimes splitOp(const Problem &problem, const Op &op, TierId fast, TierId slow);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_OPTIMES_H
