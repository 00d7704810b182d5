//===- Evaluator.h - What a network plays without noise ---------*- C++ -*-===//
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

/// Plays one episode without noise of each problem of which `msa`'s makespan is
/// known, and keeps those of problems that are not held out.
class Evaluator {
public:
  /// All must outlive this.
  Evaluator(const Network &network, TrainingSet &set, EpisodeStore &store,
            const PlayOptions &play);

  /// Of the instances \p which. None when \p shouldContinue, which is asked
  /// between moves, said no.
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
