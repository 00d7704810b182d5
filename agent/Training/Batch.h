//===- Batch.h - From episodes to what a network learns from ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_BATCH_H
#define MEMPLACE_AGENT_TRAINING_BATCH_H

#include "agent/Network/Network.h"
#include "agent/SelfPlay/Episode.h"
#include "memplace/Game/Game.h"

#include <span>

namespace memplace::agent {

/// How targets are made of an episode.
struct TargetOptions {
  /// Moves that are unrolled; 0 for the exact model.
  int64_t unroll = 0;
  /// Returns are summed over so many moves, then the search's value counts; 0:
  /// to the end.
  int64_t bootstrapAfter = 0;
  /// How much of the policy target is the action itself instead of what the
  /// search said: for episodes that are the best of their problem.
  double imitation = 0;
  /// What the episode's values and rewards are multiplied by.
  double scale = 1;
};

/// Appends to \p batch what \p episode has at \p moves, which must ascend:
/// replays it on \p game, at its start, and takes it all back. \p weight is
/// that of each.
void addToBatch(const Episode &episode, Game &game,
                std::span<const size_t> moves, const TargetOptions &options,
                float weight, TrainingBatch &batch);

/// The episode that \p game, which is over, has played: each policy is the
/// action itself, each value what came of it. Takes all of it back.
Episode episodeOf(Game &game);

/// The value target at \p move: rewards from there on, undiscounted.
float returnFrom(const Episode &episode, size_t move, int64_t bootstrapAfter);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_BATCH_H
