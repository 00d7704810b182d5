//===- Workers.h - Self-play threads ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_WORKERS_H
#define MEMPLACE_AGENT_TRAINING_WORKERS_H

#include "EpisodeStore.h"
#include "Metrics.h"
#include "TrainingSet.h"

#include "agent/SelfPlay/GameSlots.h"

#include "memplace/Problem/Random.h"

#include <mutex>

namespace memplace::agent {

/// Options of self-play.
struct SelfPlayOptions {
  size_t gamesAtOnce = 8;
  int32_t threads = 1; // More than 1: not reproducible.
  /// Old episodes searched again with the newest network, per episode played
  /// (reanalyse: Schrittwieser et al. 2020, appendix H).
  double reanalyse = 0.25;
};

/// Results of a round of self-play.
struct SelfPlayMetrics {
  bool isDone = false; // All games of the round are over.
  PlayedGames games;
  double simulationsPerSecond = 0;
  double batchFill = 0; // States evaluated / (batches * games at once).
};

/// Plays games of random training instances and searches old episodes again.
/// Each worker is a thread with its own game slots. Games continue from round
/// to round, so no worker waits for the longest game.
class SelfPlayWorkers {
public:
  /// All references must outlive this object. The network may be trained
  /// between two calls of `play`.
  SelfPlayWorkers(const Network &network, TrainingSet &set, EpisodeStore &store,
                  const PlayOptions &play, const SelfPlayOptions &options,
                  uint64_t seed);

  /// Plays until as many games are over as are played at once, and stores their
  /// episodes. Polls \p shouldContinue between moves, also from other threads.
  Result<SelfPlayMetrics> play(const ShouldContinue &shouldContinue);

private:
  struct Slot {
    std::optional<Game> game;
    size_t instance = 0;
    std::optional<Episode> old; // To be searched again.
  };
  struct Worker {
    std::vector<Slot> slots;
    std::unique_ptr<GameSlots> games;
    std::optional<Error> error;
  };

  /// Returns the next game for a slot.
  SlotGame assign(Slot &slot);
  /// Draws an old episode that still fits its instance; null if the draw fails.
  const Episode *drawOld();
  /// Stores a finished or reanalysed episode.
  void finish(const Slot &slot, const Episode &episode);
  void playAll(const ShouldContinue &shouldContinue);

  TrainingSet &set;
  EpisodeStore &store;
  const SelfPlayOptions options;
  std::vector<Worker> workers;

  // Guards the members below, and the store, while threads play.
  std::mutex guard;
  Random chooser;       // Chooses instances and episodes.
  PlayedGames finished; // In this round.
  std::optional<Error> unwritten;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_WORKERS_H
