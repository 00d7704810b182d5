//===- CutProblem.h - A problem whose ops and buffers are cut ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What it means to cut a problem: docs/reference/problem.md, section 7. The
// result is an ordinary problem, which nothing but this layer made.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUT_CUTPROBLEM_H
#define MEMPLACE_CUT_CUTPROBLEM_H

#include "memplace/Problem/CuttableBuffers.h"
#include "memplace/Problem/Problem.h"

namespace memplace {

/// Cuts one op along one of its dimensions.
struct OpCut {
  Step op = 0;
  int32_t dimension = 0; // Index into Op::cuts.
  /// Where a piece ends and the next begins: indices, rising, above 0 and below
  /// the dimension's extent. Not empty.
  std::vector<int64_t> bounds;
  /// Ops with the same number take turns, a piece of each: what one piece
  /// leaves, the next op's piece finds while it is still in fast memory.
  int32_t cascade = 0;

  bool operator==(const OpCut &) const = default;
};

/// Cuts one buffer: each `period` bytes of it at the same places.
struct BufferCut {
  BufferId buffer = 0;
  int64_t period = 0; // Bytes, divides the size.
  /// Bytes from the beginning of the period, rising, above 0 and below
  /// `period`. Not empty.
  std::vector<int64_t> bounds;

  bool operator==(const BufferCut &) const = default;
};

/// An op runs after one before it, though no buffer says so: a scalar goes from
/// one to the other.
struct OpNeed {
  Step op = 0;
  Step needed = 0; // Before `op` in the program.

  bool operator==(const OpNeed &) const = default;
};

/// What is cut; each op and buffer at most once.
struct Cuts {
  std::vector<OpCut> ops;
  std::vector<BufferCut> buffers;
  std::vector<OpNeed> needs; // What orders of pieces keep besides.

  bool empty() const { return ops.empty() && buffers.empty(); }
  bool operator==(const Cuts &) const = default;
};

/// An ordinary problem, and what its parts are of the one that was cut.
struct CutProblem {
  Problem problem;
  std::vector<Step> opOf;         // By step.
  std::vector<BufferId> bufferOf; // By buffer.
  /// By step: which piece of its op it is, from 0; -1: the launch of one.
  std::vector<int32_t> pieceOf;
};

/// Makes it. Names of pieces are "NAME.piece 1/4" and so on; the problem's name
/// ends in ".cut". Without cuts the problem is the same, but for the `cuts` of
/// its ops. The error names what can't be cut, and why: a bound outside, an op
/// without that dimension, a buffer with a user's pin (one tier only).
Result<CutProblem> makeCutProblem(const Problem &problem, const Cuts &cuts);

} // namespace memplace

#endif // MEMPLACE_CUT_CUTPROBLEM_H
