//===- PricedWalk.h - Price bound of a partial timetable --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_PRICEDWALK_H
#define MEMPLACE_LIB_SOLVER_EXACT_PRICEDWALK_H

#include "PriceBound.h"

#include <array>

namespace memplace::solver::exact {

/// Service of a buffer by one tier at a step.
enum class Serving : uint8_t { No, Kept, Filled };

/// Bounds partial timetables, step by step, with the prices of `prices`.
class PricedWalk {
public:
  PricedWalk(const Model &model, const PriceBound &prices);

  /// Returns a bound for the decisions before \p step with the cheapest
  /// continuation. The second form fixes choice number \p choice of the step.
  double bound(Step step) const {
    return opsBefore[step] + minOps[step] + buffers - slack;
  }
  double bound(Step step, size_t choice) const {
    return opsBefore[step] + values[step][choice] + minOps[step + 1] + buffers -
           slack;
  }
  /// Returns the choices of a step, least bound first.
  const std::vector<size_t> &order(Step step) const { return orders[step]; }
  void choose(Step step, size_t choice) {
    opsBefore[step + 1] = opsBefore[step] + values[step][choice];
  }

  /// Previous values, for `undo`.
  struct Change {
    BufferId buffer = 0;
    size_t stage = 0;
    BufferState state = 0;
    double paid = 0, value = 0;
    std::vector<Step> ends;
  };
  /// Decides on the next use of \p buffer: its service by each tier in \p how,
  /// and the choice of \p tiers by unit. Fills start at \p releases or later.
  Change serve(BufferId buffer, const std::vector<Serving> &how,
               const std::vector<Step> &releases,
               const std::vector<TierId> &tiers);
  void undo(const Change &change);

private:
  double minRest(BufferId buffer) const;

  const Model &model;
  const PriceBound &prices;
  const BufferPrices &table;
  const std::vector<std::vector<double>> &values;
  const double slack;
  std::vector<std::vector<size_t>> orders;
  std::vector<double> minOps;    // By step: sum over the op and all later ops.
  std::vector<double> opsBefore; // By step.
  double buffers = 0;            // Sum of `value` over buffers.
  // By buffer: next use; amount paid; amount paid plus the least cost of the
  // rest.
  std::vector<size_t> stage;
  std::vector<double> paid, value;
  // `Kept`: the buffer has a copy, paid for up to `ends`.
  std::vector<BufferState> state;
  std::vector<Step> ends; // [buffer, tier].
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICEDWALK_H
