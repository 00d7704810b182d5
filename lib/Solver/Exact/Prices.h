//===- Prices.h - A bound by prices, kept up to date ------------*- C++ -*-===//
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
//   choice of it lets the channel move; and the latency in the cheapest slot
//   (unless the channel serves by deadline, when latencies pass together).
//   For each tier that its source needs to be brought to since the last write,
//   the same without `held`. That source may serve later uses without a fill.
//
// What the outline leaves open (when does a fill start, is there a relay) is
// chosen here as is cheapest, so the sum is a bound for all placements.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_PRICES_H
#define MEMPLACE_LIB_SOLVER_EXACT_PRICES_H

#include "Incumbent.h"
#include "Model.h"
#include "NodeBudget.h"

namespace memplace::solver::exact {

/// Numbers of everything that has a price; or amounts of it.
struct PriceList {
  std::vector<double> served; // By Pricing::servedIndex.
  std::vector<double> held;   // By Pricing::heldIndex.
  std::vector<double> time;   // [resource, slot]: tiers, then channels.
  /// Sets all numbers to 0.
  void clear() {
    for (std::vector<double> *list : {&served, &held, &time})
      std::fill(list->begin(), list->end(), 0);
  }
};

/// What has prices. Slots: 3 x and 3 x + 1 are the waits of boundary x for what
/// started before it and for what starts there, 3 x + 2 is op x.
class Pricing {
public:
  explicit Pricing(const Model &model);

  const Model &model;
  const size_t numTiers;
  const size_t numResources;
  const size_t numSlots;
  /// Tiers that can't hold all buffers at once; else `held` has no price.
  std::vector<bool> isTight;
  /// The most bytes that each channel can move in each op: [channel, step].
  std::vector<double> maxBytes;
  /// By slot: the most that its resources cost together; infinite for ops.
  std::vector<double> maxPrice;

  bool isHeldPriced(BufferId buffer, TierId tier) const {
    return isTight[tier] && !model.isExternalHome(buffer, tier);
  }
  size_t heldIndex(BufferId buffer, TierId tier, Step step) const {
    return (buffer * numTiers + tier) * (model.numSteps + 1) + step;
  }
  size_t servedIndex(Step step, size_t unit, TierId tier) const {
    return firstServed[step] + unit * numTiers + tier;
  }
  size_t timeIndex(size_t resource, size_t slot) const {
    return resource * numSlots + slot;
  }
  PriceList makeList() const;

private:
  std::vector<size_t> firstServed; // By step.
};

/// The ops' side: for each choice, what it pays and is paid at least.
class OpPrices {
public:
  explicit OpPrices(const Pricing &pricing);

  /// Fills `values`. Returns the sum of the least of all steps.
  double update(const PriceList &prices);
  /// Leaves out choices that cost \p margin or more above the cheapest of their
  /// step, for good. Whether there were any.
  bool leaveOut(double margin);
  /// Whether a choice that is left serves a unit from \p tier.
  bool mayServe(Step step, size_t unit, TierId tier) const;
  /// Adds what the ops leave and hold if each makes its cheapest choice.
  void addGiven(const PriceList &prices, PriceList &given);

  std::vector<std::vector<double>> values; // By step and choice.
  std::vector<size_t> cheapest;            // By step.
  double magnitude = 0;                    // Of all that was added up.

private:
  /// A set of buffers that an op uses in one tier, and what is best there.
  struct Hold {
    TierId tier = 0;
    std::vector<BufferId> used;
    double value = 0;
    std::vector<BufferId> taken; // Besides these.
  };
  void addHolds(Step step);
  void fill(Step step, Hold &hold, const PriceList &prices);
  double pack(size_t index, int64_t room, double value);

  const Pricing &pricing;
  std::vector<std::vector<Hold>> holds; // By step.
  /// By step, choice and tight tier: index into holds.
  std::vector<std::vector<std::vector<size_t>>> holdsOf;
  struct Item {
    BufferId buffer;
    double size, price;
  };
  std::vector<std::vector<bool>> isOut; // By step and choice.
  std::vector<Item> items; // Scratch: what may be held, best first.
  std::vector<bool> current, best;
  double bestValue = 0;
  int64_t numNodes = 0;
};

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
  double servedCost(const PriceList &prices, const Stage &stage,
                    uint32_t tiers) const;
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
  struct Way {
    double cost = unpayable;
    uint32_t tiers = 0;    // That serve.
    BufferState after = 0; // With what is kept until the next stage.
  };
  void updateFlows(const PriceList &prices);
  void updateFills(BufferId buffer, size_t stage);
  double flowCost(BufferId buffer, size_t channel, Step begin, Step end) const;
  Way bestWay(BufferId buffer, size_t stage, BufferState state,
              const PriceList &prices) const;
  Way servedBy(BufferId buffer, size_t stage, BufferState state, uint32_t tiers,
               const PriceList &prices, uint32_t &through) const;
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
  std::vector<std::vector<double>> values; // By buffer: [stage, state].
  std::vector<double> heldSums;            // [buffer, tier, step + 1].
  std::vector<double> flowPrices;          // [channel, slot], for each byte.
  std::vector<double> latencyPrices;       // [channel, slot], for each second.
  /// The cheapest fill from a start or later by a channel: [start, channel],
  /// with `held`, and its flow alone from exactly that start.
  std::vector<std::vector<size_t>> firstFill; // By buffer and stage.
  std::vector<double> fills, flows;
  std::vector<bool> isOut; // By Pricing::servedIndex.
  mutable std::vector<std::pair<double, size_t>> slots; // Scratch.
};

/// Finds good prices. Then bounds partial outlines, as they grow and shrink.
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

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICES_H
