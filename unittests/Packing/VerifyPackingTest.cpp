//===- VerifyPackingTest.cpp - The rules of a legal packing ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/Packing.h"

#include <gtest/gtest.h>

using namespace memplace;

/// The rule that is broken, "P1" to "P6", or "legal".
static std::string broken(const PackingProblem &problem,
                          const Packing &packing) {
  std::optional<Error> error = verifyPacking(problem, packing);
  return error ? error->message.substr(0, 2) : "legal";
}

static PackingProblem twoBuffers() {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 4},
                     {.id = "b", .range = {1, 3}, .size = 4}};
  return problem;
}

TEST(VerifyPackingTest, AcceptsNeighbours) {
  EXPECT_EQ(broken(twoBuffers(), {{0, 4}, {}}), "legal");
  EXPECT_EQ(broken(twoBuffers(), {{4, 0}, {}}), "legal");
}

TEST(VerifyPackingTest, NeedsAnOffsetForEachBuffer) {
  EXPECT_EQ(broken(twoBuffers(), {{0}, {}}), "P1");
  EXPECT_EQ(broken(twoBuffers(), {{0, 4}, {0}}), "P1");
}

TEST(VerifyPackingTest, RejectsAnArenaThatIsNotAllowed) {
  PackingProblem problem = twoBuffers();
  problem.arenas = {{"x", {}}, {"y", {}}};
  problem.makeTraits(problem.buffers[0]).arenas = {1};

  EXPECT_EQ(broken(problem, {{0, 0}, {1, 0}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 0}, {0, 1}}), "P1");
  EXPECT_EQ(broken(problem, {{0, 0}, {1, 2}}), "P1");
}

TEST(VerifyPackingTest, RejectsWhatIsNotInsideTheCapacity) {
  PackingProblem problem = twoBuffers();
  problem.arenas[0].capacity = 8;

  EXPECT_EQ(broken(problem, {{0, 4}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 5}, {}}), "P2");
  EXPECT_EQ(broken(problem, {{-1, 4}, {}}), "P2");
}

TEST(VerifyPackingTest, RejectsEndsAbove64Bits) {
  EXPECT_EQ(
      broken(twoBuffers(), {{0, std::numeric_limits<int64_t>::max() - 3}, {}}),
      "P2");
}

TEST(VerifyPackingTest, RejectsOffsetsThatAreNotAligned) {
  PackingProblem problem = twoBuffers();
  problem.buffers[1].alignment = 3;

  EXPECT_EQ(broken(problem, {{0, 6}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 4}, {}}), "P3");
}

TEST(VerifyPackingTest, RejectsOtherOffsetsThanFixedOnes) {
  PackingProblem problem = twoBuffers();
  problem.makeTraits(problem.buffers[1]).offset = 5;

  EXPECT_EQ(broken(problem, {{0, 5}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 4}, {}}), "P4");
}

TEST(VerifyPackingTest, RejectsOneSharedByte) {
  EXPECT_EQ(broken(twoBuffers(), {{0, 3}, {}}), "P5");
  EXPECT_EQ(broken(twoBuffers(), {{3, 0}, {}}), "P5");
  EXPECT_EQ(broken(twoBuffers(), {{2, 2}, {}}), "P5");
}

// One inside the other, and the other way round.
TEST(VerifyPackingTest, RejectsBytesInsideOthers) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].size = 10;

  EXPECT_EQ(broken(problem, {{0, 3}, {}}), "P5");
  problem.buffers[0].range = {2, 4};
  EXPECT_EQ(broken(problem, {{0, 3}, {}}), "P5");
}

TEST(VerifyPackingTest, ArenasAreApart) {
  PackingProblem problem = twoBuffers();
  problem.arenas = {{"x", {}}, {"y", {}}};

  EXPECT_EQ(broken(problem, {{0, 0}, {0, 1}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 0}, {1, 1}}), "P5");
}

TEST(VerifyPackingTest, LetsOthersIntoAGap) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].range = {0, 5};
  problem.makeTraits(problem.buffers[0]).gaps = {{{1, 3}}};

  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "legal");
  problem.buffers[1].range.end = 4;
  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "P5");
  problem.buffers[1].range = {0, 3};
  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "P5");
}

TEST(VerifyPackingTest, LetsNobodyIntoTheWindowOfAGap) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].range = {0, 5};
  problem.makeTraits(problem.buffers[0]).gaps = {{{1, 3}, 1, 2}};

  EXPECT_EQ(broken(problem, {{0, 2}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 1}, {}}), "P5");
  EXPECT_EQ(broken(problem, {{3, 0}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{2, 0}, {}}), "P5");
}

TEST(VerifyPackingTest, KeepsAGroupTogether) {
  PackingProblem problem = twoBuffers();
  problem.groups = {"g"};
  for (PackingBuffer &buffer : problem.buffers)
    problem.makeTraits(buffer).group = 0;

  EXPECT_EQ(broken(problem, {{2, 2}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{2, 6}, {}}), "P6");
}

// While both members live the longer one counts, then the shorter one.
TEST(VerifyPackingTest, KeepsOthersOutOfTheLongestLiveMember) {
  PackingProblem problem = twoBuffers();
  problem.groups = {"g"};
  for (PackingBuffer &buffer : problem.buffers)
    problem.makeTraits(buffer).group = 0;
  problem.buffers[1].size = 2;
  problem.buffers.push_back({.id = "c", .range = {2, 3}, .size = 1});

  EXPECT_EQ(broken(problem, {{0, 0, 2}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 0, 1}, {}}), "P5");
  problem.buffers[2].range = {1, 3};
  EXPECT_EQ(broken(problem, {{0, 0, 2}, {}}), "P5");
  EXPECT_EQ(broken(problem, {{0, 0, 4}, {}}), "legal");
}
