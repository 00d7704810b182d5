//===- GameModel.h - The search's view of mallocGame ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the model `exact`, the game steps the tree and the network only
// evaluates states. With `learned` (MuZero), the network also predicts the
// steps.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H
#define MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H

#include "agent/Game/Features.h"
#include "agent/Network/Network.h"
#include "agent/Search/Search.h"

#include <string>

namespace memplace::agent {

/// Factor on rewards in episodes. The game's rewards are fractions of the
/// baseline's makespan, so episodes store percent.
inline constexpr double rewardPercent = 100;

/// Total reward of the best known placement as seen by networks and searches,
/// so that programs of all kinds look alike. Networks can represent up to twice
/// as much (`NetworkConfig::supportLimit`).
inline constexpr double incumbentReturn = 50;

/// Returns the factor on rewards that makes a placement with the makespan
/// \p incumbent earn `incumbentReturn`. Savings below 2 % count as 2 %. Both
/// arguments in seconds.
double rewardScaleAgainst(double baseline, double incumbent);

/// Source of the steps in a search's tree.
enum class ModelKind { Exact, Learned };

/// Network sizes for mallocGame's observations; other fields have their
/// defaults.
NetworkConfig configForGame(ModelKind kind);

/// Returns the reason if a network of \p config cannot play the game.
std::optional<Error> checkNetworkForGame(const NetworkConfig &config,
                                         ModelKind kind);

/// Model of some games: rewards by the game or the network, policies and values
/// by the network.
class GameModel : public Model {
public:
  /// Searches \p games. The games stay at the roots of the searches: trial
  /// moves are undone. All references must outlive this object. \p scales, by
  /// game: see `rewardScaleAgainst`; empty means `rewardPercent`.
  GameModel(std::vector<Game *> games, const Network &network, ModelKind kind,
            std::vector<double> scales = {});

  /// Replaces the game at index \p which. The caller must also set a new root.
  void setGame(int32_t which, Game *game, double scale) {
    games[which] = game;
    scales[which] = scale;
  }

  int32_t numActions() const override { return Observation::actions; }
  void evaluate(std::span<const Expansion> expansions,
                std::span<Evaluation> evaluations,
                std::span<float> logits) override;
  std::optional<uint64_t> stateKey(const Expansion &expansion) override;
  void renameNodes(int32_t game, std::span<const NodeId> newIds) override;

  /// Evaluates the current states of the games \p which, for `Search::restart`.
  std::vector<RootState> roots(std::span<const int32_t> which);

  /// First error of the network. After an error all evaluations are 0.
  const std::optional<Error> &error() const { return failure; }
  /// Number of states evaluated by the network, and of batches.
  int64_t numEvaluated() const { return evaluated; }
  int64_t numBatches() const { return batches; }

private:
  void evaluateExact(std::span<const Expansion> expansions,
                     std::span<Evaluation> evaluations,
                     std::span<float> logits);
  void evaluateLearned(std::span<const Expansion> expansions,
                       std::span<Evaluation> evaluations,
                       std::span<float> logits);
  /// Counts a batch of \p states and keeps the first error. Returns nothing
  /// after an error.
  Predictions take(size_t states, Result<Predictions> predictions);

  std::vector<Game *> games;
  const Network &network;
  ModelKind kind;
  std::vector<double> scales;             // By game.
  std::vector<std::vector<float>> states; // By game: [nodes, width]; learned.
  std::vector<float> observations;        // Of a batch.
  std::optional<Error> failure;
  int64_t evaluated = 0, batches = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H
