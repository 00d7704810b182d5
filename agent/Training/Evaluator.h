//===- Evaluator.h - Evaluation of a network without noise ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_EVALUATOR_H
#define MEMPLACE_AGENT_TRAINING_EVALUATOR_H

#include "EpisodeStore.h"
#include "Metrics.h"
#include "TrainingSet.h"

#include "agent/SelfPlay/Player.h"

namespace memplace::agent {

/// Plays one episode without noise of each problem with a known `msa` makespan.
/// Stores the episodes of training problems.
class Evaluator {
public:
  /// All references must outlive this object.
  Evaluator(const Network &network, TrainingSet &set, EpisodeStore &store,
            const PlayOptions &play);

  /// Evaluates the instances \p which. Returns none if \p shouldContinue,
  /// polled between moves, returned false.
  Result<std::optional<EvaluationMetrics>>
  evaluate(const std::vector<size_t> &which, uint64_t seed,
           const ShouldContinue &shouldContinue);

private:
  const Network &network;
  TrainingSet &set;
  EpisodeStore &store;
  const PlayOptions play;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EVALUATOR_H
