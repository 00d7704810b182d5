//===- TrainingSet.h - The problems that a run trains on --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_TRAININGSET_H
#define MEMPLACE_AGENT_TRAINING_TRAININGSET_H

#include "Incumbents.h"

#include "memplace/Game/Game.h"

#include <set>

namespace memplace::agent {

/// A problem to train on, or to see what was learned.
struct Instance {
  Problem problem;
  double msaSeconds = 0;  // Makespan of what `msa` finds; 0: nothing.
  bool isHeldOut = false; // For evaluation only.
};

/// The leading letters of a problem's name, in lower case: all sizes and
/// capacities of a model are one family.
std::string familyOf(const std::string &problemName);

/// Which of \p families are for evaluation only: the third of them, rounded to
/// nearest, whose names have the smallest CRC-32, so that nobody can choose.
std::set<std::string> heldOutFamilies(const std::set<std::string> &families);

/// Makespans of one placement differ by less, relative to them, however they
/// are printed and read.
inline constexpr double makespanTolerance = 1e-9;

/// The smaller of two makespans that are known; 0: not known.
double minKnown(double seconds, double otherSeconds);

/// The instances of a run with a game of each, by index and by name.
class TrainingSet {
public:
  /// The error: two of one name, one that is no game or has more tiers than
  /// networks know, or nothing to decide in any that is not held out.
  static Result<TrainingSet> create(std::vector<Instance> instances);

  const Instance &operator[](size_t index) const { return instances[index]; }
  size_t size() const { return instances.size(); }
  /// The index of the instance whose problem has this name.
  std::optional<size_t> find(const std::string &problem) const;

  /// Instances with something to decide: trained on, and for evaluation only.
  const std::vector<size_t> &trainedOn() const { return open; }
  const std::vector<size_t> &heldOut() const { return unseen; }

  /// The one game of an instance that is kept, at its start; whoever plays it
  /// takes that back.
  Game &game(size_t index) { return games[index]; }
  const Game &game(size_t index) const { return games[index]; }
  /// Another one at its start, which shares what is costly with that.
  Game newGame(size_t index);

  /// The index of the instance that \p episode is of and that learns from it.
  /// None: it has no instance, or one that is held out, or it is stale.
  std::optional<size_t> findToLearn(const Episode &episode) const;
  /// Whether \p episode is of another problem with the name of an instance:
  /// somebody has changed that.
  bool isStale(const Episode &episode) const;

  /// The smallest makespan that is known of an instance, seconds; 0: none.
  double bestKnown(size_t index, const Incumbents &incumbents) const;
  /// Of `GameModel`, by that.
  double scaleOf(size_t index, const Incumbents &incumbents) const;
  /// The episode's makespan / that of `msa` - 1; 0 without one of `msa`.
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
