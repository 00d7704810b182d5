//===- RowSums.h - A sparse matrix times a vector ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_GAME_ROWSUMS_H
#define MEMPLACE_LIB_GAME_ROWSUMS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memplace {

/// A sparse matrix for many products with vectors. Each row is added up in the
/// order of its entries, so that a product is, to the last bit, what a loop
/// over the rows comes to.
///
/// Rows of about the same length are added up side by side, four to a slice
/// (SELL, from memory of Kreutzer et al. 2014): one sum waits for its last
/// addition, four do not. Missing entries are products with 0, so that what is
/// multiplied must be finite.
class RowSums {
public:
  struct Entry {
    uint32_t row = 0, column = 0;
    double factor = 0;
  };

  /// Those of a row in the order in which they are added up.
  RowSums(size_t numRows, std::span<const Entry> entries);

  /// Sets \p sums to \p begin plus what the matrix times \p vector is, by row.
  /// \p sums may be \p begin.
  void multiply(const double *vector, const double *begin, double *sums) const;
  /// That of one row.
  double sumOf(size_t row, const double *vector, double begin) const;

private:
  static constexpr size_t width = 4; // Rows of a slice.

  template <bool isFull>
  void addSlice(size_t slice, const double *vector, const double *begin,
                double *sums) const;

  std::vector<uint32_t> rows; // By place: the longest first.
  /// By row: of its entries, of which each is `width` after the one before.
  std::vector<size_t> firstOf, countOf;
  std::vector<size_t> firsts; // By slice, and one more: where entries begin.
  // Of each slice the first entries of its rows, then the second ones, ...
  std::vector<uint32_t> columns;
  std::vector<double> factors;
};

} // namespace memplace

#endif // MEMPLACE_LIB_GAME_ROWSUMS_H
