//===- EgrlTrainer.h - Trains one EGRL policy on many problems --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each problem has its own population (`Evolution`), and all populations share
// one graph network. A round evaluates a number of maps of one problem after
// the other. Optional lessons follow: the policy alone learns to imitate the
// best maps of several problems and to prefer drawn maps with a low makespan
// after rectification. At the end of a round, the whole state is written as one
// file. A killed run therefore resumes at its last complete round.
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

/// Options of an EGRL run.
struct EgrlTrainerOptions {
  GraphConfig network; // Of a new network; tiers are added as needed.
  EgrlOptions evolution;
  uint64_t seed = 0;
  int64_t mapsPerRound = 100; // Of each problem.
  std::string from;           // Checkpoint of a new run; empty: none.
  /// JSON, {problem: [tier of each buffer]}: initial maps; empty: none.
  std::string teacher;

  int64_t lessons = 0;        // Optimizer steps at the end of a round.
  int64_t lessonProblems = 8; // Problems per lesson.
  int64_t draws = 0;          // Maps drawn per problem and lesson.
  /// Weight of drawn maps relative to the best map, for each standard deviation
  /// from their mean makespan.
  double drawWeight = 0.1;
};

/// Results of the policy without search: the likeliest tier of each tensor,
/// over several problems.
struct ZeroShotMetrics {
  int32_t problems = 0;
  double meanOverNative = 0; // Of makespan / native map's makespan - 1.
  double shareBetter = 0;    // Of problems, faster than the native map.
};

/// Metrics of one round.
struct EgrlRoundMetrics {
  int64_t round = 0, maps = 0; // Over all runs.
  double bestOverNative = 0;   // Mean over problems of best / native - 1.
  double meanFitness = 0;      // Of the last generations.
  MapLosses losses;            // Of the last generations.
  double lessonLoss = 0;       // Mean over the round.
  ZeroShotMetrics training, heldOut;
};

/// Prints one line of metrics.jsonl, without line end.
std::string printMetrics(const EgrlRoundMetrics &metrics);

/// Trains in a folder and resumes from the folder's contents.
class EgrlTrainer {
public:
  /// Reads the folder \p path, which need not exist; writes nothing yet.
  /// \p instances must outlive the trainer. Fails if two problems share a name,
  /// if the training problems have nothing to decide, or if the folder or a
  /// checkpoint belongs to another kind of run.
  static Result<std::unique_ptr<EgrlTrainer>>
  open(const std::string &path, const std::vector<Instance> &instances,
       const EgrlTrainerOptions &options);

  /// Runs one round. Returns none if \p shouldContinue stopped it; only found
  /// placements are kept then.
  Result<std::optional<EgrlRoundMetrics>>
  runRound(const ShouldContinue &shouldContinue);

  /// Number of rounds over all runs.
  int64_t numRounds() const { return rounds; }
  const Incumbents &getIncumbents() const { return incumbents; }

private:
  /// One problem with its population and its best map.
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
  PolicyTarget makeLesson(Run &run, const std::vector<float> &logits,
                          Random &random) const;
  std::optional<Error> trainPolicy(EgrlRoundMetrics &metrics);
  Result<ZeroShotMetrics>
  evaluatePolicy(const std::vector<MapTask *> &tasks) const;
  std::optional<Error> recordPolicyMetrics(EgrlRoundMetrics &metrics);
  std::optional<Error> write(const EgrlRoundMetrics &metrics);

  std::string path;
  EgrlTrainerOptions options;
  Incumbents incumbents;
  FolderLock lock;
  std::unique_ptr<GraphNetwork> network;
  std::vector<std::unique_ptr<Run>> runs;
  std::vector<std::unique_ptr<MapTask>> heldOut;
  int64_t rounds = 0, maps = 0; // Over all runs.
  /// Best mean makespan of the policy so far, relative to native maps, over
  /// held-out problems, or over all if none is held out.
  double bestZeroShot = std::numeric_limits<double>::infinity();
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EGRLTRAINER_H
