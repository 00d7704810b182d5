//===- RowSums.h - A sparse matrix times a vector ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_ROWSUMS_H
#define MEMPLACE_AGENT_GAME_ROWSUMS_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memplace {

/// A sparse matrix for many products with vectors. Each row is summed in the
/// order of its entries, so a product is bit-identical to a plain loop over the
/// rows.
///
/// Rows of similar length are summed side by side, four to a slice (SELL, from
/// memory of Kreutzer et al. 2014): a single sum waits for its last addition,
/// four sums overlap. Missing entries are products with 0, so the vector must
/// be finite.
class RowSums {
public:
  struct Entry {
    uint32_t row = 0, column = 0;
    double factor = 0;
  };

  /// The order of a row's entries is the order of summation.
  RowSums(size_t numRows, std::span<const Entry> entries);

  /// Sets \p sums, by row, to \p begin plus the matrix times \p vector. \p sums
  /// may be \p begin.
  void multiply(const double *vector, const double *begin, double *sums) const;
  /// Returns the sum of a single row.
  double sumOf(size_t row, const double *vector, double begin) const;

private:
  static constexpr size_t width = 4; // Rows of a slice.

  template <bool isFull>
  void addSlice(size_t slice, const double *vector, const double *begin,
                double *sums) const;

  std::vector<uint32_t> rows; // By place: the longest first.
  /// By row: position of the first entry, and number of entries. Consecutive
  /// entries are `width` apart.
  std::vector<size_t> firstOf, countOf;
  std::vector<size_t> firsts; // By slice, and one more: start of its entries.
  // By slice: the first entries of its rows, then the second entries, and so
  // on.
  std::vector<uint32_t> columns;
  std::vector<double> factors;
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_ROWSUMS_H
