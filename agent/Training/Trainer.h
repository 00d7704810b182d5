//===- Trainer.h - Self-play and learning, over and over --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAINER_H
#define MEMPLACE_AGENT_TRAINING_TRAINER_H

#include "Batch.h"
#include "Replay.h"

#include "agent/SelfPlay/Player.h"

#include <set>

namespace memplace::agent {

/// A problem to train on.
struct Instance {
  Problem problem;
  double msaSeconds = 0; // Makespan of what `msa` finds.
};

/// The leading letters of a problem's name, in lower case: all sizes and
/// capacities of a model are one family.
std::string familyOf(const std::string &problemName);

/// Which of \p families are for evaluation only: the third of them, rounded to
/// nearest, whose names have the smallest CRC-32, so that nobody can choose.
std::set<std::string> heldOutFamilies(const std::set<std::string> &families);

struct TrainerOptions {
  PlayOptions play;
  NetworkConfig network;
  std::string device = "cpu";
  uint64_t seed = 0;
  size_t gamesAtOnce = 8;
  int64_t batchSize = 64;
  int64_t movesPerEpisode = 8; // Drawn from an episode at once.
  int64_t stepsPerRound = 32;  // Of the optimizer.
  int64_t unroll = 5;          // With a learned model.
  int64_t maxRounds = 0;       // 0: until told to stop.
  size_t replayCapacity = 2000;
  bool warmStart = true;  // From what `msa` and `search` place.
  double imitation = 0.5; // For the best episodes of a problem.
  TrainingOptions optimizer;
};

/// What happened in a round of self-play and learning.
struct RoundMetrics {
  int64_t round = 0;      // Over all runs, from 1.
  int64_t episodes = 0;   // Likewise.
  double meanOverMsa = 0; // Mean of makespan / msa's - 1 of the round's games.
  double bestOverMsa = 0; // Mean of the best so far of each problem, likewise.
  double simulationsPerSecond = 0;
  double batchFill = 0;  // States judged / (batches * games at once).
  TrainingLosses losses; // Means of the round.
};

/// One line of JSON.
std::string printMetrics(const RoundMetrics &metrics);

/// Trains in a folder, and goes on with what is there: `network.checkpoint`,
/// `replay.jsonl`, `metrics.jsonl`, `curves.html`.
class Trainer {
public:
  /// Makes or opens \p folder. `network`, of options, is used for a new one; an
  /// old one must fit. The error, or "".
  static std::string open(const std::string &folder,
                          std::vector<Instance> instances,
                          const TrainerOptions &options,
                          std::unique_ptr<Trainer> &out);
  ~Trainer();

  /// Adds episodes of what \p solve finds for each instance, unless the folder
  /// has some already. Returns the error, or "".
  std::string
  warmStart(const std::function<std::vector<Solution>(const Problem &)> &solve,
            const std::function<bool()> &goesOn);

  /// Plays, learns, and writes the folder. Asks \p goesOn between moves and
  /// steps; when that says no, \p isDone is false and the round's unfinished
  /// episodes are lost. Returns the error, or "".
  std::string runRound(const std::function<bool()> &goesOn,
                       RoundMetrics &metrics, bool &isDone);

  const Network &getNetwork() const;

private:
  struct Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAINER_H
