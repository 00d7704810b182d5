//===- GameModel.cpp - The search's view of mallocGame --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GameModel.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::agent;

NetworkConfig memplace::agent::configForGame(ModelKind kind) {
  NetworkConfig config;
  config.observationVersion = Observation::version;
  config.channels = Observation::channels;
  config.rows = Observation::rows;
  config.columns = Observation::columns;
  config.vectorSize = Observation::vectorSize;
  config.ahead = Observation::ahead;
  config.aheadSize = Observation::aheadSize;
  config.actions = Observation::actions;
  config.hasDynamics = kind == ModelKind::Learned;
  return config;
}

std::optional<Error>
memplace::agent::checkNetworkForGame(const NetworkConfig &config,
                                     ModelKind kind) {
  if (config.observationVersion != Observation::version)
    return Error{"the network reads observations of version " +
                 std::to_string(config.observationVersion) +
                 ", the game makes version " +
                 std::to_string(Observation::version) +
                 "; train a new network"};
  const NetworkConfig wanted = configForGame(kind);
  if (config.observationSize() != wanted.observationSize() ||
      config.pictureSize() != wanted.pictureSize() ||
      config.vectorSize != wanted.vectorSize ||
      config.actions != wanted.actions)
    return Error{"the network's observations have " +
                 std::to_string(config.observationSize()) + " numbers for " +
                 std::to_string(config.actions) + " actions, the game's " +
                 std::to_string(wanted.observationSize()) + " for " +
                 std::to_string(wanted.actions)};
  if (kind == ModelKind::Learned && !config.hasDynamics)
    return Error{"the network has no dynamics; use the exact model"};
  return std::nullopt;
}

double memplace::agent::rewardScaleAgainst(double baseline, double incumbent) {
  constexpr double minSaved = 0.02; // Of the baseline.
  return incumbentReturn / std::max(minSaved, 1 - incumbent / baseline);
}

GameModel::GameModel(std::vector<Game *> games, const Network &network,
                     ModelKind kind, std::vector<double> scales)
    : games(std::move(games)), network(network), kind(kind),
      scales(std::move(scales)), states(this->games.size()) {
  if (this->scales.empty())
    this->scales.assign(this->games.size(), rewardPercent);
  assert(this->scales.size() == this->games.size() && "one scale a game");
  assert(!checkNetworkForGame(network.getConfig(), kind) &&
         "the caller checks the network");
}

Predictions GameModel::take(size_t states, Result<Predictions> predictions) {
  evaluated += static_cast<int64_t>(states);
  ++batches;
  if (!predictions && !failure)
    failure = predictions.takeError();
  return failure ? Predictions() : std::move(*predictions);
}

/// Copies the logits of legal actions of \p game; the others get illegalLogit.
static void maskLogits(Game &game, const float *logits, float *out) {
  const std::vector<bool> &legal = game.legalActions();
  for (size_t a = 0; a < Observation::actions; ++a)
    out[a] = a < legal.size() && legal[a] ? logits[a] : illegalLogit;
}

std::vector<RootState> GameModel::roots(std::span<const int32_t> which) {
  observations.resize(which.size() * Observation::size);
  for (size_t i = 0; i < which.size(); ++i)
    observe(*games[which[i]],
            std::span(observations)
                .subspan(i * Observation::size, Observation::size));
  Predictions predictions =
      take(which.size(), network.predict(observations.data(),
                                         static_cast<int64_t>(which.size()),
                                         kind == ModelKind::Learned));
  predictions.logits.resize(which.size() * Observation::actions);
  predictions.values.resize(which.size());
  std::vector<RootState> roots(which.size());
  const size_t width = static_cast<size_t>(network.getConfig().width);
  for (size_t i = 0; i < which.size(); ++i) {
    roots[i].value = predictions.values[i];
    roots[i].logits.resize(Observation::actions);
    maskLogits(*games[which[i]], &predictions.logits[i * Observation::actions],
               roots[i].logits.data());
    if (kind == ModelKind::Learned) {
      predictions.states.resize(which.size() * width);
      states[which[i]].assign(&predictions.states[i * width],
                              &predictions.states[i * width] + width);
    }
  }
  return roots;
}

void GameModel::evaluate(std::span<const Expansion> expansions,
                         std::span<Evaluation> evaluations,
                         std::span<float> logits) {
  if (kind == ModelKind::Exact)
    evaluateExact(expansions, evaluations, logits);
  else
    evaluateLearned(expansions, evaluations, logits);
}

//===----------------------------------------------------------------------===//
// Exact
//===----------------------------------------------------------------------===//

/// Plays \p path from the game's state. Returns the last reward.
static double follow(Game &game, std::span<const Action> path) {
  GameStep step;
  for (Action action : path) {
    const bool isLegal = game.apply(action, step);
    assert(isLegal && "the search takes legal actions only");
    (void)isLegal;
  }
  double reward = step.reward;
  if (game.isOver())
    reward += game.finalReward();
  return reward;
}

static void takeBack(Game &game, std::span<const Action> path) {
  for (size_t i = 0; i < path.size(); ++i)
    game.undo();
}

void GameModel::evaluateExact(std::span<const Expansion> expansions,
                              std::span<Evaluation> evaluations,
                              std::span<float> logits) {
  constexpr size_t actions = Observation::actions;
  observations.resize(expansions.size() * Observation::size);
  std::vector<size_t> asked; // Expansions for the network.
  for (size_t i = 0; i < expansions.size(); ++i) {
    Game &game = *games[expansions[i].game];
    evaluations[i].reward = static_cast<float>(
        scales[expansions[i].game] * follow(game, expansions[i].path));
    evaluations[i].isEnd = game.isOver();
    if (!game.isOver()) {
      observe(game, std::span(observations)
                        .subspan(asked.size() * Observation::size,
                                 Observation::size));
      asked.push_back(i);
      // 0 if legal; the network's logits are added below.
      const std::vector<float> zeros(actions, 0);
      maskLogits(game, zeros.data(), &logits[i * actions]);
    }
    takeBack(game, expansions[i].path);
  }
  if (asked.empty())
    return;
  const Predictions predictions =
      take(asked.size(), network.predict(observations.data(),
                                         static_cast<int64_t>(asked.size()),
                                         /*wantStates=*/false));
  if (failure)
    return;
  for (size_t i = 0; i < asked.size(); ++i) {
    evaluations[asked[i]].value = predictions.values[i];
    for (size_t a = 0; a < actions; ++a)
      logits[asked[i] * actions + a] += predictions.logits[i * actions + a];
  }
}

std::optional<uint64_t> GameModel::stateKey(const Expansion &expansion) {
  if (kind == ModelKind::Learned)
    return std::nullopt;
  Game &game = *games[expansion.game];
  follow(game, expansion.path);
  const uint64_t hash = game.hash();
  takeBack(game, expansion.path);
  return hash;
}

//===----------------------------------------------------------------------===//
// Learned
//===----------------------------------------------------------------------===//

void GameModel::evaluateLearned(std::span<const Expansion> expansions,
                                std::span<Evaluation> evaluations,
                                std::span<float> logits) {
  const size_t width = static_cast<size_t>(network.getConfig().width);
  std::vector<float> parents;
  std::vector<int32_t> actions;
  for (const Expansion &each : expansions) {
    const float *state =
        &states[each.game][static_cast<size_t>(each.parent) * width];
    parents.insert(parents.end(), state, state + width);
    actions.push_back(each.action);
  }
  const Predictions predictions =
      take(expansions.size(),
           network.applyDynamics(parents.data(), actions.data(),
                                 static_cast<int64_t>(expansions.size())));
  for (size_t i = 0; i < expansions.size(); ++i) {
    std::vector<float> &own = states[expansions[i].game];
    own.resize((static_cast<size_t>(expansions[i].node) + 1) * width);
    if (failure)
      continue;
    evaluations[i].reward = predictions.rewards[i];
    evaluations[i].value = predictions.values[i];
    std::copy_n(&predictions.states[i * width], width,
                &own[static_cast<size_t>(expansions[i].node) * width]);
    std::copy_n(&predictions.logits[i * Observation::actions],
                Observation::actions, &logits[i * Observation::actions]);
  }
}

void GameModel::renameNodes(int32_t game, std::span<const NodeId> newIds) {
  if (kind == ModelKind::Exact)
    return;
  const size_t width = static_cast<size_t>(network.getConfig().width);
  std::vector<float> &own = states[game];
  // New ids are never larger than old ids, so copying in ascending order
  // overwrites no state still needed.
  for (size_t id = 0; id < newIds.size(); ++id)
    if (newIds[id] >= 0)
      std::copy_n(&own[id * width], width,
                  &own[static_cast<size_t>(newIds[id]) * width]);
}
