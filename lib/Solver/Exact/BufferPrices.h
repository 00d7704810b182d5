//===- BufferPrices.h - Buffers' side of the price bound --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_BUFFERPRICES_H
#define MEMPLACE_LIB_SOLVER_EXACT_BUFFERPRICES_H

#include "Pricing.h"

#include <optional>

namespace memplace::solver::exact {

/// State of the copies of a buffer before one of its uses: a `Held` of two bits
/// per tier.
using BufferState = uint32_t;
enum class Held : uint32_t {
  No = 0,
  OnTheWay = 1, // Already paid for, has not served yet.
  Before = 2,   // Had a copy; not kept, or not paid for.
  Kept = 3      // Has a copy, paid for up to now.
};

/// One step with uses of a buffer.
struct Stage {
  Step step = 0;
  Step since = 0; // First boundary with the contents.
  bool creates = false, writes = false;
  std::vector<size_t> units; // Indices of units of the step.
};

/// The buffers' side of the price bound: least cost of the remaining uses, for
/// each use and state.
class BufferPrices {
public:
  explicit BufferPrices(const Pricing &pricing);

  std::vector<std::vector<Stage>> stages; // By buffer, in order of steps.

  /// Fills the tables. Returns the sum over buffers of their least costs.
  double update(const PriceList &prices);
  /// Adds the amounts taken if each buffer takes its cheapest path through its
  /// uses.
  void addTaken(const PriceList &prices, PriceList &taken);

  /// Returns the least cost of the uses of \p buffer from number \p stage on.
  double rest(BufferId buffer, size_t stage, BufferState state) const {
    return values[buffer][stage * numStates + state];
  }
  /// Returns the cost of filling \p tier for a use, with a start at \p release
  /// or later. Updates \p state for a copy brought to an intermediate tier.
  double fillCost(BufferId buffer, size_t stage, TierId tier, Step release,
                  BufferState &state) const;
  /// Returns the cost of holding a copy over [begin, end).
  double holdCost(BufferId buffer, TierId tier, Step begin, Step end) const {
    if (!pricing.isHeldPriced(buffer, tier))
      return 0;
    const double *sums =
        &heldSums[(buffer * numTiers + tier) * (pricing.model.numSteps + 2)];
    return sums[end] - sums[begin];
  }
  BufferState firstState(BufferId buffer) const;
  /// Excludes \p tier for the unit. Called if no better placement can serve the
  /// unit from this tier.
  void exclude(Step step, size_t unit, TierId tier) {
    isOut[pricing.servedIndex(step, unit, tier)] = true;
  }

  static Held get(BufferState state, TierId tier) {
    return static_cast<Held>(state >> 2 * tier & 3);
  }
  static BufferState with(BufferState state, TierId tier, Held held) {
    return (state & ~(BufferState(3) << 2 * tier)) |
           static_cast<BufferState>(held) << 2 * tier;
  }
  double magnitude = 0; // Sum of absolute terms, for the rounding error.

private:
  /// A fill of one tier, independent of the state.
  struct Fill {
    double cost = impossibleCost;
    uint32_t sources = 0; // Set of possible source tiers.
    /// If no source tier holds a copy: the intermediate tier, and the
    /// additional cost of a transfer to this tier.
    std::optional<TierId> relay;
    double relayCost = 0;
  };
  /// Costs of a use, independent of the state before the use.
  struct UseCosts {
    std::vector<double> served; // By set of serving tiers.
    std::vector<double> held;   // By tier: a copy during the use.
    std::vector<Fill> fills;    // By tier, from the step with the contents on.
  };
  struct Path {
    double cost = impossibleCost;
    uint32_t tiers = 0;    // Set of serving tiers.
    BufferState after = 0; // Including copies kept until the next stage.
  };
  void updateFlows(const PriceList &prices);
  void updateFills(BufferId buffer, size_t stage);
  double servedCost(const PriceList &prices, const Stage &stage,
                    uint32_t tiers) const;
  Fill fillOf(BufferId buffer, size_t stage, TierId tier, Step release) const;
  static double costOf(const Fill &fill, TierId tier, BufferState &state);
  void updateCosts(BufferId buffer, size_t stage, const PriceList &prices);
  Path bestPath(BufferId buffer, size_t stage, BufferState state) const;
  Path servedBy(BufferId buffer, size_t stage, BufferState state,
                uint32_t tiers, uint32_t &through) const;
  Path keepSome(BufferId buffer, size_t stage, BufferState state) const;
  void takeFlow(BufferId buffer, size_t channel, Step begin, Step end,
                PriceList &taken) const;
  void takeFill(BufferId buffer, size_t stage, TierId tier, BufferState &state,
                PriceList &taken) const;
  void takeServed(const Stage &use, const Path &path, const PriceList &prices,
                  PriceList &taken) const;
  void takeUse(BufferId buffer, size_t stage, const Path &path,
               BufferState state, PriceList &taken) const;
  void takeHold(BufferId buffer, TierId tier, Step begin, Step end,
                PriceList &taken) const;
  size_t fillIndex(BufferId buffer, size_t stage, size_t channel,
                   Step start) const {
    return firstFill[buffer][stage] +
           (start - firstStart(buffer, stage)) * numChannels + channel;
  }
  /// Returns the first start considered for a fill; any part of a fill before
  /// this boundary is free.
  Step firstStart(BufferId buffer, size_t stage) const {
    const Stage &use = stages[buffer][stage];
    return std::max(use.since, use.step - window);
  }
  static constexpr Step window = 40;

  const Pricing &pricing;
  const size_t numTiers, numChannels;
  const size_t numStates;
  /// By buffer, [stage, state]: before a use, and directly after the use with
  /// every copy `Kept`.
  std::vector<std::vector<double>> values, afters;
  std::vector<double> heldSums;      // [buffer, tier, step + 1].
  std::vector<double> flowPrices;    // [channel, slot], per byte.
  std::vector<double> latencyPrices; // [channel, slot], per second.
  /// Costs of fills by [start, channel]. `fills`: the cheapest fill from this
  /// start or later, including `held`. `flows`: the transfer alone, from
  /// exactly this start.
  std::vector<std::vector<size_t>> firstFill; // By buffer and stage.
  std::vector<double> fills, flows;
  std::vector<bool> isOut; // By Pricing::servedIndex.
  UseCosts costs;          // Of the current use.
  mutable std::vector<std::pair<double, size_t>> slots; // Scratch.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_BUFFERPRICES_H
