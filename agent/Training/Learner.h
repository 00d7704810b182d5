//===- Learner.h - Optimizer steps on stored episodes -----------*- C++ -*-===//
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

/// Options of a learner.
struct LearnerOptions {
  int64_t batchSize = 64;
  int64_t movesPerEpisode = 8; // Samples drawn from one episode.
  int64_t stepsPerRound = 32;  // Optimizer steps.
  int64_t unroll = 5;          // For a learned model only.

  /// Best-of-k imitation: a share of each batch is drawn from the incumbents,
  /// whatever their source. The share starts at `imitationShare` and halves
  /// every `imitationHalfLife` rounds, down to `minImitationShare`.
  double imitationShare = 0.5, minImitationShare = 0.125;
  double imitationHalfLife = 50;
  /// Share of the action in the policy target of an incumbent.
  double imitation = 0.5;
  TrainingOptions optimizer;
};

/// Results of one round of training.
struct LearnerMetrics {
  double imitationShare = 0;
  TrainingLosses losses; // Means.
};

/// Trains on stored episodes, drawn by priority: the error of the network's
/// values.
class Learner {
public:
  /// All references must outlive this object. If \p kind is a learned model,
  /// moves are unrolled.
  Learner(Network &network, TrainingSet &set, EpisodeStore &store,
          ModelKind kind, const LearnerOptions &options);

  /// Makes the optimizer steps of a round after \p round rounds. Returns none
  /// if \p shouldContinue, polled before each step, returns false. Fails if no
  /// episode fits the instances.
  Result<std::optional<LearnerMetrics>>
  learn(int64_t round, uint64_t seed, const ShouldContinue &shouldContinue);

  double imitationShare(int64_t round) const;

private:
  /// Origin of a sample.
  struct Source {
    bool isIncumbent = false;
    size_t index = 0;
    auto operator<=>(const Source &) const = default;
  };
  struct DrawnBatch {
    TrainingBatch batch;
    std::vector<Source> sources; // By sample.
  };
  const Episode &episodeOf(const Source &source) const;
  DrawnBatch drawBatch(double share, Random &random);
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
