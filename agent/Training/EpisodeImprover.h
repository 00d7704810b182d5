//===- EpisodeImprover.h - Revision of episodes in training -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_EPISODEIMPROVER_H
#define MEMPLACE_AGENT_TRAINING_EPISODEIMPROVER_H

#include "EpisodeStore.h"
#include "TrainingSet.h"

#include "agent/SelfPlay/GameSlots.h"

namespace memplace::agent {

/// Options of `EpisodeImprover`.
struct EpisodeImproverOptions {
  int64_t revisions = 0;  // Of one episode in each round; 0: none.
  size_t gamesAtOnce = 8; // Also the number of newest episodes.
};

/// Revises episodes by large neighbourhood search (`Reviser`). A faster result
/// is stored like a solver's episode.
class EpisodeImprover {
public:
  /// All references must outlive this object.
  EpisodeImprover(const Network &network, TrainingSet &set, EpisodeStore &store,
                  const PlayOptions &play,
                  const EpisodeImproverOptions &options);

  /// Revises one episode after \p round rounds. Alternates between the best
  /// episode of an instance and a recent episode, because the latter may lead
  /// elsewhere. Stops if \p shouldContinue returns false.
  std::optional<Error> improve(int64_t round, uint64_t seed,
                               const ShouldContinue &shouldContinue);

private:
  /// Null: there is none.
  const Episode *choose(int64_t round, uint64_t seed) const;

  const Network &network;
  TrainingSet &set;
  EpisodeStore &store;
  const PlayOptions play;
  const EpisodeImproverOptions options;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EPISODEIMPROVER_H
