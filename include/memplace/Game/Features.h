//===- Features.h - What a player sees --------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that says what the numbers of an observation mean. Whoever
// changes that changes `Observation::version`: networks are bound to it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_FEATURES_H
#define MEMPLACE_GAME_FEATURES_H

#include "memplace/Game/Game.h"

namespace memplace {

/// An observation: `picture`, `vector` and `list`, one after another. All
/// numbers are about -1 to 1. "Share of an op" means seconds, divided by the
/// baseline's mean op, s / (1 + s).
struct Observation {
  static constexpr int64_t version = 2;

  /// The most actions that are observed. A game with fewer has the rest as
  /// never legal; one with more can't be observed.
  static constexpr int64_t actions = 6;

  /// [channels, rows, columns]: the tier that the current buffer would be
  /// copied to at best. Rows are schedule steps, from `rowsBefore` before the
  /// current one on; columns are equal shares of the tier's bytes, lowest
  /// offsets first. Channel 0: share of the bytes that is taken; 1: likewise,
  /// each byte weighed by 1 / (1 + steps to its buffer's next use); 2: of the
  /// current buffer only.
  static constexpr int64_t channels = 3, rows = 16, columns = 32;
  static constexpr int64_t rowsBefore = 12;

  /// What is known of the current use, see Features.cpp, then for each row of
  /// the picture: the op's length (share of an op), the time left on the
  /// channel to the tier, on that from it (shares of the op's length; 0 outside
  /// the program); then for each action: whether it is legal, what it would
  /// earn (share of an op).
  static constexpr int64_t useSize = 30;
  static constexpr int64_t vectorSize = useSize + 3 * rows + 2 * actions;

  /// [ahead, aheadSize]: the next uses, after the current one.
  static constexpr int64_t ahead = 16, aheadSize = 11;

  static constexpr int64_t pictureSize = channels * rows * columns;
  static constexpr int64_t listSize = ahead * aheadSize;
  static constexpr int64_t size = pictureSize + vectorSize + listSize;
};

/// Writes the observation of \p game, which must not be over, to \p out, of
/// `Observation::size`. The same decisions give the same numbers.
void observe(Game &game, std::span<float> out);

} // namespace memplace

#endif // MEMPLACE_GAME_FEATURES_H
