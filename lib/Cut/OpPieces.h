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

/// What a piece touches of a buffer: `[begin, end)` of each `period` bytes.
struct Region {
  int64_t period = 0;
  int64_t begin = 0;
  int64_t end = 0;

  /// Whether some byte is in both; where periods differ, nobody knows.
  bool mayMeet(const Region &other) const {
    return period != other.period || (begin < other.end && other.begin < end);
  }
};

/// One access of a piece of an op.
struct PieceAccess {
  int32_t access = 0; // Index into the op's accesses.
  int64_t bytes = 0;  // Traffic.
  Region region;
  bool isCut = false; // The op's cut says which region it is.
};

/// A piece of an op, or all of it.
struct OpPiece {
  Step op = 0;
  int32_t index = 0;
  int32_t count = 1;
  int64_t computePs = 0;
  std::vector<PieceAccess> accesses;
};

/// All pieces, an op's beside each other.
struct OpPieces {
  std::vector<OpPiece> pieces;
  /// By op: its first piece; one more for the end.
  std::vector<int32_t> firstOf;
  std::vector<int32_t> cascadeOf; // By op; -1: not cut.
};

/// \p cuts are well formed.
OpPieces makeOpPieces(const Problem &problem, const std::vector<OpCut> &cuts);

/// What indices `[begin, end)` touch.
Region regionOf(const CutAccess &cut, int64_t period, int64_t begin,
                int64_t end);

/// `total` times `part` of `whole`, rounded down.
int64_t shareOf(int64_t total, int64_t part, int64_t whole);

/// An order of pieces that keeps all dependences: by part of the program (what
/// is between ends of loops), depth first within each cascade.
struct PieceOrder {
  std::vector<int32_t> order;  // Index into OpPieces::pieces.
  std::vector<int32_t> partOf; // By op.
};

/// Which keeps \p needs, too.
PieceOrder orderPieces(const Problem &problem, const OpPieces &pieces,
                       const std::vector<OpNeed> &needs);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_OPPIECES_H
