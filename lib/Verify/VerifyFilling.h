//===- VerifyFilling.h - What parts have filled --------------- -*- C++ -*-===//
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

/// Which bytes of a residency hold the newest contents, and for each byte when
/// it last got them. Amortized O(log n) for each of n parts.
class Filling {
public:
  /// Bytes \p part got the newest contents at \p time; \p loop is whatever the
  /// caller wants to know again.
  void fill(Part part, int64_t time, int32_t loop);
  void clear();

  /// The number of bytes that hold the newest contents.
  int64_t numFilled() const { return filled; }
  /// When the byte that has held them longest got them. Expects that there is
  /// one.
  int64_t oldest() const { return times.begin()->first; }
  /// The different loops of all bytes, ascending.
  std::vector<int32_t> differentLoops() const;

private:
  /// All of it came at once. Those in `pieces` are disjoint.
  struct Piece {
    Offset end;
    int64_t time;
    int32_t loop;
  };

  void add(Offset first, Piece piece);
  void remove(std::map<Offset, Piece>::iterator it);

  std::map<Offset, Piece> pieces;    // By their first byte.
  std::map<int64_t, int64_t> times;  // How many pieces came at each.
  std::map<int32_t, int64_t> counts; // How many pieces have each loop.
  int64_t filled = 0;
};

} // namespace memplace

#endif // MEMPLACE_LIB_VERIFY_VERIFYFILLING_H
