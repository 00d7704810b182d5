//===- PieceReads.h - Forced reads from home for any cut --------*- C++ -*-===//
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

/// Possible cuts of the buffers of a problem, and the least work of their home
/// tiers: docs/reference/bounds.md, "Each home tier's work".
class PieceReads {
public:
  explicit PieceReads(const Problem &problem);

  /// Returns the least number of bytes of \p buffer that its home tier serves,
  /// or transfers read there, for \p reads. The reads are in program order, all
  /// before an overwrite. The minimum is over all ways to cut the buffer and
  /// over leaving it whole.
  double minBytes(BufferId buffer, const std::vector<AccessRef> &reads) const;

  /// Returns the least number of distinct bytes of the buffer touched by the
  /// access.
  double touchedBytes(AccessRef ref) const;

private:
  /// An access to a cut buffer: at least \p density bytes per byte of
  /// `[begin, end)` of each period.
  struct Spread {
    double begin = 0, end = 0;
    double density = 0;
  };

  bool isCutAlike(AccessRef ref, int64_t period) const;
  double touchedBytes(AccessRef ref, int64_t period) const;
  Spread spreadOf(AccessRef ref, int64_t period) const;
  double minBytes(BufferId buffer, const std::vector<AccessRef> &reads,
                  int64_t period) const;

  const Problem &problem;
  /// By buffer: the periods permitted by all of its uses.
  std::vector<std::vector<int64_t>> periodsOf;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_PIECEREADS_H
