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

/// Which places of a cyclic problem hold on to their contents from the end of
/// one invocation to the start of the next (docs/reference/problem.md, section
/// 7).
///
/// A place is a buffer, tier and offset. Its *tail* is the residency there that
/// ends at T, its *head* the one that begins at step 0; a place that has both
/// *continues* if its buffer's contents do. One residency may be both. In a
/// problem that is not cyclic, nothing continues.
class Continuity {
public:
  static constexpr ResidencyId none = -1;

  Continuity() = default;
  /// Expects ids in range.
  Continuity(const Problem &problem, const Solution &solution);

  /// The tail of the place of \p id, which must be its tail or its head itself;
  /// `none` if the place does not continue.
  ResidencyId tailOf(ResidencyId id) const {
    return ends.empty() ? none : ends[id].tail;
  }
  /// Likewise the head.
  ResidencyId headOf(ResidencyId id) const {
    return ends.empty() ? none : ends[id].head;
  }
  bool isContinued(ResidencyId tail) const { return tailOf(tail) == tail; }
  bool continues(ResidencyId head) const { return headOf(head) == head; }

private:
  struct Ends {
    ResidencyId tail = none;
    ResidencyId head = none;
  };
  std::vector<Ends> ends; // By residency; empty if nothing continues.
};

/// Whether the contents of each buffer at the end of an invocation are those at
/// the start of the next: what is live-in, and not written or live-out too.
std::vector<bool> contentsContinue(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYCYCLIC_H
