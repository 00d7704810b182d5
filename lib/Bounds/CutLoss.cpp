//===- CutLoss.cpp - Loss of the strong bound in cut problems -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutLoss.h"

#include "UnsizedProblem.h"

#include "../Problem/PieceCosts.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

CutLoss::CutLoss(const Problem &problem, const FastTierModel &model)
    : model(model), pieceSeconds(secondsOf(getLeastPiecePs(problem.target))) {
  const Problem relaxed = withoutSizes(problem, findCuttable(problem));
  std::vector<std::vector<Touched>> touched(problem.ops.size());
  for (size_t k = 0; k < model.buffers.size(); ++k)
    for (const FastTierUse &use : model.buffers[k].uses)
      touched[use.step].push_back({k, &use});
  constexpr TierId fast = 0;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    if (problem.ops[step].cuts.empty())
      continue;
    ops.push_back(
        {step,
         splitOp(relaxed, relaxed.ops[step], fast, relaxed.target.defaultTier),
         std::move(touched[step])});
  }
}

/// Returns the contribution of a cut op to the bound. Its operands take no
/// room, each operand may be partly in the fast tier, and holding buffers there
/// during the op is free.
double CutLoss::partOf(const CutOp &op, const FastTierPrices &prices) {
  const OpTimes &times = op.times;
  const double timePrice = prices.time[op.step];
  const double rate = model.ops[op.step].trips - timePrice;
  knapsack.items.clear();
  auto next = op.touched.begin();
  for (const FastTierOperand &operand : times.operands) {
    while (next != op.touched.end() &&
           model.buffers[next->buffer].id < operand.buffer)
      ++next;
    const bool isKnown = next != op.touched.end() &&
                         model.buffers[next->buffer].id == operand.buffer;
    const int32_t price = isKnown ? next->use->price : -1;
    KnapsackItem item = {1, 0, timePrice * operand.slowSeconds,
                         rate * operand.saving};
    if (price >= 0)
      item.used -= prices.served[price];
    knapsack.items.push_back(item);
  }
  knapsack.capacity = static_cast<int64_t>(knapsack.items.size());
  setGain(knapsack, times, rate);
  // The relaxation lets each operand be in the fast tier in part.
  constexpr int64_t noNodes = 0;
  const double won = knapsack.solve(noNodes);
  const double paid =
      rate * (times.duration(0) + pieceSeconds) + timePrice * times.slowSeconds;
  magnitude += paid + won;
  return paid - won;
}

double CutLoss::lossOf(const CutOp &op, const PricedProblem &priced,
                       const FastTierPrices &prices) {
  magnitude = std::abs(priced.opParts[op.step]);
  double loss = priced.opParts[op.step] - partOf(op, prices);
  const auto add = [&](double value) {
    loss += value;
    magnitude += std::abs(value);
  };
  for (const FastTierPlace &place : model.ops[op.step].places)
    add(prices.held[place.heldPrice]);
  for (const Touched &one : op.touched) {
    const FastTierBuffer &buffer = model.buffers[one.buffer];
    if (const int32_t price = buffer.priceAt(op.step); price >= 0)
      add(-prices.held[price]);
    add(priced.bufferParts[one.buffer]);
    add(served[one.buffer]);
  }
  return loss + roundingSlack * magnitude;
}

double CutLoss::most(const PricedProblem &priced,
                     const FastTierPrices &prices) {
  served.assign(model.buffers.size(), 0);
  for (size_t k = 0; k < model.buffers.size(); ++k)
    for (const FastTierUse &use : model.buffers[k].uses)
      if (use.price >= 0)
        served[k] += prices.served[use.price];
  double sum = 0;
  for (const CutOp &op : ops)
    sum += std::max(0.0, lossOf(op, priced, prices));
  return sum;
}
