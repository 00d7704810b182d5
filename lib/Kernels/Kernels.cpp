//===- Kernels.cpp - Products of matrices by a library --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library (Backend.h) accepts matrices with a stride of 1 and sizes of 32
// bits. Other matrices are packed first. Sizes above 2^31 - 1 are computed by
// loops.
//
//===----------------------------------------------------------------------===//

#include "memplace/Kernels/Kernels.h"

#include "Backend.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace {

/// A matrix in memory. Strides count elements.
template <typename Element> struct Matrix {
  Element *data;
  int64_t rows;
  int64_t columns;
  int64_t rowStride;
  int64_t columnStride;

  Element &at(int64_t row, int64_t column) const {
    return data[row * rowStride + column * columnStride];
  }

  Matrix transposed() const {
    return {data, columns, rows, columnStride, rowStride};
  }
};

/// A matrix in the library's form, row-major.
template <typename Element> struct Operand {
  const Element *data;
  bool isTransposed; // True if its columns are dense, rather than its rows.
  int leadingDimension;
};

} // namespace

static bool fits(int64_t number) {
  return number <= std::numeric_limits<int>::max();
}

/// Returns the matrix in the library's form: rows dense or columns dense. The
/// data are null if neither holds. A stride over a single element is arbitrary.
template <typename Element>
static Operand<Element> getOperand(const Matrix<Element> &matrix) {
  auto isDense = [](int64_t lines, int64_t length, int64_t lineStride,
                    int64_t stride) {
    return (length == 1 || stride == 1) &&
           (lines == 1 || (lineStride >= length && fits(lineStride)));
  };
  auto leading = [](int64_t lines, int64_t length, int64_t lineStride) {
    return static_cast<int>(lines == 1 ? length : lineStride);
  };
  const auto &[data, rows, columns, rowStride, columnStride] = matrix;
  if (isDense(rows, columns, rowStride, columnStride))
    return {data, false, leading(rows, columns, rowStride)};
  if (isDense(columns, rows, columnStride, rowStride))
    return {data, true, leading(columns, rows, columnStride)};
  return {nullptr, false, 0};
}

/// Copies the matrix into `storage`, row by row.
template <typename Element, typename Value>
static Matrix<Element> pack(const Matrix<Element> &matrix,
                            std::vector<Value> &storage) {
  storage.resize(matrix.rows * matrix.columns);
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t column = 0; column < matrix.columns; ++column)
      storage[row * matrix.columns + column] = matrix.at(row, column);
  return {storage.data(), matrix.rows, matrix.columns, matrix.columns, 1};
}

template <typename Element>
static void multiplyByLoops(const Matrix<const Element> &a,
                            const Matrix<const Element> &b,
                            const Matrix<Element> &c) {
  for (int64_t row = 0; row < c.rows; ++row)
    for (int64_t p = 0; p < a.columns; ++p)
      for (int64_t column = 0; column < c.columns; ++column)
        c.at(row, column) += a.at(row, p) * b.at(p, column);
}

/// Multiplies a matrix by a vector: \p b and \p c have one column.
template <typename Element>
static void multiplyByVector(const Matrix<const Element> &a,
                             Matrix<const Element> b,
                             const Matrix<Element> &c) {
  Operand<const Element> operand = getOperand(a);
  int rows = static_cast<int>(a.rows), columns = static_cast<int>(a.columns);
  if (operand.isTransposed)
    std::swap(rows, columns);
  std::vector<Element> packed;
  if (b.rowStride < 1 || !fits(b.rowStride))
    b = pack(b, packed);
  backend::gemv(operand.isTransposed, rows, columns, operand.data,
                operand.leadingDimension, b.data, static_cast<int>(b.rowStride),
                c.data, getOperand(c).leadingDimension);
}

/// Computes C += A * B, where the rows of C are dense or C has a single column.
template <typename Element>
static void multiplyDense(Matrix<const Element> a, Matrix<const Element> b,
                          const Matrix<Element> &c) {
  std::vector<Element> packedA, packedB;
  if (!getOperand(a).data)
    a = pack(a, packedA);
  if (c.columns == 1) {
    multiplyByVector(a, b, c);
    return;
  }
  if (!getOperand(b).data)
    b = pack(b, packedB);
  Operand<const Element> left = getOperand(a), right = getOperand(b);
  backend::gemm(left.isTransposed, right.isTransposed, static_cast<int>(c.rows),
                static_cast<int>(c.columns), static_cast<int>(a.columns),
                left.data, left.leadingDimension, right.data,
                right.leadingDimension, c.data, getOperand(c).leadingDimension);
}

/// Multiplies a block of the sum.
template <typename Element>
static void multiplyBlock(Matrix<const Element> a, Matrix<const Element> b,
                          Matrix<Element> c) {
  if (!fits(c.rows) || !fits(c.columns) || !fits(a.columns)) {
    multiplyByLoops(a, b, c);
    return;
  }
  // Compute the transposed product for a row times a matrix, and for a result
  // with dense columns.
  if ((c.rows == 1 && c.columns != 1) ||
      (c.columns != 1 && getOperand(c).isTransposed)) {
    std::swap(a, b);
    a = a.transposed(), b = b.transposed(), c = c.transposed();
  }
  if (getOperand(c).data) {
    multiplyDense(a, b, c);
    return;
  }
  std::vector<Element> storage;
  Matrix<Element> dense = pack(c, storage);
  multiplyDense(a, b, dense);
  for (int64_t row = 0; row < c.rows; ++row)
    for (int64_t column = 0; column < c.columns; ++column)
      c.at(row, column) = dense.at(row, column);
}

/// Returns a part of a matrix: from an element on, with at most the given
/// number of rows and columns.
template <typename Element>
static Matrix<Element> getPart(const Matrix<Element> &matrix, int64_t row,
                               int64_t maxRows, int64_t column,
                               int64_t maxColumns) {
  return {&matrix.at(row, column), std::min(matrix.rows - row, maxRows),
          std::min(matrix.columns - column, maxColumns), matrix.rowStride,
          matrix.columnStride};
}

template <typename Element>
static void multiply(const Matrix<const Element> &a,
                     const Matrix<const Element> &b, const Matrix<Element> &c) {
  constexpr int64_t side = MEMPLACE_KERNELS_SIDE_BLOCK;
  constexpr int64_t sum = MEMPLACE_KERNELS_SUM_BLOCK;
  for (int64_t row = 0; row < c.rows; row += side)
    // All terms of a block first. The matching part of the right factor, often
    // a large weight, is then read once from start to end.
    for (int64_t column = 0; column < c.columns; column += side)
      for (int64_t term = 0; term < a.columns; term += sum)
        multiplyBlock<Element>(getPart(a, row, side, term, sum),
                               getPart(b, term, sum, column, side),
                               getPart(c, row, side, column, side));
  backend::finish();
}

void memplace_kernels_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a,
                               int64_t a_row_stride, int64_t a_column_stride,
                               const float *b, int64_t b_row_stride,
                               int64_t b_column_stride, float *c,
                               int64_t c_row_stride, int64_t c_column_stride) {
  multiply<float>({a, m, k, a_row_stride, a_column_stride},
                  {b, k, n, b_row_stride, b_column_stride},
                  {c, m, n, c_row_stride, c_column_stride});
}

void memplace_kernels_gemm_f64(int64_t m, int64_t n, int64_t k, const double *a,
                               int64_t a_row_stride, int64_t a_column_stride,
                               const double *b, int64_t b_row_stride,
                               int64_t b_column_stride, double *c,
                               int64_t c_row_stride, int64_t c_column_stride) {
  multiply<double>({a, m, k, a_row_stride, a_column_stride},
                   {b, k, n, b_row_stride, b_column_stride},
                   {c, m, n, c_row_stride, c_column_stride});
}
