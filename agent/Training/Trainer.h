//===- Trainer.h - Self-play and learning, over and over --------*- C++ -*-===//
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

struct TrainerOptions {
  PlayOptions play;
  NetworkConfig network; // Of a new one.
  std::string device = "cpu";
  uint64_t seed = 0;
  size_t replayCapacity = 2000;
  size_t bestOf = 4; // Episodes of each problem that are kept to imitate.
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

/// What came of learning from what others played.
struct InboxRound {
  std::optional<RoundMetrics> metrics; // None: nothing new, or told to stop.
  size_t numWaiting = 0;               // Files for the next time.
};

/// Trains in a folder, and goes on with what is there. A round: the workers
/// play, the improver revises an episode, the learner learns, the evaluator
/// looks at the network now and then, and the folder keeps what came of it.
class Trainer {
public:
  /// Makes or opens \p folder, and keeps other trainers out of it. An old
  /// network must fit the options.
  static Result<std::unique_ptr<Trainer>> open(const std::string &folder,
                                               std::vector<Instance> instances,
                                               const TrainerOptions &options);

  using Solve = std::function<std::vector<NamedSolution>(const Problem &)>;

  /// Adds what \p solve finds for each instance that is not held out and of
  /// which the folder has nothing: its placements, and the episodes that play
  /// them. Stops when \p shouldContinue says no.
  std::optional<Error> warmStart(const Solve &solve,
                                 const ShouldContinue &shouldContinue);

  /// Plays, learns, and writes the folder. Asks \p shouldContinue between moves
  /// and steps, also from other threads; when that says no, there are no
  /// metrics, and the episodes that are not over are lost.
  Result<std::optional<RoundMetrics>>
  runRound(const ShouldContinue &shouldContinue);

  /// See `TrainingFolder`.
  std::optional<Error> writeForActors();

  /// A round with what others played: learns from the files *.jsonl of the
  /// folder \p inbox, by name, of which it has not learned yet, and writes the
  /// folder, with `batches.jsonl`, the names of those it has learned from.
  /// Each episode of theirs is added once, however often this is killed and
  /// called again. Takes no more episodes than the replay keeps: others wait
  /// for the next call. If a file is damaged or does not fit the instances,
  /// that is the error, and nothing is added.
  Result<InboxRound> learnFrom(const std::string &inbox,
                               const ShouldContinue &shouldContinue);

  const Network &getNetwork() const { return *network; }
  const Incumbents &getIncumbents() const {
    return folder.getEpisodes().incumbents;
  }

private:
  Trainer(const TrainerOptions &options, TrainingSet set, TrainingFolder folder,
          std::unique_ptr<Network> network);

  /// Learns, evaluates when it is time, and writes the folder. False: told to
  /// stop before all that was done.
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
