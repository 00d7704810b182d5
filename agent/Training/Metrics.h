//===- Metrics.h - Metrics of training rounds -------------------*- C++ -*-===//
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

/// Results of the games of a round.
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

/// Results of the network without noise, one episode per problem.
struct EvaluationMetrics {
  int32_t problems = 0;
  double meanOverMsa = 0; // Of makespan / msa's - 1.
  double bestOverMsa = 0;
  double shareBetter = 0; // Of problems, better than msa.
};

/// Metrics of one round of self-play and training.
struct RoundMetrics {
  int64_t round = 0;      // Over all runs, from 1.
  int64_t episodes = 0;   // Over all runs.
  double meanOverMsa = 0; // Mean of makespan / msa's - 1 over games.
  double bestOverMsa = 0; // Mean of best / msa's - 1 over the problems.
  double simulationsPerSecond = 0; // 0 for remote games.
  double batchFill = 0;            // Evaluated states / capacity of batches.
  double imitationShare = 0;
  TrainingLosses losses; // Means over the round.
  /// Evaluation of the network after the round, if any: on problems trained on,
  /// and on held-out problems.
  bool isEvaluated = false;
  EvaluationMetrics training, heldOut;
};

/// Prints one line of JSON.
std::string printMetrics(const RoundMetrics &metrics);

/// The rounds of a run over all starts: `metrics.jsonl`, a line for each round,
/// and `curves.html`, their plots.
class MetricsLog {
public:
  /// Reads \p folder, which need not exist. Removes a partial last line; any
  /// other malformed line is an error.
  static Result<MetricsLog> open(const std::string &folder);

  /// Adds a round. Redraws the page only every few rounds, because its length
  /// grows with the run.
  std::optional<Error> append(const RoundMetrics &metrics);

  int64_t numRounds() const { return rounds; }
  int64_t numEpisodes() const { return episodes; }
  /// Returns true if \p metrics, which must be evaluated, have the best mean so
  /// far on the problems trained on.
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
