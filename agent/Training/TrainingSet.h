//===- TrainingSet.h - The problems of a training run -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAININGSET_H
#define MEMPLACE_AGENT_TRAINING_TRAININGSET_H

#include "Incumbents.h"

#include "agent/Game/Game.h"

#include <set>

namespace memplace::agent {

/// A problem for training or evaluation.
struct Instance {
  Problem problem;
  double msaSeconds = 0;  // Makespan of `msa`; 0: no solution.
  bool isHeldOut = false; // For evaluation only.
};

/// Returns the leading letters of a problem's name in lower case. All sizes and
/// capacities of a model form one family.
std::string familyOf(const std::string &problemName);

/// Returns the held-out families: a third of \p families, rounded to nearest,
/// namely the names with the smallest CRC-32. The hash makes the choice
/// independent of results.
std::set<std::string> heldOutFamilies(const std::set<std::string> &families);

/// Relative tolerance for makespans of the same placement, which covers
/// printing and parsing.
inline constexpr double makespanTolerance = 1e-9;

/// Returns the smaller known makespan; 0 means unknown.
double minKnown(double seconds, double otherSeconds);

/// The instances of a run, with one game each, by index and by name.
class TrainingSet {
public:
  /// Fails if two instances share a name, if a problem is no valid game or has
  /// more tiers than networks support, or if no problem to train on has
  /// anything to decide.
  static Result<TrainingSet> create(std::vector<Instance> instances);

  const Instance &operator[](size_t index) const { return instances[index]; }
  size_t size() const { return instances.size(); }
  /// Index of the instance whose problem is named \p problem.
  std::optional<size_t> find(const std::string &problem) const;

  /// Instances with decisions to make: for training, and for evaluation only.
  const std::vector<size_t> &trainedOn() const { return open; }
  const std::vector<size_t> &heldOut() const { return unseen; }

  /// The shared game of an instance, at its start. Callers must undo their
  /// moves.
  Game &game(size_t index) { return games[index]; }
  const Game &game(size_t index) const { return games[index]; }
  /// Returns another game at its start, which shares the costly relaxation.
  Game newGame(size_t index);

  /// Index of the instance to train with \p episode. None if there is no such
  /// instance, if the instance is held out, or if the episode is stale.
  std::optional<size_t> findToLearn(const Episode &episode) const;
  /// Returns true if \p episode does not fit the instance with its name,
  /// because the problem has changed since.
  bool isStale(const Episode &episode) const;

  /// Smallest known makespan of an instance in seconds; 0 if unknown.
  double bestKnown(size_t index, const Incumbents &incumbents) const;
  /// Reward scale for `GameModel`, from `bestKnown`.
  double scaleOf(size_t index, const Incumbents &incumbents) const;
  /// The episode's makespan / that of `msa` - 1; 0 if `msa` has no makespan.
  double overMsa(const Episode &episode) const;

private:
  TrainingSet() = default;

  std::vector<Instance> instances;
  std::vector<Game> games; // By instance.
  std::map<std::string, size_t> byName;
  std::vector<size_t> open, unseen;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_TRAININGSET_H
