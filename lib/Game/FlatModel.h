//===- FlatModel.h - A MapModel for many looks at all of it -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_GAME_FLATMODEL_H
#define MEMPLACE_LIB_GAME_FLATMODEL_H

#include "MapModel.h"
#include "RowSums.h"

namespace memplace {

/// Where the shares of each tensor are: those of all tensors with as many
/// choices one after another, their first choices before their second ones, so
/// that tensors can be moved several at once.
struct ShareLayout {
  /// Tensors with the same number of choices, those first that have most uses.
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

/// What shares cost their ops. A round adds one use of each tensor that has so
/// many, so that each adds up its own in order.
class UseCosts {
public:
  UseCosts(const MapModel &model, const ShareLayout &layout);

  /// Adds to \p costs, by share, their seconds times \p slopes, by step.
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

/// Where it is asked whether what lives fits.
struct Samples {
  explicit Samples(const MapModel &model);

  size_t count = 0;
  /// By tensor: indices of samples within its life, from and to.
  std::vector<std::pair<size_t, size_t>> lives;
};

/// What each step of the method reads of a model, one after another in memory.
struct FlatModel {
  explicit FlatModel(const MapModel &model);

  const ShareLayout layout;
  const Samples samples;
  // By share: of its tensor and choice.
  std::vector<double> fills, copiesIn, copiesBack;
  /// Which of `lives` its tensor and tier have.
  std::vector<uint32_t> lifeOf;
  /// Places of prices, by sample and tier: from and to.
  std::vector<std::pair<size_t, size_t>> lives;
  // By step.
  std::vector<double> fixed, compute, leastSlope;
  RowSums memory, busy; // Seconds of steps by shares; of those at home.
  UseCosts uses;
  RowSums changes;            // Of what fills a tier at a sample, by shares.
  std::vector<size_t> copied; // Tensors.
};

} // namespace memplace

#endif // MEMPLACE_LIB_GAME_FLATMODEL_H
