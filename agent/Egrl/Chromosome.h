//===- Chromosome.h - What evolution breeds ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_CHROMOSOME_H
#define MEMPLACE_AGENT_EGRL_CHROMOSOME_H

#include "MapTask.h"

namespace memplace::agent {

/// For each tensor a prior over its choices and a temperature: a map is drawn
/// from softmax(prior / temperature), tensor by tensor.
struct BoltzmannGenes {
  std::vector<std::vector<float>> priors; // By tensor and choice.
  std::vector<float> temperatures;        // By tensor.

  bool operator==(const BoltzmannGenes &) const = default;
};

/// What mutation and sampling are given besides.
struct Tension {
  /// Tensors whose genes a mutation changes, on average.
  double meanMutated = 2;
  /// Chance that a mutated gene takes its tier from the policy.
  double policyShare = 0.5;
};

/// Priors so that \p map is what is drawn, at a temperature that leaves each
/// other tier a chance of one in some thousands.
BoltzmannGenes genesOfMap(const MapTask &task, const TierMap &map);

/// Priors as the policy of \p logits has them, with drawn temperatures.
BoltzmannGenes genesOfPolicy(const MapTask &task,
                             const std::vector<float> &logits,
                             MapRandom &random);

TierMap drawMap(const MapTask &task, const BoltzmannGenes &genes,
                MapRandom &random);

/// Each tensor's genes from one of two parents.
BoltzmannGenes crossOver(const BoltzmannGenes &one, const BoltzmannGenes &other,
                         MapRandom &random);

/// Moves the priors of some tensors to another choice, exchanges those of two,
/// and changes temperatures. \p logits: of the policy; empty: none.
void mutateGenes(const MapTask &task, const std::vector<float> &logits,
                 const Tension &tension, MapRandom &random,
                 BoltzmannGenes &genes);

/// Weights of one of two parents, row by row of 32, and normal noise on some.
std::vector<float> breedWeights(const std::vector<float> &one,
                                const std::vector<float> &other,
                                MapRandom &random);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_CHROMOSOME_H
