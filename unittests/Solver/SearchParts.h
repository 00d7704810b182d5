//===- SearchParts.h - The state that moves of search read ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_SEARCHPARTS_H
#define MEMPLACE_UNITTESTS_SOLVER_SEARCHPARTS_H

#include "../../lib/Planning/BackingPlan.h"
#include "../../lib/Solver/Search/Repeats.h"

namespace memplace::testing {

/// A search that begins with all buffers at home, and the repetitions of its
/// problem. The problem must outlive this.
struct SearchParts {
  explicit SearchParts(const Problem &problem)
      : uses(problem), base(planning::buildHomePlacement(uses)),
        state(uses, *base.placement), sites(uses, state),
        repeats(uses, state, sites) {}
  const planning::AccessIndex uses;
  const planning::BackingResult base;
  solver::search::SearchState state;
  const solver::search::Sites sites;
  const solver::search::Repeats repeats;
};

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_SEARCHPARTS_H
