//===- Incumbents.h - The best that is known of each problem -- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_INCUMBENTS_H
#define MEMPLACE_AGENT_TRAINING_INCUMBENTS_H

#include "Replay.h"

#include "memplace/Problem/Solution.h"

#include <functional>
#include <map>
#include <random>
#include <vector>

namespace memplace::agent {

/// What a run has found so far, by whomever: of each problem the best placement
/// (`solutions/NAME.solution.json`) and the best few episodes, to imitate
/// (`incumbents.jsonl`). Problems are called by their name, which is unique in
/// a run.
class Incumbents {
public:
  /// Reads what is in \p folder, which need not exist, of \p problems. Keeps
  /// \p bestOf episodes of each, and none that \p isStale says is of another
  /// problem with this name.
  static Result<Incumbents>
  open(const std::string &folder, const std::vector<const Problem *> &problems,
       size_t bestOf, const std::function<bool(const Episode &)> &isStale = {});

  /// Keeps \p episode if it is one of the best of its problem, and is not there
  /// yet; in memory, until `save`.
  bool offer(const Episode &episode);
  std::optional<Error> save();

  /// Keeps \p solution, and writes it, if it is verified and better than what
  /// there is; \p source says in the file who found it.
  std::optional<Error> offer(const Problem &problem, const Solution &solution,
                             const std::string &source);

  /// The smallest makespan of the problem, seconds; 0: nothing is known.
  double bestMakespan(const std::string &problem) const;
  /// The smallest makespan of its episodes, seconds; 0: there is none.
  double bestPlayed(const std::string &problem) const;
  /// The fastest episode of the problem, until the next offer; null: none.
  const Episode *fastest(const std::string &problem) const;

  bool hasSolution(const std::string &problem) const {
    return placed.count(problem) != 0;
  }

  /// Where the best placement of \p problem is.
  std::string solutionPath(const std::string &problem) const;

  bool isEmpty() const { return kept.empty(); }
  size_t size() const { return kept.size(); }
  const Episode &operator[](size_t index) const { return kept[index].episode; }

  /// As in Replay. Indices hold until the next `offer`.
  PriorityDraw sample(std::mt19937_64 &engine,
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
  std::vector<Kept> kept; // In the order they came.
  // Smallest makespans by problem: of episodes, of placements that are written.
  std::map<std::string, double> played, placed;
  double highest = 1; // Priority.
  bool isChanged = false;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_INCUMBENTS_H
