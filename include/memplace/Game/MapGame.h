//===- MapGame.h - A whole-life map of tensors as a game --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The environment of EGRL (arXiv 2007.07298) for any number of tiers: one move
// gives each weight and each activation a tier for its whole life, and the
// environment makes a legal placement of that.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_MAPGAME_H
#define MEMPLACE_GAME_MAPGAME_H

#include "memplace/Problem/Solution.h"

#include <functional>
#include <memory>
#include <span>

namespace memplace {

namespace planning {
struct BufferPlan;
} // namespace planning

/// Index into `MapGame::getTensors`.
using TensorId = int32_t;

/// A tier for each tensor, by TensorId.
using TierMap = std::vector<TierId>;

/// A buffer that a map decides.
struct MapTensor {
  BufferId buffer = 0;
  /// Live-in and only read; all others are activations.
  bool isWeight = false;
  /// Where it can be all its life, were it alone; fastest first, at least two.
  std::vector<TierId> choices;
};

/// What became of a map.
struct MapScore {
  double seconds = 0;     // Makespan of the rectified map.
  int64_t movedBytes = 0; // Of the tensors that were not left where asked.
  double reward = 0;

  bool isRectified() const { return movedBytes != 0; }
};

/// What a tensor gains by its fastest tier while all others are in theirs, and
/// who competes for the room.
struct TensorGain {
  double seconds = 0; // Lost in its slowest choice. 0: compute hides it.
  double middle = 0;  // The part of that that is lost in the second fastest.
  /// Bytes of tensors that gain at least as much a byte and step, where they
  /// are most, over the capacity of its fastest choice, and of the two fastest.
  double room = 0, middleRoom = 0;
};

/// See `MapGame::relaxed`.
struct RelaxedMaps {
  /// By tensor and choice: its share there in about the fastest of all maps
  /// that may split tensors.
  std::vector<std::vector<double>> shares;
  /// Of whole tensors, rounded from the shares or from the native map.
  TierMap map;
  /// By tensor: seconds of the transfers that its fastest tier takes.
  std::vector<double> copySeconds;
};

/// The game on one problem. Not thread-safe.
///
/// A tensor that is neither live-in nor live-out lies in its tier from its
/// first step to its last. So does a weight of a cyclic problem, which is there
/// before the program begins. Any other tensor is copied from its home before
/// its first use, as late as hides the copy, and back if it must be.
///
/// **Rectification.** If everything fits where the map has it, placed those of
/// the longest lives first and of those the largest, or in the order of the
/// native map, each at the lowest offset that is free all its life, nothing
/// moves. Else tensors are placed one after another, those first that gain most
/// time (`TensorGain`, and a tenth of what they save where compute does not
/// hide it) for the bytes and steps that they take. One without room moves to
/// the next slower tier of its choices that has room, or, behind the slowest,
/// to the next faster one. What can be moved only by copies comes last, in the
/// order of first uses, and moves to its home. The orders do not depend on the
/// map, and a rectified map is left as it is. A map that cannot be rectified so
/// becomes the placement with everything at home.
///
/// **Reward.** Minus the moved share of all bytes, if anything was moved, else
/// `rewardScale` times the makespan of `nativeMap` over that of the map.
class MapGame {
public:
  /// From memory of the paper's table of hyperparameters.
  static constexpr double rewardScale = 5;

  /// Expects a problem that passes `check`, which must outlive this. The error
  /// says why there is no placement at all, or that \p shouldContinue, asked
  /// now and then, has said no.
  static Result<MapGame>
  create(const Problem &problem,
         const std::function<bool()> &shouldContinue = {});
  MapGame(MapGame &&) noexcept;
  MapGame &operator=(MapGame &&) noexcept;
  ~MapGame();

  const Problem &getProblem() const;
  std::span<const MapTensor> getTensors() const;
  /// Bytes of all tensors.
  int64_t totalBytes() const;

  /// Seconds that the accesses of a tensor save in its fastest tier against its
  /// home, all trips, copies aside.
  double secondsSaved(TensorId tensor) const;

  const TensorGain &gainOf(TensorId tensor) const;

  /// Every tensor where it is without a map.
  TierMap homeMap() const;
  /// Every tensor in its fastest tier: what the rectifier alone comes to.
  TierMap fastestMap() const;
  /// What a compiler without search does, in the order of XLA's memory space
  /// assignment: by the time saved per square root of size, each tensor goes to
  /// the fastest tier with room. Legal as it is.
  const TierMap &nativeMap() const;
  double nativeSeconds() const;

  /// What a model of the program without offsets takes for fast, which tries no
  /// map. Each call computes it anew, in some milliseconds for each hundred
  /// ops.
  RelaxedMaps relaxed() const;

  /// Expects for each tensor one of its choices. Makes \p map what it is
  /// rectified to.
  MapScore evaluate(TierMap &map);

  /// The legal placement of a map, rectified if need be.
  Solution solution(const TierMap &map);
  /// Likewise, by buffer.
  std::vector<planning::BufferPlan> plans(const TierMap &map);

private:
  struct Impl;
  explicit MapGame(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace

#endif // MEMPLACE_GAME_MAPGAME_H
