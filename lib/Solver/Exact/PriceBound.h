//===- PriceBound.h - A bound by prices, kept up to date --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Lagrangian relaxation of all outlines (Stays.h), like the strong bound of
// docs/reference/bounds.md, but for all tiers and channels, and such that the
// bound of a partial outline is a sum of numbers from tables.
//
// An op and a buffer both say which tier serves a unit, and where copies of the
// buffer are at a step. Fills take time of tiers and channels, ops leave it.
// Each of these pays or is paid a price: `served` for a unit in a tier (of any
// sign), `held` for a copy in a tier at a step, `time` for a second of a tier
// or channel in one slot. Slots are ops, and the two waits of each boundary:
// for what started before it, and for what starts there. A second of a wait at
// boundary x costs the makespan at least as much as leastTrips(x - 1/2, x)
// says, as what is awaited started in all loops that x is strictly inside; and
// in the second wait tripsOf(x). So the prices of all tiers and channels in
// such a slot add up to that at most.
//
// Then the makespan is at least the sum, over ops, of the least that one pays
// for a choice and for what it holds there, as far as it fits; and over
// buffers, of the least that one pays for a way through its uses. The latter
// is found from the last use to the first, so that there is a table of what
// the rest costs at least, by use and by where the buffer is. What a way costs:
//
// * serving: `served` of the unit, and `held` at the step.
// * a copy kept from one use to a later one: `held` at all steps in between.
// * a fill for a use at d: it starts at some boundary i, no earlier than the
//   outline allows; `held` from i to d; its bytes in the cheapest slots from
//   the second wait of i to that of d, no more in an op than the most that any
//   choice of it lets the channel move; and the latencies in the cheapest slot
//   (unless the channel serves by deadline, when latencies pass together).
//   For each tier that its source needs to be brought to since the last write,
//   the same without `held`. That source may serve later uses without a fill.
//
// What the outline leaves open (when does a fill start, is there a relay) is
// chosen here as is cheapest, so the sum is a bound for all placements.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H
#define MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H

#include "BufferPrices.h"
#include "Incumbent.h"
#include "NodeBudget.h"
#include "OpPrices.h"

namespace memplace::solver::exact {

/// Finds good prices. Then bounds partial outlines, as they grow and shrink.
///
/// Method: subgradient ascent of the Lagrangian (Subgradient.h), from the best
/// of a few simple starts. What one iteration costs is what `workOf` counts.
class PriceBound {
public:
  explicit PriceBound(const Model &model);

  /// Whether one evaluation takes milliseconds at most.
  static bool isAffordable(const Model &model);

  /// Improves the bound in so many steps, or until it is \p target; fewer if
  /// one takes long. Returns it.
  double improve(double target, int64_t iterations, NodeBudget &budget);

  const Pricing &getPricing() const { return pricing; }
  const OpPrices &getOps() const { return ops; }
  const BufferPrices &getBuffers() const { return buffers; }
  const PriceList &getPrices() const { return prices; }
  double slack() const { return 1e-11 * (ops.magnitude + buffers.magnitude); }

private:
  class Dual;

  double evaluate();
  void leaveOut(double bound, double target);
  void project();
  void setStart(size_t resource, double time, double served);

  const Model &model;
  Pricing pricing;
  OpPrices ops;
  BufferPrices buffers;
  PriceList prices;
  PriceList taken, given;                   // What buffers take and ops give.
  double unit = 1;                          // Seconds: the mean of an op.
  static constexpr size_t maxWork = 400000; // Of one evaluation.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H
