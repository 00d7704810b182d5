//===- Evolution.cpp - EGRL on one problem --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evolution.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace memplace;
using namespace memplace::agent;
using nlohmann::json;

/// A walk takes smaller steps than a mutation of the population.
static constexpr MutationParameters walkMutation = {/*meanMutated=*/1,
                                                    /*policyShare=*/0.3};

std::optional<Error> memplace::agent::check(const EgrlOptions &options) {
  if (!options.hasPopulation && !options.learns)
    return Error{"a search needs a population, learning, or both"};
  if (options.population < 2 || options.elites < 1 ||
      options.elites >= options.population)
    return Error{"of a population of " + std::to_string(options.population) +
                 " at least one and not all must survive, got " +
                 std::to_string(options.elites)};
  return std::nullopt;
}

EgrlOptions memplace::agent::optionsOf(const EgrlVariant &variant) {
  EgrlOptions options;
  if (variant.disabled)
    options.*variant.disabled = false;
  return options;
}

Result<EgrlOptions> memplace::agent::optionsOfSearch(std::string_view name) {
  std::string names;
  for (const EgrlVariant &variant : egrlVariants) {
    if (variant.kind != EgrlVariant::Kind::Search)
      continue;
    if (variant.name == name)
      return optionsOf(variant);
    names += (names.empty() ? "'" : ", '") + std::string(variant.name) + "'";
  }
  return Error{"unknown ablation '" + std::string(name) + "'; use one of " +
               names};
}

Evolution::Evolution(MapTask task, const EgrlOptions &options, uint64_t seed)
    : task(std::move(task)), options(options), random(seed) {
  if (!options.keepsRectified)
    this->task.clearPrior();
}

/// Creates the first members: the maps known without a search, policies, and
/// chromosomes seeded from policies.
std::optional<Error> Evolution::createPopulation(const GraphNetwork &network) {
  const int64_t numNetworks =
      options.hasBoltzmann
          ? static_cast<int64_t>(std::round(
                options.networkShare * static_cast<double>(options.population)))
          : options.population;
  const std::vector<float> weights = network.policyWeights();
  for (int64_t i = 0; i < numNetworks; ++i) {
    Member member;
    member.weights =
        i == 0 ? weights : crossOverWeights(weights, weights, random);
    members.push_back(std::move(member));
  }
  const auto addMap = [&](const TierMap &map) {
    if (static_cast<int64_t>(members.size()) < options.population)
      members.push_back({genesOfMap(task, map), {}, false, 0});
  };
  if (options.hasBoltzmann) {
    addMap(task.getGame().nativeMap());
    addMap(task.getGame().fastestMap());
    if (options.keepsRectified)
      addMap(task.relaxedMap());
  }
  // The network may have been trained on other problems.
  if (options.hasBoltzmann && options.learns && options.keepsRectified) {
    Result<std::vector<std::vector<float>>> predictions =
        network.evaluate({&task.getData()});
    if (!predictions)
      return predictions.takeError();
    addMap(task.mapOf(predictions->front(), /*random=*/nullptr));
  }
  while (static_cast<int64_t>(members.size()) < options.population) {
    Member policy;
    policy.weights = crossOverWeights(weights, weights, random);
    Result<std::vector<float>> logits = logitsOf(policy, network);
    if (!logits)
      return logits.takeError();
    members.push_back({genesOfPolicy(task, *logits, random), {}, false, 0});
  }
  return std::nullopt;
}

Result<std::vector<float>>
Evolution::logitsOf(const Member &member, const GraphNetwork &network) const {
  Result<std::vector<std::vector<float>>> predictions =
      network.evaluate({&task.getData()}, &member.weights);
  if (!predictions)
    return predictions.takeError();
  return std::move(predictions->front());
}

double Evolution::fitnessOf(double seconds) const {
  return seconds > 0
             ? MapGame::rewardScale * task.getGame().nativeSeconds() / seconds
             : MapGame::rewardScale;
}

double Evolution::secondsOf(double fitness) const {
  return MapGame::rewardScale * task.getGame().nativeSeconds() / fitness;
}

/// FNV-1a. A collision makes at most one new map count as known, which is rare
/// enough to ignore.
static uint64_t hashOf(const TierMap &map) {
  uint64_t hash = 0xcbf29ce484222325;
  for (TierId tier : map)
    hash = (hash ^ static_cast<uint64_t>(tier)) * 0x100000001b3;
  return hash;
}

/// Evaluates \p map and adds the map to the replay buffer. Replaces \p map by
/// the rectified map. Returns the fitness, or none if the trials are over.
std::optional<double> Evolution::evaluateMap(MapTrials &trials, TierMap &map) {
  const TierMap asked = map;
  const std::optional<MapScore> score = trials.evaluate(map);
  if (!score)
    return std::nullopt;
  replay.push_back({asked, score->reward});
  tried.insert({hashOf(asked), hashOf(map)});
  const double rectified = fitnessOf(score->seconds);
  if (options.keepsRectified && score->isRectified())
    replay.push_back({map, rectified});
  while (static_cast<int64_t>(replay.size()) > options.replay)
    replay.pop_front();
  return options.keepsRectified ? rectified : score->reward;
}

/// Makes \p map the likeliest map of \p genes.
static void setLikeliest(const MapTask &task, const TierMap &map,
                         BoltzmannGenes &genes) {
  for (size_t k = 0; k < map.size(); ++k) {
    const std::vector<TierId> &choices = task.getTensors()[k].choices;
    std::vector<float> &prior = genes.priors[k];
    const size_t choice =
        std::find(choices.begin(), choices.end(), map[k]) - choices.begin();
    const size_t best =
        std::max_element(prior.begin(), prior.end()) - prior.begin();
    std::swap(prior[choice], prior[best]);
  }
}

/// Draws a map from \p genes and mutates the genes until the map is new. Gives
/// up after 16 draws, because all maps of a small problem may be known.
TierMap Evolution::drawNewMap(BoltzmannGenes &genes) {
  constexpr int maxDraws = 16;
  TierMap map = drawMap(task, genes, random);
  for (int i = 0; i < maxDraws && tried.count(hashOf(map)) != 0; ++i) {
    mutateGenes(task, {}, options.mutation, random, genes);
    map = drawMap(task, genes, random);
  }
  return map;
}

std::optional<Error> Evolution::tryMembers(MapTrials &trials,
                                           const GraphNetwork &network) {
  for (Member &member : members) {
    if (member.isTried)
      continue;
    TierMap map;
    if (member.isNetwork()) {
      Result<std::vector<float>> logits = logitsOf(member, network);
      if (!logits)
        return logits.takeError();
      map = task.mapOf(*logits, &random);
    } else {
      map = drawNewMap(member.genes);
    }
    const std::optional<double> fitness = evaluateMap(trials, map);
    if (!fitness)
      return std::nullopt;
    member.fitness = *fitness;
    member.costs = trials.lastCosts();
    member.isTried = true;
    if (options.keepsRectified && !member.isNetwork())
      setLikeliest(task, map, member.genes);
  }
  return std::nullopt;
}

std::optional<Error> Evolution::rollOut(MapTrials &trials,
                                        const std::vector<float> &logits) {
  // Without a population, the policy uses the whole budget of evaluations.
  const int64_t count =
      options.hasPopulation ? options.rollouts : options.population;
  for (int64_t i = 0; i < count; ++i) {
    TierMap map = task.mapOf(logits, &random);
    if (!evaluateMap(trials, map))
      break;
  }
  return std::nullopt;
}

/// Threshold accepting from the best map, with mutations proposed by the
/// policy.
void Evolution::walk(MapTrials &trials, const std::vector<float> &logits) {
  if (!walker.isTried)
    walker = {genesOfMap(task, trials.getBest()),
              {},
              true,
              fitnessOf(trials.getBestSeconds())};
  for (int64_t i = 0; i < options.walks; ++i) {
    Member next = walker;
    mutateGenes(task, logits, walkMutation, random, next.genes);
    TierMap map = drawNewMap(next.genes);
    const std::optional<double> fitness = evaluateMap(trials, map);
    if (!fitness)
      return;
    const double slowest = secondsOf(walker.fitness) + trials.threshold();
    if (secondsOf(*fitness) > slowest)
      continue;
    setLikeliest(task, map, next.genes);
    next.fitness = *fitness;
    next.costs = trials.lastCosts();
    walker = std::move(next);
  }
}

Result<MapLosses> Evolution::learn(const TierMap &best, GraphNetwork &network) {
  MapLosses losses;
  for (int64_t step = 0; step < options.gradientSteps; ++step) {
    MapBatch batch;
    batch.batch = std::min(options.batch, static_cast<int64_t>(replay.size()));
    for (int64_t i = 0; i < batch.batch; ++i) {
      const Memory &memory = replay[random.below(replay.size())];
      const std::vector<float> shares = task.sharesOf(memory.map);
      batch.maps.insert(batch.maps.end(), shares.begin(), shares.end());
      batch.rewards.push_back(static_cast<float>(memory.reward));
    }
    if (options.keepsRectified)
      batch.best = task.sharesOf(best);
    Result<MapLosses> now =
        network.train(task.getData(), batch, options.training);
    if (!now)
      return now.takeError();
    losses = *now;
  }
  return losses;
}

/// Tournament selection.
const Evolution::Member &Evolution::pickParent() {
  size_t best = members.size();
  for (int64_t i = 0; i < options.tournament; ++i)
    best = std::min(best, random.below(members.size())); // Sorted by fitness.
  return members[best];
}

Result<Evolution::Member> Evolution::makeChild(const std::vector<float> &logits,
                                               const GraphNetwork &network) {
  constexpr double crossoverShare = 0.3;
  const Member one = pickParent(), other = pickParent();
  Member child;
  if (one.isNetwork()) {
    child.weights = crossOverWeights(
        one.weights, other.isNetwork() ? other.weights : one.weights, random);
    return child;
  }
  child.genes = one.genes;
  if (random.chance(crossoverShare)) {
    BoltzmannGenes genes = other.genes;
    if (other.isNetwork()) {
      Result<std::vector<float>> predictions = logitsOf(other, network);
      if (!predictions)
        return predictions.takeError();
      genes = genesOfPolicy(task, *predictions, random);
    }
    child.genes = crossOver(one.genes, genes, random);
  }
  mutateGenes(task, logits, options.mutation, random, child.genes);
  return child;
}

/// Returns indices of members, best survivor first.
std::vector<size_t> Evolution::survivalOrder() const {
  if (options.isPareto) {
    std::vector<MapCosts> costs;
    for (const Member &member : members)
      costs.push_back(member.costs);
    return nondominatedOrder(costs);
  }
  std::vector<size_t> order(members.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return members[a].fitness != members[b].fitness
               ? members[a].fitness > members[b].fitness
               : a < b;
  });
  return order;
}

std::optional<Error> Evolution::breed(const std::vector<float> &logits,
                                      const GraphNetwork &network) {
  // Reversed so that younger members win ties, which lets the search leave
  // plateaus.
  std::reverse(members.begin(), members.end());
  std::vector<Member> sorted;
  for (size_t i : survivalOrder())
    sorted.push_back(std::move(members[i]));
  members = std::move(sorted);
  // Among members of equal fitness only the youngest survives, because most of
  // them are the same map.
  std::vector<Member> next;
  // A Pareto front needs more survivors than its two ends.
  const int64_t numElites =
      options.isPareto ? std::max(options.elites, options.population / 2)
                       : options.elites;
  for (size_t i = 0;
       i < members.size() && static_cast<int64_t>(next.size()) < numElites; ++i)
    if (i == 0 || members[i].fitness != members[i - 1].fitness)
      next.push_back(members[i]);
  // The walker joins at migrations, if its genes beat the best member's.
  if (walker.isTried && numGenerations % options.migrateEvery == 0 &&
      walker.fitness > members.front().fitness)
    next.push_back(walker);
  if (options.learns && options.migrates &&
      numGenerations % options.migrateEvery == 0) {
    Member migrant;
    migrant.weights = network.policyWeights();
    next.push_back(std::move(migrant));
    if (options.hasBoltzmann)
      next.push_back({genesOfPolicy(task, logits, random), {}, false, 0});
  }
  while (static_cast<int64_t>(next.size()) < options.population) {
    Result<Member> child = makeChild(logits, network);
    if (!child)
      return child.takeError();
    next.push_back(std::move(*child));
  }
  next.resize(static_cast<size_t>(options.population));
  members = std::move(next);
  return std::nullopt;
}

Result<GenerationStats> Evolution::runGeneration(MapTrials &trials,
                                                 GraphNetwork &network) {
  GenerationStats stats;
  if (options.hasPopulation) {
    if (members.empty())
      if (std::optional<Error> error = createPopulation(network))
        return *error;
    if (std::optional<Error> error = tryMembers(trials, network))
      return *error;
  }
  std::vector<float> logits;
  if (options.learns && !trials.isOver()) {
    Result<std::vector<std::vector<float>>> predictions =
        network.evaluate({&task.getData()});
    if (!predictions)
      return predictions.takeError();
    logits = std::move(predictions->front());
    if (std::optional<Error> error = rollOut(trials, logits))
      return *error;
    if (!trials.isOver()) {
      Result<MapLosses> losses = learn(trials.getBest(), network);
      if (!losses)
        return losses.takeError();
      stats.losses = *losses;
    }
  }
  if (options.hasPopulation && options.hasBoltzmann && options.keepsRectified &&
      !trials.isOver())
    walk(trials, logits);
  ++numGenerations;
  stats.bestSeconds = trials.getBestSeconds();
  for (const Member &member : members)
    stats.meanFitness += member.fitness / static_cast<double>(members.size());
  if (options.hasPopulation && !trials.isOver())
    if (std::optional<Error> error = breed(logits, network))
      return *error;
  return stats;
}

//===----------------------------------------------------------------------===//
// Saving and restoring
//===----------------------------------------------------------------------===//

std::string Evolution::print() const {
  json state = {{"generations", numGenerations}, {"random", random.print()}};
  const auto toJson = [](const Member &member) -> json {
    return {{"priors", member.genes.priors},
            {"temperatures", member.genes.temperatures},
            {"weights", member.weights},
            {"tried", member.isTried},
            {"fitness", member.fitness}};
  };
  for (const Member &member : members)
    state["members"].push_back(toJson(member));
  if (walker.isTried)
    state["walker"] = toJson(walker);
  for (const Memory &memory : replay)
    state["replay"].push_back({{"map", memory.map}, {"reward", memory.reward}});
  std::vector<uint64_t> hashes(tried.begin(), tried.end());
  std::sort(hashes.begin(), hashes.end()); // Equal states print equal text.
  state["tried"] = std::move(hashes);
  return state.dump();
}

static bool areGenesOf(const MapTask &task, const BoltzmannGenes &genes) {
  if (genes.priors.size() != task.getTensors().size() ||
      genes.temperatures.size() != genes.priors.size())
    return false;
  for (size_t k = 0; k < genes.priors.size(); ++k)
    if (genes.priors[k].size() != task.getTensors()[k].choices.size() ||
        !(genes.temperatures[k] > 0))
      return false;
  return true;
}

std::optional<Error> Evolution::restore(const std::string &text) {
  try {
    const json state = json::parse(text);
    std::vector<Member> readMembers;
    const auto fromJson = [&](const json &each) -> Member {
      return {{each.at("priors"), each.at("temperatures")},
              each.at("weights"),
              each.at("tried"),
              each.at("fitness")};
    };
    for (const json &each : state.value("members", json::array()))
      readMembers.push_back(fromJson(each));
    Member readWalker;
    if (state.contains("walker"))
      readWalker = fromJson(state["walker"]);
    readMembers.push_back(readWalker);
    for (const Member &member : readMembers)
      if (!member.isNetwork() && !areGenesOf(task, member.genes))
        return Error{"a chromosome is not of problem '" +
                     task.getGame().getProblem().name + "'"};
    readMembers.pop_back();
    std::deque<Memory> readReplay;
    for (const json &each : state.value("replay", json::array())) {
      readReplay.push_back({each.at("map"), each.at("reward")});
      if (!task.isMap(readReplay.back().map))
        return Error{"a map is not of problem '" +
                     task.getGame().getProblem().name + "'"};
    }
    if (!readMembers.empty() &&
        static_cast<int64_t>(readMembers.size()) != options.population)
      return Error{"the population has " + std::to_string(readMembers.size()) +
                   " members, not " + std::to_string(options.population)};
    if (!random.restore(state.at("random")))
      return Error{"'random' is not a state of the random generator"};
    const std::vector<uint64_t> hashes = state.at("tried");
    tried = {hashes.begin(), hashes.end()};
    numGenerations = state.at("generations");
    members = std::move(readMembers);
    walker = std::move(readWalker);
    replay = std::move(readReplay);
    return std::nullopt;
  } catch (const json::exception &error) {
    return Error{std::string("the state of a population is damaged: ") +
                 error.what()};
  }
}
