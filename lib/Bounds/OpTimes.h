//===- OpTimes.h - How long an op takes at least ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the bounds know of one op. All times are seconds, and lower bounds.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_OPTIMES_H
#define MEMPLACE_LIB_BOUNDS_OPTIMES_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Whether \p buffer may be in \p tier and fits there. An external buffer's
/// place in its home tier is the caller's, who made room for it.
bool fitsIn(const Problem &problem, const Buffer &buffer, TierId tier);

/// Whether \p tier may serve \p access, and its buffer fits there.
bool canServe(const Problem &problem, const Access &access, TierId tier);

/// Seconds that \p access takes of the time of \p tier.
double accessSeconds(const Access &access, const Tier &tier);

/// Seconds of memory time that \p access needs there.
inline double memorySeconds(const Access &access, const Tier &tier) {
  return accessSeconds(access, tier) / access.efficiency;
}

/// Seconds that \p op takes if each access has the fastest tier that may serve
/// it, whatever else is there.
double fastestSeconds(const Problem &problem, const Op &op);

/// One buffer that an op uses, as far as one tier, here called near, matters.
struct NearOperand {
  BufferId buffer = 0;
  int64_t size = 0;        // Bytes that it takes up there.
  double saving = 0;       // Seconds of memory time less if it is near.
  double farSeconds = 0;   // Time of the tier `far` that it then does not need.
  bool mustBeNear = false; // No other tier may serve it.
};

/// How long an op takes, by which of its operands are near: launch + t(m), with
/// memory time m = max(leastMemory, memory - sum of their savings) and t(m) =
/// max(compute, m) + unhidden * min(compute, m). That is convex: a second of
/// memory saved saves a second of the op as long as m is above compute, and
/// `unhidden` of a second below.
struct OpTimes {
  double launch = 0;
  double compute = 0;
  double unhidden = 0;    // 1 - Op::overlap.
  double leastMemory = 0; // Wherever the operands are.
  double floor = 0;       // t(leastMemory).
  double memory = 0;      // With no operand near.
  double farSeconds = 0;  // Time of the tier `far`, with no operand near.
  /// The most time of `far` that the op leaves to transfers, however it is
  /// placed.
  double freeAtMost = 0;
  std::vector<NearOperand>
      operands; // Those that may be near, each buffer once.

  /// The most memory time that is saved at full price, and the most at all.
  double maxSavedInFull() const;
  double maxSaved() const;
  /// By how much the op gets shorter if so much memory time is saved.
  double gainOf(double saved) const;
  double durationLess(double gain) const;
  double duration(double saved) const { return durationLess(gainOf(saved)); }
};

/// Splits \p op into what is near, that is, in tier \p near, and what is not.
/// \p far is the tier whose time is counted; none if it is \p near.
OpTimes splitOp(const Problem &problem, const Op &op, TierId near, TierId far);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_OPTIMES_H
