//===- Game.h - Placement as a game for one player --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mallocGame (arXiv 2305.07440) for any number of tiers: the player meets the
// uses of the buffers in schedule order and decides for each which tier serves
// it; the environment finds the residency's steps, its transfers and its
// offset.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_GAME_H
#define MEMPLACE_GAME_GAME_H

#include "memplace/Bounds/Relaxation.h"
#include "memplace/Problem/Solution.h"

#include <functional>
#include <memory>
#include <span>

namespace memplace {

namespace planning {
struct PlacedBuffer;
} // namespace planning

/// An action: `Drop`, `NoCopy`, or `Copy` to a tier, see `Game`.
using GameAction = int32_t;
inline constexpr GameAction dropAction = 0;
inline constexpr GameAction noCopyAction = 1;
inline constexpr GameAction firstCopyAction = 2;

/// What is decided in one game step: all accesses of one op to one buffer.
struct UseUnit {
  BufferId buffer = 0;
  Step step = 0;
  int32_t group = 0; // Which of the buffer's uses, from 0.
};

/// One of the decisions so far.
struct GameDecision {
  size_t position = 0; // Index into `Game::getUnits`.
  GameAction action = dropAction;
  bool operator==(const GameDecision &) const = default;
};

/// What became of an action.
struct GameStep {
  /// Estimated seconds saved, over the baseline. What the estimates miss is in
  /// `Game::finalReward`.
  double reward = 0;
  /// The decision holds for the buffer's uses up to this one: a loop may settle
  /// its later ones along with it. Its earlier ones that were dropped are
  /// served by the new stay, too.
  int32_t lastGroup = 0;
};

/// The game on one problem.
///
/// Every buffer has a home: at the start all uses that can are served from
/// there, by a legal placement, the *baseline*. A game step decides one use:
///
/// * `Drop`: it is served from the home.
/// * `NoCopy`: the buffer stays in the faster tier that served its use before.
/// * `Copy` to the k-th fastest tier besides its home: it comes there now, by a
///   transfer if it has contents that are needed, and goes back home if they
///   must outlive it. Found by the environment: when the transfers run (as late
///   as hides them in channel time that is still free, earlier if there is no
///   room), and the offset (best fit over its steps).
///
/// An action is legal if the rules and the room allow it. Each state is a legal
/// placement with undecided uses at home, so that there are no dead ends:
/// `Drop` is always legal. Alias sets are one buffer in a Problem, so that they
/// are decided jointly by themselves.
///
/// Rewards are exact in sum: all of an episode's and `finalReward` add up to
/// (baseline - final makespan) / baseline, by the simulator.
class Game {
public:
  /// Expects a problem that passes `check`. The error says why there is no
  /// placement to start from.
  static Result<Game> create(const Problem &problem);
  Game(Game &&) noexcept;
  Game &operator=(Game &&) noexcept;
  ~Game();

  const Problem &getProblem() const;

  /// Drop, NoCopy, and a Copy for each tier but the home.
  int32_t numActions() const;
  /// The uses that are decided, in the order of play. One that a decision has
  /// settled already is passed over.
  std::span<const UseUnit> getUnits() const;
  /// Index into `getUnits`; its size at the end.
  size_t position() const;
  bool isOver() const;
  /// Game steps so far.
  size_t numDecisions() const;

  /// Whether each action is legal now, by action. Not at the end.
  const std::vector<bool> &legalActions();
  /// What each legal action would earn by estimate, by action; 0 for others.
  const std::vector<double> &actionRewards();

  /// Takes a legal action. False, and nothing changes, if it is not legal, or
  /// none at all.
  bool apply(GameAction action, GameStep &result);
  /// Takes the last action back, to the last bit. There must be one.
  void undo();
  /// What was decided, in order; \p index is less than `numDecisions`.
  GameDecision decision(size_t index) const;

  /// Simulates the placement as it is now. Seconds.
  double makespan() const;
  /// Of the placement with everything at home, seconds.
  double baseline() const;
  /// At the end: what the rewards so far are off by.
  double finalReward() const;
  /// Sum of the rewards so far.
  double rewardSoFar() const;

  /// A fractional placement of the whole program, which observations show;
  /// found when first asked for, in 0.01 to 1 s for programs of some hundred
  /// ops, or as far as \p shouldContinue, asked now and then, lets it come.
  std::shared_ptr<const RelaxedPlacement>
  relaxation(const std::function<bool()> &shouldContinue = {});
  /// Takes that of another game on the same problem.
  void share(std::shared_ptr<const RelaxedPlacement> relaxed);

  /// The placement as it is now: legal at any time.
  Solution solution() const;
  /// Likewise, by buffer, on top of `planning::buildBasePlacement`.
  std::vector<planning::PlacedBuffer> placed() const;

  /// Of the decisions so far; equal only for the same ones.
  uint64_t hash() const;
  /// Of all that the environment knows, to compare states in tests. Slow.
  uint64_t digest() const;

private:
  friend class Observer;
  friend class TracePlayer;
  struct Impl;
  explicit Game(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace

#endif // MEMPLACE_GAME_GAME_H
