//===- Workers.h - Threads that play games to learn from --------*- C++ -*-===//
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

#include <mutex>
#include <random>

namespace memplace::agent {

struct SelfPlayOptions {
  size_t gamesAtOnce = 8;
  int32_t threads = 1; // With more, what is played is not repeatable.
  /// Old episodes that are searched again with the newest network, for each
  /// that is played (reanalyse: Schrittwieser et al. 2020, appendix H).
  double reanalyse = 0.25;
};

/// What came of a round of self-play.
struct SelfPlayMetrics {
  bool isDone = false; // Whether all games of the round are over.
  PlayedGames games;
  double simulationsPerSecond = 0;
  double batchFill = 0; // States judged / (batches * games at once).
};

/// Plays games of the instances that are trained on, drawn at random, and
/// searches old episodes again. Each worker is a thread with game slots of its
/// own; the games of one go on from one round to the next, so that none waits
/// for the longest.
class SelfPlayWorkers {
public:
  /// All must outlive this; the network may learn between two `play`.
  SelfPlayWorkers(const Network &network, TrainingSet &set, EpisodeStore &store,
                  const PlayOptions &play, const SelfPlayOptions &options,
                  uint64_t seed);

  /// Plays on until as many games are over as are played at once, and keeps
  /// their episodes. Asks \p shouldContinue between moves, also from other
  /// threads.
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

  /// The next game for a slot.
  SlotGame assign(Slot &slot);
  /// An old episode that can be searched again.
  const Episode *drawOld();
  /// Takes an episode that is over, or was searched again.
  void finish(const Slot &slot, const Episode &episode);
  void playAll(const ShouldContinue &shouldContinue);

  TrainingSet &set;
  EpisodeStore &store;
  const SelfPlayOptions options;
  std::vector<Worker> workers;

  // Held by whoever uses what follows, or the store, while threads play.
  std::mutex guard;
  std::mt19937_64 chooser; // Of what is played.
  PlayedGames finished;    // In this round.
  std::optional<Error> unwritten;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_WORKERS_H
