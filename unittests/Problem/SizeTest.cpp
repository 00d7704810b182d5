//===- SizeTest.cpp - Sizes as texts --------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Size.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

TEST(SizeTest, ParsesBytesAndUnits) {
  const std::pair<const char *, int64_t> sizes[] = {
      {"1", 1},
      {"4096", 4096},
      {"10B", 10},
      {"64KiB", 65536},
      {"64Ki", 65536},
      {"64kB", 64000},
      {"64K", 64000},
      {"40MB", 40'000'000},
      {"2GiB", int64_t(2) << 30},
      {"1T", 1'000'000'000'000},
      {" 1.5 MB\n", 1'500'000},
      {"0.5Ki", 512},
      {"9007199254740993", 9007199254740993},
      {"9007199254740993B", 9007199254740993},
      {"4611686018427387904", int64_t(1) << 62},
  };
  for (const auto &[text, bytes] : sizes) {
    Result<int64_t> size = parseSize(text);
    ASSERT_TRUE(size) << text;
    EXPECT_EQ(*size, bytes) << text;
  }
}

TEST(SizeTest, RejectsOtherTextsWithTheAcceptedForms) {
  for (const std::string text : {"",
                                 "0",
                                 "0.0M",
                                 "-1",
                                 "+1",
                                 "1.5",
                                 "1.5B",
                                 "1.",
                                 ".5M",
                                 "1,5M",
                                 "4X",
                                 "4iB",
                                 "4bB",
                                 "4MiBs",
                                 "1e6",
                                 "0x10",
                                 "4611686018427387905",
                                 "5E",
                                 "12345678901234567890",
                                 "99999999T",
                                 "nan",
                                 "MB"}) {
    Result<int64_t> size = parseSize(text);
    ASSERT_FALSE(size) << text << ": " << *size;
    EXPECT_EQ(size.error(),
              "must be a positive size such as 4096, 500MB or 2GiB, got '" +
                  text + "'");
  }
  EXPECT_EQ(parseSize(std::string(50, 'x')).error(),
            "must be a positive size such as 4096, 500MB or 2GiB, got '" +
                std::string(40, 'x') + "...'");
}

} // namespace
