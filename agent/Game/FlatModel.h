//===- FlatModel.h - A MapModel as flat arrays ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_FLATMODEL_H
#define MEMPLACE_AGENT_GAME_FLATMODEL_H

#include "MapModel.h"
#include "RowSums.h"

namespace memplace {

/// Layout of the shares of all tensors. Tensors with the same number of choices
/// are adjacent, all first choices before all second choices, which allows SIMD
/// over tensors.
struct ShareLayout {
  /// Tensors with the same number of choices, most uses first.
  struct Group {
    size_t first = 0; // Its first share.
    size_t numChoices = 0;
    std::vector<size_t> tensors;
  };

  explicit ShareLayout(const MapModel &model);
  size_t of(size_t k, size_t c) const { return firstOf[k] + c * strideOf[k]; }

  std::vector<Group> groups;
  size_t size = 0;

private:
  std::vector<size_t> firstOf, strideOf; // By tensor.
};

/// Costs of shares in their ops. A round adds one use of each tensor with
/// enough uses, so each tensor sums its uses in order.
class UseCosts {
public:
  UseCosts(const MapModel &model, const ShareLayout &layout);

  /// Adds to \p costs, by share, the seconds times \p slopes, by step.
  void add(const double *slopes, double *costs) const;

private:
  struct Round {
    size_t first = 0;  // Its first share.
    size_t stride = 0; // From choice to choice.
    size_t numChoices = 0, numTensors = 0;
  };
  std::vector<Round> rounds;
  std::vector<uint32_t> steps;          // By round and tensor.
  std::vector<double> seconds;          // By round, choice and tensor.
  mutable std::vector<double> slopesOf; // Scratch.
};

/// Steps at which capacities are checked.
struct Samples {
  explicit Samples(const MapModel &model);

  size_t count = 0;
  /// By tensor: range of the samples within its life.
  std::vector<std::pair<size_t, size_t>> lives;
};

/// Data of a model read by each iteration of the method, contiguous in memory.
struct FlatModel {
  explicit FlatModel(const MapModel &model);

  const ShareLayout layout;
  const Samples samples;
  // By share: of its tensor and choice.
  std::vector<double> fills, copiesIn, copiesBack;
  /// By share: index into `lives`.
  std::vector<uint32_t> lifeOf;
  /// Different lives in a tier, sorted: begin and end as indices [sample,
  /// tier].
  std::vector<std::pair<size_t, size_t>> lives;
  // By step.
  std::vector<double> fixed, compute, minSlope;
  RowSums memory, busy; // Seconds of steps by shares; of shares at home.
  UseCosts uses;
  RowSums changes;            // Change of a tier's fill at a sample, by shares.
  std::vector<size_t> copied; // Tensors.
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_FLATMODEL_H
