//===- Incumbent.h - The best placement so far ------------------*- C++ -*-===//
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

/// The best placement so far.
struct Incumbent {
  Solution solution;
  double seconds = infinity; // None yet.

  bool exists() const { return seconds < infinity; }
  /// Whether a placement of \p bound seconds or more is of no use: one that is
  /// hardly better is as good as rounding.
  bool rejects(double bound) const {
    return bound >= seconds * (1 - makespanTolerance);
  }
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_INCUMBENT_H
