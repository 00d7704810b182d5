//===- Evolution.h - EGRL on one problem ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evolutionary graph reinforcement learning (Khadka et al. 2021, arXiv
// 2007.07298; details from memory): a population of graph-network policies and
// Boltzmann chromosomes breeds, a soft actor-critic learns from all maps that
// anybody tried, and its policy migrates into the population. Ours are: what
// the environment made of a map is remembered, too, and imprinted on the genes;
// mutations ask the policy; a chromosome walks on its own by
// threshold accepting; the policy imitates the best map a little.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_EVOLUTION_H
#define MEMPLACE_AGENT_EGRL_EVOLUTION_H

#include "Chromosome.h"

#include <deque>
#include <unordered_set>

namespace memplace::agent {

struct EgrlOptions {
  // Each of these is an ablation if it is off.
  bool hasPopulation = true; // Off: policy gradient only.
  bool learns = true;        // Off: evolution only.
  bool hasBoltzmann = true;
  bool migrates = true;
  /// Ours: what a map was rectified to counts, and is imprinted. Off: as the
  /// paper, where a map that was rectified earns less than none.
  bool keepsRectified = true;
  /// Ours: members survive by the order of NSGA-II on time and traffic instead
  /// of by their fitness. The trials must keep the front. A state that was
  /// printed knows no traffic.
  bool isPareto = false;

  int64_t population = 12;
  double networkShare = 0.25; // Of the population, if there are chromosomes.
  int64_t elites = 4;         // Of the population: survive.
  /// Ours: maps a generation of one chromosome that walks from neighbour to
  /// neighbour, as `tryNeighbourMaps` does.
  int64_t walks = 30;
  int64_t tournament = 3;
  int64_t rollouts = 2;      // Of the learner, a generation.
  int64_t migrateEvery = 5;  // Generations.
  int64_t gradientSteps = 4; // A generation.
  int64_t batch = 16;        // Maps.
  int64_t replay = 2000;     // Newest maps.
  Tension tension;
  MapTrainingOptions training;
};

/// What is wrong with \p options, or nothing.
std::optional<Error> check(const EgrlOptions &options);

/// All of it but what \p ablation names, as the solver's option; 'none': all.
Result<EgrlOptions> optionsForAblation(const std::string &ablation);

/// One generation's numbers.
struct GenerationStats {
  double bestSeconds = 0;
  double meanFitness = 0;
  MapLosses losses; // Of the last step; 0 if it does not learn.
};

/// The population on one problem. The same seed and calls give the same.
class Evolution {
public:
  Evolution(MapTask task, const EgrlOptions &options, uint64_t seed);

  MapTask &getTask() { return task; }

  /// Tries the members that are new, lets \p network learn, and breeds. Ends
  /// early when \p trials are over.
  Result<GenerationStats> runGeneration(MapTrials &trials,
                                        GraphNetwork &network);

  /// All that a later run needs to go on, as JSON; `restore` takes it back. The
  /// error says what does not fit.
  std::string print() const;
  std::optional<Error> restore(const std::string &text);

private:
  /// A chromosome, or a policy's weights if it has no genes.
  struct Member {
    BoltzmannGenes genes;
    std::vector<float> weights;
    bool isTried = false;
    double fitness = 0;
    MapCosts costs = {}; // If time and traffic count.
    bool isNetwork() const { return genes.priors.empty(); }
  };
  /// A map and what it earned.
  struct Memory {
    TierMap map;
    double reward = 0;
  };

  std::optional<Error> found(const GraphNetwork &network);
  Result<std::vector<float>> logitsOf(const Member &member,
                                      const GraphNetwork &network) const;
  std::optional<double> tryMap(MapTrials &trials, TierMap &map);
  /// The reward of a map of this makespan that is left as it is, and back.
  double fitnessOf(double seconds) const;
  double secondsOf(double fitness) const;
  TierMap drawNewMap(BoltzmannGenes &genes);
  std::optional<Error> tryMembers(MapTrials &trials,
                                  const GraphNetwork &network);
  std::optional<Error> rollOut(MapTrials &trials,
                               const std::vector<float> &logits);
  Result<MapLosses> learn(const TierMap &best, GraphNetwork &network);
  void walk(MapTrials &trials, const std::vector<float> &logits);
  std::optional<Error> breed(const std::vector<float> &logits,
                             const GraphNetwork &network);
  Result<Member> makeChild(const std::vector<float> &logits,
                           const GraphNetwork &network);
  const Member &pickParent();
  std::vector<size_t> survivalOrder() const;

  MapTask task;
  const EgrlOptions options;
  MapRandom random;
  std::vector<Member> members; // The fittest first, once they are bred.
  Member walker;               // None before the first walk.
  std::deque<Memory> replay;
  std::unordered_set<uint64_t> tried; // Hashes of maps.
  int64_t numGenerations = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_EVOLUTION_H
