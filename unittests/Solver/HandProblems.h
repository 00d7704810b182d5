//===- HandProblems.h - The examples of problem.md --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_HANDPROBLEMS_H
#define MEMPLACE_UNITTESTS_SOLVER_HANDPROBLEMS_H

#include "memplace/Problem/Problem.h"
#include "memplace/Problem/Units.h"

namespace memplace::testing {

constexpr int64_t second = picosecondsPerSecond;

/// The target of docs/reference/problem.md, section 5: fast 512 B at 1000 B/s,
/// slow at 100 B/s, a channel in each direction with 0.1 s of latency.
inline Target makeToyTarget() {
  Target target;
  target.name = "toy";
  target.tiers = {{"fast", 512, 8, 1000, 1000}, {"slow", 1000000, 8, 100, 100}};
  target.defaultTier = 1;
  target.channels = {{"in", 1, 0, 1e12, 100000000000},
                     {"out", 0, 1, 1e12, 100000000000}};
  target.flopsPerSecond["default"] = 1000;
  return target;
}

/// The problem of docs/reference/problem.md, section 2: x, a, w, y; ops A and
/// B.
inline Problem makeToyProblem() {
  Problem problem;
  problem.name = "toy";
  problem.target = makeToyTarget();
  problem.buffers = {
      {.name = "x", .size = 20, .range = {0, 1}, .liveIn = true},
      {.name = "a", .size = 100, .range = {0, 2}},
      {.name = "w", .size = 100, .range = {0, 2}, .liveIn = true},
      {.name = "y", .size = 20, .range = {1, 2}, .liveOut = true}};
  problem.ops = {
      {"A",
       second,
       {{0, AccessMode::Read, 20, {}}, {1, AccessMode::Write, 100, {}}}},
      {"B",
       second / 10,
       {{1, AccessMode::Read, 100, {}},
        {2, AccessMode::Read, 100, {}},
        {3, AccessMode::Write, 20, {}}}}};
  return problem;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_HANDPROBLEMS_H
