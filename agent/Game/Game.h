//===- Game.h - Placement as a game for one player --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mallocGame (arXiv 2305.07440) for any number of tiers. The player visits the
// uses of all buffers in schedule order, and decides for each use from which
// tier it is served. The environment finds the steps, the transfers and the
// offset of the residency.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_GAME_H
#define MEMPLACE_AGENT_GAME_GAME_H

#include "lib/Bounds/Relaxation.h"
#include "memplace/Problem/Solution.h"

#include <functional>
#include <memory>
#include <span>

namespace memplace {

namespace planning {
struct PlacedBuffer;
} // namespace planning

/// An action: `Drop`, `NoCopy`, or `Copy` to a tier; see `Game`.
using GameAction = int32_t;
inline constexpr GameAction dropAction = 0;
inline constexpr GameAction noCopyAction = 1;
inline constexpr GameAction firstCopyAction = 2;

/// A use, decided in one game step: all accesses of an op to a buffer.
struct UseUnit {
  BufferId buffer = 0;
  Step step = 0;
  int32_t use = 0; // Index of the use within the buffer.
};

/// An earlier decision.
struct GameDecision {
  size_t position = 0; // Index into `Game::getUnits`.
  GameAction action = dropAction;
  bool operator==(const GameDecision &) const = default;
};

/// Result of an action.
struct GameStep {
  /// Estimated saving, as a fraction of the baseline's makespan.
  /// `Game::finalReward` corrects the errors of all estimates.
  double reward = 0;
  /// Last use of the buffer covered by the decision; a loop may fix later uses,
  /// too. The new stay also serves earlier dropped uses within its steps.
  int32_t lastUse = 0;
};

/// The game on one problem.
///
/// Every buffer has a home, the tier of its backing copy. At the start, all
/// uses are served from home where possible, by a legal placement, the
/// *baseline*. A game step decides one use:
///
/// * `Drop`: the use is served from home.
/// * `NoCopy`: the buffer stays in the tier of the copy that served its
///   previous use.
/// * `Copy` to the k-th fastest tier other than home: the buffer moves there
///   now. A transfer fills the copy if it needs contents, and a transfer writes
///   the contents home if they are needed later. The environment finds the
///   times of both transfers and the offset. Transfers run as late as free
///   channel time still hides them, or take less time if there is no room; the
///   offset is best fit over the steps of the copy.
///
/// An action is legal if the rules and the free bytes allow it. Each state is a
/// legal placement with undecided uses at home, so there are no dead ends:
/// `Drop` is always legal. An alias set is a single buffer of the Problem and
/// is therefore decided jointly.
///
/// Rewards are exact in sum: the rewards of an episode plus `finalReward` equal
/// (baseline - final makespan) / baseline, as simulated.
class Game {
public:
  /// Expects a problem that passes `check`. The error explains why no initial
  /// placement exists.
  static Result<Game> create(const Problem &problem);
  Game(Game &&) noexcept;
  Game &operator=(Game &&) noexcept;
  ~Game();

  const Problem &getProblem() const;

  /// Drop, NoCopy, and a Copy for each tier other than home.
  int32_t numActions() const;
  /// Returns the uses to decide, in the order of play: all that the home may
  /// serve. Uses fixed by an earlier decision are skipped.
  std::span<const UseUnit> getUnits() const;
  /// Index into `getUnits`; equals its size at the end.
  size_t position() const;
  bool isOver() const;
  /// Game steps so far.
  size_t numDecisions() const;

  /// Returns the legality by action. Not allowed at the end.
  const std::vector<bool> &legalActions();
  /// Returns the estimated reward by action; 0 for illegal actions.
  const std::vector<double> &actionRewards();

  /// Applies an action. Returns false without a change if the action is illegal
  /// or does not exist.
  bool apply(GameAction action, GameStep &result);
  /// Reverts the last action, to the last bit. There must be an action.
  void undo();
  /// Returns a past decision; \p index is less than `numDecisions`.
  GameDecision decision(size_t index) const;

  /// Simulates the current placement. Returns seconds.
  double makespan() const;
  /// Makespan of the baseline placement, seconds.
  double baseline() const;
  /// At the end: the difference between the true reward and the sum of rewards.
  double finalReward() const;
  /// Sum of the rewards so far.
  double rewardSoFar() const;

  /// Returns a fractional placement of the whole program, shown in
  /// observations. The first call computes it, in 0.01 to 1 s for programs of
  /// some hundred ops; \p shouldContinue, called now and then, may stop the
  /// computation early.
  std::shared_ptr<const RelaxedPlacement>
  relaxation(const std::function<bool()> &shouldContinue = {});
  /// Reuses the relaxation of another game on the same problem.
  void share(std::shared_ptr<const RelaxedPlacement> relaxed);

  /// Returns the current placement: legal at any time.
  Solution solution() const;
  /// Returns the current placement by buffer, on top of
  /// `planning::buildBasePlacement`.
  std::vector<planning::PlacedBuffer> placed() const;

  /// Hash of the decisions so far; other decisions rarely have the same hash.
  uint64_t hash() const;
  /// Hash of the whole state of the environment, to compare states in tests.
  /// Slow.
  uint64_t digest() const;

private:
  friend class Observer;
  friend class TracePlayer;
  struct Impl;
  explicit Game(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_GAME_H
