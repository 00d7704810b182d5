//===- CheckCutsTest.cpp - Can an op be cut as it says? -----------------===//
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

/// The message without the field of the only dimension.
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

TEST(CheckCutsTest, WindowsMayReachOutsideWhereTheyAreRead) {
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

TEST(CheckCutsTest, RefusesPiecesThatLeaveSomeOfAWriteOut) {
  EXPECT_EQ(
      errorOf(makeCut({.access = 0, .stride = 16}, {.access = 1, .stride = 8})),
      ".accesses[1]: the op overwrites all of the buffer, so its indices "
      "must cover the period of 128 bytes");
}

TEST(CheckCutsTest, RefusesAWriterThatIsNotCut) {
  Problem problem = makeCut();
  problem.ops[0].cuts[0].accesses.pop_back();

  EXPECT_EQ(errorOf(problem),
            ".accesses: access 1 writes, so it must be cut, too");
}

TEST(CheckCutsTest, RefusesToReadElsewhereWhatAnotherPieceWrites) {
  Problem problem =
      makeCut({.access = 0, .stride = 16, .width = 32, .first = -16});
  problem.ops[0].accesses[0].buffer = 1;

  EXPECT_EQ(
      errorOf(problem),
      ".accesses: access 0 must be cut as access 1, which writes the same "
      "buffer");
}

TEST(CheckCutsTest, RefusesAnAccessThatIsThereTwice) {
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
