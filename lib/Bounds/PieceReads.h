//===- PieceReads.h - What is read of home, however it is cut ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_PIECEREADS_H
#define MEMPLACE_LIB_BOUNDS_PIECEREADS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// One access of one op.
struct AccessRef {
  Step op = 0;
  int32_t access = 0; // Index into Op::accesses.
};

/// How the buffers of a problem can be cut, and what accesses to them then need
/// of their homes at least: docs/reference/bounds.md, "Each home tier's work".
class PieceReads {
public:
  explicit PieceReads(const Problem &problem);

  /// Of the different bytes of \p buffer that \p reads touch, in the order of
  /// the program and before anybody overwrites it, how many its home serves or
  /// has read by transfers at least: the least of all ways to cut it, and of
  /// leaving it whole.
  double leastBytes(BufferId buffer, const std::vector<AccessRef> &reads) const;

  /// Of the bytes of an access, how many are of different bytes of its buffer
  /// at least.
  double touchedBytes(AccessRef ref) const;

private:
  /// An access to a cut buffer: \p density bytes of each byte of
  /// `[begin, end)` of each period, at least.
  struct Spread {
    double begin = 0, end = 0;
    double density = 0;
  };

  bool isCutAlike(AccessRef ref, int64_t period) const;
  double touchedBytes(AccessRef ref, int64_t period) const;
  Spread spreadOf(AccessRef ref, int64_t period) const;
  double leastBytes(BufferId buffer, const std::vector<AccessRef> &reads,
                    int64_t period) const;

  const Problem &problem;
  /// By buffer: the periods at which all who use it can cut it.
  std::vector<std::vector<int64_t>> periodsOf;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_PIECEREADS_H
