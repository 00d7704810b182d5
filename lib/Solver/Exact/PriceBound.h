//===- PriceBound.h - Lower bound on makespan by prices ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Lagrangian relaxation of all partial timetables (Stays.h), similar to the
// strong bound of docs/reference/bounds.md, but for all tiers and channels. The
// bound of a partial timetable is a sum of table entries.
//
// Both an op and a buffer decide on the tier that serves a unit, and on the
// copies of the buffer at a step. Fills take time of tiers and channels; ops
// leave such time. Each decision has a price: `served` for a unit in a tier (of
// any sign), `held` for a copy in a tier at a step, and `time` for a second of
// a tier or channel in one slot. A slot is an op or one of the two waits of a
// boundary: first for transfers started earlier, then for transfers started at
// the boundary. A second of the first wait at boundary x adds at least
// minTrips(x - 1/2, x) to the makespan, since an awaited transfer started
// inside all loops strictly around x. A second of the second wait adds
// tripsOf(x). So in such a slot the prices of all tiers and channels add up to
// at most this number.
//
// The makespan is then at least the sum of two parts. Each op adds its least
// net price for a choice and for the copies held at the step, as far as the
// copies fit. Each buffer adds the least price of a path through its uses. The
// paths are computed from the last use to the first, which yields a table of
// the least cost of the remaining uses, by use and state of the copies. The
// cost of a path has these terms:
//
// * Service: `served` of the unit, and `held` at the step.
// * A copy kept from one use to a later use: `held` at all steps in between.
// * A fill for a use at d. The fill starts at some boundary i, no earlier than
//   the partial timetable allows. It costs `held` from i to d, its bytes in the
//   cheapest slots from the second wait of i to the second wait of d, and its
//   latencies in the cheapest slot. An op moves at most the bytes that the
//   channel can move under the op's best choice. On a channel by deadline,
//   latencies are free because they overlap. For each tier through which the
//   source must be supplied since the last write, the same costs apply without
//   `held`. Such a source may serve later uses without a fill.
//
// The relaxation chooses every undecided detail (the start of a fill, a relay)
// in the cheapest way, so the sum is a bound for all placements.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H
#define MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H

#include "BufferPrices.h"
#include "Incumbent.h"
#include "NodeBudget.h"
#include "OpPrices.h"

namespace memplace::solver::exact {

/// Finds good prices, and then bounds partial timetables as decisions are added
/// and removed.
///
/// Method: subgradient ascent of the Lagrangian (Subgradient.h), from the best
/// of a few simple starts. `workOf` estimates the cost of one iteration.
class PriceBound {
public:
  explicit PriceBound(const Model &model);

  /// Returns true if one evaluation takes at most milliseconds.
  static bool isAffordable(const Model &model);

  /// Improves the bound in at most \p iterations steps, or until the bound
  /// reaches \p target. Takes fewer steps if a step is slow. Returns the bound,
  /// seconds.
  double improve(double target, int64_t iterations, NodeBudget &budget);

  const Pricing &getPricing() const { return pricing; }
  const OpPrices &getOps() const { return ops; }
  const BufferPrices &getBuffers() const { return buffers; }
  const PriceList &getPrices() const { return prices; }
  double slack() const { return 1e-11 * (ops.magnitude + buffers.magnitude); }

private:
  class Dual;

  double evaluate();
  void exclude(double bound, double target);
  void project();
  void setStart(size_t resource, double time, double served);

  const Model &model;
  Pricing pricing;
  OpPrices ops;
  BufferPrices buffers;
  PriceList prices;
  PriceList taken, given;                   // By buffers and by ops.
  double unit = 1;                          // Mean duration of an op, seconds.
  static constexpr size_t maxWork = 400000; // Limit of one evaluation.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICEBOUND_H
