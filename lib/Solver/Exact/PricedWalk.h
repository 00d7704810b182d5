//===- PricedWalk.h - The price bound of a partial outline ------*- C++ -*-===//
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

/// How a tier serves a buffer at a step.
enum class Serving : uint8_t { No, Kept, Filled };

/// Bounds partial outlines, step by step, by the prices that `prices` has.
class PricedWalk {
public:
  PricedWalk(const Model &model, const PriceBound &prices);

  /// A bound for what is decided up to before \p step, with the fastest it can
  /// go on; or with choice number \p choice of that step.
  double bound(Step step) const {
    return opsBefore[step] + leastOps[step] + buffers - slack;
  }
  double bound(Step step, size_t choice) const {
    return opsBefore[step] + values[step][choice] + leastOps[step + 1] +
           buffers - slack;
  }
  /// Choices of a step, that with the least bound first.
  const std::vector<size_t> &order(Step step) const { return orders[step]; }
  void choose(Step step, size_t choice) {
    opsBefore[step + 1] = opsBefore[step] + values[step][choice];
  }

  /// What it takes to go back.
  struct Change {
    BufferId buffer = 0;
    size_t stage = 0;
    BufferState state = 0;
    double paid = 0, value = 0;
    std::vector<Step> ends;
  };
  /// Serves the next use of \p buffer like that, by tier; fills start at
  /// \p releases or later.
  Change serve(BufferId buffer, const std::vector<Serving> &how,
               const std::vector<Step> &releases,
               const std::vector<TierId> &tiers);
  void undo(const Change &change);

private:
  double leastRest(BufferId buffer) const;

  const Model &model;
  const PriceBound &prices;
  const BufferPrices &table;
  const std::vector<std::vector<double>> &values;
  const double slack;
  std::vector<std::vector<size_t>> orders;
  std::vector<double> leastOps;  // By step: of it and all later ones.
  std::vector<double> opsBefore; // By step.
  double buffers = 0;            // What they pay, and the least of the rest.
  // By buffer: the next use, what was paid, that with the least of the rest.
  std::vector<size_t> stage;
  std::vector<double> paid, value;
  // `Kept`: there is a copy, that is paid for up to `ends`.
  std::vector<BufferState> state;
  std::vector<Step> ends; // [buffer, tier].
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICEDWALK_H
