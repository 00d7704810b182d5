//===- Metrics.h - What happened in the rounds of a run ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_METRICS_H
#define MEMPLACE_AGENT_TRAINING_METRICS_H

#include "agent/Network/Network.h"

namespace memplace::agent {

/// What came of the games of a round.
struct PlayedGames {
  size_t count = 0;
  double sumOverMsa = 0; // Of makespan / msa's - 1.

  void add(double overMsa) {
    ++count;
    sumOverMsa += overMsa;
  }
  double meanOverMsa() const {
    return count == 0 ? 0 : sumOverMsa / static_cast<double>(count);
  }
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
  int64_t episodes = 0;   // Over all runs.
  double meanOverMsa = 0; // Mean of makespan / msa's - 1 of the round's games.
  double bestOverMsa = 0; // Mean over the problems of their best / msa's - 1.
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

/// The rounds of a run, over all starts: `metrics.jsonl`, a line for each, and
/// `curves.html`, what they look like.
class MetricsLog {
public:
  /// Reads what is in \p folder, which need not exist. A last line that was cut
  /// off is taken out; any other that is no round's metrics is the error.
  static Result<MetricsLog> open(const std::string &folder);

  /// Adds a round. The page is as long as the run: it is not made anew each
  /// time.
  std::optional<Error> append(const RoundMetrics &metrics);

  int64_t numRounds() const { return rounds; }
  int64_t numEpisodes() const { return episodes; }
  /// Whether \p metrics, which are evaluated, are of a better network than all
  /// before: by the mean of the problems that are trained on.
  bool isBest(const RoundMetrics &metrics) const {
    return !bestEvaluation || metrics.training.meanOverMsa < *bestEvaluation;
  }

private:
  MetricsLog() = default;
  std::optional<Error> read(const std::string &line);

  std::string folder;
  std::vector<std::string> lines;
  int64_t rounds = 0, episodes = 0;
  std::optional<double> bestEvaluation; // Mean over msa.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_METRICS_H
