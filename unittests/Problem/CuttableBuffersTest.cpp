//===- CuttableBuffersTest.cpp - Buffers that may be cut ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Problem/CuttableBuffers.h"

#include "../Support/Builder.h"

using namespace memplace;
using namespace memplace::test;

/// Returns true if the pieces of "b", a buffer that \p problem writes and
/// reads, may be adjacent at home.
static bool isWholeAtHome(const Problem &problem) {
  return findWholeAtHome(problem)[0];
}

static Problem makeWritten(int64_t size) {
  Problem problem =
      makeProblem({makeBuffer("b", {0, 2}, size)}, {{writes(0)}, {reads(0)}});
  return problem;
}

TEST(CuttableBuffersTest, ABufferOfOneTierOnlyIsNotCut) {
  Problem problem = makeWritten(64);
  Buffer &buffer = problem.buffers[0];
  EXPECT_TRUE(mayBeCut(problem, buffer));
  buffer.tiers = {slow};
  EXPECT_FALSE(mayBeCut(problem, buffer));
  buffer.tiers = {fast, slow};
  EXPECT_TRUE(mayBeCut(problem, buffer));
  buffer.tiers.clear();
  problem.target.tiers.resize(1);
  EXPECT_FALSE(mayBeCut(problem, buffer));
}

TEST(CuttableBuffersTest, ABufferInRowsIsNotCut) {
  Problem problem = makeWritten(64);
  problem.buffers[0].rows = {4};
  EXPECT_FALSE(mayBeCut(problem, problem.buffers[0]));
}

TEST(CuttableBuffersTest, ExternalReadOnlyBuffersAreWholeAtHome) {
  Problem problem = makeProblem({makeLiveIn("b", {0, 1})}, {{reads(0)}});
  EXPECT_TRUE(isWholeAtHome(problem));
  problem.buffers[0].external = false;
  EXPECT_FALSE(isWholeAtHome(problem));
  problem.buffers[0].external = true;
  problem.ops[0].accesses.push_back(updates(0));
  EXPECT_FALSE(isWholeAtHome(problem));
}

TEST(CuttableBuffersTest, LargeBuffersAreWholeAtHomeIfThereIsRoom) {
  EXPECT_FALSE(isWholeAtHome(makeWritten(512)));
  EXPECT_TRUE(isWholeAtHome(makeWritten(513))); // Of 1024 bytes.
  Problem problem = makeWritten(513);
  problem.buffers.push_back(makeBuffer("other", {0, 2}, 100000 - 513));
  EXPECT_TRUE(isWholeAtHome(problem));
  ++problem.buffers[1].size;
  EXPECT_FALSE(isWholeAtHome(problem));
  problem.buffers[0].external =
      true; // External: its room at home exists already.
  EXPECT_TRUE(isWholeAtHome(problem));
}

TEST(CuttableBuffersTest, LargeBuffersOfLoopsAreNotWholeAtHome) {
  Problem problem = makeWritten(513);
  problem.loops = {{.range = {0, 2}, .tripCount = 2}};
  EXPECT_FALSE(isWholeAtHome(problem));
  problem.loops.clear();
  problem.isCyclic = true;
  EXPECT_FALSE(isWholeAtHome(problem));
}

TEST(CuttableBuffersTest, ALargeBufferWithAFastHomeIsNotWholeAtHome) {
  Problem problem = makeWritten(513);
  problem.buffers[0].home = fast;
  EXPECT_FALSE(isWholeAtHome(problem));
}
