//===- VerifyFillingTest.cpp - Residencies filled by parts ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Verify/VerifyFilling.h"

#include <gmock/gmock.h>

using namespace memplace;

namespace {

TEST(VerifyFillingTest, CountsBytesOnceAndTheArrivalOfTheOldest) {
  Filling filling;
  filling.fill({0, 8}, /*time=*/1, /*loop=*/5);
  filling.fill({4, 8}, 2, 6);

  EXPECT_EQ(filling.numFilled(), 12);
  EXPECT_EQ(filling.oldest(), 1);
  EXPECT_THAT(filling.differentLoops(), testing::UnorderedElementsAre(5, 6));
}

TEST(VerifyFillingTest, ReplacesBytesFilledAgain) {
  Filling filling;
  filling.fill({0, 8}, 1, 5);
  filling.fill({8, 4}, 2, 6);
  filling.fill({0, 8}, 3, 7);

  EXPECT_EQ(filling.numFilled(), 12);
  EXPECT_EQ(filling.oldest(), 2);
  EXPECT_THAT(filling.differentLoops(), testing::UnorderedElementsAre(6, 7));
}

// A part within another part leaves the bytes on either side; adjacent pieces
// stay separate.
TEST(VerifyFillingTest, KeepsBytesBesideAPart) {
  Filling filling;
  filling.fill({0, 12}, 1, 5);
  filling.fill({4, 4}, 2, 6);
  EXPECT_EQ(filling.numFilled(), 12);
  EXPECT_EQ(filling.oldest(), 1);

  filling.fill({0, 4}, 3, 6);
  EXPECT_EQ(filling.oldest(), 1); // [8, 12)
  filling.fill({8, 4}, 4, 6);
  EXPECT_EQ(filling.oldest(), 2); // [4, 8)
  EXPECT_EQ(filling.numFilled(), 12);
  EXPECT_THAT(filling.differentLoops(), testing::UnorderedElementsAre(6));
}

TEST(VerifyFillingTest, APartCutsThePieceBeforeItEvenIfPiecesFollow) {
  Filling filling;
  filling.fill({0, 8}, 1, 5);
  filling.fill({20, 4}, 2, 6);
  filling.fill({4, 8}, 3, 7);

  EXPECT_EQ(filling.numFilled(), 16);
}

TEST(VerifyFillingTest, ClearsAll) {
  Filling filling;
  filling.fill({0, 8}, 1, 5);
  filling.clear();
  filling.fill({8, 4}, 2, 6);

  EXPECT_EQ(filling.numFilled(), 4);
  EXPECT_EQ(filling.oldest(), 2);
}

} // namespace
