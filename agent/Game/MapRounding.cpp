//===- MapRounding.cpp - Rounding of split tensors ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapModel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace memplace;

namespace {

/// Partly rounded shares, and their costs.
class Rounding {
public:
  Rounding(const MapModel &model, std::vector<std::vector<double>> begin)
      : model(model), shares(std::move(begin)), choices(shares.size(), -1),
        load(model.numSteps() * model.numTiers, 0),
        wholeLoad(model.numTiers, 0), peaks(model.numTiers, 0),
        copiedIn(model.numSteps(), 0), copiedBack(model.numSteps(), 0) {
    for (const MapModel::ModelOp &op : model.ops) {
      memory.push_back(op.fixed);
      busy.push_back(op.fixed);
    }
    for (size_t k = 0; k < shares.size(); ++k)
      addToOps(k, 1);
  }

  /// Returns the gain of a tensor in its fastest choice compared with the
  /// slowest, given the current load of its ops.
  double gainOf(size_t k) {
    addToOps(k, -1);
    const double gain =
        secondsWith(k, shares[k].size() - 1) - secondsWith(k, 0);
    addToOps(k, 1);
    return gain;
  }

  /// Moves tensor \p k to the cheapest choice with room.
  void choose(size_t k) {
    remove(k);
    size_t best = shares[k].size() - 1;
    double least = std::numeric_limits<double>::infinity();
    for (size_t c = 0; c < shares[k].size(); ++c)
      if (hasRoom(k, c)) {
        const double cost = secondsWith(k, c) + waitWith(k, c);
        if (cost < least) {
          least = cost;
          best = c;
        }
      }
    put(k, best);
  }

  /// Assigns tensor \p k, currently unassigned, to choice \p c.
  void put(size_t k, size_t c) {
    std::fill(shares[k].begin(), shares[k].end(), 0.0);
    shares[k][c] = 1;
    choices[k] = static_cast<int>(c);
    addToOps(k, 1);
    addLoad(k, c, 1);
  }
  void remove(size_t k) {
    addToOps(k, -1);
    if (choices[k] >= 0)
      addLoad(k, static_cast<size_t>(choices[k]), -1);
  }

  double seconds() const {
    double sum = wait();
    for (size_t t = 0; t < memory.size(); ++t)
      sum += model.ops[t].seconds(memory[t]);
    return sum;
  }

  TierMap map() const {
    TierMap result;
    for (size_t k = 0; k < choices.size(); ++k)
      result.push_back(model.tensors[k].choices[choices[k]]);
    return result;
  }

private:
  void addToOps(size_t k, double sign) {
    for (size_t c = 0; c < shares[k].size(); ++c) {
      const double share = sign * shares[k][c];
      if (share == 0)
        continue;
      for (const MapModel::Use &use : model.uses[k]) {
        const double each = share * model.termOf(use).seconds[c];
        memory[use.step] += each;
        if (model.isAtHome(k, c))
          busy[use.step] += each;
      }
      copiedIn[model.places[k].firstUse] += share * model.copiesIn[k][c];
      copiedBack[model.places[k].lastUse] += share * model.copiesBack[k][c];
    }
  }

  /// Returns the seconds of its ops with the unassigned tensor \p k in choice
  /// \p c.
  double secondsWith(size_t k, size_t c) const {
    double sum = 0;
    for (const MapModel::Use &use : model.uses[k])
      sum += model.ops[use.step].seconds(memory[use.step] +
                                         model.termOf(use).seconds[c]);
    return sum;
  }

  /// Returns the program's wait for copies. Copies before a use have the time
  /// of all earlier ops, copies after a use the time of all later ops.
  double wait() const {
    if (!model.hasCopies)
      return 0;
    const size_t numSteps = model.numSteps();
    double longestIn = 0, longestBack = 0;
    double leftIn = 0, leftBack = 0; // Time for copies minus time of copies.
    for (size_t t = 0; t < numSteps; ++t) {
      leftIn -= copiedIn[t];
      longestIn = std::max(longestIn, -leftIn);
      leftIn += leftBy(t);
      const size_t u = numSteps - 1 - t;
      leftBack -= copiedBack[u];
      longestBack = std::max(longestBack, -leftBack);
      leftBack += leftBy(u);
    }
    return longestIn + longestBack;
  }
  /// Returns the time left to copies by op \p t.
  double leftBy(size_t t) const {
    return std::max(0.0, std::max(memory[t], model.ops[t].compute) - busy[t]);
  }
  double waitWith(size_t k, size_t c) {
    if (!model.places[k].isCopied || !model.hasCopies)
      return 0;
    std::fill(shares[k].begin(), shares[k].end(), 0.0);
    shares[k][c] = 1;
    addToOps(k, 1);
    const double longest = wait();
    addToOps(k, -1);
    return longest;
  }

  bool isWhole(size_t k) const {
    const LiveRange &range = model.places[k].range;
    return range.begin == 0 && range.end == static_cast<Step>(model.numSteps());
  }

  bool hasRoom(size_t k, size_t c) {
    const size_t tier = model.tierOf(k, c);
    const double room = 1 - model.fills[k][c] - wholeLoad[tier];
    if (isWhole(k))
      return peakOf(tier) <= room;
    const LiveRange &range = model.places[k].range;
    for (Step t = range.begin; t < range.end; ++t)
      if (load[t * model.numTiers + tier] > room)
        return false;
    return true;
  }

  /// Returns the maximum of `load`; recomputed if unknown (below 0).
  double peakOf(size_t tier) {
    if (peaks[tier] < 0) {
      peaks[tier] = 0;
      for (size_t i = tier; i < load.size(); i += model.numTiers)
        peaks[tier] = std::max(peaks[tier], load[i]);
    }
    return peaks[tier];
  }

  void addLoad(size_t k, size_t c, double sign) {
    const size_t tier = model.tierOf(k, c);
    const double fill = sign * model.fills[k][c];
    if (isWhole(k)) {
      wholeLoad[tier] += fill;
      return;
    }
    const LiveRange &range = model.places[k].range;
    double before = 0, after = 0; // Maxima within the tensor's life.
    for (Step t = range.begin; t < range.end; ++t) {
      double &here = load[t * model.numTiers + tier];
      before = std::max(before, here);
      here += fill;
      after = std::max(after, here);
    }
    double &peak = peaks[tier];
    if (peak >= 0 && after >= peak)
      peak = after;
    else if (before == peak)
      peak = -1; // It may be lower.
  }

  const MapModel &model;
  std::vector<std::vector<double>> shares;
  std::vector<int> choices;      // By tensor; -1: still split.
  std::vector<double> memory;    // By step: all tensors with their shares.
  std::vector<double> busy;      // By step: only at home.
  std::vector<double> load;      // [steps, tiers]: of whole tensors, except
  std::vector<double> wholeLoad; // those with the longest life.
  std::vector<double> peaks;     // By tier.
  // By step of first use, and of last use.
  std::vector<double> copiedIn, copiedBack;
};

} // namespace

/// Returns the order of choosing: by gain over (bytes times steps) to the power
/// of \p exponent.
static std::vector<size_t> orderOf(const MapModel &model, Rounding &rounding,
                                   double exponent) {
  std::vector<double> keys;
  for (size_t k = 0; k < model.numTensors(); ++k) {
    const LiveRange &range = model.places[k].range;
    const double area =
        model.fills[k][0] * static_cast<double>(range.end - range.begin);
    keys.push_back(rounding.gainOf(k) /
                   std::pow(std::max(area, 1e-30), exponent));
  }
  std::vector<size_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return keys[a] != keys[b] ? keys[a] > keys[b] : a < b;
  });
  return order;
}

TierMap memplace::roundMap(const MapModel &model,
                           const std::vector<std::vector<double>> &shares,
                           const TierMap &native) {
  constexpr int numSweeps = 3;
  TierMap best;
  double least = std::numeric_limits<double>::infinity();
  const auto improve = [&](Rounding &rounding, double exponent) {
    const std::vector<size_t> order = orderOf(model, rounding, exponent);
    for (int sweep = 0; sweep < numSweeps; ++sweep)
      for (size_t k : order)
        rounding.choose(k);
    if (const double seconds = rounding.seconds(); seconds < least) {
      least = seconds;
      best = rounding.map();
    }
  };
  for (double exponent : {1.0, 0.5, 0.0}) {
    Rounding rounding(model, shares);
    improve(rounding, exponent);
  }
  Rounding rounding(model, shares);
  for (size_t k = 0; k < native.size(); ++k) {
    const std::vector<TierId> &choices = model.tensors[k].choices;
    rounding.remove(k);
    rounding.put(k, std::find(choices.begin(), choices.end(), native[k]) -
                        choices.begin());
  }
  improve(rounding, 1);
  return best;
}
