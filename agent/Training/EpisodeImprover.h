//===- EpisodeImprover.h - Plays parts of episodes anew ---------*- C++ -*-===//
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

struct EpisodeImproverOptions {
  int64_t revisions = 0;  // Of one episode in each round; 0: none.
  size_t gamesAtOnce = 8; // Also how many episodes count as the newest.
};

/// Makes parts of an episode anew (`Reviser`), and keeps what is faster like an
/// episode that a solver found.
class EpisodeImprover {
public:
  /// All must outlive this.
  EpisodeImprover(const Network &network, TrainingSet &set, EpisodeStore &store,
                  const PlayOptions &play,
                  const EpisodeImproverOptions &options);

  /// Revises one episode after \p round others: in turn the best that is known
  /// of an instance and one of the newest, as others may lead to better ones.
  /// Stops when \p shouldContinue says no.
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
