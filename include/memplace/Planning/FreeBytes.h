//===- FreeBytes.h - What is free in one tier -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_FREEBYTES_H
#define MEMPLACE_PLANNING_FREEBYTES_H

#include "memplace/Planning/TakenTree.h"

namespace memplace::planning {

/// The bytes of one tier that nobody has taken. A tree over steps knows what is
/// free, so that a look-up costs about as much as there are pieces of free
/// bytes, however long the range. Does not know who has taken what: see Arena.
class FreeBytes {
public:
  enum class Fit { First, Best };

  FreeBytes(int64_t capacity, Step numSteps);

  /// Lowest offset (first fit), or the one in the smallest gap (best fit), at
  /// which \p size bytes are free during \p range, and during \p earlier if
  /// that is not empty. \p wish, an offset that is aligned, comes before those.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             Fit fit, LiveRange earlier = {0, 0},
                             std::optional<Offset> wish = {}) const;

  /// Bytes taken at \p step.
  int64_t loadAt(Step step) const { return load[step]; }

  /// Whether so many bytes are free at each step, be it in pieces.
  bool hasBytes(LiveRange range, int64_t size) const;

  void take(LiveRange range, Offset offset, int64_t size);

  /// Gives back what `take` took with the same arguments.
  void release(LiveRange range, Offset offset, int64_t size);

private:
  int64_t capacity;
  std::vector<int64_t> load; // Bytes taken, by step.
  mutable TakenTree tree;    // Brings itself up to date when it is asked.
  mutable std::vector<ByteRange> gaps; // Scratch.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_FREEBYTES_H
