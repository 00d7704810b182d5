//===- Evolution.h - EGRL on one problem ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evolutionary graph reinforcement learning (Khadka et al. 2021, arXiv
// 2007.07298; details from memory). A population of graph-network policies and
// Boltzmann chromosomes evolves, a soft actor-critic learns from all maps
// tried, and its policy migrates into the population.
//
// Differences from the paper: rectified maps enter the replay buffer too and
// are imprinted on the genes; mutations sample from the policy; one chromosome
// walks by threshold accepting; the policy weakly imitates the best map.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_EVOLUTION_H
#define MEMPLACE_AGENT_EGRL_EVOLUTION_H

#include "Chromosome.h"

#include <deque>
#include <unordered_set>

namespace memplace::agent {

/// Options of EGRL.
struct EgrlOptions {
  // Switching one of the next five options off is an ablation.
  bool hasPopulation = true; // Off: policy gradient only.
  bool learns = true;        // Off: evolution only.
  bool hasBoltzmann = true;  // Off: no chromosomes.
  bool migrates = true;      // Off: the policy never joins the population.
  /// Not in the paper: the makespan of the rectified map is the fitness, and
  /// the rectified map is imprinted on the genes. Off: as in the paper, a map
  /// that needed rectification earns a negative reward.
  bool keepsRectified = true;
  /// Not in the paper: members survive by NSGA-II's order on time and traffic
  /// instead of by fitness. The trials must keep the front. A restored state
  /// has no traffic.
  bool isPareto = false;

  int64_t population = 12;
  double networkShare = 0.25; // Of the population, if there are chromosomes.
  int64_t elites = 4; // Members that survive; if `isPareto`, at least half.
  /// Not in the paper: steps per generation of one chromosome that walks from
  /// neighbour to neighbour, as in `tryNeighbourMaps`.
  int64_t walks = 30;
  int64_t tournament = 3;
  int64_t rollouts = 2;      // Maps of the policy per generation.
  int64_t migrateEvery = 5;  // Generations.
  int64_t gradientSteps = 4; // Per generation.
  int64_t batch = 16;        // Maps per gradient step.
  int64_t replay = 2000;     // Capacity, newest maps.
  MutationParameters mutation;
  MapTrainingOptions training;
};

/// Returns the first error in \p options, if any.
std::optional<Error> check(const EgrlOptions &options);

/// A value of the option `ablation`.
struct EgrlVariant {
  enum class Kind {
    Search,         // EGRL, perhaps without one part.
    Policy,         // A single pass of the policy.
    PolicyOrNative, // The faster of this pass and the native map.
  };
  const char *name;
  Kind kind = Kind::Search;
  bool EgrlOptions::*disabled = nullptr; // The part left out; null: none.
};

inline constexpr EgrlVariant egrlVariants[] = {
    {"evolution", EgrlVariant::Kind::Search, &EgrlOptions::learns},
    {"no-boltzmann", EgrlVariant::Kind::Search, &EgrlOptions::hasBoltzmann},
    {"no-migration", EgrlVariant::Kind::Search, &EgrlOptions::migrates},
    {"none"},
    {"paper", EgrlVariant::Kind::Search, &EgrlOptions::keepsRectified},
    {"policy", EgrlVariant::Kind::Policy},
    {"policy-gradient", EgrlVariant::Kind::Search, &EgrlOptions::hasPopulation},
    {"policy-or-native", EgrlVariant::Kind::PolicyOrNative}};

/// Returns the default options without the part that \p variant leaves out.
EgrlOptions optionsOf(const EgrlVariant &variant);

/// Returns `optionsOf` the variant \p name. Errors: there is no such variant,
/// or it is not a search.
Result<EgrlOptions> optionsOfSearch(std::string_view name);

/// Statistics of one generation.
struct GenerationStats {
  double bestSeconds = 0;
  double meanFitness = 0;
  MapLosses losses; // Of the last step; 0 without learning.
};

/// The population on one problem. Deterministic for a seed and a sequence of
/// calls.
class Evolution {
public:
  Evolution(MapTask task, const EgrlOptions &options, uint64_t seed);

  MapTask &getTask() { return task; }

  /// Evaluates new members, trains \p network, and breeds. Returns early once
  /// \p trials are over.
  Result<GenerationStats> runGeneration(MapTrials &trials,
                                        GraphNetwork &network);

  /// Prints the whole state as JSON, for `restore` in a later run. An error of
  /// `restore` names the part that does not fit the problem.
  std::string print() const;
  std::optional<Error> restore(const std::string &text);

private:
  /// A chromosome, or the weights of a policy if `genes` is empty.
  struct Member {
    BoltzmannGenes genes;
    std::vector<float> weights;
    bool isTried = false;
    double fitness = 0;
    MapCosts costs = {}; // Only if `isPareto`.
    bool isNetwork() const { return genes.priors.empty(); }
  };
  /// A map and its reward.
  struct Memory {
    TierMap map;
    double reward = 0;
  };

  std::optional<Error> createPopulation(const GraphNetwork &network);
  Result<std::vector<float>> logitsOf(const Member &member,
                                      const GraphNetwork &network) const;
  std::optional<double> evaluateMap(MapTrials &trials, TierMap &map);
  /// Fitness of a makespan: the reward of a map with that makespan and without
  /// rectification. `secondsOf` is the inverse.
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
  Random random;
  std::vector<Member> members; // Fittest first, once bred.
  Member walker;               // Not tried before the first walk.
  std::deque<Memory> replay;
  std::unordered_set<uint64_t> tried; // Hashes of maps.
  int64_t numGenerations = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_EVOLUTION_H
