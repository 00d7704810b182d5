//===- Incumbent.h - Best placement so far ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_INCUMBENT_H
#define MEMPLACE_LIB_SOLVER_EXACT_INCUMBENT_H

#include "../PlanningNames.h"
#include "memplace/Problem/Solution.h"

namespace memplace::solver::exact {

/// Best placement so far.
struct Incumbent {
  Solution solution;
  double seconds = infinity; // Infinite: none yet.

  bool exists() const { return seconds < infinity; }
  /// Returns true if a placement with a makespan of at least \p bound seconds
  /// is no improvement. Gains within the rounding tolerance do not count.
  bool rejects(double bound) const {
    return bound >= seconds * (1 - makespanTolerance);
  }
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_INCUMBENT_H
