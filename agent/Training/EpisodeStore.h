//===- EpisodeStore.h - All episodes that a run learns from -----*- C++ -*-===//
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

#include "memplace/Game/Game.h"

namespace memplace::agent {

/// The newest episodes, and the best ones of each problem.
struct EpisodeStore {
  Replay replay;
  Incumbents incumbents;

  /// Keeps an episode that is over, \p game at its end: in the replay, and as
  /// `offer` does.
  std::optional<Error> keep(const Episode &episode, const Game &game);

  /// Keeps it among the incumbents, if it is one of the best of its problem,
  /// and writes its placement, if it is the best.
  std::optional<Error> offer(const Episode &episode, const Game &game);
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_EPISODESTORE_H
