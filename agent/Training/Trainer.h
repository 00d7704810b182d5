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
#include "Incumbents.h"
#include "Replay.h"

#include "agent/SelfPlay/Player.h"

#include <functional>
#include <set>

namespace memplace::agent {

/// A problem to train on, or to see what was learned.
struct Instance {
  Problem problem;
  double msaSeconds = 0;  // Makespan of what `msa` finds; 0: nothing.
  bool isHeldOut = false; // For evaluation only.
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
  int32_t threads = 1; // Of self-play; with more, runs are not repeatable.

  /// Best-of-k imitation: of each problem, the best k episodes, whoever played
  /// them, are kept and drawn from for a share of each batch. The share starts
  /// at `imitationShare` and halves every `imitationHalfLife` rounds, down to
  /// `imitationLeast`.
  size_t bestOf = 4;
  double imitationShare = 0.5, imitationLeast = 0.125;
  double imitationHalfLife = 50;
  /// How much the policy target of such an episode is its action.
  double imitation = 0.5;
  /// Old episodes that are searched again with the newest network, for each
  /// that is played.
  double reanalyse = 0.25;
  /// Of each round, after its games: so many times, an episode is revised
  /// (`Reviser`). What is faster is kept like an episode that a solver found.
  int64_t revisions = 0;
  int64_t evaluateEvery = 20; // Rounds; 0: never.
  TrainingOptions optimizer;
};

/// What the network plays without noise, one episode of each problem.
struct EvaluationMetrics {
  int32_t problems = 0;
  double meanOverMsa = 0; // Of makespan / msa's - 1.
  double bestOverMsa = 0;
  double shareBetter = 0; // Of the problems, better than msa.
};

/// What happened in a round of self-play and learning.
struct RoundMetrics {
  int64_t round = 0;      // Over all runs, from 1.
  int64_t episodes = 0;   // Likewise.
  double meanOverMsa = 0; // Mean of makespan / msa's - 1 of the round's games.
  double bestOverMsa = 0; // Mean of the best so far of each problem, likewise.
  double simulationsPerSecond = 0; // 0: of games that others played.
  double batchFill = 0;            // States judged / (batches * games at once).
  double imitationShare = 0;
  TrainingLosses losses; // Means of the round.
  /// Of the network after the round, if it was evaluated: of problems that are
  /// trained on, and of those that are held out.
  bool isEvaluated = false;
  EvaluationMetrics training, heldOut;
};

/// One line of JSON.
std::string printMetrics(const RoundMetrics &metrics);

/// A solver's placement.
struct NamedSolution {
  std::string solver;
  Solution solution;
};

/// Trains in a folder, and goes on with what is there: `network.checkpoint`,
/// `best.checkpoint` (of the best evaluation on problems that are trained on),
/// `replay.jsonl`, `metrics.jsonl`, `curves.html`, and what `Incumbents` keeps.
class Trainer {
public:
  /// Makes or opens \p folder, and keeps other trainers out of it. `network`,
  /// of options, is used for a new one; an old one must fit. The error, or "".
  static std::string open(const std::string &folder,
                          std::vector<Instance> instances,
                          const TrainerOptions &options,
                          std::unique_ptr<Trainer> &out);
  ~Trainer();

  using Solve = std::function<std::vector<NamedSolution>(const Problem &)>;

  /// Adds what \p solve finds for each instance that is not held out and of
  /// which the folder has nothing: its placements, and the episodes that play
  /// them. Returns the error, or "".
  std::string warmStart(const Solve &solve,
                        const std::function<bool()> &goesOn);

  /// Plays, learns, and writes the folder. Asks \p goesOn between moves and
  /// steps, also from other threads; when that says no, \p isDone is false and
  /// the episodes that are not over are lost. Returns the error, or "".
  std::string runRound(const std::function<bool()> &goesOn,
                       RoundMetrics &metrics, bool &isDone);

  /// Writes what actors need (`playEpisodes`): `play.checkpoint`, the network
  /// without what the optimizer knows, and `known.json`, the best makespans;
  /// and `network.checkpoint`, if there is none. Returns the error, or "".
  std::string writeForActors();

  /// A round with what others played: learns from the files *.jsonl of the
  /// folder \p inbox, by name, of which it has not learned yet, and writes the
  /// folder, with `batches.jsonl`, the names of those it has learned from.
  /// Each episode of theirs is added once, however often this is killed and
  /// called again. Takes no more episodes than the replay keeps: others wait
  /// for the next call, \p waiting says how many files. If one is damaged or
  /// does not fit the instances, that is the error, and nothing is added.
  /// \p isDone: false if there is nothing new, or \p goesOn said no.
  std::string learnFrom(const std::string &inbox,
                        const std::function<bool()> &goesOn,
                        RoundMetrics &metrics, bool &isDone, size_t &waiting);

  const Network &getNetwork() const;
  const Incumbents &getIncumbents() const;

private:
  struct Impl;
  explicit Trainer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAINER_H
