//===- CutProblem.h - A problem with ops and buffers cut --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/problem.md, section 7, defines cuts. The result is an ordinary
// problem.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUT_CUTPROBLEM_H
#define MEMPLACE_CUT_CUTPROBLEM_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Cuts an op along one of its dimensions.
struct OpCut {
  Step op = 0;
  int32_t dimension = 0; // Index into Op::cuts.
  /// First index of each piece after the first: increasing, above 0 and below
  /// the dimension's extent. Not empty.
  std::vector<int64_t> bounds;
  /// Pieces of ops with the same number alternate: a piece of the next op finds
  /// its operand still in fast memory. -1: the pieces follow each other.
  int32_t cascade = 0;

  bool operator==(const OpCut &) const = default;
};

/// Cuts a buffer, each `period` bytes at the same places.
struct BufferCut {
  BufferId buffer = 0;
  int64_t period = 0; // Bytes, divides the size.
  /// Bytes from the start of the period: increasing, above 0 and below
  /// `period`. Not empty.
  std::vector<int64_t> bounds;

  bool operator==(const BufferCut &) const = default;
};

/// A dependence of an op on an earlier op through a scalar, which no buffer
/// shows.
struct OpNeed {
  Step op = 0;
  Step needed = 0; // Before `op` in the program.

  bool operator==(const OpNeed &) const = default;
};

/// All cuts of a problem; each op and buffer at most once.
struct Cuts {
  std::vector<OpCut> ops;
  std::vector<BufferCut> buffers;
  std::vector<OpNeed> needs; // Dependences to keep in orders of pieces.

  bool empty() const { return ops.empty() && buffers.empty(); }
  bool operator==(const Cuts &) const = default;
};

/// A cut problem, with a map of its ops and buffers to the uncut problem.
struct CutProblem {
  Problem problem;
  std::vector<Step> opOf;         // By step: the op in the uncut problem.
  std::vector<BufferId> bufferOf; // By buffer: the buffer in that problem.
  /// By step: index of the piece within its op, from 0; -1 for an op that only
  /// models the overhead before the next piece.
  std::vector<int32_t> pieceOf;
};

/// Cuts \p problem. Pieces are named "NAME.piece 1/4" and so on; the problem's
/// name ends in ".cut". Without cuts, the result differs from \p problem only
/// in the `cuts` of its ops. The error names the op or buffer that cannot be
/// cut and the reason: a bound out of range, an op without the dimension, a
/// pinned buffer (one tier only).
Result<CutProblem> makeCutProblem(const Problem &problem, const Cuts &cuts);

} // namespace memplace

#endif // MEMPLACE_CUT_CUTPROBLEM_H
