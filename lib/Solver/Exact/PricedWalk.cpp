//===- PricedWalk.cpp - Price bound of a partial timetable ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives the bound of a partial timetable from the tables of PriceBound.h:
// decided parts are paid in full, open parts count with their least cost. A
// decision changes the term of a single op or buffer, so a decision and its
// reversal take little time.
//
//===----------------------------------------------------------------------===//

#include "PricedWalk.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::solver::exact;

PricedWalk::PricedWalk(const Model &model, const PriceBound &prices)
    : model(model), prices(prices), table(prices.getBuffers()),
      values(prices.getOps().values), slack(prices.slack()),
      orders(model.numSteps + 1), minOps(model.numSteps + 2),
      opsBefore(model.numSteps + 2), stage(model.problem.buffers.size()),
      paid(stage.size()), value(stage.size()), state(stage.size()),
      ends(stage.size() * model.numTiers) {
  for (Step step = model.numSteps; step >= 0; --step) {
    std::vector<size_t> &order = orders[step];
    order.resize(values[step].size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return values[step][a] != values[step][b]
                 ? values[step][a] < values[step][b]
                 : a < b;
    });
    minOps[step] =
        minOps[step + 1] + (order.empty() ? 0 : values[step][order.front()]);
  }
  for (size_t b = 0; b < stage.size(); ++b) {
    state[b] = table.firstState(static_cast<BufferId>(b));
    value[b] = minRest(static_cast<BufferId>(b));
    buffers += value[b];
  }
}

/// Returns the least cost of the remaining uses, over all subsets of copies
/// kept until the next use.
double PricedWalk::minRest(BufferId buffer) const {
  const std::vector<Stage> &stages = table.stages[buffer];
  if (stage[buffer] == stages.size())
    return 0;
  const Step next = stages[stage[buffer]].step;
  uint32_t copies = 0;
  for (size_t m = 0; m < model.numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    if (BufferPrices::get(state[buffer], tier) == Held::Kept &&
        prices.getPricing().isHeldPriced(buffer, tier))
      copies |= uint32_t(1) << m;
  }
  double least = impossibleCost;
  for (uint32_t kept = copies;; kept = (kept - 1) & copies) {
    double cost = 0;
    BufferState now = state[buffer];
    for (size_t m = 0; m < model.numTiers; ++m) {
      const auto tier = static_cast<TierId>(m);
      if (kept >> m & 1)
        cost += table.holdCost(buffer, tier, ends[buffer * model.numTiers + m],
                               next);
      else if (copies >> m & 1)
        now = BufferPrices::with(now, tier, Held::Before);
    }
    least = std::min(least, cost + table.rest(buffer, stage[buffer], now));
    if (kept == 0)
      return least;
  }
}

PricedWalk::Change PricedWalk::serve(BufferId buffer,
                                     const std::vector<Serving> &how,
                                     const std::vector<Step> &releases,
                                     const std::vector<TierId> &tiers) {
  const size_t numTiers = model.numTiers;
  Step *of = &ends[buffer * numTiers];
  Change change = {buffer,        stage[buffer],
                   state[buffer], paid[buffer],
                   value[buffer], std::vector<Step>(of, of + numTiers)};
  const Stage &use = table.stages[buffer][stage[buffer]];
  BufferState &now = state[buffer];
  if (use.creates)
    now = 0;
  double cost = 0;
  for (size_t m = 0; m < numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    if (how[m] == Serving::No)
      continue;
    if (how[m] == Serving::Kept && !use.creates)
      cost += table.holdCost(buffer, tier, of[m], use.step);
    if (how[m] == Serving::Filled)
      cost += table.fillCost(buffer, stage[buffer], tier, releases[m], now);
    cost += table.holdCost(buffer, tier, use.step, use.step + 1);
    now = BufferPrices::with(use.writes ? 0 : now, tier, Held::Kept);
    of[m] = use.step + 1;
  }
  for (size_t k = 0; k < use.units.size(); ++k)
    cost += prices.getPrices().served[prices.getPricing().servedIndex(
        use.step, use.units[k], tiers[use.units[k]])];
  paid[buffer] += cost;
  ++stage[buffer];
  buffers -= value[buffer];
  value[buffer] = paid[buffer] + minRest(buffer);
  buffers += value[buffer];
  return change;
}

void PricedWalk::undo(const Change &change) {
  const BufferId b = change.buffer;
  buffers += change.value - value[b];
  stage[b] = change.stage;
  state[b] = change.state;
  paid[b] = change.paid;
  value[b] = change.value;
  std::copy(change.ends.begin(), change.ends.end(),
            ends.begin() + b * model.numTiers);
}
