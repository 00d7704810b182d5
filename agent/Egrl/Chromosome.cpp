//===- Chromosome.cpp - Individuals of the population ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chromosome.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::agent;

/// At this temperature, a prior of 1 against 0 leaves another choice exp(-1 /
/// 0.1), i.e. 1 in 20,000.
static constexpr float coldTemperature = 0.1F;
static constexpr float hottestTemperature = 1;

BoltzmannGenes memplace::agent::genesOfMap(const MapTask &task,
                                           const TierMap &map) {
  BoltzmannGenes genes;
  for (size_t k = 0; k < map.size(); ++k) {
    std::vector<float> prior;
    for (TierId tier : task.getTensors()[k].choices)
      prior.push_back(tier == map[k] ? 1 : 0);
    genes.priors.push_back(std::move(prior));
  }
  genes.temperatures.assign(map.size(), coldTemperature);
  return genes;
}

BoltzmannGenes memplace::agent::genesOfPolicy(const MapTask &task,
                                              const std::vector<float> &logits,
                                              Random &random) {
  BoltzmannGenes genes;
  for (size_t k = 0; k < task.getTensors().size(); ++k) {
    const std::vector<double> chances =
        task.chancesOf(static_cast<TensorId>(k), logits);
    genes.priors.emplace_back(chances.begin(), chances.end());
    genes.temperatures.push_back(coldTemperature +
                                 (hottestTemperature - coldTemperature) *
                                     static_cast<float>(random.uniform()));
  }
  return genes;
}

TierMap memplace::agent::drawMap(const MapTask &task,
                                 const BoltzmannGenes &genes, Random &random) {
  TierMap map;
  std::vector<double> chances;
  for (size_t k = 0; k < genes.priors.size(); ++k) {
    const std::vector<float> &prior = genes.priors[k];
    const float largest = *std::max_element(prior.begin(), prior.end());
    chances.clear();
    double sum = 0;
    for (float value : prior)
      sum += chances.emplace_back(
          std::exp((value - largest) / genes.temperatures[k]));
    for (double &chance : chances)
      chance /= sum;
    map.push_back(task.getTensors()[k].choices[drawChoice(chances, random)]);
  }
  return map;
}

BoltzmannGenes memplace::agent::crossOver(const BoltzmannGenes &one,
                                          const BoltzmannGenes &other,
                                          Random &random) {
  BoltzmannGenes child = one;
  for (size_t k = 0; k < child.priors.size(); ++k)
    if (random.chance(0.5)) {
      child.priors[k] = other.priors[k];
      child.temperatures[k] = other.temperatures[k];
    }
  return child;
}

/// Returns the choice of \p tensor that a mutation is to make the most likely.
static size_t mutatedChoice(const MapTask &task, TensorId tensor,
                            const std::vector<float> &logits,
                            const MutationParameters &mutation,
                            Random &random) {
  if (!logits.empty() && random.chance(mutation.policyShare))
    return drawChoice(task.chancesOf(tensor, logits), random);
  return random.below(task.getTensors()[tensor].choices.size());
}

void memplace::agent::mutateGenes(const MapTask &task,
                                  const std::vector<float> &logits,
                                  const MutationParameters &mutation,
                                  Random &random, BoltzmannGenes &genes) {
  const size_t numTensors = genes.priors.size();
  // Number of mutations: geometric, at least 1, `meanMutated` on average.
  do {
    const size_t k = random.below(numTensors);
    const size_t other = random.below(numTensors);
    std::vector<float> &prior = genes.priors[k];
    if (random.chance(0.5) &&
        task.getTensors()[k].choices == task.getTensors()[other].choices) {
      std::swap(prior, genes.priors[other]);
      continue;
    }
    const size_t choice =
        mutatedChoice(task, static_cast<TensorId>(k), logits, mutation, random);
    const size_t best =
        std::max_element(prior.begin(), prior.end()) - prior.begin();
    std::swap(prior[choice], prior[best]);
    const double factor = std::exp(0.2 * random.normal());
    genes.temperatures[k] =
        std::clamp(static_cast<float>(genes.temperatures[k] * factor),
                   coldTemperature / 2, hottestTemperature);
  } while (random.chance(1 - 1 / mutation.meanMutated));
}

std::vector<float>
memplace::agent::crossOverWeights(const std::vector<float> &one,
                                  const std::vector<float> &other,
                                  Random &random) {
  constexpr size_t row = 32;
  // Shares of rows copied from the other parent and of rows with noise;
  // standard deviation of the noise.
  constexpr double otherShare = 0.3, noiseShare = 0.1, strength = 0.1;
  std::vector<float> child = one;
  for (size_t begin = 0; begin < child.size(); begin += row) {
    const size_t end = std::min(child.size(), begin + row);
    if (random.chance(otherShare))
      std::copy(other.begin() + begin, other.begin() + end,
                child.begin() + begin);
    if (random.chance(noiseShare))
      for (size_t i = begin; i < end; ++i)
        child[i] += static_cast<float>(strength * random.normal());
  }
  return child;
}
