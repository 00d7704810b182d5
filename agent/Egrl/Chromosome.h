//===- Chromosome.h - Individuals of the population -------------*- C++ -*-===//
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

/// A Boltzmann chromosome: for each tensor, a prior over the tensor's choices
/// and a temperature. A map is drawn from softmax(prior / temperature), tensor
/// by tensor.
struct BoltzmannGenes {
  std::vector<std::vector<float>> priors; // By tensor and choice.
  std::vector<float> temperatures;        // By tensor.

  bool operator==(const BoltzmannGenes &) const = default;
};

/// Parameters of a mutation.
struct MutationParameters {
  /// Average number of mutations of a map, at least 1.
  double meanMutated = 2;
  /// Probability of taking a mutated gene's tier from the policy.
  double policyShare = 0.5;
};

/// Makes genes for \p map: each other choice of a tensor has a probability of 1
/// in 20,000.
BoltzmannGenes genesOfMap(const MapTask &task, const TierMap &map);

/// Makes genes whose priors are the probabilities of \p logits, with random
/// temperatures.
BoltzmannGenes genesOfPolicy(const MapTask &task,
                             const std::vector<float> &logits, Random &random);

/// Draws a map from the chromosome.
TierMap drawMap(const MapTask &task, const BoltzmannGenes &genes,
                Random &random);

/// Uniform crossover: takes each tensor's genes from one of two parents.
BoltzmannGenes crossOver(const BoltzmannGenes &one, const BoltzmannGenes &other,
                         Random &random);

/// Mutates some tensors. A mutation either swaps the priors of two tensors with
/// the same choices, or makes a random choice of a tensor the likeliest and
/// changes its temperature. \p logits are the policy's; empty if there is none.
void mutateGenes(const MapTask &task, const std::vector<float> &logits,
                 const MutationParameters &mutation, Random &random,
                 BoltzmannGenes &genes);

/// Crosses over two weight vectors in rows of 32 weights and adds normal noise
/// to some rows.
std::vector<float> crossOverWeights(const std::vector<float> &one,
                                    const std::vector<float> &other,
                                    Random &random);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_CHROMOSOME_H
