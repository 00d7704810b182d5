//===- StrongBound.cpp - A bound by Lagrangian relaxation -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/bounds.md has the relaxation and the proof. Ops and buffers
// decide each for themselves what is near; prices make them agree. Any prices
// give a bound, good ones a good bound: they are found by subgradient
// ascent (Subgradient.h).
//
//===----------------------------------------------------------------------===//

#include "CutLoss.h"
#include "DefaultBound.h"
#include "ForcedIdle.h"
#include "PricedProblem.h"
#include "RoomDual.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Bounds/Relaxation.h"
#include "memplace/Bounds/Subgradient.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

/// So small a share of what is at stake that it decides only where all else is
/// equal.
static constexpr double smallShare = 1e-3;

/// A program of so many ops gets prices of room first: from no prices at all,
/// those of each buffer at each step would take too many iterations.
static constexpr size_t minStepsForRoom = 1000;

namespace {

/// What buffers and ops have chosen in the mean of the last iterations. Each
/// choice for itself is all or nothing; the mean is about the best fractional
/// one (Barahona and Anbil 2000, "The volume algorithm").
class MeanChoice {
public:
  void add(const NearAmounts &amounts) {
    ++count;
    blend(mean.held, amounts.held);
    blend(mean.served, amounts.served);
  }
  const NearAmounts &get() const { return mean; }

private:
  void blend(std::vector<double> &into, const std::vector<double> &add) const {
    const double share = std::max(0.02, 1 / static_cast<double>(count));
    into.resize(add.size());
    for (size_t i = 0; i < into.size(); ++i)
      into[i] += share * (add[i] - into[i]);
  }
  NearAmounts mean;
  int64_t count = 0;
};

/// The bound as a function of the prices.
class NearDual : public DualFunction {
public:
  /// \p mean, if any, gets to know what the buffers choose.
  NearDual(const NearModel &model, const BoundLimits &limits,
           MeanChoice *mean = nullptr, CutLoss *loss = nullptr)
      : model(model), limits(limits), priced(model), mean(mean), loss(loss) {
    prices.held.resize(model.numHeldPrices);
    prices.served.resize(model.numServedPrices);
    prices.time.resize(model.ops.size());
    units.held.resize(model.numHeldPrices, 1);
    units.served.resize(model.numServedPrices, 1);
    units.time.resize(model.ops.size(), 1);
  }

  /// Returns the best bound found, seconds; at least \p known, which is one.
  double maximize(double known) {
    AscentOptions options;
    options.iterations = limits.iterations;
    options.target = limits.target;
    options.targetTolerance = 1e-9; // What a makespan may be off by.
    options.enough = limits.enough;
    options.minRise = 1e-4;
    options.maxFall = 4;
    SubgradientAscent ascent(*this, options, known);
    setLeastPrices();
    ascent.tryStart();
    setFullTimePrices();
    ascent.tryStart();
    if (!model.notFree.empty()) {
      giveUpServedPrices();
      ascent.tryStart();
    }
    if (model.blockLength > 0 && model.ops.size() >= minStepsForRoom) {
      options.iterations = limits.iterations / 3;
      setRoomPrices(options);
      ascent.tryStart();
    }
    return ascent.run();
  }

  /// The best that also holds for cut problems, with the `loss` that it has
  /// there; seconds.
  double bestWithPieces() const { return withPieces; }

  std::vector<PriceBlock> blocks() override {
    const NearAmounts &taken = priced.taken;
    const NearAmounts &given = priced.given;
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

  /// Rounds differ in how prices are compared: those of near all alike, or each
  /// with what is at stake there, and either with those of time.
  double beginRound(int64_t round, double bound) override {
    setUnits(/*areAlike=*/round % 2 == 0, /*scale=*/round % 4 < 2 ? 1 : 3);
    return bound;
  }

private:
  template <typename PriceOf> void setServedPrices(PriceOf priceOf) {
    for (const NearOp &op : model.ops)
      for (const NearPlace &place : op.places)
        if (place.servedPrice >= 0)
          prices.served[place.servedPrice] = priceOf(place);
  }

  /// With next to no prices the ops decide alone: that is about the bound that
  /// `lowerBoundOnMakespan` has, too.
  void setLeastPrices() {
    // Enough for a buffer to prefer near if it may choose.
    setServedPrices(
        [](const NearPlace &place) { return smallShare * place.saving; });
  }

  /// Time of `far` at the price of a stall: it is worth that if far's own work
  /// is more than the ops'. Then an op pays for near service what it saves, but
  /// for all reads of a buffer no more than a transfer.
  void setFullTimePrices() {
    prices.time.assign(model.ops.size(), 1);
    setServedPrices([](const NearPlace &place) { return place.farSeconds; });
    for (const NearBuffer &buffer : model.buffers) {
      double sum = 0;
      for (const NearUse &use : buffer.uses)
        if (use.price >= 0 && use.needsContents)
          sum += prices.served[use.price];
      if (sum <= buffer.inSeconds)
        continue;
      for (const NearUse &use : buffer.uses)
        if (use.price >= 0 && use.needsContents)
          prices.served[use.price] *= buffer.inSeconds / sum;
    }
  }

  /// Of ops that leave more of `far` to nobody than their operands from there
  /// are worth.
  void giveUpServedPrices() {
    std::vector<double> worth(model.ops.size(), 0);
    for (const NearBuffer &buffer : model.buffers)
      for (const NearUse &use : buffer.uses)
        if (buffer.startsFar && !buffer.startsNear && use.price >= 0)
          worth[use.step] += prices.served[use.price];
    for (size_t step = 0; step < worth.size(); ++step)
      if (model.notFree[step] > worth[step])
        for (const NearPlace &place : model.servedPlacesOf(model.ops[step]))
          prices.served[place.servedPrice] = 0;
  }

  /// The best prices of room and time that are the same for all buffers, and
  /// for all ops of a block.
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
    for (const NearOp &op : model.ops)
      for (const NearPlace &place : op.places)
        if (place.servedPrice >= 0) {
          sum += std::max(place.saving, place.farSeconds);
          ++count;
        }
    const double mean = sum > 0 ? sum / count : 1;
    const auto unitOf = [&](double stake) {
      return scale * (areAlike ? mean : std::max(stake, smallShare * mean));
    };
    for (const NearOp &op : model.ops)
      for (const NearPlace &place : op.places) {
        units.held[place.heldPrice] = unitOf(place.moveSeconds);
        if (place.servedPrice >= 0)
          units.served[place.servedPrice] =
              unitOf(std::max(place.saving, place.farSeconds));
      }
  }

  const NearModel &model;
  const BoundLimits &limits;
  PricedProblem priced;
  MeanChoice *mean;
  CutLoss *loss;
  double withPieces = 0;
  NearPrices prices;
  NearPrices units; // Of the prices: what counts as much as another.
};

} // namespace

static NearModel makeModel(const Problem &problem, const BoundLimits &limits) {
  NearModel model(problem, limits.window, limits.blockLength);
  model.mayLeaveEarly = limits.mayLeaveEarly;
  return model;
}

/// Whether the time in which nothing can use `far` is worth looking at. Where
/// it is next to nothing, prices are found faster without it.
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
  NearModel model = makeModel(problem, limits);
  // An op that is cut takes longer, by who knows how much.
  std::fill(model.freeAtMost.begin(), model.freeAtMost.end(),
            std::numeric_limits<double>::infinity());
  CutLoss loss(problem, model);
  NearDual dual(model, limits, /*mean=*/nullptr, &loss);
  dual.maximize(simple);
  return std::max(simple, dual.bestWithPieces());
}

double memplace::strongLowerBoundOnMakespan(const Problem &problem,
                                            const BoundLimits &limits) {
  double simple = lowerBoundOnMakespan(problem);
  if (simple >= std::min(limits.target, limits.enough))
    return simple;
  NearModel model = makeModel(problem, limits);
  if (idlesLong(problem, simple))
    model.notFree = secondsNotFree(problem, problem.target.defaultTier);
  return NearDual(model, limits).maximize(simple);
}

/// Writes what \p mean says of \p buffer to the accesses of its uses.
static void describe(const Problem &problem, const NearBuffer &buffer,
                     const NearAmounts &mean, RelaxedPlacement &placement) {
  Step before = -1;
  for (const NearUse &use : buffer.uses) {
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
  const NearModel model = makeModel(problem, limits);
  MeanChoice mean;
  placement.bound =
      NearDual(model, limits, &mean).maximize(lowerBoundWithoutIdle(problem));
  if (!mean.get().held.empty()) // Else there was no iteration, or no choice.
    for (const NearBuffer &buffer : model.buffers)
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
