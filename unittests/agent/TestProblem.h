//===- TestProblem.h - A small problem with nontrivial decisions *- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_AGENT_TESTPROBLEM_H
#define MEMPLACE_UNITTESTS_AGENT_TESTPROBLEM_H

#include "memplace/Problem/Problem.h"

namespace memplace::testing {

/// Layers that read weights from slow memory and pass results on. The fast tier
/// holds about two layers, so that greedy choices spoil later ones.
inline Problem makeLayers(int32_t numLayers, std::string name = "layers1") {
  Problem problem;
  problem.name = std::move(name);
  problem.target.name = "two";
  problem.target.tiers = {{"fast", 300, 1, 1e3, 1e3},
                          {"slow", 100000, 1, 1e2, 1e2}};
  problem.target.defaultTier = 1;
  problem.target.channels = {{"in", 1, 0, 1e2, 0}, {"out", 0, 1, 1e2, 0}};
  problem.target.flopsPerSecond = {{"default", 1}};
  const Step last = numLayers;
  for (int32_t layer = 0; layer < numLayers; ++layer) {
    Buffer weights = {"w" + std::to_string(layer),
                      60 + 40 * (layer % 3),
                      1,
                      {0, last},
                      /*liveIn=*/true};
    Buffer result = {"r" + std::to_string(layer),
                     80,
                     1,
                     {layer, std::min<Step>(last, layer + 3)}};
    problem.buffers.push_back(weights);
    problem.buffers.push_back(result);
    Op op = {"op" + std::to_string(layer), layer % 2 * 2000000000000, {}};
    op.accesses.push_back({2 * layer, AccessMode::Read, weights.size});
    op.accesses.push_back({2 * layer + 1, AccessMode::Write, 80});
    for (int32_t back : {1, 2})
      if (layer >= back)
        op.accesses.push_back({2 * (layer - back) + 1, AccessMode::Read, 80});
    problem.ops.push_back(op);
  }
  return problem;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_AGENT_TESTPROBLEM_H
