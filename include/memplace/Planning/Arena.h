//===- Arena.h - Bytes taken in one tier ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_ARENA_H
#define MEMPLACE_PLANNING_ARENA_H

#include "memplace/Planning/FreeBytes.h"

namespace memplace::planning {

/// The rectangles (steps x bytes) taken in one tier, and what is free. For who
/// is where, steps are cut into blocks, each of which lists its rectangles.
class Arena {
public:
  using Fit = FreeBytes::Fit;

  Arena(int64_t capacity, Step numSteps);

  const FreeBytes &getFree() const { return free; }
  /// See FreeBytes.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             Fit fit, LiveRange earlier = {0, 0},
                             std::optional<Offset> wish = {}) const {
    return free.find(range, size, alignment, fit, earlier, wish);
  }
  int64_t loadAt(Step step) const { return free.loadAt(step); }
  bool hasBytes(LiveRange range, int64_t size) const {
    return free.hasBytes(range, size);
  }

  void take(LiveRange range, Offset offset, int64_t size, BufferId owner = -1);

  /// Gives back what `take` took with the same arguments.
  void release(LiveRange range, Offset offset, int64_t size);

  /// What somebody has taken.
  struct Taken {
    LiveRange range;
    Offset begin = 0, end = 0; // Bytes.
    BufferId owner = -1;
  };
  /// Adds to \p taken what is taken during \p range, each once.
  void findTaken(LiveRange range, std::vector<Taken> &taken) const;

  /// Adds to \p owners those who took something during \p range, some perhaps
  /// more than once.
  void findOwners(LiveRange range, std::vector<BufferId> &owners) const;

private:
  struct Rectangle {
    LiveRange range;
    Offset begin = 0;
    Offset end = 0;
    BufferId owner = -1;
  };
  int64_t blockOf(Step step) const { return step / stepsPerBlock; }

  FreeBytes free;
  Step stepsPerBlock;
  std::vector<Rectangle> rectangles;
  std::vector<int32_t> unused; // Indices into rectangles, to take again.
  // By block: indices into rectangles, lowest offset first.
  std::vector<std::vector<int32_t>> blocks;
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_ARENA_H
