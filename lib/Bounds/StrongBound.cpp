//===- StrongBound.cpp - Lower bound by Lagrangian relaxation -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md for the relaxation and the proof. Ops and
// buffers choose independently, and prices make their choices agree. Any prices
// give a bound; subgradient ascent (Subgradient.h) finds good prices.
//
//===----------------------------------------------------------------------===//

#include "CutLoss.h"
#include "DefaultBound.h"
#include "ForcedIdle.h"
#include "PricedProblem.h"
#include "Relaxation.h"
#include "RoomDual.h"
#include "Subgradient.h"
#include "memplace/Bounds/LowerBound.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

/// A share small enough to act only as a tie-breaker.
static constexpr double smallShare = 1e-3;

/// From this number of ops on, the ascent starts with common prices for all
/// buffers, because separate prices would take too many iterations from zero.
static constexpr size_t minStepsForRoom = 1000;

namespace {

/// Mean of the choices in the last iterations. Each single choice is all or
/// nothing; the mean approximates the best fractional choice (Barahona and
/// Anbil 2000, "The volume algorithm").
class MeanChoice {
public:
  void add(const FastTierAmounts &amounts) {
    ++count;
    blend(mean.held, amounts.held);
    blend(mean.served, amounts.served);
  }
  const FastTierAmounts &get() const { return mean; }

private:
  void blend(std::vector<double> &into, const std::vector<double> &add) const {
    const double share = std::max(0.02, 1 / static_cast<double>(count));
    into.resize(add.size());
    for (size_t i = 0; i < into.size(); ++i)
      into[i] += share * (add[i] - into[i]);
  }
  FastTierAmounts mean;
  int64_t count = 0;
};

/// The bound as a function of the prices.
class FastTierDual : public DualFunction {
public:
  /// \p mean, if not null, receives the choices of the buffers.
  FastTierDual(const FastTierModel &model, const BoundLimits &limits,
               MeanChoice *mean = nullptr, CutLoss *loss = nullptr)
      : model(model), limits(limits), priced(model), mean(mean), loss(loss) {
    prices.held.resize(model.numHeldPrices);
    prices.served.resize(model.numServedPrices);
    prices.time.resize(model.ops.size());
    units.held.resize(model.numHeldPrices, 1);
    units.served.resize(model.numServedPrices, 1);
    units.time.resize(model.ops.size(), 1);
  }

  /// Returns the best bound found, in seconds; at least the valid bound
  /// \p known.
  double maximize(double known) {
    AscentOptions options;
    options.iterations = limits.iterations;
    options.target = limits.target;
    options.targetTolerance = 1e-9; // Tolerance of a makespan.
    options.enough = limits.enough;
    options.minRise = 1e-4;
    options.maxFall = 4;
    SubgradientAscent ascent(*this, options, known);
    setLeastPrices();
    ascent.tryStart();
    setFullTimePrices();
    ascent.tryStart();
    if (!model.notFree.empty()) {
      resetServedPrices();
      ascent.tryStart();
    }
    if (model.blockLength > 0 && model.ops.size() >= minStepsForRoom) {
      options.iterations = limits.iterations / 3;
      setRoomPrices(options);
      ascent.tryStart();
    }
    return ascent.run();
  }

  /// Returns the best bound valid for cut problems as well, by subtracting
  /// `loss`; seconds.
  double bestWithPieces() const { return withPieces; }

  std::vector<PriceBlock> blocks() override {
    const FastTierAmounts &taken = priced.taken;
    const FastTierAmounts &given = priced.given;
    constexpr double maxTimePrice = 1; // Of a stall.
    return {{prices.held, taken.held, given.held, units.held},
            {prices.served, given.served, taken.served, units.served},
            {prices.time, taken.time, given.time, units.time, 0, maxTimePrice}};
  }
  double evaluate() override {
    const double bound = priced.boundFor(prices);
    if (loss)
      withPieces = std::max(withPieces, bound - loss->most(priced, prices));
    return bound;
  }
  bool shouldContinue(int64_t) override {
    return !limits.shouldContinue || limits.shouldContinue();
  }
  void noteIteration() override {
    if (mean)
      mean->add(priced.taken);
  }

  /// Rounds differ in the units of prices of the fast tier: equal units or
  /// units by the amount at stake, and two scales relative to prices of time.
  double beginRound(int64_t round, double bound) override {
    setUnits(/*areAlike=*/round % 2 == 0, /*scale=*/round % 4 < 2 ? 1 : 3);
    return bound;
  }

private:
  template <typename PriceOf> void setServedPrices(PriceOf priceOf) {
    for (const FastTierOp &op : model.ops)
      for (const FastTierPlace &place : op.places)
        if (place.servedPrice >= 0)
          prices.served[place.servedPrice] = priceOf(place);
  }

  /// Sets tiny prices, so the ops decide alone. The bound is then close to
  /// `lowerBoundOnMakespan`.
  void setLeastPrices() {
    // Lets a buffer prefer the fast tier in case of a tie.
    setServedPrices(
        [](const FastTierPlace &place) { return smallShare * place.saving; });
  }

  /// Sets time of `slow` to the price of a stall, which is correct if the work
  /// of the slow tier exceeds the work of the ops. An op then pays for service
  /// by the fast tier as much as it saves, but for all reads of a buffer at
  /// most the cost of a transfer.
  void setFullTimePrices() {
    prices.time.assign(model.ops.size(), 1);
    setServedPrices(
        [](const FastTierPlace &place) { return place.slowSeconds; });
    for (const FastTierBuffer &buffer : model.buffers) {
      double sum = 0;
      for (const FastTierUse &use : buffer.uses)
        if (use.price >= 0 && use.needsContents)
          sum += prices.served[use.price];
      if (sum <= buffer.inSeconds)
        continue;
      for (const FastTierUse &use : buffer.uses)
        if (use.price >= 0 && use.needsContents)
          prices.served[use.price] *= buffer.inSeconds / sum;
    }
  }

  /// Resets the served prices of ops whose unusable time of `slow` exceeds the
  /// served prices of their operands from there.
  void resetServedPrices() {
    std::vector<double> worth(model.ops.size(), 0);
    for (const FastTierBuffer &buffer : model.buffers)
      for (const FastTierUse &use : buffer.uses)
        if (buffer.startsInSlow && !buffer.startsInFast && use.price >= 0)
          worth[use.step] += prices.served[use.price];
    for (size_t step = 0; step < worth.size(); ++step)
      if (model.notFree[step] > worth[step])
        for (const FastTierPlace &place : model.servedPlacesOf(model.ops[step]))
          prices.served[place.servedPrice] = 0;
  }

  /// Finds the best prices of room and time common to all buffers and to all
  /// ops of a block.
  void setRoomPrices(const AscentOptions &options) {
    RoomDual dual(model, priced, prices, limits.shouldContinue);
    SubgradientAscent ascent(dual, options);
    constexpr double ofAStall = 1;
    for (double timePrice : {0.0, ofAStall}) {
      dual.startWith(timePrice);
      ascent.tryStart();
    }
    ascent.run();
    dual.spread();
  }

  void setUnits(bool areAlike, double scale) {
    double sum = 0;
    double count = 0;
    for (const FastTierOp &op : model.ops)
      for (const FastTierPlace &place : op.places)
        if (place.servedPrice >= 0) {
          sum += std::max(place.saving, place.slowSeconds);
          ++count;
        }
    const double mean = sum > 0 ? sum / count : 1;
    const auto unitOf = [&](double stake) {
      return scale * (areAlike ? mean : std::max(stake, smallShare * mean));
    };
    for (const FastTierOp &op : model.ops)
      for (const FastTierPlace &place : op.places) {
        units.held[place.heldPrice] = unitOf(place.moveSeconds);
        if (place.servedPrice >= 0)
          units.served[place.servedPrice] =
              unitOf(std::max(place.saving, place.slowSeconds));
      }
  }

  const FastTierModel &model;
  const BoundLimits &limits;
  PricedProblem priced;
  MeanChoice *mean;
  CutLoss *loss;
  double withPieces = 0;
  FastTierPrices prices;
  FastTierPrices units; // Relative scale of each price.
};

} // namespace

static FastTierModel makeModel(const Problem &problem,
                               const BoundLimits &limits) {
  FastTierModel model(problem, limits.window, limits.blockLength);
  model.mayLeaveEarly = limits.mayLeaveEarly;
  return model;
}

/// Returns true if forced idle time of `slow` is worth modelling. If it is
/// negligible, prices converge faster without it.
static bool idlesLong(const Problem &problem, double bound) {
  constexpr double share = 0.005; // Of the bound.
  return idleInDefaultBound(problem, problem.target.defaultTier) >=
         share * bound;
}

double memplace::strongLowerBoundWithPieces(const Problem &problem,
                                            const BoundLimits &limits) {
  const auto canBeCut = [](const Op &op) { return !op.cuts.empty(); };
  if (std::none_of(problem.ops.begin(), problem.ops.end(), canBeCut))
    return strongLowerBoundOnMakespan(problem, limits);
  const double simple = lowerBoundWithPieces(problem);
  if (simple >= std::min(limits.target, limits.enough) ||
      problem.target.combine != Combine::Sum)
    return simple;
  FastTierModel model = makeModel(problem, limits);
  // A cut op takes longer, by an unknown amount.
  std::fill(model.freeAtMost.begin(), model.freeAtMost.end(),
            std::numeric_limits<double>::infinity());
  CutLoss loss(problem, model);
  FastTierDual dual(model, limits, /*mean=*/nullptr, &loss);
  dual.maximize(simple);
  return std::max(simple, dual.bestWithPieces());
}

double memplace::strongLowerBoundOnMakespan(const Problem &problem,
                                            const BoundLimits &limits) {
  const double simple =
      limits.simple ? *limits.simple : lowerBoundOnMakespan(problem);
  if (simple >= std::min(limits.target, limits.enough))
    return simple;
  FastTierModel model = makeModel(problem, limits);
  if (idlesLong(problem, simple))
    model.notFree = unusableSeconds(problem, problem.target.defaultTier);
  return FastTierDual(model, limits).maximize(simple);
}

/// Writes the means of \p buffer to the accesses of its uses.
static void describe(const Problem &problem, const FastTierBuffer &buffer,
                     const FastTierAmounts &mean, RelaxedPlacement &placement) {
  Step before = -1;
  for (const FastTierUse &use : buffer.uses) {
    double kept = before < 0 ? 0 : 1;
    for (Step step = before + 1; before >= 0 && step < use.step; ++step)
      if (int32_t price = buffer.priceAt(step); price >= 0)
        kept = std::min(kept, mean.held[price]);
    const double served = use.price < 0 ? 0 : mean.served[use.price];
    const std::vector<Access> &accesses = problem.ops[use.step].accesses;
    for (size_t k = 0; k < accesses.size(); ++k)
      if (accesses[k].buffer == buffer.id) {
        placement.served[use.step][k] = static_cast<float>(served);
        placement.kept[use.step][k] =
            static_cast<float>(std::min(kept, served));
      }
    before = use.step;
  }
}

RelaxedPlacement memplace::relaxedPlacement(const Problem &problem,
                                            const BoundLimits &limits) {
  RelaxedPlacement placement;
  for (const Op &op : problem.ops) {
    placement.served.emplace_back(op.accesses.size(), 0.0F);
    placement.kept.emplace_back(op.accesses.size(), 0.0F);
  }
  const FastTierModel model = makeModel(problem, limits);
  MeanChoice mean;
  placement.bound = FastTierDual(model, limits, &mean)
                        .maximize(lowerBoundWithoutIdle(problem));
  // Otherwise no iteration was made or no choice exists.
  if (!mean.get().held.empty())
    for (const FastTierBuffer &buffer : model.buffers)
      describe(problem, buffer, mean.get(), placement);
  return placement;
}

int64_t memplace::maxBoundIterations(const Problem &problem) {
  int64_t numAccesses = 1;
  for (const Op &op : problem.ops)
    numAccesses += static_cast<int64_t>(op.accesses.size());
  constexpr int64_t maxIterations = 5000;
  constexpr int64_t maxAccesses = 25'000'000; // Of all iterations together.
  return std::clamp<int64_t>(maxAccesses / numAccesses, 1, maxIterations);
}
