//===- RowSumsTest.cpp - A sparse matrix times a vector -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/RowSums.h"

#include "../../Support/TestRandom.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::test;
using ::testing::ElementsAre;

namespace {

TEST(RowSumsTest, EachRowBeginsWithItsOwnNumber) {
  const std::vector<RowSums::Entry> entries = {{1, 0, 2}, {0, 1, 3}, {1, 1, 4}};
  const std::vector<double> vector = {10, 100}, begin = {1, 2, 3};
  std::vector<double> sums(3);

  RowSums(3, entries).multiply(vector.data(), begin.data(), sums.data());

  EXPECT_THAT(sums, ElementsAre(301, 422, 3));
}

// Another order of summation would change the last bits.
TEST(RowSumsTest, SumsEqualALoopBitForBit) {
  TestRandom random(1);
  for (size_t numRows : {1, 3, 4, 5, 40}) {
    SCOPED_TRACE(numRows);
    constexpr size_t numColumns = 20;
    std::vector<double> vector, expected;
    for (size_t i = 0; i < numColumns; ++i)
      vector.push_back(static_cast<double>(random.in(1, 1000000)) / 999);
    for (size_t row = 0; row < numRows; ++row)
      expected.push_back(static_cast<double>(random.in(1, 1'000'000)) / 777);
    std::vector<double> sums = expected;
    const std::vector<double> begin = expected;
    std::vector<RowSums::Entry> entries;
    for (size_t i = 0; i < 30 * numRows; ++i) {
      // Rows of different lengths; some are empty.
      const auto row = static_cast<uint32_t>(
          random.in(0, random.in(0, static_cast<int64_t>(numRows - 1))));
      const auto column = static_cast<uint32_t>(random.in(0, numColumns - 1));
      const double factor =
          static_cast<double>(random.in(-1'000'000, 1'000'000)) / 555;
      entries.push_back({row, column, factor});
      expected[row] += factor * vector[column];
    }
    const RowSums matrix(numRows, entries);

    matrix.multiply(vector.data(), sums.data(), sums.data());

    EXPECT_EQ(sums, expected);
    for (size_t row = 0; row < numRows; ++row)
      EXPECT_EQ(matrix.sumOf(row, vector.data(), begin[row]), expected[row]);
  }
}

TEST(RowSumsTest, AMatrixWithoutRowsHasNoSums) {
  const RowSums matrix(0, {});
  matrix.multiply(nullptr, nullptr, nullptr);
}

} // namespace
