//===- RowSums.cpp - A sparse matrix times a vector -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include <algorithm>
#include <numeric>

using namespace memplace;

RowSums::RowSums(size_t numRows, std::span<const Entry> entries)
    : rows(numRows), firstOf(numRows), countOf(numRows, 0) {
  for (const Entry &entry : entries)
    ++countOf[entry.row];
  std::iota(rows.begin(), rows.end(), 0);
  std::sort(rows.begin(), rows.end(), [&](uint32_t a, uint32_t b) {
    return countOf[a] != countOf[b] ? countOf[a] > countOf[b] : a < b;
  });
  size_t size = 0;
  for (size_t place = 0; place < numRows; place += width) {
    firsts.push_back(size);
    for (size_t i = 0; i < width && place + i < numRows; ++i)
      firstOf[rows[place + i]] = size + i;
    size += countOf[rows[place]] * width;
  }
  firsts.push_back(size);
  columns.assign(size, 0);
  factors.assign(size, 0);
  std::vector<size_t> next = firstOf;
  for (const Entry &entry : entries) {
    columns[next[entry.row]] = entry.column;
    factors[next[entry.row]] = entry.factor;
    next[entry.row] += width;
  }
}

/// \p isFull: the slice is known to have `width` rows.
template <bool isFull>
void RowSums::addSlice(size_t slice, const double *vector, const double *begin,
                       double *sums) const {
  const uint32_t *const row = rows.data() + slice * width;
  const size_t count =
      isFull ? width : std::min(width, rows.size() - slice * width);
  double own[width] = {};
  for (size_t i = 0; i < count; ++i)
    own[i] = begin[row[i]];
  for (size_t at = firsts[slice]; at < firsts[slice + 1]; at += width)
    for (size_t i = 0; i < width; ++i)
      own[i] += factors[at + i] * vector[columns[at + i]];
  for (size_t i = 0; i < count; ++i)
    sums[row[i]] = own[i];
}

void RowSums::multiply(const double *vector, const double *begin,
                       double *sums) const {
  const size_t numFull = rows.size() / width;
  for (size_t slice = 0; slice < numFull; ++slice)
    addSlice<true>(slice, vector, begin, sums);
  if (numFull * width < rows.size())
    addSlice<false>(numFull, vector, begin, sums);
}

double RowSums::sumOf(size_t row, const double *vector, double begin) const {
  double sum = begin;
  for (size_t i = 0; i < countOf[row]; ++i) {
    const size_t at = firstOf[row] + i * width;
    sum += factors[at] * vector[columns[at]];
  }
  return sum;
}
