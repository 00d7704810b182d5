//===- RandomTest.cpp - Portable random numbers ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Random.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace memplace;

namespace {

// The standard fixes the 10000th number of this engine.
TEST(RandomTest, DrawsTheNumbersOfTheStandardEngine) {
  Random random(std::mt19937_64::default_seed);
  for (int i = 1; i < 10000; ++i)
    random.bits();

  EXPECT_EQ(random.bits(), 9981545732273789042U);
}

TEST(RandomTest, NormalNumbersHaveTheExpectedMoments) {
  Random random(3);
  constexpr int count = 20000;
  double sums[5] = {};
  for (int i = 0; i < count; ++i) {
    const double number = random.normal();
    for (int power = 1; power < 5; ++power)
      sums[power] += std::pow(number, power) / count;
  }
  EXPECT_NEAR(sums[1], 0, 0.03);
  EXPECT_NEAR(sums[2], 1, 0.05);
  EXPECT_NEAR(sums[3], 0, 0.1);
  EXPECT_NEAR(sums[4], 3, 0.3);
}

TEST(RandomTest, GammaNumbersHaveTheExpectedMeanAndVariance) {
  for (double shape : {0.3, 1.0, 4.5}) {
    Random random(3);
    constexpr int count = 20000;
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) {
      const double number = random.gamma(shape);
      ASSERT_GT(number, 0);
      sum += number / count;
      squares += number * number / count;
    }
    EXPECT_NEAR(sum, shape, 0.03 * (1 + shape));
    EXPECT_NEAR(squares - sum * sum, shape, 0.06 * (1 + shape));
  }
}

TEST(RandomTest, ContinuesFromAPrintedState) {
  Random random(3);
  random.uniform();
  const std::string state = random.print();
  const double next = random.uniform();

  Random other(4);
  EXPECT_FALSE(other.restore("no state"));
  Random untouched(4);
  EXPECT_EQ(other.uniform(), untouched.uniform());
  EXPECT_TRUE(other.restore(state));
  EXPECT_EQ(other.uniform(), next);
}

} // namespace
