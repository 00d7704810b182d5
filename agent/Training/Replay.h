//===- Replay.h - Episodes to learn from, on disk ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_REPLAY_H
#define MEMPLACE_AGENT_TRAINING_REPLAY_H

#include "agent/SelfPlay/Episode.h"

#include <algorithm>
#include <deque>
#include <random>
#include <vector>

namespace memplace::agent {

/// Nothing is forgotten for good.
inline constexpr double minPriority = 1e-3;

/// How prioritised replay draws (Schaul et al. 2016, arXiv 1511.05952, section
/// 3.3 and 3.4, with the values of its proportional variant).
struct PriorityOptions {
  double alpha = 0.6; // Power of the priorities; 0: all alike.
  double beta = 0.4;  // Power of the importance weights; 0: none.
};

struct PriorityDraw {
  size_t index = 0;
  /// The importance weight, (1 / (size * probability)) ^ beta, not yet divided
  /// by the largest.
  double weight = 1;
};

/// Draws an index by \p priorities, of which there is one.
PriorityDraw drawByPriority(const std::vector<double> &priorities,
                            std::mt19937_64 &engine,
                            const PriorityOptions &options = {});

/// The newest episodes, and in a file of one line each. Whoever is killed while
/// a line is written loses that line.
class Replay {
public:
  /// Reads what is in \p path, which need not exist, up to \p capacity of the
  /// newest episodes. A last line that was cut off is left out; any other bad
  /// line is the error.
  static Result<Replay> open(const std::string &path, size_t capacity);

  /// Says that so many were ever added, if more than are known of.
  void setAdded(int64_t atLeast) { added = std::max(added, atLeast); }

  /// Keeps \p episode and appends it to the file.
  std::optional<Error> add(Episode episode);

  size_t size() const { return episodes.size(); }
  /// Episodes that were ever added, also in earlier runs.
  int64_t numAdded() const { return added; }
  const Episode &operator[](size_t index) const {
    return episodes[index].episode;
  }

  /// Draws an episode, of which there must be one: see `drawByPriority`. New
  /// ones have the highest priority.
  PriorityDraw sample(std::mt19937_64 &engine,
                      const PriorityOptions &options = {}) const;
  void setPriority(size_t index, double priority);

  /// Puts what a newer network says in the place of the policies and values of
  /// the episode with the same moves, if it is still there; in memory only.
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
  double highest = 1;        // Priority.
  int64_t added = 0;
  size_t linesInFile = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_REPLAY_H
