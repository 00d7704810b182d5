//===- MapGame.h - A whole-life map of tensors as a game --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The environment of EGRL (arXiv 2007.07298) for any number of tiers: a move
// assigns each weight and each activation a tier for its whole life, and the
// environment turns the assignment into a legal placement.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_MAPGAME_H
#define MEMPLACE_AGENT_GAME_MAPGAME_H

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

/// A buffer placed by a map.
struct MapTensor {
  BufferId buffer = 0;
  /// Live-in and only read; all others are activations.
  bool isWeight = false;
  /// Tiers possible for its whole life if it were the only tensor; fastest
  /// first, at least two.
  std::vector<TierId> choices;
};

/// Result of a map.
struct MapScore {
  double seconds = 0;     // Makespan of the rectified map.
  int64_t movedBytes = 0; // Total size of the tensors moved by rectification.
  double reward = 0;

  bool isRectified() const { return movedBytes != 0; }
};

/// Gain of a tensor in its fastest tier, with all other tensors in their
/// fastest tiers, and the competition for room.
struct TensorGain {
  double seconds = 0; // Lost in its slowest choice. 0: hidden by compute.
  double middle = 0;  // Fraction of `seconds` lost in the second choice.
  /// Bytes of tensors with an equal or larger gain per byte and step, at the
  /// step with the most such bytes, divided by the capacity of this tensor's
  /// fastest choice (`room`) or its two fastest choices (`middleRoom`).
  double room = 0, middleRoom = 0;
};

/// Result of `MapGame::relaxed`.
struct RelaxedMaps {
  /// By tensor and choice: fraction of the tensor there, in an approximately
  /// fastest map with split tensors.
  std::vector<std::vector<double>> shares;
  /// Map of whole tensors, rounded from `shares` or from the native map.
  TierMap map;
  /// By tensor: seconds of the transfers needed for its fastest tier.
  std::vector<double> copySeconds;
};

/// The game on one problem. Not thread-safe.
///
/// A tensor which is neither live-in nor live-out lies in its tier from its
/// first step to its last. So does a weight of a cyclic problem, which is
/// already there when the program begins. Any other tensor is copied from its
/// home before its first use, as late as the copy remains hidden, and back if
/// necessary.
///
/// **Rectification.** First, all tensors are packed as the map demands, each at
/// the lowest offset free for its whole life: longest lives first and, among
/// equal lives, largest sizes first, or in the order of the native map. If
/// everything fits, nothing moves. Otherwise tensors are placed one after
/// another by falling gain per byte and step (gain: `TensorGain`, plus a tenth
/// of the saving hidden by compute). A tensor without room moves to the next
/// slower choice with room, or, after the slowest choice, to the next faster
/// choice. Tensors moved by copies come last, in the order of first uses, and
/// fall back to their home. All orders are independent of the map, and a
/// rectified map stays unchanged if rectified again. If rectification fails,
/// the placement is the one with everything at home.
///
/// **Reward.** If tensors were moved: minus the moved fraction of all bytes.
/// Otherwise: `rewardScale` times the makespan of `nativeMap` over the makespan
/// of the map.
class MapGame {
public:
  /// Reward of the native map: table of hyperparameters of EGRL, from memory.
  static constexpr double rewardScale = 5;

  /// Expects a problem that passes `check` and outlives this object. The error
  /// says why there is no placement at all, or reports a stop by
  /// \p shouldContinue, which is called now and then.
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

  /// Returns the seconds saved by a tensor's accesses in its fastest tier
  /// compared with home, in all trips, without copies.
  double secondsSaved(TensorId tensor) const;

  const TensorGain &gainOf(TensorId tensor) const;

  /// Every tensor at home.
  TierMap homeMap() const;
  /// Every tensor in its fastest tier; the result depends on the rectifier
  /// alone.
  TierMap fastestMap() const;
  /// Map of a compiler without search, in the order of XLA's memory space
  /// assignment: by time saved per square root of size, each tensor goes to the
  /// fastest tier with room. `homeMap` instead if it is faster. Legal without
  /// rectification.
  const TierMap &nativeMap() const;
  double nativeSeconds() const;

  /// Computes fast maps from a model of the program without offsets; evaluates
  /// no map. Each call starts from scratch, and takes some milliseconds per
  /// hundred ops.
  RelaxedMaps relaxed() const;

  /// Evaluates a map; each tensor must be in one of its choices. Replaces
  /// \p map by its rectified form.
  MapScore evaluate(TierMap &map);

  /// Returns the legal placement of a map, rectified if necessary.
  Solution solution(const TierMap &map);
  /// Returns the legal placement of a map by buffer.
  std::vector<planning::BufferPlan> plans(const TierMap &map);

private:
  struct Impl;
  explicit MapGame(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_MAPGAME_H
