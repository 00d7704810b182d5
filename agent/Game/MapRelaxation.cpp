//===- MapRelaxation.cpp - Maps with split tensors ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minimises over the shares of all tensors, and maximises over prices:
//
//   sum over ops               slope(op) * (memory(op) - compute(op))
//   + sum over tiers, samples  price(tier, sample) * (fill(tier, sample) - 1)
//   + sum over steps           wait(step) * (copies up to the step
//                                            - time left by ops up to the step)
//
// slope(op) lies between 1 - overlap and 1: the longer of compute and memory
// counts fully, and the shorter counts by its part without overlap. Prices are
// at least 0, and all waits add up to at most 1. The time left to copies is
// recomputed in each iteration, so with copies the problem is not a linear
// program.
//
//===----------------------------------------------------------------------===//

#include "FlatModel.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

using namespace memplace;

/// Returns the amount to subtract from each number, so that the positive rest
/// adds up to 1. \p sorted: the numbers in falling order; numbers up to 0 may
/// be missing if the others add up to more than 1.
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

/// Projects \p point onto the points with entries of at least 0 and a sum of at
/// most 1. \p sorted: scratch.
static void projectBelowSimplex(std::span<double> point,
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

/// Projects \p point onto the points with entries of at least 0 and a sum of 1.
/// The \p count entries are few, and \p stride apart. \p sorted: scratch.
static void projectToSimplex(double *point, size_t count, size_t stride,
                             double *sorted) {
  for (size_t i = 0; i < count; ++i) {
    const double entry = point[i * stride];
    size_t at = i;
    for (; at > 0 && sorted[at - 1] < entry; --at)
      sorted[at] = sorted[at - 1];
    sorted[at] = entry;
  }
  const double shift = shiftToSimplex(sorted, count);
  for (size_t i = 0; i < count; ++i)
    point[i * stride] = std::max(0.0, point[i * stride] - shift);
}

/// Like `projectToSimplex` for many points of two moderate entries, the first
/// in \p a and the second in \p b: without branches, to allow SIMD.
static void projectPairs(double *__restrict a, double *__restrict b,
                         size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double first = std::max(a[i], b[i]), second = std::min(a[i], b[i]);
    const double both = (first + second - 1) / 2;
    const double shift = second > both ? both : first - 1;
    a[i] = std::max(0.0, a[i] - shift);
    b[i] = std::max(0.0, b[i] - shift);
  }
}

/// Like `projectPairs`, for three entries.
static void projectTriples(double *__restrict a, double *__restrict b,
                           double *__restrict c, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double high = std::max(a[i], b[i]), low = std::min(a[i], b[i]);
    const double rest = std::min(high, c[i]);
    const double first = std::max(high, c[i]), second = std::max(low, rest),
                 third = std::min(low, rest);
    const double both = (first + second - 1) / 2;
    const double all = (first + second + third - 1) / 3;
    const double ofMore = third > all ? all : both;
    const double shift = second > both ? ofMore : first - 1;
    a[i] = std::max(0.0, a[i] - shift);
    b[i] = std::max(0.0, b[i] - shift);
    c[i] = std::max(0.0, c[i] - shift);
  }
}

namespace {

/// Prices of the program's waits for copies in one direction, by place. Places
/// count steps from the first for copies before a use, and from the last
/// backwards for copies after a use. Only the first `reach` prices may be
/// positive: often few, since ops soon leave enough time for all copies.
struct CopyWaits {
  explicit CopyWaits(size_t numPlaces)
      : prices(numPlaces, 0), sumsFrom(numPlaces + 1, 0), copied(numPlaces, 0) {
  }

  /// Computes the cost of a second of copies at each place.
  void addUp() {
    std::fill(sumsFrom.begin() + static_cast<std::ptrdiff_t>(reach),
              sumsFrom.end(), 0.0);
    for (size_t i = reach; i-- > 0;)
      sumsFrom[i] = sumsFrom[i + 1] + prices[i];
  }

  void clearCopies() {
    for (size_t place : places)
      copied[place] = 0;
  }

  /// \p left: by place, the time left to copies by its op, at least 0. \p left
  /// is called only for places with a possibly positive price.
  template <typename Left>
  void move(double step, const Left &left, std::vector<double> &sorted) {
    double most = 0, sum = 0, until = 0;
    for (size_t place : places)
      most = std::max(most, sum += copied[place]);
    sum = 0;
    size_t end = 0;
    for (; end < prices.size() && (end < reach || until < most); ++end) {
      sum += copied[end];
      prices[end] += step * (sum - until);
      until += left(end);
    }
    projectBelowSimplex({prices.data(), end}, sorted);
    for (reach = end; reach > 0 && prices[reach - 1] == 0;)
      --reach;
  }

  std::vector<double> prices, sumsFrom;
  size_t reach = 0;
  std::vector<double> copied; // Seconds, by place.
  std::vector<size_t> places; // Places with copies, in order.
};

class Relaxation {
public:
  explicit Relaxation(const MapModel &model)
      : model(model), flat(model), shares(flat.layout.size, 0),
        costs(shares.size(), 0), means(shares.size(), 0),
        slopes(model.numSteps(), 1), memory(model.numSteps()),
        prices(flat.samples.count * model.numTiers, 0),
        sums(prices.size() + model.numTiers), livePrices(flat.lives.size()),
        waitsIn(model.numSteps()), waitsBack(model.numSteps()),
        left(model.numSteps()) {
    for (size_t k = 0; k < model.numTensors(); ++k)
      // Start in the fastest tiers; the excess moves out.
      shares[flat.layout.of(k, 0)] = 1;
    extrapolated = before = shares;
    for (size_t k : flat.copied) {
      waitsIn.places.push_back(model.places[k].firstUse);
      waitsBack.places.push_back(placeOfLast(k));
    }
    for (CopyWaits *waits : {&waitsIn, &waitsBack}) {
      std::vector<size_t> &places = waits->places;
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    findSteps();
  }

  std::vector<std::vector<double>> solve() {
    constexpr int count = 300, counted = count / 2;
    for (int i = 0; i < count; ++i) {
      moveShares();
      movePrices();
      // Average over the second half: shares oscillate around their limit.
      if (i >= count - counted)
        for (size_t c = 0; c < shares.size(); ++c)
          means[c] += shares[c] / counted;
    }
    std::vector<std::vector<double>> result;
    for (size_t k = 0; k < model.numTensors(); ++k) {
      std::vector<double> &own = result.emplace_back(model.fills[k].size());
      for (size_t c = 0; c < own.size(); ++c)
        own[c] = means[flat.layout.of(k, c)];
    }
    return result;
  }

private:
  /// Computes the diagonal steps of the method: the inverse of a column's, or
  /// of a row's, sum.
  void findSteps() {
    constexpr double ratio = 30; // Shares to prices: found by trial.
    std::vector<double> columns(model.numTensors(), 0);
    slopeSteps.assign(model.numSteps(), 0);
    fillSteps.assign(prices.size(), 0);
    for (size_t t = 0; t < model.numSteps(); ++t)
      for (const MapModel::Term &term : model.ops[t].terms) {
        columns[term.tensor] +=
            *std::max_element(term.seconds.begin(), term.seconds.end());
        for (double each : term.seconds)
          slopeSteps[t] += each;
      }
    for (size_t k = 0; k < model.numTensors(); ++k) {
      const std::vector<double> &fill = model.fills[k];
      const auto [begin, end] = flat.samples.lives[k];
      columns[k] += *std::max_element(fill.begin(), fill.end()) *
                    static_cast<double>(end - begin);
      for (size_t c = 0; c < fill.size(); ++c)
        for (size_t i = begin; i < end; ++i)
          fillSteps[i * model.numTiers + model.tierOf(k, c)] += fill[c];
      for (const auto *copies : {&model.copiesIn[k], &model.copiesBack[k]})
        for (double each : *copies) {
          columns[k] += each;
          waitStep += each;
        }
    }
    shareSteps.resize(shares.size());
    for (size_t k = 0; k < columns.size(); ++k)
      for (size_t c = 0; c < model.fills[k].size(); ++c)
        shareSteps[flat.layout.of(k, c)] =
            columns[k] > 0 ? ratio / columns[k] : 0;
    for (std::vector<double> *rows : {&slopeSteps, &fillSteps})
      for (double &row : *rows)
        row = row > 0 ? 1 / (ratio * row) : 0;
    waitStep = waitStep > 0 ? 1 / (ratio * waitStep) : 0;
  }

  void moveShares() {
    std::swap(before, shares);
    const size_t numTiers = model.numTiers;
    // Sums of prices before each sample.
    std::fill(sums.begin(), sums.begin() + numTiers, 0.0);
    for (size_t i = 0; i < prices.size(); ++i)
      sums[i + numTiers] = sums[i] + prices[i];
    for (size_t i = 0; i < livePrices.size(); ++i)
      livePrices[i] = sums[flat.lives[i].second] - sums[flat.lives[i].first];
    for (size_t i = 0; i < costs.size(); ++i)
      costs[i] = flat.fills[i] * livePrices[flat.lifeOf[i]];
    if (model.hasCopies)
      addCopiesToCosts();
    flat.uses.add(slopes.data(), costs.data());
    for (size_t i = 0; i < shares.size(); ++i)
      shares[i] = before[i] - shareSteps[i] * costs[i];
    for (const ShareLayout::Group &group : flat.layout.groups)
      project(group);
    for (size_t i = 0; i < shares.size(); ++i)
      extrapolated[i] = 2 * shares[i] - before[i];
  }

  void addCopiesToCosts() {
    waitsIn.addUp();
    waitsBack.addUp();
    for (size_t k : flat.copied) {
      const double waitIn = waitsIn.sumsFrom[model.places[k].firstUse];
      const double waitBack = waitsBack.sumsFrom[placeOfLast(k)];
      for (size_t c = 0; c < model.fills[k].size(); ++c) {
        const size_t i = flat.layout.of(k, c);
        costs[i] += flat.copiesIn[i] * waitIn + flat.copiesBack[i] * waitBack;
      }
    }
  }

  /// Projects the shares of each tensor of \p group to a sum of 1.
  void project(const ShareLayout::Group &group) {
    const size_t size = group.tensors.size(), count = group.numChoices;
    double *const first = &shares[group.first];
    if (count == 2)
      return projectPairs(first, first + size, size);
    if (count == 3)
      return projectTriples(first, first + size, first + 2 * size, size);
    sorted.resize(count);
    for (size_t i = 0; i < size; ++i)
      projectToSimplex(first + i, count, size, sorted.data());
  }

  void movePrices() {
    flat.memory.multiply(extrapolated.data(), flat.fixed.data(), memory.data());
    for (size_t t = 0; t < slopes.size(); ++t)
      slopes[t] =
          std::clamp(slopes[t] + slopeSteps[t] * (memory[t] - flat.compute[t]),
                     flat.minSlope[t], 1.0);
    movePricesOfRoom();
    if (model.hasCopies)
      moveWaits();
  }

  void movePricesOfRoom() {
    const size_t numTiers = model.numTiers;
    std::fill(sums.begin(), sums.end(), 0.0); // Of changes, then fill.
    flat.changes.multiply(extrapolated.data(), sums.data(), sums.data());
    for (size_t i = 0; i < prices.size(); ++i) {
      if (i >= numTiers)
        sums[i] += sums[i - numTiers];
      prices[i] = std::max(0.0, prices[i] + fillSteps[i] * (sums[i] - 1));
    }
  }

  void moveWaits() {
    waitsIn.clearCopies();
    waitsBack.clearCopies();
    for (size_t k : flat.copied)
      for (size_t c = 0; c < model.fills[k].size(); ++c) {
        const size_t i = flat.layout.of(k, c);
        waitsIn.copied[model.places[k].firstUse] +=
            extrapolated[i] * flat.copiesIn[i];
        waitsBack.copied[placeOfLast(k)] +=
            extrapolated[i] * flat.copiesBack[i];
      }
    std::fill(left.begin(), left.end(), -1.0);
    waitsIn.move(
        waitStep, [&](size_t i) { return leftBy(i); }, sorted);
    waitsBack.move(
        waitStep, [&](size_t i) { return leftBy(left.size() - 1 - i); },
        sorted);
  }

  /// Returns the time left to copies by op \p t; computed on first use.
  double leftBy(size_t t) {
    if (left[t] < 0) {
      const double busy =
          flat.busy.sumOf(t, extrapolated.data(), flat.fixed[t]);
      left[t] = std::max(0.0, std::max(memory[t], flat.compute[t]) -
                                  std::max(0.0, busy));
    }
    return left[t];
  }

  /// Returns the place of the last use of tensor \p k, counted from the
  /// program's end.
  size_t placeOfLast(size_t k) const {
    return model.numSteps() - 1 - static_cast<size_t>(model.places[k].lastUse);
  }

  const MapModel &model;
  const FlatModel flat;
  // By share.
  std::vector<double> shares, before, costs, means, extrapolated, shareSteps;
  // By step.
  std::vector<double> slopes, slopeSteps, memory;
  // By sample and tier.
  std::vector<double> prices, fillSteps;
  std::vector<double> sums;       // Like `prices`, plus one sample.
  std::vector<double> livePrices; // By life: price of a full tier.
  CopyWaits waitsIn, waitsBack;
  double waitStep = 0;
  // By step: time left to copies by the op; below 0: not computed yet.
  std::vector<double> left;
  std::vector<double> sorted; // Scratch.
};

} // namespace

std::vector<std::vector<double>> memplace::relaxMap(const MapModel &model) {
  return Relaxation(model).solve();
}
