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
// give a bound, good ones a good bound: they are found by subgradient steps.
//
//===----------------------------------------------------------------------===//

#include "BufferChoice.h"
#include "Knapsack.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Bounds/Relaxation.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

namespace {

/// The bound for given prices, and in which direction they should move.
class PricedProblem {
public:
  explicit PricedProblem(const NearModel &model) : model(model) {
    taken.held.resize(model.numHeldPrices);
    taken.served.resize(model.numServedPrices);
    taken.time.resize(model.ops.size());
    given = taken;
  }

  /// Returns the bound, seconds. Fills `taken` with what buffers use and
  /// `given` with what ops grant.
  double boundFor(const NearPrices &prices) {
    clear(taken);
    clear(given);
    double bound = 0;
    magnitude = 0;
    BufferChoice choice(model, prices);
    for (const NearBuffer &buffer : model.buffers) {
      double part = choice.choose(buffer, taken);
      bound += part;
      magnitude += std::abs(part);
    }
    // A buffer's part is what it pays less what it is paid.
    for (double price : prices.served)
      magnitude += 2 * price;
    for (size_t step = 0; step < model.ops.size(); ++step)
      bound += opPart(step, prices);
    // Each term is a sum of some thousand at most, each off by 1e-16.
    constexpr double slack = 1e-11;
    return bound - slack * magnitude;
  }

  NearAmounts taken; // Held and time used, and near service offered.
  NearAmounts given; // Held and time offered, and near service used.

private:
  static void clear(NearAmounts &amounts) {
    for (std::vector<double> *all :
         {&amounts.held, &amounts.served, &amounts.time})
      std::fill(all->begin(), all->end(), 0.0);
  }

  /// The op pays for its duration and for what it is served near, and is paid
  /// for what it holds near and for the time it leaves.
  double opPart(size_t step, const NearPrices &prices) {
    const NearOp &op = model.ops[step];
    const OpTimes &times = op.times;
    double timePrice = prices.time[step];
    double rate = op.trips - timePrice; // Of a second of duration; >= 0.
    knapsack.items.clear();
    places.clear();
    for (const NearPlace &place : op.places) {
      double held = prices.held[place.heldPrice];
      KnapsackItem item = {place.size, held, held, 0};
      if (place.servedPrice >= 0) {
        item.used +=
            timePrice * place.farSeconds - prices.served[place.servedPrice];
        item.saving = rate * place.saving;
      }
      if (item.held <= 0 && item.used + item.saving <= 0)
        continue;
      knapsack.items.push_back(item);
      places.push_back(&place);
    }
    knapsack.capacity = op.capacity;
    knapsack.limit = rate * times.mostInFull();
    knapsack.slope = times.unhidden;
    knapsack.end = rate * times.mostSaved();
    constexpr int64_t mostNodes = 2000;
    double won = knapsack.solve(mostNodes);
    double saved = 0;
    double farSeconds = times.farSeconds;
    int64_t room = op.capacity;
    for (size_t k = 0; k < places.size(); ++k) {
      Taken choice = knapsack.choice()[k];
      if (choice == Taken::No)
        continue;
      given.held[places[k]->heldPrice] += 1;
      room -= places[k]->size;
      if (choice != Taken::Used || places[k]->servedPrice < 0)
        continue;
      given.served[places[k]->servedPrice] += 1;
      saved += places[k]->saving;
      farSeconds -= places[k]->farSeconds;
    }
    // What costs nothing is given to who takes it, as long as there is room.
    for (const NearPlace &place : op.places) {
      double &held = given.held[place.heldPrice];
      if (held > 0 || prices.held[place.heldPrice] > 0 ||
          taken.held[place.heldPrice] == 0 || place.size > room)
        continue;
      held += 1;
      room -= place.size;
    }
    given.time[step] += times.duration(saved) - farSeconds;
    double paid = rate * times.duration(0) + timePrice * times.farSeconds;
    magnitude += paid + won;
    return paid - won;
  }

  const NearModel &model;
  double magnitude = 0; // Of all that is added up, which is what rounds.
  Knapsack knapsack;
  std::vector<const NearPlace *> places; // By item of the knapsack.
};

/// What buffers and ops have chosen in the mean of the last iterations. Each
/// choice for itself is all or nothing; the mean is about the best fractional
/// one (Anbil and Barahona, The volume algorithm, 2000).
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

/// Moves prices so that the bound rises.
class Ascent {
public:
  /// \p mean, if any, gets to know what the buffers choose.
  Ascent(const NearModel &model, const BoundLimits &limits,
         MeanChoice *mean = nullptr)
      : model(model), limits(limits), priced(model), mean(mean) {}

  /// Returns the best bound found, seconds; at least \p known, which is one.
  double run(double known) {
    best = known;
    start();
    for (int64_t i = 0; i < limits.iterations && best < limits.enough; ++i) {
      if (limits.goesOn && !limits.goesOn())
        break;
      if (i % roundLength == 0)
        beginRound(i / roundLength);
      double bound = priced.boundFor(prices);
      note(bound);
      if (mean)
        mean->add(priced.taken);
      if (best >= limits.target * (1 - 1e-9))
        break;
      if (isLost(bound))
        goBack();
      else if (!step(bound))
        break;
    }
    return best;
  }

private:
  static constexpr int64_t roundLength = 250; // Steps.

  /// With next to no prices the ops decide alone: that is about the bound that
  /// `lowerBoundOnMakespan` has, too. If far's own work is more than that, its
  /// time is worth it.
  void start() {
    prices.held.assign(model.numHeldPrices, 0);
    prices.served.assign(model.numServedPrices, 0);
    prices.time.assign(model.ops.size(), 0);
    size_t numPrices =
        prices.held.size() + prices.served.size() + prices.time.size();
    slopes.assign(numPrices, 0);
    units.assign(numPrices, 1);
    // Enough for a buffer to prefer near if it may choose.
    setServedPrices([](const NearPlace &place) { return 1e-3 * place.saving; });
    bestPrices = prices;
    bestPriced = priced.boundFor(prices);
    setFullTimePrices();
    double full = priced.boundFor(prices);
    if (full > bestPriced) {
      bestPrices = prices;
      bestPriced = full;
    }
    best = std::max(best, bestPriced);
  }

  template <typename PriceOf> void setServedPrices(PriceOf priceOf) {
    for (const NearOp &op : model.ops)
      for (const NearPlace &place : op.places)
        if (place.servedPrice >= 0)
          prices.served[place.servedPrice] = priceOf(place);
  }

  /// Time of `far` at the price of a stall. Then an op pays for near service
  /// what it saves, but for all reads of a buffer no more than a transfer.
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

  /// Starts again from the best prices, with long steps. Rounds differ in how
  /// prices are compared: those of near all alike, or each with what is at
  /// stake there, and either with those of time. What gets stuck with the one
  /// often goes on with the other.
  void beginRound(int64_t round) {
    prices = bestPrices;
    length = 1;
    sinceBetter = 0;
    direction.assign(slopes.size(), 0);
    setUnits(/*areAlike=*/round % 2 == 0, /*scale=*/round % 4 < 2 ? 1 : 3);
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
    for (const NearOp &op : model.ops)
      for (const NearPlace &place : op.places) {
        double stake = std::max(place.saving, place.farSeconds);
        units[place.heldPrice] =
            scale *
            (areAlike ? mean : std::max(place.moveSeconds, 1e-3 * mean));
        if (place.servedPrice >= 0)
          units[prices.held.size() + place.servedPrice] =
              scale * (areAlike ? mean : std::max(stake, 1e-3 * mean));
      }
  }

  /// Shorter steps if the bound has not risen for some time.
  void note(double bound) {
    sinceBetter = bound > bestPriced * (1 + 1e-6) ? 0 : sinceBetter + 1;
    best = std::max(best, bound);
    if (bound > bestPriced) {
      bestPriced = bound;
      bestPrices = prices;
    }
    constexpr int patience = 20;
    if (sinceBetter < patience)
      return;
    sinceBetter = 0;
    length *= 0.7;
  }

  /// Something above what there is, if there is no target.
  double targetNow() const {
    return std::isfinite(limits.target) ? limits.target : best * 1.05;
  }
  /// Whether the bound has fallen so far that the steps are much too long. With
  /// a target that can be reached they are not.
  bool isLost(double bound) const {
    return !std::isfinite(limits.target) &&
           bound < bestPriced - 4 * (targetNow() - best);
  }
  void goBack() {
    prices = bestPrices;
    direction.assign(slopes.size(), 0);
    length *= 0.5;
    sinceBetter = 0;
  }

  /// Calls \p visit with the index of each price, the price, the derivative of
  /// the bound by it, and the most it may be.
  template <typename Visit> void forEachPrice(Visit visit) {
    constexpr double noLimit = 1e30;
    size_t index = 0;
    for (size_t k = 0; k < prices.held.size(); ++k)
      visit(index++, prices.held[k],
            priced.taken.held[k] - priced.given.held[k], noLimit);
    for (size_t k = 0; k < prices.served.size(); ++k)
      visit(index++, prices.served[k],
            priced.given.served[k] - priced.taken.served[k], noLimit);
    for (size_t k = 0; k < prices.time.size(); ++k)
      visit(index++, prices.time[k],
            priced.taken.time[k] - priced.given.time[k], 1.0);
  }

  /// A step as long as would reach the target if the bound were linear
  /// (Polyak), in a direction that does not turn back (Camerini, Fratta and
  /// Maffioli). Returns false if there is nowhere to go.
  bool step(double bound) {
    forEachPrice([&](size_t i, double price, double slope, double most) {
      bool isAtEnd = slope < 0 ? price <= 0 : price >= most;
      slopes[i] = isAtEnd ? 0 : slope * units[i];
    });
    double across = 0;
    double old = 0;
    for (size_t i = 0; i < slopes.size(); ++i) {
      across += slopes[i] * direction[i];
      old += direction[i] * direction[i];
    }
    double keep = across < 0 && old > 0 ? -1.5 * across / old : 0;
    double square = 0;
    for (size_t i = 0; i < slopes.size(); ++i) {
      direction[i] = slopes[i] + keep * direction[i];
      square += direction[i] * direction[i];
    }
    if (square == 0)
      return false;
    double rise = std::max(targetNow(), best * (1 + 1e-4)) - bound;
    double move = length * rise / square;
    forEachPrice([&](size_t i, double &price, double, double most) {
      price = std::clamp(price + move * direction[i] * units[i], 0.0, most);
    });
    return true;
  }

  const NearModel &model;
  const BoundLimits &limits;
  PricedProblem priced;
  MeanChoice *mean;
  NearPrices prices;
  NearPrices bestPrices;
  double bestPriced = 0;         // The bound for bestPrices.
  double best = 0;               // That, or what was known before.
  std::vector<double> units;     // By price: what counts as much as another.
  std::vector<double> slopes;    // By price, in these units.
  std::vector<double> direction; // Likewise: of the last step.
  double length = 1;             // Of a step, as a part of Polyak's.
  int sinceBetter = 0;
};

} // namespace

double memplace::strongLowerBoundOnMakespan(const Problem &problem,
                                            const BoundLimits &limits) {
  double simple = lowerBoundOnMakespan(problem);
  if (simple >= std::min(limits.target, limits.enough))
    return simple;
  NearModel model(problem, limits.window, limits.blockLength);
  return Ascent(model, limits).run(simple);
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
  const NearModel model(problem, limits.window, limits.blockLength);
  MeanChoice mean;
  placement.bound =
      Ascent(model, limits, &mean).run(lowerBoundOnMakespan(problem));
  if (!mean.get().held.empty() || !mean.get().served.empty())
    for (const NearBuffer &buffer : model.buffers)
      describe(problem, buffer, mean.get(), placement);
  return placement;
}

int64_t memplace::mostBoundIterations(const Problem &problem) {
  int64_t numAccesses = 1;
  for (const Op &op : problem.ops)
    numAccesses += static_cast<int64_t>(op.accesses.size());
  constexpr int64_t most = 5000;
  constexpr int64_t mostAccesses = 25'000'000; // Of all iterations together.
  return std::clamp<int64_t>(mostAccesses / numAccesses, 1, most);
}
