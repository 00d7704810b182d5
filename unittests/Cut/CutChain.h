//===- CutChain.h - A chain of ops with cuts --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H
#define MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H

#include "../Support/Builder.h"
#include "../Support/TestRandom.h"

#include "memplace/Cut/Groups.h"

namespace memplace::test {

/// Ops A and B: x -> a -> y. Each buffer has \p rows rows of 16 bytes, and each
/// op is cut along the rows. B's windows have \p window rows and begin at B's
/// own row.
inline Problem makeChain(int64_t rows = 8, int64_t window = 1) {
  const int64_t size = rows * 16;
  Problem problem = makeProblem(
      {makeLiveIn("x", {0, 1}), makeBuffer("a", {0, 2}, size),
       makeLiveOut("y", {1, 2})},
      {{reads(0, size), writes(1, size)}, {reads(1, size), writes(2, size)}});
  problem.buffers[0].size = problem.buffers[2].size = size;
  for (Op &op : problem.ops) {
    op.computePs = 80;
    op.cuts = {
        {rows, {{.access = 0, .stride = 16}, {.access = 1, .stride = 16}}}};
  }
  problem.ops[1].cuts[0].accesses[0].width = 16 * window;
  return problem;
}

/// Eight ops; each reads the previous op's result and weights of its own.
inline Problem makeLayers() {
  constexpr int64_t numOps = 8, size = 512;
  Problem problem = makeChain(32);
  Op op = problem.ops[0];
  // Compute time that does not wait for memory hides the copies.
  op.computePs = 20'000'000'000'000;
  op.overlap = 0;
  problem.target.tiers[fast].capacity = 4 * size;
  problem.buffers = {makeLiveIn("x", {0, numOps})};
  problem.ops.clear();
  for (int32_t i = 0; i < numOps; ++i) {
    problem.buffers.push_back(makeLiveIn("w" + std::to_string(i), {0, numOps}));
    problem.buffers.push_back(
        i + 1 == numOps
            ? makeLiveOut("y", {i, numOps})
            : makeBuffer("a" + std::to_string(i), {i, i + 2}, size));
    problem.ops.push_back(op);
    problem.ops[i].accesses = {reads(2 * i, size), writes(2 * i + 2, size),
                               reads(2 * i + 1, size)};
  }
  for (Buffer &buffer : problem.buffers)
    buffer.size = size;
  return problem;
}

/// A chain of up to \p maxOps ops with windows, some in a loop, and a buffer
/// for each op.
inline Problem makeRandomChain(TestRandom &random, int64_t maxOps = 6) {
  const int64_t numOps = random.in(2, maxOps);
  Problem problem = makeChain(32);
  problem.ops.resize(1);
  problem.buffers.resize(1);
  problem.ops.resize(numOps, problem.ops[0]);
  for (int64_t i = 0; i < numOps; ++i) {
    const bool isLast = i + 1 == numOps;
    problem.buffers.push_back(isLast
                                  ? makeLiveOut("y", {i, numOps})
                                  : makeBuffer("b" + std::to_string(i),
                                               {i, random.in(i + 2, numOps)}));
    problem.buffers.back().size = 512;
    Op &op = problem.ops[i];
    op.accesses = {reads(static_cast<BufferId>(i), 512),
                   writes(static_cast<BufferId>(i + 1), 512)};
    op.cuts[0].accesses[0].first = -16 * random.in(0, 2);
    op.cuts[0].accesses[0].width = 16 * random.in(3, 5);
  }
  if (random.chance(30)) {
    problem.loops = {{.range = {0, random.in(1, numOps - 1)}, .tripCount = 3}};
    // Each trip reads the buffer.
    problem.buffers[0].range.end = numOps;
  }
  return problem;
}

/// Returns up to three groups of ops of \p problem.
inline std::vector<CutGroup> makeRandomGroups(TestRandom &random,
                                              const Problem &problem) {
  std::vector<CutGroup> groups;
  for (int64_t i = random.in(1, 3); i > 0; --i) {
    const Step op = random.in(0, problem.numSteps() - 1);
    groups.push_back(
        {op,
         0,
         random.in(2, 9),
         {random.in(0, op), random.in(op + 1, problem.numSteps())}});
  }
  return groups;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H
