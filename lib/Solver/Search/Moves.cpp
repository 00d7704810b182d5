//===- Moves.cpp - Moves of the large-neighbourhood search ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Moves.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

bool search::mayEvictLate(const Transaction &change) {
  constexpr int64_t evaluationsBefore = 20000;
  return change.numEvaluations() >= evaluationsBefore;
}

void SearchSpace::mutate(Transaction &change, int32_t movable,
                         Random &random) const {
  mutator.mutate(change.choicesOfRemoved(movable), movableOf(movable),
                 mayEvictLate(change), random);
}

LiveRange SearchSpace::rangeOf(int32_t id, std::pair<int32_t, int32_t> span,
                               Step lead) const {
  const Movable &movable = movableOf(id);
  const std::vector<SiteId> &own = sites.sitesOf(id);
  const auto numUses = static_cast<int32_t>(own.size());
  const Step numSteps = uses.problem.numSteps();
  const bool wraps = span.second >= numUses;
  LiveRange range = {sites.stepOf(own[span.first]) - lead,
                     sites.stepOf(own[span.second % numUses]) + 1 +
                         (wraps ? numSteps : 0)};
  if (!movable.wrapsAround)
    range.begin =
        std::max(uses.problem.buffers[movable.buffer].range.begin, range.begin);
  else if (range.end - range.begin > numSteps)
    range = {0, numSteps};
  return range;
}
