//===- Start.cpp - Warm starts of search ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Start.h"

#include "../../Planning/ReadPlans.h"
#include "memplace/Verify/Verify.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

std::vector<PlacedBuffer> search::readPlaced(const AccessIndex &uses,
                                             const Placement &base,
                                             const Solution &solution) {
  const Problem &problem = uses.problem;
  const Placement read = readPlans(uses, base, solution);
  std::vector<PlacedBuffer> placed;
  if (verify(problem, assemble(uses, read.getPlans())))
    return placed;
  for (size_t b = 0; b < problem.buffers.size(); ++b)
    placed.push_back(read.placedBuffer(static_cast<BufferId>(b)));
  return placed;
}