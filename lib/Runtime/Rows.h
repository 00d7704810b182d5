//===- Rows.h - Layout of a transfer ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_ROWS_H
#define MEMPLACE_LIB_RUNTIME_ROWS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memplace::runtime {

/// A loop around rows; strides in bytes.
struct RowLoop {
  int64_t count = 1;
  int64_t destinationStride = 0;
  int64_t sourceStride = 0;
};

/// Rows of contiguous bytes, and the loops around them, outermost first.
struct Rows {
  size_t bytes = 0; // Of a row.
  std::vector<RowLoop> loops;

  int64_t count() const {
    int64_t rows = 1;
    for (const RowLoop &loop : loops)
      rows *= loop.count;
    return rows;
  }
  size_t totalBytes() const { return bytes * static_cast<size_t>(count()); }
  /// Bytes from the first to the last, both included.
  size_t destinationSpan() const {
    return span([](const RowLoop &loop) { return loop.destinationStride; });
  }
  size_t sourceSpan() const {
    return span([](const RowLoop &loop) { return loop.sourceStride; });
  }

  /// Calls `visit(destination, source)` for each row, with its offsets in bytes
  /// from the first row.
  template <typename Visit> void forEach(Visit visit) const {
    const int64_t rows = count();
    for (int64_t row = 0; row < rows; ++row) {
      int64_t destination = 0, source = 0, left = row;
      for (size_t i = loops.size(); i-- > 0;) {
        const int64_t index = left % loops[i].count;
        left /= loops[i].count;
        destination += index * loops[i].destinationStride;
        source += index * loops[i].sourceStride;
      }
      visit(destination, source);
    }
  }

private:
  template <typename StrideOf> size_t span(StrideOf strideOf) const {
    size_t span = bytes;
    for (const RowLoop &loop : loops)
      span += static_cast<size_t>((loop.count - 1) * strideOf(loop));
    return span;
  }
};

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_ROWS_H
