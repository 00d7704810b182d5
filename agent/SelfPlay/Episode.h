//===- Episode.h - A finished game, to learn from ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_EPISODE_H
#define MEMPLACE_AGENT_SELFPLAY_EPISODE_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace memplace::agent {

/// Observations are not kept: the game makes them again from the actions.
struct Episode {
  std::string problem; // Its name.
  std::vector<uint8_t> actions;
  std::vector<float> policies; // [moves, actions]: what the search says.
  std::vector<float> values;   // [moves]: likewise, scaled as rewards.
  std::vector<float> rewards;  // [moves], scaled by `rewardScale`.
  double makespan = 0;         // Seconds.
  double baseline = 0;         // Seconds.
  /// Unique among the episodes that were played elsewhere; else empty.
  std::string id;

  size_t numMoves() const { return actions.size(); }
  bool isEmpty() const { return actions.empty(); }
  /// Share of the baseline that was saved.
  double improvement() const { return 1 - makespan / baseline; }
};

/// One line of text, without a line's end.
std::string printEpisode(const Episode &episode);

/// Reads what `printEpisode` wrote.
Result<Episode> parseEpisode(const std::string &line);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_EPISODE_H
