//===- CutDimension.h - How an op can be cut --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_CUTDIMENSION_H
#define MEMPLACE_PROBLEM_CUTDIMENSION_H

#include <cstdint>
#include <vector>

namespace memplace {

/// Bytes touched by an index of a parallel dimension through an access: index
/// `i` touches `[first + i * stride, first + i * stride + width)` of each
/// `period` bytes of the buffer, clipped to the period.
struct CutAccess {
  int32_t access = 0; // Index into Op::accesses.
  int64_t stride = 1; // Bytes, at least 1.
  int64_t width = 0;  // Bytes; 0 means `stride`. A larger width is a halo.
  int64_t first = 0;  // Bytes; negative if index 0 begins in the padding.
  // Bytes, divides the buffer's size; 0 means the whole size.
  int64_t period = 0;

  int64_t bytesPerIndex() const { return width ? width : stride; }
  int64_t periodIn(int64_t bufferSize) const {
    return period ? period : bufferSize;
  }
  bool operator==(const CutAccess &) const = default;
};

/// A dimension along which an op can be cut into independent pieces. Each piece
/// reads an access without an entry in `accesses` in full.
struct CutDimension {
  int64_t extent = 1; // At least 1; the largest number of pieces.
  std::vector<CutAccess> accesses;
  /// Time of the work repeated by each piece after the first, picoseconds.
  int64_t againPs = 0;

  bool operator==(const CutDimension &) const = default;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_CUTDIMENSION_H
