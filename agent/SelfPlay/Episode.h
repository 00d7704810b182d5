//===- Episode.h - A finished game as training data -------------*- C++ -*-===//
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

/// A finished game. Observations are not stored: the game recomputes them from
/// the actions.
struct Episode {
  std::string problem; // Name of the problem.
  std::vector<uint8_t> actions;
  std::vector<float> policies; // [moves, actions], of the search.
  std::vector<float> values;   // [moves], of the search, scaled like rewards.
  std::vector<float> rewards;  // [moves], scaled by `rewardPercent`.
  double makespan = 0;         // Seconds.
  double baseline = 0;         // Seconds.
  /// Unique among the episodes of remote actors; empty for local episodes.
  std::string id;

  size_t numMoves() const { return actions.size(); }
  bool isEmpty() const { return actions.empty(); }
  /// Saved share of the baseline.
  double improvement() const { return 1 - makespan / baseline; }
};

/// Prints \p episode as one line without a line end, with policies rounded to
/// thousandths.
std::string printEpisode(const Episode &episode);

/// Parses the output of `printEpisode`.
Result<Episode> parseEpisode(const std::string &line);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_EPISODE_H
