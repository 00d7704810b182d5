//===- EgrlTrainer.h - Trains one EGRL policy on many problems --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each problem has a population of its own (`Evolution`), and all of them share
// one graph network: a round is a number of maps of one problem after the
// other. Then come lessons, if any: the policy alone learns what the best maps
// of some problems at once are, and which of the maps that it draws are faster
// than others, after they are rectified. What a round has found is written when
// it is over, the state of everything as one file, so that a run that is killed
// goes on as if it had not been.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_EGRLTRAINER_H
#define MEMPLACE_AGENT_TRAINING_EGRLTRAINER_H

#include "FolderLock.h"
#include "Incumbents.h"
#include "TrainingSet.h"

#include "agent/Egrl/Evolution.h"
#include "agent/SelfPlay/GameSlots.h"

#include <limits>

namespace memplace::agent {

struct EgrlTrainerOptions {
  GraphConfig network; // Of a new one, which knows all tiers that there are.
  EgrlOptions evolution;
  uint64_t seed = 0;
  int64_t mapsPerRound = 100; // Of each problem.
  std::string from;           // Checkpoint of a new run; empty: none.
  /// JSON, {problem: [tier of each buffer]}: maps to begin with; empty: none.
  std::string teacher;

  int64_t lessons = 0;        // Steps of the optimizer at the end of a round.
  int64_t lessonProblems = 8; // In one of them.
  int64_t draws = 0;          // Maps that the policy draws of each in a lesson.
  /// Of what draws say, against the best map: for each deviation from their
  /// mean.
  double drawWeight = 0.1;
};

/// What the policy says in one pass, the likeliest tier of each tensor, of some
/// problems.
struct ZeroShotMetrics {
  int32_t problems = 0;
  double meanOverNative = 0; // Of makespan / the native map's - 1.
  double shareBetter = 0;    // Of the problems, better than the native map.
};

struct EgrlRoundMetrics {
  int64_t round = 0, maps = 0; // Over all runs.
  double bestOverNative = 0;   // Mean over the problems of best / native - 1.
  double meanFitness = 0;      // Of the populations, the last generation's.
  MapLosses losses;            // Likewise.
  double lessonLoss = 0;       // Mean of the round.
  ZeroShotMetrics training, heldOut;
};

/// One line of metrics.jsonl, without its end.
std::string printMetrics(const EgrlRoundMetrics &metrics);

class EgrlTrainer {
public:
  /// Reads the folder \p path, which need not exist, and makes nothing yet.
  /// \p instances must outlive the trainer. The errors: two problems of one
  /// name, nothing to decide in any that is not held out, a folder or a
  /// checkpoint of something else.
  static Result<std::unique_ptr<EgrlTrainer>>
  open(const std::string &path, const std::vector<Instance> &instances,
       const EgrlTrainerOptions &options);

  /// None: \p shouldContinue ended it; of the round only placements count.
  Result<std::optional<EgrlRoundMetrics>>
  runRound(const ShouldContinue &shouldContinue);

  /// Rounds of all runs.
  int64_t numRounds() const { return rounds; }
  const Incumbents &getIncumbents() const { return incumbents; }

private:
  /// One problem, its population and what it has found.
  struct Run {
    Run(MapTask task, const EgrlOptions &options, uint64_t seed)
        : evolution(std::move(task), options, seed),
          best(evolution.getTask().getGame().nativeMap()) {
      MapGame &game = evolution.getTask().getGame();
      TierMap relaxed = evolution.getTask().relaxedMap();
      if (game.evaluate(relaxed).seconds < game.nativeSeconds())
        best = relaxed;
    }
    Evolution evolution;
    TierMap best;
  };

  EgrlTrainer(std::string path, const EgrlTrainerOptions &options,
              Incumbents incumbents)
      : path(std::move(path)), options(options),
        incumbents(std::move(incumbents)) {}
  std::string file(const char *name) const { return path + "/" + name; }
  std::optional<Error> addProblems(const std::vector<Instance> &instances);
  std::optional<Error> restore(const std::string &bytes,
                               const std::vector<Instance> &instances);
  Result<std::string> print() const;
  std::optional<Error> evolve(Run &run, const ShouldContinue &shouldContinue,
                              EgrlRoundMetrics &metrics);
  std::optional<Error> readTeacher();
  PolicyLesson makeLesson(Run &run, const std::vector<float> &logits,
                          MapRandom &random) const;
  std::optional<Error> teach(EgrlRoundMetrics &metrics);
  Result<ZeroShotMetrics>
  evaluatePolicy(const std::vector<MapTask *> &tasks) const;
  std::optional<Error> judgePolicy(EgrlRoundMetrics &metrics);
  std::optional<Error> write(const EgrlRoundMetrics &metrics);

  std::string path;
  EgrlTrainerOptions options;
  Incumbents incumbents;
  FolderLock lock;
  std::unique_ptr<GraphNetwork> network;
  std::vector<std::unique_ptr<Run>> runs;
  std::vector<std::unique_ptr<MapTask>> heldOut;
  int64_t rounds = 0, maps = 0; // Over all runs.
  /// The least mean over native maps of what the policy said of the problems
  /// that are held out, or without any of all.
  double bestZeroShot = std::numeric_limits<double>::infinity();
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EGRLTRAINER_H
