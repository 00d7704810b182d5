//===- Incumbents.h - Best known results of each problem --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_INCUMBENTS_H
#define MEMPLACE_AGENT_TRAINING_INCUMBENTS_H

#include "Replay.h"

#include "memplace/Problem/Random.h"
#include "memplace/Problem/Solution.h"

#include <functional>
#include <map>
#include <vector>

namespace memplace::agent {

/// Best results of a run, from any source. Keeps for each problem the best
/// placement (`solutions/NAME.solution.json`) and the best few episodes, for
/// imitation (`incumbents.jsonl`). Problem names must be unique within a run.
class Incumbents {
public:
  /// Reads \p folder, which need not exist. Keeps \p bestOf episodes of each of
  /// \p problems. Drops episodes for which \p isStale is true: episodes of
  /// another problem with the same name.
  static Result<Incumbents>
  open(const std::string &folder, const std::vector<const Problem *> &problems,
       size_t bestOf, const std::function<bool(const Episode &)> &isStale = {});

  /// Keeps \p episode if it is new and among the best of its problem, in memory
  /// only, until `save`. Returns true if kept.
  bool offer(const Episode &episode);
  std::optional<Error> save();

  /// Verifies \p solution and writes it if it is the best of its problem.
  /// \p source is written to the file as the solver's name.
  std::optional<Error> offer(const Problem &problem, const Solution &solution,
                             const std::string &source);

  /// Smallest known makespan of the problem in seconds; 0 if none is known.
  double bestMakespan(const std::string &problem) const;
  /// Smallest makespan of the problem's episodes in seconds; 0 without
  /// episodes.
  double bestPlayed(const std::string &problem) const;
  /// Fastest episode of the problem; null if there is none. Valid until the
  /// next `offer`.
  const Episode *fastest(const std::string &problem) const;

  bool hasSolution(const std::string &problem) const {
    return placed.count(problem) != 0;
  }

  /// Path of the best placement of \p problem.
  std::string solutionPath(const std::string &problem) const;

  bool isEmpty() const { return kept.empty(); }
  size_t size() const { return kept.size(); }
  const Episode &operator[](size_t index) const { return kept[index].episode; }

  /// As in Replay. Indices are valid until the next `offer`.
  PriorityDraw sample(Random &random,
                      const PriorityOptions &options = {}) const;
  void setPriority(size_t index, double priority);
  void refresh(const Episode &episode);

private:
  struct Kept {
    Episode episode;
    double priority = 1;
  };
  std::string folder;
  size_t bestOf = 1;
  std::vector<Kept> kept; // In order of arrival.
  // Smallest makespans by problem: of episodes, and of written placements.
  std::map<std::string, double> played, placed;
  double highest = 1; // Highest priority so far.
  bool isChanged = false;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_INCUMBENTS_H
