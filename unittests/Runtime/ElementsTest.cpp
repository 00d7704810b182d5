//===- ElementsTest.cpp - Random elements and hashes of buffers -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/Elements.h"

#include "gtest/gtest.h"

#include <cmath>
#include <vector>

using namespace memplace::runtime;

static ElementType type(const std::string &name) {
  return *ElementType::parse(name);
}

TEST(ElementTypeTest, ParsesNamesOfMLIR) {
  EXPECT_EQ(type("i1").bytes(), 1);
  EXPECT_EQ(type("i24").bytes(), 4);
  EXPECT_EQ(type("index").bytes(), 8);
  EXPECT_EQ(type("bf16").bytes(), 2);
  for (const char *name : {"", "i", "i0", "i65", "i8x", "f8", "f128", "u8"})
    EXPECT_FALSE(ElementType::parse(name)) << name;
}

TEST(ElementTypeTest, RoundsFloatsOfSixteenBitsToEven) {
  // 1 + 2^-11 and 1 + 3 * 2^-11 lie between two neighbours of f16.
  EXPECT_EQ(type("f16").fromRandom(0, 1 + 0x1p-11, 1), 0x3C00u);
  EXPECT_EQ(type("f16").fromRandom(0, 1 + 0x3p-11, 1), 0x3C02u);
  EXPECT_EQ(type("bf16").fromRandom(0, 1 + 0x1p-8, 1), 0x3F80u);
  EXPECT_EQ(type("bf16").fromRandom(0, -1 - 0x3p-8, 1), 0xBF82u);
  // The largest number below 2 rounds up to 2.
  EXPECT_EQ(type("f16").fromRandom(0, 2 - 0x1p-20, 1), 0x4000u);
}

TEST(ElementTypeTest, ReadsWhatItWrites) {
  for (const char *name : {"bf16", "f16", "f32", "f64"})
    for (double value : {0.0, 1.0, -1.5, 0.0078125, 0x1p-14, 0x1p-16})
      EXPECT_EQ(type(name).toDouble(type(name).fromRandom(0, value, 1)), value)
          << name;
}

TEST(ElementTypeTest, KnowsInfinitiesAndNaNs) {
  EXPECT_TRUE(type("f16").isFinite(0x7BFF));
  EXPECT_FALSE(type("f16").isFinite(0x7C00));
  EXPECT_EQ(type("f16").toDouble(0xFC00), -INFINITY);
  EXPECT_TRUE(std::isnan(type("bf16").toDouble(0x7F81)));
  EXPECT_FALSE(type("f64").isFinite(0x7FF0000000000000));
  EXPECT_TRUE(type("i64").isFinite(~uint64_t(0)));
}

TEST(ElementTypeTest, DrawsSmallIntegers) {
  for (uint64_t random = 0; random < 64; ++random) {
    EXPECT_LT(type("i8").fromRandom(random << 33, 0, 1), 50u);
    EXPECT_LT(type("i1").fromRandom(random << 33, 0, 1), 2u);
  }
  EXPECT_EQ(type("i4").fromRandom(uint64_t(49) << 33, 0, 1), 1u);
}

TEST(RandomBufferTest, IsFilledByItsSeedWithinItsRange) {
  const RandomBuffer buffer{.type = type("f32"), .count = 100, .seed = 1};
  RandomBuffer other = buffer;
  other.seed = 2;
  std::vector<float> first(100), again(100), different(100);
  fill(buffer, reinterpret_cast<char *>(first.data()));
  fill(buffer, reinterpret_cast<char *>(again.data()));
  fill(other, reinterpret_cast<char *>(different.data()));
  EXPECT_EQ(first, again);
  EXPECT_NE(first, different);
  for (float element : first) {
    EXPECT_GE(element, 0);
    EXPECT_LT(element, 1);
  }
}

TEST(RandomBufferTest, HashChangesWithAnyElement) {
  const RandomBuffer buffer{.type = type("i8"), .count = 20};
  std::vector<char> data(20, 3);
  const uint64_t before = hash(buffer, data.data());
  for (char &element : data) {
    element = 4;
    EXPECT_NE(hash(buffer, data.data()), before);
    element = 3;
  }
  EXPECT_EQ(hash(buffer, data.data()), before);
}

TEST(RandomBufferTest, DescriptionCountsElementsThatAreNotFinite) {
  const RandomBuffer buffer{.type = type("f32"), .count = 3};
  const float data[] = {0.5, INFINITY, NAN};
  const auto *bytes = reinterpret_cast<const char *>(data);
  EXPECT_EQ(describe(buffer, bytes, 7, 9),
            "7, 9, " + std::to_string(hash(buffer, bytes)) + ", 2, 0.5\n");
  EXPECT_EQ(describe({.type = type("f32")}, nullptr, 0, 1),
            "0, 1, 14695981039346656037, 0, 0\n");
}
