//===- EpisodeStore.h - Episodes of a training run --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_EPISODESTORE_H
#define MEMPLACE_AGENT_TRAINING_EPISODESTORE_H

#include "Incumbents.h"
#include "Replay.h"

#include "agent/Game/Game.h"

namespace memplace::agent {

/// The newest episodes, and the best episodes of each problem.
struct EpisodeStore {
  Replay replay;
  Incumbents incumbents;

  /// Adds a finished episode to the replay and calls `offer`. \p game is at the
  /// episode's end.
  std::optional<Error> keep(const Episode &episode, const Game &game);

  /// Adds the episode to the incumbents if among the best of its problem. Also
  /// writes the placement if it is the best so far.
  std::optional<Error> offer(const Episode &episode, const Game &game);
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EPISODESTORE_H
