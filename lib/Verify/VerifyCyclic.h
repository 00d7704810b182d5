//===- VerifyCyclic.h - From one invocation to the next ------- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_VERIFY_VERIFYCYCLIC_H
#define MEMPLACE_LIB_VERIFY_VERIFYCYCLIC_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// Places of a cyclic problem with contents kept from the end of an invocation
/// to the start of the next (docs/reference/problem.md, section 7).
///
/// A place is a buffer, tier and offset. Its *tail* is the residency ending at
/// T there, its *head* the residency beginning at step 0; a place with both
/// *continues* if its buffer's contents do. A residency may be both. If the
/// problem is not cyclic, no place continues.
class Continuity {
public:
  static constexpr ResidencyId none = -1;

  Continuity() = default;
  /// Expects ids in range.
  Continuity(const Problem &problem, const Solution &solution);

  /// Returns the tail of the place of \p id, which must be a tail or head
  /// itself; `none` if the place does not continue.
  ResidencyId tailOf(ResidencyId id) const {
    return ends.empty() ? none : ends[id].tail;
  }
  /// Returns the head of the place of \p id, under the same conditions.
  ResidencyId headOf(ResidencyId id) const {
    return ends.empty() ? none : ends[id].head;
  }
  /// Returns true if the next invocation continues \p tail.
  bool isContinued(ResidencyId tail) const { return tailOf(tail) == tail; }
  /// Returns true if \p head continues the invocation before.
  bool continues(ResidencyId head) const { return headOf(head) == head; }

private:
  struct Ends {
    ResidencyId tail = none;
    ResidencyId head = none;
  };
  std::vector<Ends> ends; // By residency; empty if no place continues.
};

/// Returns by buffer true if the contents at the end of an invocation are the
/// contents at the start of the next: live-in, and either not written or also
/// live-out.
std::vector<bool> contentsContinue(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYCYCLIC_H
