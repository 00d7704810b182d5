//===- FreeBytes.h - Free bytes of one tier ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_FREEBYTES_H
#define MEMPLACE_LIB_PLANNING_FREEBYTES_H

#include "AllocatedTree.h"

namespace memplace::planning {

/// Free bytes of one tier at each step. A look-up in the tree over steps costs
/// about as much as there are gaps, however long the range. Owners of allocated
/// bytes are kept elsewhere: see Arena.
class FreeBytes {
public:
  enum class Fit { First, Best };

  FreeBytes(int64_t capacity, Step numSteps);

  /// Returns an offset at which \p size bytes are free during \p range: the
  /// lowest offset (first fit), or the start of the smallest gap (best fit). If
  /// \p secondRange is not empty, the bytes must also be free during \p
  /// secondRange. \p preferredOffset must be aligned; returned if its bytes are
  /// free. Returns nothing if no gap is large enough.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             Fit fit, LiveRange secondRange = {0, 0},
                             std::optional<Offset> preferredOffset = {}) const;

  /// Returns the bytes allocated at \p step.
  int64_t loadAt(Step step) const { return load[step]; }

  /// Returns true if \p size bytes are free at each step, contiguous or not.
  bool hasBytes(LiveRange range, int64_t size) const;

  void take(LiveRange range, Offset offset, int64_t size);

  /// Releases bytes; the arguments must be the same as for `take`.
  void release(LiveRange range, Offset offset, int64_t size);

private:
  int64_t capacity;
  std::vector<int64_t> load;           // Allocated bytes by step.
  mutable AllocatedTree tree;          // Updated lazily by look-ups.
  mutable std::vector<ByteRange> gaps; // Scratch.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_FREEBYTES_H
