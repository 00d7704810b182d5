//===- VerifyFilling.h - Bytes filled by parts ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_VERIFY_VERIFYFILLING_H
#define MEMPLACE_LIB_VERIFY_VERIFYFILLING_H

#include "memplace/Problem/Solution.h"

#include <map>

namespace memplace {

/// Bytes of a residency with the newest contents, and for each byte the time of
/// its last acquisition. Amortized O(log n) for each of n parts.
class Filling {
public:
  /// Records that the bytes \p part got the newest contents at \p time; \p loop
  /// is a tag of the caller.
  void fill(Part part, int64_t time, int32_t loop);
  void clear();

  /// Returns the number of bytes with the newest contents.
  int64_t numFilled() const { return filled; }
  /// Returns the time of the oldest acquisition among all filled bytes. There
  /// must be a filled byte.
  int64_t oldest() const { return times.begin()->first; }
  /// Returns the different loops of all bytes, ascending.
  std::vector<int32_t> differentLoops() const;

private:
  /// Bytes acquired together. The elements of `pieces` are disjoint.
  struct Piece {
    Offset end;
    int64_t time;
    int32_t loop;
  };

  void add(Offset first, Piece piece);
  void remove(std::map<Offset, Piece>::iterator it);

  std::map<Offset, Piece> pieces;    // By their first byte.
  std::map<int64_t, int64_t> times;  // Number of pieces by time.
  std::map<int32_t, int64_t> counts; // Number of pieces by loop.
  int64_t filled = 0;
};

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYFILLING_H
