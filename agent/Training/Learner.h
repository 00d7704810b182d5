//===- Learner.h - Steps of the optimizer on episodes -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_LEARNER_H
#define MEMPLACE_AGENT_TRAINING_LEARNER_H

#include "Batch.h"
#include "EpisodeStore.h"
#include "TrainingSet.h"

#include "agent/SelfPlay/GameSlots.h"

namespace memplace::agent {

struct LearnerOptions {
  int64_t batchSize = 64;
  int64_t movesPerEpisode = 8; // Drawn from an episode at once.
  int64_t stepsPerRound = 32;  // Of the optimizer.
  int64_t unroll = 5;          // With a learned model.

  /// Best-of-k imitation: a share of each batch is drawn from the incumbents,
  /// whoever played them. It starts at `imitationShare` and halves every
  /// `imitationHalfLife` rounds, down to `minImitationShare`.
  double imitationShare = 0.5, minImitationShare = 0.125;
  double imitationHalfLife = 50;
  /// How much the policy target of such an episode is its action.
  double imitation = 0.5;
  TrainingOptions optimizer;
};

/// What came of the steps of a round.
struct LearnerMetrics {
  double imitationShare = 0;
  TrainingLosses losses; // Means.
};

/// Learns from the episodes of a store, drawn by the priorities that it gives
/// them: how far off the network's values are.
class Learner {
public:
  /// All must outlive this. \p kind: with a learned model moves are unrolled.
  Learner(Network &network, TrainingSet &set, EpisodeStore &store,
          ModelKind kind, const LearnerOptions &options);

  /// Makes the steps of the round after \p round others. None when
  /// \p shouldContinue, which is asked before each, said no. Some episode must
  /// fit the instances.
  Result<std::optional<LearnerMetrics>>
  learn(int64_t round, uint64_t seed, const ShouldContinue &shouldContinue);

  double imitationShare(int64_t round) const;

private:
  /// Where a state of a batch came from.
  struct Source {
    bool isIncumbent = false;
    size_t index = 0;
    auto operator<=>(const Source &) const = default;
  };
  struct DrawnBatch {
    TrainingBatch batch;
    std::vector<Source> sources; // By state.
  };
  const Episode &episodeOf(const Source &source) const;
  DrawnBatch drawBatch(double share, std::mt19937_64 &engine);
  void setPriorities(const std::vector<Source> &sources,
                     const std::vector<float> &errors);

  Network &network;
  TrainingSet &set;
  EpisodeStore &store;
  const ModelKind kind;
  const LearnerOptions options;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_LEARNER_H
