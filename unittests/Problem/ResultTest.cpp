//===- ResultTest.cpp - Results, errors and one-line messages -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Result.h"

#include <gtest/gtest.h>

using namespace memplace;

namespace {

TEST(ResultTest, HoldsAValueOrAnError) {
  Result<int> value = 5;
  ASSERT_TRUE(value);
  EXPECT_EQ(*value, 5);

  Result<int> error = Error{"no number"};
  ASSERT_FALSE(error);
  EXPECT_EQ(error.error(), "no number");
  Result<std::string> other = error.takeError();
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error(), "no number");
}

TEST(OneLineTest, EscapesControlCharactersOnly) {
  EXPECT_EQ(oneLine("a\nb\tc"), "a\\nb\\x09c");
  // Characters just outside the printable range of ASCII, and just inside.
  EXPECT_EQ(oneLine("\x1f \x7e\x7f"), "\\x1f ~\\x7f");
  // Bytes of UTF-8 stay.
  EXPECT_EQ(oneLine("\xc3\xa4"), "\xc3\xa4");
}

} // namespace
