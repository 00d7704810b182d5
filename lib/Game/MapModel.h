//===- MapModel.h - What maps cost, without offsets -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_GAME_MAPMODEL_H
#define MEMPLACE_LIB_GAME_MAPMODEL_H

#include "memplace/Game/MapGame.h"
#include "memplace/Planning/Uses.h"

namespace memplace {

/// What the model knows of a tensor, besides `MapTensor`.
struct ModelTensor {
  LiveRange range;           // Steps for which it takes its bytes.
  TierId home = 0;           // Takes none there, if it is copied.
  bool isCopied = false;     // Anywhere but at home, by transfers:
  bool isCopiedIn = false;   // before its first use,
  bool isCopiedBack = false; // after its last one.
  Step firstUse = 0, lastUse = 0;
};

/// Maps that may split tensors among tiers, without offsets, in numbers. Times
/// are in units of the program with everything in its slowest tier; where a
/// target combines by the largest, they count as if it did by the sum.
struct MapModel {
  MapModel(const planning::Uses &uses, std::span<const MapTensor> tensors,
           std::span<const ModelTensor> places);

  /// One tensor of an op: what all of it costs the op, by choice.
  struct Term {
    TensorId tensor = 0;
    std::vector<double> seconds;
  };
  struct ModelOp {
    std::vector<Term> terms;
    double compute = 0;
    double fixed = 0;      // Memory time of what no tensor decides.
    double leastSlope = 0; // Of its time by memory's, if compute is longer.

    double seconds(double memory) const {
      return memory > compute ? memory + leastSlope * compute
                              : compute + leastSlope * memory;
    }
  };
  /// The term of a tensor in an op.
  struct Use {
    Step step = 0;
    int32_t term = 0;
  };

  size_t numSteps() const { return ops.size(); }
  size_t numTensors() const { return tensors.size(); }
  const Term &termOf(const Use &use) const {
    return ops[use.step].terms[use.term];
  }
  size_t tierOf(size_t k, size_t c) const {
    return static_cast<size_t>(tensors[k].choices[c]);
  }
  /// Whether choice \p c of tensor \p k is where copies come from.
  bool isAtHome(size_t k, size_t c) const {
    return tensors[k].choices[c] == defaultTier;
  }

  std::span<const MapTensor> tensors;
  std::span<const ModelTensor> places;
  size_t numTiers = 0;
  TierId defaultTier = 0;
  std::vector<ModelOp> ops;
  std::vector<std::vector<Use>> uses; // By tensor.
  // By tensor and choice: of its tier, and time of transfers.
  std::vector<std::vector<double>> fills, copiesIn, copiesBack;
  bool hasCopies = false;
  double unit = 1; // Seconds.

private:
  void addOps(const planning::Uses &groups);
  void addTensors(const Problem &problem);
  void scaleTimes();
};

/// By tensor and choice: the share of the tensor that is there in about the
/// fastest map of \p model. A linear program, solved by the primal-dual hybrid
/// gradient method (Chambolle and Pock 2011, with their diagonal steps; from
/// memory): some hundred steps, each linear in accesses and ops.
std::vector<std::vector<double>> relaxMap(const MapModel &model);

/// Each tensor whole, in a choice with room, so that \p model is fast: what is
/// nearest to \p shares, or to \p native, after each tensor could choose again
/// some times. Capacities hold, without offsets, unless those of \p native do
/// not.
TierMap roundMap(const MapModel &model,
                 const std::vector<std::vector<double>> &shares,
                 const TierMap &native);

} // namespace memplace

#endif // MEMPLACE_LIB_GAME_MAPMODEL_H
