//===- Evaluator.cpp - Evaluation of a network without noise --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"

using namespace memplace;
using namespace memplace::agent;

Evaluator::Evaluator(const Network &network, TrainingSet &set,
                     EpisodeStore &store, const PlayOptions &play)
    : network(network), set(set), store(store), play(withoutNoise(play)) {}

/// Averages \p results: makespans relative to `msa`.
static EvaluationMetrics summarize(const std::vector<double> &results) {
  EvaluationMetrics metrics;
  for (double over : results) {
    metrics.bestOverMsa =
        metrics.problems == 0 ? over : std::min(metrics.bestOverMsa, over);
    metrics.meanOverMsa += over;
    metrics.shareBetter += over < 0 ? 1 : 0;
    ++metrics.problems;
  }
  const double count = std::max(1, metrics.problems);
  metrics.meanOverMsa /= count;
  metrics.shareBetter /= count;
  return metrics;
}

Result<std::optional<EvaluationMetrics>>
Evaluator::evaluate(const std::vector<size_t> &which, uint64_t seed,
                    const ShouldContinue &shouldContinue) {
  using Evaluated = std::optional<EvaluationMetrics>;
  std::vector<Game> games;
  std::vector<double> scales;
  for (size_t i : which) {
    if (set[i].msaSeconds == 0)
      continue;
    games.push_back(set.newGame(i));
    scales.push_back(set.scaleOf(i, store.incumbents));
  }
  if (games.empty())
    return Evaluated(EvaluationMetrics());
  Player player(network, play, seed);
  Result<std::vector<Episode>> episodes =
      player.play(games, shouldContinue, scales);
  if (!episodes)
    return episodes.takeError();
  const bool isDone = shouldContinue();
  std::vector<double> results;
  for (size_t i = 0; i < games.size(); ++i) {
    const Episode &episode = (*episodes)[i];
    if (episode.isEmpty())
      continue;
    results.push_back(set.overMsa(episode));
    // Episodes of held-out problems must not enter the training data.
    if (!set[*set.find(episode.problem)].isHeldOut)
      if (std::optional<Error> error = store.keep(episode, games[i]))
        return *error;
  }
  return isDone ? Evaluated(summarize(results)) : Evaluated();
}
