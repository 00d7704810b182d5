//===- OpPieces.h - The pieces of all ops -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_OPPIECES_H
#define MEMPLACE_LIB_CUT_OPPIECES_H

#include "memplace/Cut/CutProblem.h"

namespace memplace::cut {

/// Bytes of a buffer touched by a piece: `[begin, end)` of each `period` bytes.
struct Region {
  int64_t period = 0;
  int64_t begin = 0;
  int64_t end = 0;

  /// Returns true if the regions may share a byte; always true for different
  /// periods.
  bool mayMeet(const Region &other) const {
    return period != other.period || (begin < other.end && other.begin < end);
  }
};

/// An access of a piece of an op.
struct PieceAccess {
  int32_t access = 0; // Index into the op's accesses.
  int64_t bytes = 0;  // Traffic.
  Region region;
  bool isCut = false; // The op's cut determines the region.
};

/// A piece of an op, or the whole op.
struct OpPiece {
  Step op = 0;
  int32_t index = 0;
  int32_t count = 1;
  int64_t computePs = 0;
  std::vector<PieceAccess> accesses;
};

/// All pieces; the pieces of an op are adjacent.
struct OpPieces {
  std::vector<OpPiece> pieces;
  /// By op: its first piece; one more for the end.
  std::vector<int32_t> firstOf;
  std::vector<int32_t> cascadeOf; // By op; -1: no pieces alternate.
};

/// Returns the pieces of all ops. \p cuts must be well formed.
OpPieces makeOpPieces(const Problem &problem, const std::vector<OpCut> &cuts);

/// Returns the region touched by indices `[begin, end)`.
Region regionOf(const CutAccess &cut, int64_t period, int64_t begin,
                int64_t end);

/// Returns total * part / whole, rounded down.
int64_t shareOf(int64_t total, int64_t part, int64_t whole);

/// An order of pieces which keeps all dependences: by part of the program
/// (between ends of loops and null steps), depth first within each cascade.
struct PieceOrder {
  std::vector<int32_t> order;  // Index into OpPieces::pieces.
  std::vector<int32_t> partOf; // By op.
};

/// Returns an order which also keeps \p needs.
PieceOrder orderPieces(const Problem &problem, const OpPieces &pieces,
                       const std::vector<OpNeed> &needs);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_OPPIECES_H
