//===- EpisodeStore.cpp - Episodes of a training run ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpisodeStore.h"

using namespace memplace;
using namespace memplace::agent;

std::optional<Error> EpisodeStore::keep(const Episode &episode,
                                        const Game &game) {
  if (std::optional<Error> error = replay.add(episode))
    return error;
  return offer(episode, game);
}

std::optional<Error> EpisodeStore::offer(const Episode &episode,
                                         const Game &game) {
  assert(game.isOver() && "an episode is kept when it is over");
  const double before = incumbents.bestMakespan(episode.problem);
  incumbents.offer(episode);
  if (before > 0 && episode.makespan >= before)
    return std::nullopt;
  return incumbents.offer(game.getProblem(), game.solution(), "memplace-train");
}
