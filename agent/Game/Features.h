//===- Features.h - Observations of a game ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is the only definition of the numbers in an observation. Change
// `Observation::version` along with the meaning of any number: networks depend
// on the meaning.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_FEATURES_H
#define MEMPLACE_AGENT_GAME_FEATURES_H

#include "Game.h"

namespace memplace {

/// An observation: `picture`, `vector` and `list`, one after another. All
/// numbers lie roughly in [-1, 1]. A "share of an op" is s / (1 + s), where s
/// is a time divided by the mean duration of an op in the baseline.
struct Observation {
  static constexpr int64_t version = 2;

  /// Maximum number of observed actions. A game with fewer actions has the rest
  /// marked as illegal; a game with more actions cannot be observed.
  static constexpr int64_t actions = 6;

  /// [channels, rows, columns]: the fastest tier available for a copy of the
  /// current buffer. Rows are schedule steps, starting `rowsBefore` steps
  /// before the current step; columns are equal parts of the tier's bytes,
  /// lowest offsets first. Channel 0: allocated fraction of the bytes; channel
  /// 1: the same, with each byte weighted by 1 / (1 + steps to its buffer's
  /// next use); channel 2: bytes of the current buffer only.
  static constexpr int64_t channels = 3, rows = 16, columns = 32;
  static constexpr int64_t rowsBefore = 12;

  /// State of the current use (see Features.cpp). Then for each row of the
  /// picture: the op's length (share of an op), and the time left on the
  /// channels to and from the tier (fractions of the op's length; 0 outside the
  /// program). Then for all actions: legality (0 or 1), and the estimated
  /// reward (share of an op).
  static constexpr int64_t useSize = 30;
  static constexpr int64_t vectorSize = useSize + 3 * rows + 2 * actions;

  /// [ahead, aheadSize]: the next uses, after the current use.
  static constexpr int64_t ahead = 16, aheadSize = 11;

  static constexpr int64_t pictureSize = channels * rows * columns;
  static constexpr int64_t listSize = ahead * aheadSize;
  static constexpr int64_t size = pictureSize + vectorSize + listSize;
};

/// Writes the observation of \p game to \p out, of size `Observation::size`.
/// The game must not be over. The same decisions give the same numbers.
void observe(Game &game, std::span<float> out);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_FEATURES_H
