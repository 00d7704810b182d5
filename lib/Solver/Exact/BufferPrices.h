//===- BufferPrices.h - What buffers pay for their stays --------*- C++ -*-===//
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

/// Where a buffer is before one of its uses, two bits a tier.
using BufferState = uint32_t;
enum class Held : uint32_t {
  No = 0,
  OnTheWay = 1, // A copy that was paid for, but has not served yet.
  Before = 2,   // There was a copy. It is not kept until now, or not paid for.
  Kept = 3      // There is a copy, paid for up to now.
};

/// One step at which a buffer is used.
struct Stage {
  Step step = 0;
  Step since = 0; // First boundary at which there are the contents.
  bool creates = false, writes = false;
  std::vector<size_t> units; // Of the step.
};

/// The buffers' side: for each use and state, what the rest costs at least.
class BufferPrices {
public:
  explicit BufferPrices(const Pricing &pricing);

  std::vector<std::vector<Stage>> stages; // By buffer.

  /// Fills the tables. Returns the sum of the least of all buffers.
  double update(const PriceList &prices);
  /// Adds what the buffers take if each has its cheapest way.
  void addTaken(const PriceList &prices, PriceList &taken);

  /// What the uses of \p buffer from number \p stage on cost at least.
  double rest(BufferId buffer, size_t stage, BufferState state) const {
    return values[buffer][stage * numStates + state];
  }
  /// What a fill of \p tier for a use costs that starts at \p release or later;
  /// sets what that brings to \p state.
  double fillCost(BufferId buffer, size_t stage, TierId tier, Step release,
                  BufferState &state) const;
  /// What it costs to hold a copy over [begin, end).
  double holdCost(BufferId buffer, TierId tier, Step begin, Step end) const {
    if (!pricing.isHeldPriced(buffer, tier))
      return 0;
    const double *sums =
        &heldSums[(buffer * numTiers + tier) * (pricing.model.numSteps + 2)];
    return sums[end] - sums[begin];
  }
  BufferState firstState(BufferId buffer) const;
  /// No placement of interest serves the unit from \p tier.
  void leaveOut(Step step, size_t unit, TierId tier) {
    isOut[pricing.servedIndex(step, unit, tier)] = true;
  }

  static Held get(BufferState state, TierId tier) {
    return static_cast<Held>(state >> 2 * tier & 3);
  }
  static BufferState with(BufferState state, TierId tier, Held held) {
    return (state & ~(BufferState(3) << 2 * tier)) |
           static_cast<BufferState>(held) << 2 * tier;
  }
  double magnitude = 0; // Of all that was added up.

private:
  /// A fill of one tier, whatever the state is.
  struct Fill {
    double cost = unpayable;
    uint32_t sources = 0; // Tiers that it may come from.
    /// With none of them held: the tier on the way, and what the transfer to it
    /// costs more.
    std::optional<TierId> relay;
    double relayCost = 0;
  };
  /// What a use costs, whatever the state before it is.
  struct UseCosts {
    std::vector<double> served; // By set of tiers that serve.
    std::vector<double> held;   // By tier: a copy during the use.
    std::vector<Fill> fills;    // By tier, after the contents are there.
  };
  struct Way {
    double cost = unpayable;
    uint32_t tiers = 0;    // That serve.
    BufferState after = 0; // With what is kept until the next stage.
  };
  void updateFlows(const PriceList &prices);
  void updateFills(BufferId buffer, size_t stage);
  double servedCost(const PriceList &prices, const Stage &stage,
                    uint32_t tiers) const;
  Fill fillOf(BufferId buffer, size_t stage, TierId tier, Step release) const;
  static double costOf(const Fill &fill, TierId tier, BufferState &state);
  void updateCosts(BufferId buffer, size_t stage, const PriceList &prices);
  Way bestWay(BufferId buffer, size_t stage, BufferState state) const;
  Way servedBy(BufferId buffer, size_t stage, BufferState state, uint32_t tiers,
               uint32_t &through) const;
  Way keepSome(BufferId buffer, size_t stage, BufferState state) const;
  void takeFlow(BufferId buffer, size_t channel, Step begin, Step end,
                PriceList &taken) const;
  void takeFill(BufferId buffer, size_t stage, TierId tier, BufferState &state,
                PriceList &taken) const;
  void takeServed(const Stage &use, const Way &way, const PriceList &prices,
                  PriceList &taken) const;
  void takeUse(BufferId buffer, size_t stage, const Way &way, BufferState state,
               PriceList &taken) const;
  void takeHold(BufferId buffer, TierId tier, Step begin, Step end,
                PriceList &taken) const;
  size_t fillIndex(BufferId buffer, size_t stage, size_t channel,
                   Step start) const {
    return firstFill[buffer][stage] +
           (start - firstStart(buffer, stage)) * numChannels + channel;
  }
  /// The first start of a fill that is looked at; what starts sooner is free.
  Step firstStart(BufferId buffer, size_t stage) const {
    const Stage &use = stages[buffer][stage];
    return std::max(use.since, use.step - window);
  }
  static constexpr Step window = 40;

  const Pricing &pricing;
  const size_t numTiers, numChannels;
  const size_t numStates;
  /// By buffer, [stage, state]: before a use, and right after it with all that
  /// there is `Kept`.
  std::vector<std::vector<double>> values, afters;
  std::vector<double> heldSums;      // [buffer, tier, step + 1].
  std::vector<double> flowPrices;    // [channel, slot], for each byte.
  std::vector<double> latencyPrices; // [channel, slot], for each second.
  /// The cheapest fill from a start or later by a channel: [start, channel],
  /// with `held`, and its flow alone from exactly that start.
  std::vector<std::vector<size_t>> firstFill; // By buffer and stage.
  std::vector<double> fills, flows;
  std::vector<bool> isOut; // By Pricing::servedIndex.
  UseCosts costs;          // Of the use that is looked at.
  mutable std::vector<std::pair<double, size_t>> slots; // Scratch.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_BUFFERPRICES_H
