//===- Replay.h - Replay buffer on disk -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_REPLAY_H
#define MEMPLACE_AGENT_TRAINING_REPLAY_H

#include "agent/SelfPlay/Episode.h"

#include "memplace/Problem/Random.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace memplace::agent {

/// Lower bound on priorities, so no episode is lost for good.
inline constexpr double minPriority = 1e-3;

/// Prioritised replay (Schaul et al. 2016, arXiv 1511.05952, sections 3.3 and
/// 3.4, with the values of its proportional variant).
struct PriorityOptions {
  double alpha = 0.6; // Exponent of priorities; 0: uniform.
  double beta = 0.4;  // Exponent of importance weights; 0: none.
};

/// An episode drawn by priority.
struct PriorityDraw {
  size_t index = 0;
  /// Importance weight, (1 / (size * probability)) ^ beta, not yet normalised
  /// by the largest.
  double weight = 1;
};

/// Draws an index by \p priorities, which must not be empty.
PriorityDraw drawByPriority(const std::vector<double> &priorities,
                            Random &random,
                            const PriorityOptions &options = {});

/// The newest episodes, stored in a file, a line for each. If the process is
/// killed while writing a line, only that line is lost.
class Replay {
public:
  /// Reads up to \p capacity of the newest episodes of \p path, which need not
  /// exist. A partial last line is dropped; any other malformed line is an
  /// error.
  static Result<Replay> open(const std::string &path, size_t capacity);

  /// Raises the number of episodes ever added to \p atLeast.
  void setAdded(int64_t atLeast) { added = std::max(added, atLeast); }

  /// Keeps \p episode and appends it to the file.
  std::optional<Error> add(Episode episode);

  size_t size() const { return episodes.size(); }
  /// Number of episodes ever added, including earlier runs.
  int64_t numAdded() const { return added; }
  const Episode &operator[](size_t index) const {
    return episodes[index].episode;
  }

  /// Draws an episode; there must be at least one. See `drawByPriority`. New
  /// episodes get the highest priority.
  PriorityDraw sample(Random &random,
                      const PriorityOptions &options = {}) const;
  void setPriority(size_t index, double priority);

  /// Updates the policies and values of the stored episode with the same moves,
  /// if any, from a newer network. In memory only.
  void refresh(const Episode &episode);

private:
  struct Kept {
    Episode episode;
    double priority = 0;
  };
  void keep(Episode episode);
  std::optional<Error> rewrite();

  std::string path;
  size_t capacity = 0;
  std::deque<Kept> episodes; // Oldest first.
  double highest = 1;        // Highest priority so far.
  int64_t added = 0;
  size_t linesInFile = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_REPLAY_H
