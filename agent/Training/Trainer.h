//===- Trainer.h - The training loop ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAINER_H
#define MEMPLACE_AGENT_TRAINING_TRAINER_H

#include "EpisodeImprover.h"
#include "Evaluator.h"
#include "Learner.h"
#include "TrainingFolder.h"
#include "Workers.h"

namespace memplace::agent {

/// Options of a run.
struct TrainerOptions {
  PlayOptions play;
  NetworkConfig network; // Of a new network.
  std::string device = "cpu";
  uint64_t seed = 0;
  size_t replayCapacity = 2000;
  size_t bestOf = 4; // Episodes of each problem kept for imitation.
  SelfPlayOptions selfPlay;
  LearnerOptions learner;
  int64_t revisions = 0;      // Of an episode in each round; 0: none.
  int64_t evaluateEvery = 20; // Rounds; 0: never.
};

/// A solver's placement.
struct NamedSolution {
  std::string solver;
  Solution solution;
};

/// Result of a round on remote episodes.
struct InboxRound {
  std::optional<RoundMetrics> metrics; // None: nothing new, or stopped.
  size_t numWaiting = 0;               // Files left for the next call.
};

/// Trains in a folder and resumes from the folder's contents. In a round, the
/// workers play, the improver revises one episode, the learner trains, the
/// evaluator runs every few rounds, and the folder stores the results.
class Trainer {
public:
  /// Creates or opens \p folder and keeps other trainers out. An existing
  /// network must fit the options.
  static Result<std::unique_ptr<Trainer>> open(const std::string &folder,
                                               std::vector<Instance> instances,
                                               const TrainerOptions &options);

  using Solve = std::function<std::vector<NamedSolution>(const Problem &)>;

  /// Runs \p solve on each training instance without results in the folder.
  /// Adds the placements, and episodes for them. Stops if \p shouldContinue
  /// returns false.
  std::optional<Error> warmStart(const Solve &solve,
                                 const ShouldContinue &shouldContinue);

  /// Plays, trains, and writes the folder. Polls \p shouldContinue between
  /// moves and steps, also from other threads. If stopped, there are no
  /// metrics, and unfinished episodes are lost.
  Result<std::optional<RoundMetrics>>
  runRound(const ShouldContinue &shouldContinue);

  /// See `TrainingFolder`.
  std::optional<Error> writeForActors();

  /// Runs a round on remote episodes: reads new *.jsonl files of the folder
  /// \p inbox in order of name, trains, and writes the folder. `batches.jsonl`
  /// lists the processed files. Each episode is added once, even if the process
  /// is killed and restarted. A call takes at most as many episodes as the
  /// replay holds; further files wait for the next call. A damaged file, or one
  /// that does not fit the instances, is an error, and nothing is added.
  Result<InboxRound> learnFrom(const std::string &inbox,
                               const ShouldContinue &shouldContinue);

  const Network &getNetwork() const { return *network; }
  const Incumbents &getIncumbents() const {
    return folder.getEpisodes().incumbents;
  }

private:
  Trainer(const TrainerOptions &options, TrainingSet set, TrainingFolder folder,
          std::unique_ptr<Network> network);

  /// Trains, evaluates if due, and writes the folder. Returns false if stopped
  /// before the end.
  Result<bool> finishRound(RoundMetrics &metrics,
                           const ShouldContinue &shouldContinue);
  Result<bool> evaluate(RoundMetrics &metrics,
                        const ShouldContinue &shouldContinue);
  double meanOfBestOverMsa() const;
  int64_t numRounds() const { return folder.getMetrics().numRounds(); }

  const TrainerOptions options;
  TrainingSet set;
  TrainingFolder folder;
  std::unique_ptr<Network> network;
  std::unique_ptr<SelfPlayWorkers> workers; // None before the first round.
  EpisodeImprover improver;
  Learner learner;
  Evaluator evaluator;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAINER_H
