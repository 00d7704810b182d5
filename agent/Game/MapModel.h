//===- MapModel.h - Costs of maps without offsets ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_MAPMODEL_H
#define MEMPLACE_AGENT_GAME_MAPMODEL_H

#include "MapGame.h"
#include "lib/Planning/AccessIndex.h"

namespace memplace {

/// Properties of a tensor in the model, besides `MapTensor`.
struct ModelTensor {
  LiveRange range;           // Steps of its reserved bytes.
  TierId home = 0;           // Reserves no bytes there if `isCopied`.
  bool isCopied = false;     // Needs transfers in any tier but its home.
  bool isCopiedIn = false;   // Then has a transfer before its first use.
  bool isCopiedBack = false; // Then has a transfer after its last use.
  Step firstUse = 0, lastUse = 0;
};

/// Maps with tensors split among tiers, without offsets, as numbers. The unit
/// of time is the program with everything in its slowest tier. A target that
/// combines tiers by the maximum is modelled by the sum.
struct MapModel {
  MapModel(const planning::AccessIndex &index,
           std::span<const MapTensor> tensors,
           std::span<const ModelTensor> places);

  /// Costs of a tensor in an op: seconds of the whole tensor by choice.
  struct Term {
    TensorId tensor = 0;
    std::vector<double> seconds;
  };
  struct ModelOp {
    std::vector<Term> terms;
    double compute = 0;
    double fixed = 0;    // Memory time outside the tensors.
    double minSlope = 0; // Slope by memory time if compute is longer.

    double seconds(double memory) const {
      return memory > compute ? memory + minSlope * compute
                              : compute + minSlope * memory;
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
  /// Returns true if choice \p c of tensor \p k is the source of copies.
  bool isAtHome(size_t k, size_t c) const {
    return tensors[k].choices[c] == defaultTier;
  }

  std::span<const MapTensor> tensors;
  std::span<const ModelTensor> places;
  size_t numTiers = 0;
  TierId defaultTier = 0;
  std::vector<ModelOp> ops;
  std::vector<std::vector<Use>> uses; // By tensor.
  // By tensor and choice: fraction of its tier, and time of transfers.
  std::vector<std::vector<double>> fills, copiesIn, copiesBack;
  bool hasCopies = false;
  double unit = 1; // Seconds.

private:
  void addOps(const planning::AccessIndex &index);
  void addTensors(const Problem &problem);
  void scaleTimes();
};

/// Returns by tensor and choice the fraction of the tensor there in an
/// approximately fastest map of \p model. The method: a linear program, solved
/// by the primal-dual hybrid gradient method (Chambolle and Pock 2011, with
/// their diagonal steps; from memory), in some hundred iterations, each linear
/// in accesses and ops.
std::vector<std::vector<double>> relaxMap(const MapModel &model);

/// Rounds \p shares to a fast map of whole tensors. Starts near \p shares and
/// near \p native; then each tensor may change its choice several times, if
/// there is room. Capacities hold, without offsets, if they hold for \p native.
TierMap roundMap(const MapModel &model,
                 const std::vector<std::vector<double>> &shares,
                 const TierMap &native);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_MAPMODEL_H
