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

/// Returns the violated rule, "P1" to "P6", or "legal".
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

TEST(VerifyPackingTest, RequiresAnOffsetForEachBuffer) {
  EXPECT_EQ(broken(twoBuffers(), {{0}, {}}), "P1");
  EXPECT_EQ(broken(twoBuffers(), {{0, 4}, {0}}), "P1");
}

TEST(VerifyPackingTest, RejectsADisallowedArena) {
  PackingProblem problem = twoBuffers();
  problem.arenas = {{"x", {}}, {"y", {}}};
  problem.makeTraits(problem.buffers[0]).arenas = {1};

  EXPECT_EQ(broken(problem, {{0, 0}, {1, 0}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 0}, {0, 1}}), "P1");
  EXPECT_EQ(broken(problem, {{0, 0}, {1, 2}}), "P1");
}

TEST(VerifyPackingTest, RejectsBytesOutsideTheCapacity) {
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

TEST(VerifyPackingTest, RejectsUnalignedOffsets) {
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

// One buffer inside the other, in both orders.
TEST(VerifyPackingTest, RejectsBytesInsideOthers) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].size = 10;

  EXPECT_EQ(broken(problem, {{0, 3}, {}}), "P5");
  problem.buffers[0].range = {2, 4};
  EXPECT_EQ(broken(problem, {{0, 3}, {}}), "P5");
}

TEST(VerifyPackingTest, BuffersInDifferentArenasMayShareOffsets) {
  PackingProblem problem = twoBuffers();
  problem.arenas = {{"x", {}}, {"y", {}}};

  EXPECT_EQ(broken(problem, {{0, 0}, {0, 1}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 0}, {1, 1}}), "P5");
}

TEST(VerifyPackingTest, AllowsOtherBuffersInAGap) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].range = {0, 5};
  problem.makeTraits(problem.buffers[0]).gaps = {{{1, 3}}};

  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "legal");
  problem.buffers[1].range.end = 4;
  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "P5");
  problem.buffers[1].range = {0, 3};
  EXPECT_EQ(broken(problem, {{0, 0}, {}}), "P5");
}

TEST(VerifyPackingTest, RejectsOtherBuffersInTheWindowOfAGap) {
  PackingProblem problem = twoBuffers();
  problem.buffers[0].range = {0, 5};
  problem.makeTraits(problem.buffers[0]).gaps = {{{1, 3}, 1, 2}};

  EXPECT_EQ(broken(problem, {{0, 2}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{0, 1}, {}}), "P5");
  EXPECT_EQ(broken(problem, {{3, 0}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{2, 0}, {}}), "P5");
}

TEST(VerifyPackingTest, RejectsGroupMembersAtDifferentOffsets) {
  PackingProblem problem = twoBuffers();
  problem.groups = {"g"};
  for (PackingBuffer &buffer : problem.buffers)
    problem.makeTraits(buffer).group = 0;

  EXPECT_EQ(broken(problem, {{2, 2}, {}}), "legal");
  EXPECT_EQ(broken(problem, {{2, 6}, {}}), "P6");
}

// While both members live the longer member counts, afterwards the shorter.
TEST(VerifyPackingTest, RejectsOverlapWithTheLongestLiveMember) {
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

namespace {
/// Returns the error of a problem with one buffer.
std::string wrongWith(const PackingBuffer &buffer, const PackingTraits &traits,
                      std::optional<int64_t> capacity = {}) {
  PackingProblem problem;
  problem.arenas = {{"fast", capacity}};
  problem.groups = {"g"};
  PackingBuffer own = buffer;
  problem.makeTraits(own) = traits;
  problem.buffers = {own};
  const std::optional<Error> error = check(problem);
  return error ? error->message : "";
}
} // namespace

TEST(CheckPackingTest, AcceptsLimitsAndRejectsNumbersBeyond) {
  const PackingBuffer a = {.id = "a", .range = {0, 9}, .size = 4};
  constexpr int64_t highest = int64_t(1) << 62;
  for (Offset offset : {int64_t(0), highest})
    EXPECT_EQ(wrongWith(a, {.offset = offset}), "");
  for (Offset offset : {int64_t(-1), highest + 1})
    EXPECT_NE(wrongWith(a, {.offset = offset}), "");
  EXPECT_EQ(wrongWith(a, {}, 1), "");
  EXPECT_EQ(wrongWith(a, {}, 0),
            "arena 'fast': the capacity must be at least 1 byte, got 0");
}

TEST(CheckPackingTest, AGapMustLeaveAPartOfItsBuffer) {
  const PackingBuffer a = {.id = "a", .range = {0, 9}, .size = 4};
  const auto wrong = [&](std::vector<PackingGap> gaps) {
    return wrongWith(a, {.gaps = std::move(gaps)});
  };
  EXPECT_NE(wrong({{{3, 3}, 0, 0}}), "") << "no steps";
  EXPECT_EQ(wrong({{{3, 4}, 0, 4}}), "");
  EXPECT_EQ(wrong({{{3, 4}, 4, 4}}), "");
  EXPECT_NE(wrong({{{3, 4}, 0, 5}}), "");
  EXPECT_NE(wrong({{{3, 4}, -1, 2}}), "");
  EXPECT_NE(wrong({{{3, 4}, 3, 2}}), "");
  EXPECT_NE(wrong({{{0, 9}, 0, 0}}), "");
  EXPECT_NE(wrong({{{0, 4}, 0, 0}, {{4, 9}, 0, 0}}), "");
  EXPECT_EQ(wrong({{{0, 4}, 0, 0}, {{5, 9}, 0, 0}}), "") << "step 4 is left";
  EXPECT_EQ(wrong({{{0, 4}, 1, 2}, {{4, 9}, 0, 0}}), "") << "a window is left";
}

TEST(CheckPackingTest, TraitsAreCreatedOnce) {
  PackingProblem problem;
  PackingBuffer buffer = {.id = "a", .range = {0, 9}, .size = 4};
  problem.makeTraits(buffer).offset = 4;
  problem.makeTraits(buffer).hint = 8;

  EXPECT_EQ(problem.traits.size(), 1u);
  EXPECT_EQ(problem.traitsOf(buffer)->offset, 4);
}

// Buffers without a group are in between.
TEST(CheckPackingTest, AllMembersOfAGroupAreCompared) {
  PackingProblem problem;
  problem.groups = {"g"};
  for (const char *name : {"a", "b", "c"})
    problem.buffers.push_back({.id = name, .range = {0, 9}, .size = 4});
  problem.makeTraits(problem.buffers[0]) = {.offset = 4, .group = 0};
  problem.makeTraits(problem.buffers[2]) = {.offset = 4, .group = 0};
  EXPECT_FALSE(check(problem));

  problem.makeTraits(problem.buffers[2]).offset = 8;

  ASSERT_TRUE(check(problem));
  EXPECT_NE(check(problem)->message.find("'c'"), std::string::npos);
}

// Of two members of equal size, the ending member is removed, in any order.
TEST(VerifyPackingTest, FollowsEachMemberOfAGroup) {
  for (size_t longer : {0, 1}) {
    PackingProblem problem;
    problem.groups = {"g"};
    problem.buffers = {{.id = "a", .range = {0, 4}, .size = 4},
                       {.id = "b", .range = {0, 4}, .size = 4},
                       {.id = "c", .range = {6, 7}, .size = 4}};
    problem.buffers[longer].range.end = 9;
    for (int i : {0, 1})
      problem.makeTraits(problem.buffers[i]).group = 0;

    const std::optional<Error> error =
        verifyPacking(problem, {.offsets = {0, 0, 2}});

    ASSERT_TRUE(error);
    const std::string &message = error->message;
    EXPECT_EQ(message.find("'a'") != message.npos, longer == 0) << message;
    EXPECT_EQ(message.find("'b'") != message.npos, longer == 1) << message;
  }
}

// The buffer lives from the end of the gap on.
TEST(VerifyPackingTest, AGapMayComeFirst) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 9}, .size = 4},
                     {.id = "b", .range = {0, 3}, .size = 4}};
  problem.makeTraits(problem.buffers[0]).gaps = {{{0, 3}, 0, 0}};
  EXPECT_FALSE(verifyPacking(problem, {.offsets = {0, 0}}));

  problem.buffers[1].range.end = 4;

  EXPECT_TRUE(verifyPacking(problem, {.offsets = {0, 0}}));
}
