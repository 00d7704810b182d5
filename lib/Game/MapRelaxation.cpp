//===- MapRelaxation.cpp - Maps whose tensors may be split ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minimise over the shares of all tensors, and maximise over prices:
//
//   sum over ops               slope(op) * (memory(op) - compute(op))
//   + sum over tiers, samples  price(tier, sample) * (fill(tier, sample) - 1)
//   + sum over steps           wait(step) * (copies until there
//                                            - what ops until there leave)
//
// slope(op) lies between 1 - overlap and 1 of the op, since the longer of
// compute and memory counts and what does not overlap of the shorter; prices
// are at least 0, and all waits together at most 1. What ops leave to copies is
// looked up anew at each step, so that with copies this is no linear program.
//
//===----------------------------------------------------------------------===//

#include "MapModel.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

using namespace memplace;

/// What to take from each of some numbers, so that what is left above 0 adds up
/// to 1. \p sorted: them in falling order; those that are not above 0 may be
/// missing if the others add up to more than 1.
static double shiftToSimplex(const double *sorted, size_t count) {
  double reached = 0, shift = 0;
  for (size_t i = 0; i < count; ++i) {
    reached += sorted[i];
    const double candidate = (reached - 1) / static_cast<double>(i + 1);
    if (sorted[i] <= candidate)
      break;
    shift = candidate;
  }
  return shift;
}

/// Moves \p point to the nearest one whose entries are at least 0 and add up
/// to at most 1. \p sorted: scratch.
static void projectBelowSimplex(std::vector<double> &point,
                                std::vector<double> &sorted) {
  double sum = 0;
  sorted.clear();
  for (double &each : point) {
    each = std::max(0.0, each);
    sum += each;
    if (each > 0)
      sorted.push_back(each);
  }
  if (sum <= 1)
    return;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double shift = shiftToSimplex(sorted.data(), sorted.size());
  for (double &each : point)
    each = std::max(0.0, each - shift);
}

/// Moves \p point of \p count entries, which are few, to the nearest one whose
/// entries are at least 0 and add up to 1.
static void projectToSimplex(double *point, size_t count, double *sorted) {
  for (size_t i = 0; i < count; ++i) {
    size_t at = i;
    for (; at > 0 && sorted[at - 1] < point[i]; --at)
      sorted[at] = sorted[at - 1];
    sorted[at] = point[i];
  }
  const double shift = shiftToSimplex(sorted, count);
  for (size_t i = 0; i < count; ++i)
    point[i] = std::max(0.0, point[i] - shift);
}

namespace {

/// Prices of the times for which the program waits for copies in one direction,
/// by place: steps from the first on for what an op waits for, from the last
/// back for what waits for an op.
struct CopyWaits {
  explicit CopyWaits(size_t numPlaces)
      : prices(numPlaces, 0), sumsFrom(numPlaces + 1, 0), copied(numPlaces, 0) {
  }

  /// What a second of copies for each place costs.
  void addUp() {
    for (size_t i = prices.size(); i-- > 0;)
      sumsFrom[i] = sumsFrom[i + 1] + prices[i];
  }

  /// \p left: by place, what its op leaves to copies.
  template <typename Left>
  void move(double step, const Left &left, std::vector<double> &sorted) {
    double sum = 0, until = 0;
    for (size_t i = 0; i < prices.size(); ++i) {
      sum += copied[i];
      prices[i] += step * (sum - until);
      until += left(i);
    }
    projectBelowSimplex(prices, sorted);
  }

  std::vector<double> prices, sumsFrom;
  std::vector<double> copied; // Seconds, by place.
};

/// What each step of the method reads of a model, one after another in memory.
struct FlatModel {
  explicit FlatModel(const MapModel &model);

  // By tensor and choice, from `firstOf` its tensor on.
  std::vector<double> fills, copiesIn, copiesBack;
  std::vector<size_t> tiers, firstOf;
  // By use, from `firstUse` its tensor on; seconds by choice, too.
  std::vector<size_t> firstUse, firstSeconds;
  std::vector<Step> useSteps;
  std::vector<double> useSeconds;
  /// What a share of a tensor adds to an op.
  struct Part {
    uint32_t share = 0; // Index of a tensor and choice.
    double seconds = 0;
  };
  /// Of each op those from `first` it on.
  struct Parts {
    double sumOf(size_t op, double sum, const double *shares) const {
      for (size_t i = first[op]; i < first[op + 1]; ++i)
        sum += shares[all[i].share] * all[i].seconds;
      return sum;
    }
    std::vector<Part> all;
    std::vector<uint32_t> first = {0};
  };
  Parts parts, homeParts;     // `homeParts`: of those where copies come from.
  std::vector<size_t> copied; // Tensors.
};

FlatModel::FlatModel(const MapModel &model) {
  firstUse.push_back(0);
  for (size_t k = 0; k < model.numTensors(); ++k) {
    firstOf.push_back(fills.size());
    for (size_t c = 0; c < model.fills[k].size(); ++c) {
      fills.push_back(model.fills[k][c]);
      copiesIn.push_back(model.copiesIn[k][c]);
      copiesBack.push_back(model.copiesBack[k][c]);
    }
    for (TierId tier : model.tensors[k].choices)
      tiers.push_back(static_cast<size_t>(tier));
    if (model.places[k].isCopied)
      copied.push_back(k);
    firstSeconds.push_back(useSeconds.size());
    for (const MapModel::Use &use : model.uses[k]) {
      const std::vector<double> &seconds = model.termOf(use).seconds;
      useSteps.push_back(use.step);
      useSeconds.insert(useSeconds.end(), seconds.begin(), seconds.end());
    }
    firstUse.push_back(useSteps.size());
  }
  firstOf.push_back(fills.size());
  for (const MapModel::ModelOp &op : model.ops) {
    for (const MapModel::Term &term : op.terms)
      for (size_t c = 0; c < term.seconds.size(); ++c) {
        const Part part = {static_cast<uint32_t>(firstOf[term.tensor] + c),
                           term.seconds[c]};
        parts.all.push_back(part);
        if (model.isAtHome(term.tensor, c))
          homeParts.all.push_back(part);
      }
    for (Parts *each : {&parts, &homeParts})
      each->first.push_back(static_cast<uint32_t>(each->all.size()));
  }
}

class Relaxation {
public:
  explicit Relaxation(const MapModel &model)
      : model(model), flat(model), waitsIn(model.numSteps()),
        waitsBack(model.numSteps()) {
    shares.assign(flat.fills.size(), 0);
    for (size_t k = 0; k < model.numTensors(); ++k)
      shares[flat.firstOf[k]] = 1; // The fastest: what is too much moves out.
    extrapolated = before = shares;
    means.assign(shares.size(), 0);
    left.assign(model.numSteps(), 0);
    scratch.assign(2 * model.numTiers, 0);
    findSamples();
    findSteps();
  }

  std::vector<std::vector<double>> solve() {
    constexpr int count = 300, counted = count / 2;
    for (int i = 0; i < count; ++i) {
      moveShares();
      movePrices();
      // The mean of the second half: a share turns around its end.
      if (i >= count - counted)
        for (size_t c = 0; c < shares.size(); ++c)
          means[c] += shares[c] / counted;
    }
    std::vector<std::vector<double>> result;
    for (size_t k = 0; k < model.numTensors(); ++k)
      result.emplace_back(means.begin() + flat.firstOf[k],
                          means.begin() + flat.firstOf[k + 1]);
    return result;
  }

private:
  /// In each of some equal parts of the program the step at which most bytes
  /// live. More of them say nearly the same, which makes the method slow.
  void findSamples() {
    constexpr size_t maxSamples = 32;
    std::vector<double> live(model.numSteps() + 1, 0);
    for (size_t k = 0; k < model.numTensors(); ++k) {
      const double size =
          *std::max_element(model.fills[k].begin(), model.fills[k].end());
      live[model.places[k].range.begin] += size;
      live[model.places[k].range.end] -= size;
    }
    std::partial_sum(live.begin(), live.end(), live.begin());
    numSamples = std::min(maxSamples, model.numSteps());
    std::vector<Step> samples;
    for (size_t i = 0; i < numSamples; ++i) {
      const auto begin = live.begin() + i * model.numSteps() / numSamples;
      const auto end = live.begin() + (i + 1) * model.numSteps() / numSamples;
      samples.push_back(
          static_cast<Step>(std::max_element(begin, end) - live.begin()));
    }
    const auto indexOf = [&](Step step) {
      return static_cast<size_t>(
          std::lower_bound(samples.begin(), samples.end(), step) -
          samples.begin());
    };
    for (const ModelTensor &place : model.places)
      lives.emplace_back(indexOf(place.range.begin), indexOf(place.range.end));
  }

  /// The steps of the method: one over the sum of a column's, or of a row's,
  /// numbers.
  void findSteps() {
    constexpr double ratio = 30; // Of shares to prices: found by trying.
    std::vector<double> columns(model.numTensors(), 0);
    slopeSteps.assign(model.numSteps(), 0);
    fillSteps.assign(numSamples * model.numTiers, 0);
    for (size_t t = 0; t < model.numSteps(); ++t)
      for (const MapModel::Term &term : model.ops[t].terms) {
        columns[term.tensor] +=
            *std::max_element(term.seconds.begin(), term.seconds.end());
        for (double each : term.seconds)
          slopeSteps[t] += each;
      }
    for (size_t k = 0; k < model.numTensors(); ++k) {
      const std::vector<double> &fill = model.fills[k];
      const auto [begin, end] = lives[k];
      columns[k] += *std::max_element(fill.begin(), fill.end()) *
                    static_cast<double>(end - begin);
      for (size_t c = 0; c < fill.size(); ++c)
        for (size_t i = begin; i < end; ++i)
          fillSteps[i * model.numTiers + tierOf(k, c)] += fill[c];
      for (const auto *copies : {&model.copiesIn[k], &model.copiesBack[k]})
        for (double each : *copies) {
          columns[k] += each;
          waitStep += each;
        }
    }
    for (double column : columns)
      shareSteps.push_back(column > 0 ? ratio / column : 0);
    for (std::vector<double> *rows : {&slopeSteps, &fillSteps})
      for (double &row : *rows)
        row = row > 0 ? 1 / (ratio * row) : 0;
    waitStep = waitStep > 0 ? 1 / (ratio * waitStep) : 0;
    slopes.assign(model.numSteps(), 1);
    prices.assign(numSamples * model.numTiers, 0);
  }

  size_t tierOf(size_t k, size_t c) const {
    return static_cast<size_t>(model.tensors[k].choices[c]);
  }

  void moveShares() {
    std::swap(before, shares);
    const size_t numTiers = model.numTiers;
    sums.assign((numSamples + 1) * numTiers, 0); // Of prices before each step.
    for (size_t i = 0; i < prices.size(); ++i)
      sums[i + numTiers] = sums[i] + prices[i];
    waitsIn.addUp();
    waitsBack.addUp();
    for (size_t k = 0; k < model.numTensors(); ++k)
      switch (flat.firstOf[k + 1] - flat.firstOf[k]) {
      case 2:
        moveSharesOf<2>(k);
        break;
      case 3:
        moveSharesOf<3>(k);
        break;
      default:
        moveSharesOf<0>(k);
      }
  }

  /// \p fixedCount: of choices of tensor \p k, or 0: any.
  template <size_t fixedCount> void moveSharesOf(size_t k) {
    const size_t first = flat.firstOf[k];
    const size_t count = fixedCount ? fixedCount : flat.firstOf[k + 1] - first;
    const auto [begin, end] = lives[k];
    const double *from = &sums[begin * model.numTiers];
    const double *to = &sums[end * model.numTiers];
    const double waitIn = waitsIn.sumsFrom[model.places[k].firstUse];
    const double waitBack = waitsBack.sumsFrom[placeOfLast(k)];
    double own[fixedCount ? fixedCount : 1];
    double *const costs = fixedCount ? own : scratch.data();
    for (size_t c = 0; c < count; ++c) {
      const size_t tier = flat.tiers[first + c];
      costs[c] = flat.copiesIn[first + c] * waitIn +
                 flat.copiesBack[first + c] * waitBack;
      costs[c] += flat.fills[first + c] * (to[tier] - from[tier]);
    }
    const double *seconds = flat.useSeconds.data() + flat.firstSeconds[k];
    for (size_t u = flat.firstUse[k]; u < flat.firstUse[k + 1]; ++u) {
      const double slope = slopes[flat.useSteps[u]];
      for (size_t c = 0; c < count; ++c)
        costs[c] += slope * seconds[c];
      seconds += count;
    }
    for (size_t c = 0; c < count; ++c)
      costs[c] = before[first + c] - shareSteps[k] * costs[c];
    projectToSimplex(costs, count, scratch.data() + count);
    for (size_t c = 0; c < count; ++c) {
      shares[first + c] = costs[c];
      extrapolated[first + c] = 2 * costs[c] - before[first + c];
    }
  }

  void movePrices() {
    for (size_t t = 0; t < model.numSteps(); ++t) {
      const MapModel::ModelOp &op = model.ops[t];
      const double memory = flat.parts.sumOf(t, op.fixed, extrapolated.data());
      slopes[t] = std::clamp(slopes[t] + slopeSteps[t] * (memory - op.compute),
                             op.leastSlope, 1.0);
      if (!model.hasCopies)
        continue;
      const double busy =
          flat.homeParts.sumOf(t, op.fixed, extrapolated.data());
      left[t] =
          std::max(0.0, std::max(memory, op.compute) - std::max(0.0, busy));
    }
    movePricesOfRoom();
    if (model.hasCopies)
      moveWaits();
  }

  void movePricesOfRoom() {
    const size_t numTiers = model.numTiers;
    sums.assign((numSamples + 1) * numTiers, 0); // Of changes, then fill.
    for (size_t k = 0; k < model.numTensors(); ++k) {
      double *from = &sums[lives[k].first * numTiers];
      double *to = &sums[lives[k].second * numTiers];
      for (size_t i = flat.firstOf[k]; i < flat.firstOf[k + 1]; ++i) {
        const double fill = extrapolated[i] * flat.fills[i];
        from[flat.tiers[i]] += fill;
        to[flat.tiers[i]] -= fill;
      }
    }
    for (size_t i = 0; i < prices.size(); ++i) {
      if (i >= numTiers)
        sums[i] += sums[i - numTiers];
      prices[i] = std::max(0.0, prices[i] + fillSteps[i] * (sums[i] - 1));
    }
  }

  void moveWaits() {
    for (CopyWaits *waits : {&waitsIn, &waitsBack})
      std::fill(waits->copied.begin(), waits->copied.end(), 0.0);
    for (size_t k : flat.copied)
      for (size_t i = flat.firstOf[k]; i < flat.firstOf[k + 1]; ++i) {
        waitsIn.copied[model.places[k].firstUse] +=
            extrapolated[i] * flat.copiesIn[i];
        waitsBack.copied[placeOfLast(k)] +=
            extrapolated[i] * flat.copiesBack[i];
      }
    waitsIn.move(
        waitStep, [&](size_t i) { return left[i]; }, sorted);
    waitsBack.move(
        waitStep, [&](size_t i) { return left[left.size() - 1 - i]; }, sorted);
  }

  /// Of the last use of tensor \p k, counted from the end of the program.
  size_t placeOfLast(size_t k) const {
    return model.numSteps() - 1 - static_cast<size_t>(model.places[k].lastUse);
  }

  const MapModel &model;
  const FlatModel flat;
  size_t numSamples = 0;
  /// By tensor: indices of samples within its life, from and to.
  std::vector<std::pair<size_t, size_t>> lives;
  // By tensor and choice, as `flat` has them.
  std::vector<double> shares, before, means, extrapolated;
  std::vector<double> slopes, prices;
  CopyWaits waitsIn, waitsBack;
  std::vector<double> shareSteps, slopeSteps, fillSteps;
  double waitStep = 0;
  std::vector<double> left; // By step: what the op leaves to copies.
  std::vector<double> sums, sorted, scratch; // `scratch`: see `moveSharesOf`.
};

} // namespace

std::vector<std::vector<double>> memplace::relaxMap(const MapModel &model) {
  return Relaxation(model).solve();
}
