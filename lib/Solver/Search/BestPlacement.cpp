//===- BestPlacement.cpp - Best placement of a search ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BestPlacement.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

BestPlacement::BestPlacement(const SearchState &state)
    : state(state), isStale(state.getMovables().size()) {
  best.seconds = state.makespan();
  for (size_t m = 0; m < isStale.size(); ++m)
    best.placed.push_back(state.placed(static_cast<int32_t>(m)));
}

void BestPlacement::note() {
  for (int32_t movable : state.getKept())
    if (!isStale[movable]) {
      isStale[movable] = true;
      stale.push_back(movable);
    }
  if (state.makespan() >= best.seconds)
    return;
  best.seconds = state.makespan();
  for (int32_t movable : stale) {
    best.placed[movable] = state.placed(movable);
    isStale[movable] = false;
  }
  stale.clear();
}

void BestPlacement::reset(const Incumbent &other) {
  if (&other != &best)
    best = other;
  for (int32_t movable : stale)
    isStale[movable] = false;
  stale.clear();
}
