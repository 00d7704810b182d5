//===- Batch.h - Training batches from episodes -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_BATCH_H
#define MEMPLACE_AGENT_TRAINING_BATCH_H

#include "agent/Game/Game.h"
#include "agent/Network/Network.h"
#include "agent/SelfPlay/Episode.h"

#include <span>

namespace memplace::agent {

/// Conversion of an episode to targets.
struct TargetOptions {
  /// Number of unrolled moves; 0 for the exact model.
  int64_t unroll = 0;
  /// Number of moves after which the search's value replaces later rewards in a
  /// return; 0: never.
  int64_t bootstrapAfter = 0;
  /// Share of the action played in the policy target; the rest is the search's
  /// policy. Above 0 for the best episodes of a problem.
  double imitation = 0;
  /// Factor on the episode's values and rewards.
  double scale = 1;
};

/// Appends samples of \p episode at \p moves (ascending) to \p batch. Replays
/// the episode on \p game, which must be at its start, and undoes all moves
/// afterwards. Stops at a move that does not fit the game. \p weight is the
/// weight of each sample.
void addToBatch(const Episode &episode, Game &game,
                std::span<const size_t> moves, const TargetOptions &options,
                float weight, TrainingBatch &batch);

/// Returns the episode played by \p game, which must be over. Each policy is
/// the action itself, each value the actual return. Undoes all moves of
/// \p game.
Episode episodeOf(Game &game);

/// Value target at \p move: the undiscounted return from there.
float returnFrom(const Episode &episode, size_t move, int64_t bootstrapAfter);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_BATCH_H
