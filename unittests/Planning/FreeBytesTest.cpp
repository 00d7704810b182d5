//===- FreeBytesTest.cpp - Free bytes in one tier -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/FreeBytes.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;

namespace {

TEST(FreeBytesTest, ReleasedBytesAreFreeAgain) {
  FreeBytes bytes(16, 10);
  bytes.take({2, 5}, 0, 8);
  bytes.take({2, 5}, 8, 8);
  EXPECT_EQ(bytes.find({4, 6}, 1, 1, FreeBytes::Fit::First), std::nullopt);

  bytes.release({2, 5}, 0, 8);

  EXPECT_EQ(bytes.find({4, 6}, 8, 1, FreeBytes::Fit::First), 0);
  EXPECT_EQ(bytes.find({4, 6}, 9, 1, FreeBytes::Fit::First), std::nullopt);
  EXPECT_EQ(bytes.loadAt(4), 8);
  EXPECT_EQ(bytes.loadAt(5), 0);
}

TEST(FreeBytesTest, FragmentedBytesAreFreeButNoPlace) {
  FreeBytes bytes(16, 10);
  bytes.take({0, 5}, 4, 8);

  EXPECT_TRUE(bytes.hasBytes({0, 5}, 8));
  EXPECT_FALSE(bytes.hasBytes({0, 5}, 9));
  EXPECT_EQ(bytes.find({0, 5}, 8, 1, FreeBytes::Fit::First), std::nullopt);
  EXPECT_EQ(bytes.find({0, 5}, 4, 1, FreeBytes::Fit::Best), 0);
}

TEST(FreeBytesTest, APreferredOffsetIsUsedIfAllItsBytesAreFree) {
  FreeBytes bytes(16, 10);
  bytes.take({0, 5}, 4, 4);
  const auto find = [&](Offset preferredOffset) {
    return bytes.find({0, 5}, 4, 1, FreeBytes::Fit::First, {0, 0},
                      preferredOffset);
  };

  EXPECT_EQ(find(8), 8);
  EXPECT_EQ(find(12), 12);
  EXPECT_EQ(find(13), 0);
  EXPECT_EQ(find(7), 0);
}

TEST(FreeBytesTest, ACopyIsIndependent) {
  FreeBytes bytes(16, 10);
  FreeBytes copy = bytes;
  copy.take({0, 5}, 0, 16);

  EXPECT_EQ(bytes.find({0, 5}, 16, 1, FreeBytes::Fit::First), 0);
  EXPECT_EQ(copy.find({0, 5}, 1, 1, FreeBytes::Fit::First), std::nullopt);
}

} // namespace
