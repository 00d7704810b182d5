//===- TrainerImpl.h - What a trainer knows ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAINERIMPL_H
#define MEMPLACE_AGENT_TRAINING_TRAINERIMPL_H

#include "FolderLock.h"
#include "Trainer.h"

#include <map>
#include <mutex>
#include <optional>
#include <random>

namespace memplace::agent {

/// Seats that a thread plays at, also from one round to the next.
struct Table {
  struct Seat {
    std::optional<Game> game;
    size_t instance = 0;
    std::optional<Episode> old; // To be searched again.
  };
  std::vector<Seat> own;
  std::unique_ptr<Seats> seats;
  std::string error;
};

struct Trainer::Impl {
  std::string folder;
  FolderLock lock;
  std::vector<Instance> instances;
  TrainerOptions options;
  std::unique_ptr<Network> network;
  Replay replay;
  Incumbents incumbents;
  std::map<std::string, size_t> byName; // Index into instances and games.
  std::vector<Game> games; // Of each instance, at its start, to learn with.
  std::vector<size_t> trainedOn, heldOut; // Instances with something to decide.
  int64_t round = 0;              // Rounds that are done, over all runs.
  std::vector<std::string> lines; // Of metrics.jsonl.
  double bestEvaluation = 0;      // Mean over msa; from isEvaluated on.
  bool wasEvaluated = false;

  // Self-play; `guard` is held by whoever uses the rest with several threads.
  std::mutex guard;
  std::vector<Table> tables;
  std::mt19937_64 chooser; // Of what is played.
  size_t finished = 0;     // Episodes of this round.
  double sumOverMsa = 0;   // Likewise.
  std::string unwritten;   // What went wrong with them.

  std::string path(const char *name) const { return folder + "/" + name; }

  /// Whether \p episode is of another problem with the name of an instance:
  /// somebody has changed that.
  bool isStale(const Episode &episode) const;

  // The folder.
  std::string addGames();
  std::string readFolder();
  std::string readMetrics();
  std::string writeMetrics(const RoundMetrics &metrics);

  // A round.
  using GoesOn = std::function<bool()>;
  /// Of `GameModel`, by the best that is known of an instance.
  double scaleOf(size_t instance) const;
  /// One at its start, which shares what is costly with `games`.
  Game newGame(size_t instance);
  void addTables();
  /// The next game for a seat.
  SeatedGame seat(Table::Seat &seat);
  /// Takes an episode that is over, or was searched again.
  void finish(const Table::Seat &seat, const Episode &episode);
  std::string playRound(const GoesOn &goesOn, RoundMetrics &metrics,
                        bool &isDone);
  /// In turn the best that is known of an instance, and one of the newest:
  /// others may lead to better ones. Null: there is none.
  const Episode *episodeToRevise(uint64_t seed) const;
  /// Revises an episode, and keeps what is faster.
  std::string revise(const GoesOn &goesOn);
  /// That of \p game, which is at its end, and goes back to its start.
  static Episode episodeOf(Game &game);
  /// Keeps an episode that is over, \p game at its end.
  std::string keep(const Episode &episode, const Game &game);
  /// Likewise, but only among the incumbents.
  std::string offer(const Episode &episode, const Game &game);
  std::string learn(const GoesOn &goesOn, RoundMetrics &metrics, bool &isDone);
  std::string evaluate(const GoesOn &goesOn, RoundMetrics &metrics,
                       bool &isDone);
  /// Learns, evaluates when it is time, and writes the folder.
  std::string finishRound(const GoesOn &goesOn, RoundMetrics &metrics,
                          bool &isDone);
  std::string evaluate(const std::vector<size_t> &which, const GoesOn &goesOn,
                       EvaluationMetrics &metrics, bool &isDone);

  // What others played.
  struct Arrived;
  struct ArrivedFile;
  std::set<std::string> learned; // Names of files.
  std::string readLearned();
  std::string readInbox(const std::string &inbox,
                        std::vector<ArrivedFile> &files, size_t &waiting);
  std::string check(Arrived &arrived);
  std::string add(const std::vector<ArrivedFile> &files);

  // Learning.
  /// Where a state of a batch came from.
  struct Source {
    bool isIncumbent = false;
    size_t index = 0;
    auto operator<=>(const Source &) const = default;
  };
  const Episode &episodeOf(const Source &source) const {
    return source.isIncumbent ? incumbents[source.index] : replay[source.index];
  }
  double imitationShare() const;
  TrainingBatch makeBatch(std::mt19937_64 &engine, std::vector<Source> &used);
  double overMsa(const Episode &episode) const;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAINERIMPL_H
