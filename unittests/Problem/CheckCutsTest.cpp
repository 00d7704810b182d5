//===- CheckCutsTest.cpp - Checks of an op's cuts -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Builder.h"

using namespace memplace;
using namespace memplace::test;

/// An op of 8 rows of 16 bytes that reads buffer 0 and writes buffer 1.
static Problem makeCut(CutAccess read = {.access = 0, .stride = 16},
                       CutAccess write = {.access = 1, .stride = 16}) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 128), makeBuffer("b", {0, 1}, 128)},
                  {{reads(0), writes(1)}});
  problem.ops[0].cuts = {{8, {read, write}}};
  return problem;
}

/// Returns the message without the field of the only dimension.
static std::string errorOf(const Problem &problem) {
  const std::optional<Error> error = check(problem);
  if (!error)
    return "";
  const std::string field = "ops[0].cuts[0]";
  EXPECT_EQ(error->message.substr(0, field.size()), field);
  return error->message.substr(field.size());
}

TEST(CheckCutsTest, SharesOfRowsAreWellFormed) {
  EXPECT_EQ(errorOf(makeCut()), "");
}

TEST(CheckCutsTest, ReadWindowsMayReachOutsideTheBuffer) {
  EXPECT_EQ(
      errorOf(makeCut({.access = 0, .stride = 16, .width = 48, .first = -16})),
      "");
  EXPECT_EQ(
      errorOf(makeCut({.access = 0, .stride = 16, .width = 16, .first = 16})),
      ".accesses[0]: indices 0 to 7 are out of the buffer's period of 128 "
      "bytes");
}

TEST(CheckCutsTest, RefusesAnAccessThatTheOpDoesNotHave) {
  EXPECT_EQ(errorOf(makeCut({.access = 2, .stride = 16})),
            ".accesses[0].access: the op has no access 2 of 2");
}

TEST(CheckCutsTest, RefusesAPeriodThatDoesNotDivideTheSize) {
  EXPECT_EQ(errorOf(makeCut({.access = 0, .stride = 4, .period = 48})),
            ".accesses[0].period: must divide the buffer's size, 128, got 48");
}

TEST(CheckCutsTest, RefusesPiecesThatWriteTheSameBytes) {
  Problem problem = makeCut({.access = 0, .stride = 8},
                            {.access = 1, .stride = 8, .width = 16});
  problem.ops[0].accesses[1].mode = AccessMode::Update;

  EXPECT_EQ(errorOf(problem),
            ".accesses[1].width: must be at most the stride, 8, as pieces must "
            "not write the same bytes, got 16");
}

TEST(CheckCutsTest, AnUpdateMayBeMadeInFullByEachPiece) {
  Problem problem = makeCut();
  problem.ops[0].cuts[0].accesses.pop_back();
  EXPECT_EQ(errorOf(problem),
            ".accesses: access 1 writes, so it must be cut, too");
  problem.ops[0].accesses[1].mode = AccessMode::Update;
  EXPECT_EQ(errorOf(problem), "");
  // The sum of one piece would be read by the next piece.
  problem.ops[0].accesses[0].buffer = 1;
  EXPECT_EQ(errorOf(problem),
            ".accesses: access 1 writes, so it must be cut, too");
}

TEST(CheckCutsTest, RefusesPiecesThatOmitPartOfAWrite) {
  EXPECT_EQ(
      errorOf(makeCut({.access = 0, .stride = 16}, {.access = 1, .stride = 8})),
      ".accesses[1]: the op overwrites all of the buffer, so its indices "
      "must cover the period of 128 bytes");
}

TEST(CheckCutsTest, RecomputationIsAtMostTheComputeTimeOfTheOp) {
  Problem problem = makeCut();
  problem.ops[0].computePs = 10;
  problem.ops[0].cuts[0].againPs = 10;
  EXPECT_EQ(errorOf(problem), "");
  problem.ops[0].cuts[0].againPs = 11;
  EXPECT_EQ(errorOf(problem),
            ".again_ps: must be at most the op's compute_ps, 10, got 11");
  problem.ops[0].cuts[0].againPs = -1;
  EXPECT_EQ(errorOf(problem), ".again_ps: must be at least 0, got -1");
}

TEST(CheckCutsTest, RefusesAnUncutWrite) {
  Problem problem = makeCut();
  problem.ops[0].cuts[0].accesses.pop_back();

  EXPECT_EQ(errorOf(problem),
            ".accesses: access 1 writes, so it must be cut, too");
}

TEST(CheckCutsTest, RefusesReadsOfBytesWrittenByAnotherPiece) {
  Problem problem =
      makeCut({.access = 0, .stride = 16, .width = 32, .first = -16});
  problem.ops[0].accesses[0].buffer = 1;

  EXPECT_EQ(
      errorOf(problem),
      ".accesses: access 0 must be cut as access 1, which writes the same "
      "buffer");
}

TEST(CheckCutsTest, RefusesADuplicateAccess) {
  EXPECT_EQ(errorOf(makeCut({.access = 1, .stride = 16})),
            ".accesses[1].access: access 1 is there already");
}

TEST(CheckCutsTest, RefusesNumbersThatAreTooLarge) {
  Problem problem = makeCut();
  problem.ops[0].cuts[0].extent = int64_t(1) << 62;

  EXPECT_EQ(errorOf(problem),
            ".accesses[0]: indices 0 to 4611686018427387903 are out of the "
            "buffer's period of 128 bytes");
}

/// An op that only reads 128 bytes, in \p extent indices.
static Problem makeRead(int64_t extent, CutAccess read) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1}, 128)}, {{reads(0)}});
  problem.ops[0].cuts = {{extent, {read}}};
  return problem;
}

static std::string outside(int64_t last) {
  return ".accesses[0]: indices 0 to " + std::to_string(last) +
         " are out of the buffer's period of 128 bytes";
}

TEST(CheckCutsTest, RejectsNumbersBelowOne) {
  EXPECT_EQ(errorOf(makeRead(1, {.access = 0, .stride = 1, .period = 1})), "");
  EXPECT_EQ(errorOf(makeRead(0, {.access = 0, .stride = 1})),
            ".extent: must be at least 1, got 0");
  EXPECT_EQ(errorOf(makeRead(1, {.access = 0, .stride = 0})),
            ".accesses[0].stride: must be at least 1, got 0");
  EXPECT_EQ(errorOf(makeRead(1, {.access = 0, .stride = 1, .width = -1})),
            ".accesses[0].width: must be at least 1, got -1");
  EXPECT_EQ(errorOf(makeRead(1, {.access = 0, .stride = 1, .period = -1})),
            ".accesses[0].period: must divide the buffer's size, 128, got -1");
}

TEST(CheckCutsTest, EachWindowTouchesTheBufferAndIsAtMostAsLong) {
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .width = 128})),
            "");
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .width = 129})),
            outside(7));
  // The first window ends with byte 15 before the buffer, or within the buffer.
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .first = -16})),
            outside(7));
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .first = -15})),
            "");
  // The last window begins at the last byte, or behind the buffer.
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .first = 15})), "");
  EXPECT_EQ(errorOf(makeRead(8, {.access = 0, .stride = 16, .first = 16})),
            outside(7));
  // The maximum number of windows, with padding on both sides.
  const CutAccess padded = {
      .access = 0, .stride = 16, .width = 48, .first = -32};
  EXPECT_EQ(errorOf(makeRead(10, padded)), "");
  EXPECT_EQ(errorOf(makeRead(11, padded)), outside(10));
}

// 2^24 times 2^40 bytes wrap to 0 in 64 bits.
TEST(CheckCutsTest, RefusesWindowsThatOverflow) {
  EXPECT_EQ(
      errorOf(makeRead((int64_t(1) << 24) + 1,
                       {.access = 0, .stride = int64_t(1) << 40, .width = 16})),
      outside(int64_t(1) << 24));
}

TEST(CheckCutsTest, RefusesToWriteOutsideOfTheBuffer) {
  for (const int64_t first : {-8, 8}) {
    Problem problem =
        makeCut({.access = 0, .stride = 16},
                {.access = 1, .stride = 16, .width = 16, .first = first});
    problem.ops[0].accesses[1].mode = AccessMode::Update;
    EXPECT_EQ(errorOf(problem), ".accesses[1]: indices 0 to 7 are out of the "
                                "buffer's period of 128 bytes");
  }
}

TEST(CheckCutsTest, ChecksAllAccessesOfAWrittenBuffer) {
  Problem problem = makeCut();
  problem.ops[0].accesses.push_back(reads(1));
  problem.ops[0].cuts[0].accesses.push_back(
      {.access = 2, .stride = 16, .width = 8});

  EXPECT_EQ(
      errorOf(problem),
      ".accesses: access 2 must be cut as access 1, which writes the same "
      "buffer");
}

TEST(CheckCutsTest, ChecksEachDimension) {
  Problem problem = makeCut();
  problem.ops[0].cuts.push_back({0, {}});
  ASSERT_TRUE(check(problem));
  EXPECT_EQ(check(problem)->message,
            "ops[0].cuts[1].extent: must be at least 1, got 0");
}
