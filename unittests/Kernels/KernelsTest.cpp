//===- KernelsTest.cpp - Matrix products ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Kernels/Kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace {

/// A matrix in its own storage. Unused elements between and behind its elements
/// hold a value that no test computes.
struct Matrix {
  int64_t rows, columns, rowStride, columnStride;
  std::vector<float> storage;

  static constexpr float unused = -77;

  Matrix(int64_t rows, int64_t columns, int64_t rowStride, int64_t columnStride)
      : rows(rows), columns(columns), rowStride(rowStride),
        columnStride(columnStride),
        storage(rows * rowStride + columns * columnStride + 8, unused) {}

  float &at(int64_t row, int64_t column) {
    return storage[row * rowStride + column * columnStride];
  }

  /// Fills with small integers, whose products and sums are exact in any order.
  void fill(unsigned seed) {
    std::mt19937 random(seed);
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        at(row, column) = static_cast<float>(random() % 17) - 8;
  }

  /// Fills with numbers whose sums depend on the order of the terms.
  void fillWithFractions(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> between(-1, 1);
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column)
        at(row, column) = between(random);
  }
};

void multiply(Matrix &a, Matrix &b, Matrix &c, int64_t shift = 0) {
  memplace_kernels_gemm_f32(
      c.rows, c.columns, a.columns, a.storage.data() + shift, a.rowStride,
      a.columnStride, b.storage.data() + shift, b.rowStride, b.columnStride,
      c.storage.data() + shift, c.rowStride, c.columnStride);
}

void multiplyByLoops(Matrix &a, Matrix &b, Matrix &c) {
  for (int64_t row = 0; row < c.rows; ++row)
    for (int64_t column = 0; column < c.columns; ++column)
      for (int64_t p = 0; p < a.columns; ++p)
        c.at(row, column) += a.at(row, p) * b.at(p, column);
}

struct Layout {
  bool isTransposed;
  int64_t elementStride; // Between neighbours in a line.
  int64_t gap;           // Elements between the end of a line and the next.
};

Matrix makeMatrix(int64_t rows, int64_t columns, Layout layout) {
  auto [isTransposed, stride, gap] = layout;
  if (isTransposed)
    return Matrix(rows, columns, stride, rows * stride + gap);
  return Matrix(rows, columns, columns * stride + gap, stride);
}

constexpr Layout layouts[] = {{false, 1, 0}, {false, 1, 3}, {true, 1, 0},
                              {true, 1, 5},  {false, 2, 0}, {true, 3, 1}};

struct Size {
  int64_t m, n, k;
};

void expectSameAsLoops(Size size, Layout ofA, Layout ofB, Layout ofC) {
  Matrix a = makeMatrix(size.m, size.k, ofA);
  Matrix b = makeMatrix(size.k, size.n, ofB);
  Matrix c = makeMatrix(size.m, size.n, ofC);
  a.fill(1), b.fill(2), c.fill(3);
  Matrix expected = c;
  multiplyByLoops(a, b, expected);

  multiply(a, b, c);

  EXPECT_EQ(c.storage, expected.storage)
      << size.m << "x" << size.n << "x" << size.k;
}

TEST(KernelsTest, AddsTheProductInEveryLayout) {
  for (Size size : {Size{3, 4, 5}, Size{1, 4, 5}, Size{3, 1, 5}, Size{3, 4, 1},
                    Size{1, 1, 6}, Size{1, 1, 1}, Size{17, 33, 9}})
    for (Layout ofA : layouts)
      for (Layout ofB : layouts)
        for (Layout ofC : layouts)
          expectSameAsLoops(size, ofA, ofB, ofC);
}

TEST(KernelsTest, AddsNothingIfASizeIsZero) {
  for (Size size : {Size{0, 4, 5}, Size{3, 0, 5}, Size{3, 4, 0}})
    expectSameAsLoops(size, layouts[0], layouts[0], layouts[0]);
}

/// Adds the part of a product with \p terms terms from column or row \p first.
void addPart(Matrix &a, Matrix &b, Matrix &c, int64_t first, int64_t terms) {
  memplace_kernels_gemm_f32(
      c.rows, c.columns, terms, a.storage.data() + first * a.columnStride,
      a.rowStride, a.columnStride, b.storage.data() + first * b.rowStride,
      b.rowStride, b.columnStride, c.storage.data(), c.rowStride,
      c.columnStride);
}

TEST(KernelsTest, SumsInTwoCallsHaveTheBitsOfOne) {
  constexpr int64_t block = MEMPLACE_KERNELS_SUM_BLOCK, k = 3 * block + 40;
  for (int64_t m : {1, 3, 32})
    for (int64_t n : {1, 70})
      for (Layout ofB : {layouts[0], layouts[2]}) {
        Matrix a(m, k, k, 1), b = makeMatrix(k, n, ofB), c(m, n, n, 1);
        a.fillWithFractions(1), b.fillWithFractions(2), c.fill(3);
        Matrix whole = c;
        multiply(a, b, whole);

        addPart(a, b, c, 0, block);
        addPart(a, b, c, block, k - block);

        EXPECT_EQ(std::memcmp(c.storage.data(), whole.storage.data(),
                              c.storage.size() * sizeof(float)),
                  0)
            << m << "x" << n;
      }
}

TEST(KernelsTest, ColumnsInTwoCallsHaveTheBitsOfOne) {
  constexpr int64_t block = MEMPLACE_KERNELS_SIDE_BLOCK, n = block + 200;
  for (int64_t m : {1, 8, 32}) {
    Matrix a(m, 300, 300, 1), b(300, n, 1, 300), c(m, n, n, 1);
    a.fillWithFractions(1), b.fillWithFractions(2), c.fill(3);
    Matrix whole = c;
    multiply(a, b, whole);

    for (auto [first, columns] :
         {std::pair(int64_t{0}, block), {block, n - block}})
      memplace_kernels_gemm_f32(m, columns, 300, a.storage.data(), 300, 1,
                                b.storage.data() + first * 300, 1, 300,
                                c.storage.data() + first, n, 1);

    EXPECT_EQ(std::memcmp(c.storage.data(), whole.storage.data(),
                          c.storage.size() * sizeof(float)),
              0)
        << m;
  }
}

TEST(KernelsTest, RepeatsARowAndAColumnOfStrideZero) {
  Matrix a(3, 5, 0, 1), b(5, 4, 1, 0), column(5, 1, 0, 1);
  Matrix c(3, 4, 4, 1), d(3, 1, 1, 1);
  a.fill(1), b.fill(2), column.fill(3);
  Matrix expectedC = c, expectedD = d;
  multiplyByLoops(a, b, expectedC);
  multiplyByLoops(a, column, expectedD);

  multiply(a, b, c);
  multiply(a, column, d);

  EXPECT_EQ(c.storage, expectedC.storage);
  EXPECT_EQ(d.storage, expectedD.storage);
}

TEST(KernelsTest, ReadsOverlappingRows) {
  Matrix windows(6, 3, 1, 1), b(3, 2, 2, 1), c(6, 2, 2, 1);
  windows.fill(1), b.fill(2), c.fill(3);
  Matrix expected = c;
  multiplyByLoops(windows, b, expected);

  multiply(windows, b, c);

  EXPECT_EQ(c.storage, expected.storage);
}

TEST(KernelsTest, MultipliesInDoublePrecision) {
  // 1 + 2^-40 is not representable in single precision.
  double small = 1.0 / (int64_t(1) << 40);
  double a[] = {1, small, 2, 0}, b[] = {1, 1}, c[] = {0, 5};

  memplace_kernels_gemm_f64(2, 1, 2, a, 2, 1, b, 1, 1, c, 1, 1);

  EXPECT_THAT(c, testing::ElementsAre(1 + small, 7));
}

// A placed program has other addresses than the program before placement.
// OpenBLAS chooses different code paths at these sizes.
TEST(KernelsTest, GivesTheSameBitsAtAllAddresses) {
  for (Size size : {Size{128, 768, 768}, Size{128, 128, 64}, Size{7, 5, 300},
                    Size{1, 500, 300}, Size{500, 1, 300}, Size{1, 1, 1000}})
    for (bool isTransposed : {false, true}) {
      Matrix a = makeMatrix(size.m, size.k, {isTransposed, 1, 0});
      Matrix b = makeMatrix(size.k, size.n, {isTransposed, 1, 0});
      Matrix c = makeMatrix(size.m, size.n, {false, 1, 0});
      a.fillWithFractions(1), b.fillWithFractions(2), c.fillWithFractions(3);
      std::vector<float> first;
      for (int64_t shift = 0; shift < 8; shift += 3) {
        Matrix movedA = a, movedB = b, movedC = c;
        for (Matrix *matrix : {&movedA, &movedB, &movedC})
          std::rotate(matrix->storage.begin(), matrix->storage.end() - shift,
                      matrix->storage.end());
        multiply(movedA, movedB, movedC, shift);
        std::rotate(movedC.storage.begin(), movedC.storage.begin() + shift,
                    movedC.storage.end());
        if (shift == 0)
          first = movedC.storage;
        EXPECT_EQ(memcmp(first.data(), movedC.storage.data(),
                         first.size() * sizeof(float)),
                  0)
            << size.m << "x" << size.n << "x" << size.k << " moved by "
            << shift;
      }
    }
}

} // namespace
