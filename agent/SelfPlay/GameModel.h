//===- GameModel.h - The search's view of mallocGame ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The game steps the tree itself and the network only judges its states
// (`exact`), or the network also imagines the steps (`learned`: MuZero).
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H
#define MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H

#include "agent/Network/Network.h"
#include "agent/Search/Search.h"
#include "memplace/Game/Features.h"

#include <string>

namespace memplace::agent {

/// Rewards are shares of the baseline's makespan. Episodes have them times
/// this: percent.
inline constexpr double rewardScale = 100;

/// What the best placement known of a game earns in all, for networks and
/// searches: programs of all kinds look alike to them. They can say up to twice
/// as much (`NetworkConfig::supportLimit`).
inline constexpr double incumbentReturn = 50;

/// What networks and searches see rewards times, so that a placement with a
/// makespan of \p incumbent earns `incumbentReturn`. One that saves next to
/// nothing counts as if it saved 2 %. Seconds.
double rewardScaleAgainst(double baseline, double incumbent);

enum class ModelKind { Exact, Learned };

/// Sizes of a network for mallocGame's observations; the rest as in the
/// defaults.
NetworkConfig configForGame(ModelKind kind);

/// Why a network of \p config cannot play, if it cannot.
std::optional<Error> checkNetworkForGame(const NetworkConfig &config,
                                         ModelKind kind);

class GameModel : public Model {
public:
  /// Plays \p games, which stay at the states that are the searches' roots:
  /// what is tried is taken back. All references must outlive this.
  /// \p scales, by game: see `rewardScaleAgainst`; empty: `rewardScale`.
  GameModel(std::vector<Game *> games, const Network &network, ModelKind kind,
            std::vector<double> scales = {});

  /// Plays \p game at place \p which from now on; give it a new root.
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

  /// Judges the present states of \p which, for `Search::restart`.
  std::vector<RootState> roots(std::span<const int32_t> which);

  /// What went wrong in the network since the start: evaluations are 0 from
  /// then on.
  const std::optional<Error> &error() const { return failure; }
  /// States that the network judged, and in how many batches.
  int64_t numJudged() const { return judged; }
  int64_t numBatches() const { return batches; }

private:
  void evaluateExact(std::span<const Expansion> expansions,
                     std::span<Evaluation> evaluations,
                     std::span<float> logits);
  void evaluateLearned(std::span<const Expansion> expansions,
                       std::span<Evaluation> evaluations,
                       std::span<float> logits);
  /// Counts a batch of \p states and keeps its error. Nothing after one.
  Predictions take(size_t states, Result<Predictions> said);

  std::vector<Game *> games;
  const Network &network;
  ModelKind kind;
  std::vector<double> scales;             // By game.
  std::vector<std::vector<float>> states; // By game: [nodes, width]; learned.
  std::vector<float> observations;        // Of a batch.
  std::optional<Error> failure;
  int64_t judged = 0, batches = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_GAMEMODEL_H
