//===- OneBuffer.h - Problems with one buffer to place ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PLANNING_ONEBUFFER_H
#define MEMPLACE_UNITTESTS_PLANNING_ONEBUFFER_H

#include "../../lib/Planning/Placement.h"
#include "../Solver/HandProblems.h"

namespace memplace::testing {

constexpr AccessMode reading = AccessMode::Read;
constexpr AccessMode writing = AccessMode::Write;

struct OneUse {
  Step step = 0;
  AccessMode mode = AccessMode::Read;
};

/// Ops on the toy target, whose fast tier has 512 bytes. Ops without a use take
/// one second. The ops in \p uses access a buffer of 96 bytes once each, and
/// take only the time of these bytes: 0.96 s from the slow tier, 0.096 s from
/// the fast tier. A copy takes 0.1 s of latency plus the time of the slow tier.
/// The buffer lives all the time and is live-in.
inline Problem makeOneBuffer(Step numSteps, const std::vector<OneUse> &uses) {
  Problem problem;
  problem.name = "one buffer";
  problem.target = makeToyTarget();
  problem.buffers = {
      {.name = "b", .size = 96, .range = {0, numSteps}, .liveIn = true}};
  for (Step step = 0; step < numSteps; ++step)
    problem.ops.push_back({"op" + std::to_string(step), second, {}});
  for (const OneUse &use : uses) {
    problem.ops[use.step].computePs = 0;
    problem.ops[use.step].accesses = {{0, use.mode, 96, {}}};
  }
  return problem;
}

/// Returns a placement with all buffers at home, in the slow tier.
inline planning::Placement makeAtHome(const planning::AccessIndex &uses) {
  planning::Placement placement(uses);
  for (size_t b = 0; b < uses.problem.buffers.size(); ++b)
    placement.addBackingCopy(static_cast<BufferId>(b),
                             uses.problem.homeOf(static_cast<BufferId>(b)));
  return placement;
}

/// A policy of stays at any cost whose transfers the program waits for, at the
/// lowest free offset.
inline planning::StayPolicy makeBlockingPolicy() {
  planning::StayPolicy policy;
  policy.hide = false;
  policy.minSaving = -planning::infinity;
  policy.fit = planning::Arena::Fit::First;
  return policy;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_PLANNING_ONEBUFFER_H
