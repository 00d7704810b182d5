//===- FurtherCuts.h - Operands after further cuts --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_FURTHERCUTS_H
#define MEMPLACE_LIB_CUT_FURTHERCUTS_H

#include "memplace/Cut/CutSolve.h"

#include <map>

namespace memplace::cut {

/// A cut of pieces of an op along a further dimension.
struct FurtherCut {
  int32_t dimension = 0; // Index into Op::cuts.
  int64_t pieces = 1;
};

/// Returns the largest number of bytes of a period that one of \p pieces
/// accesses.
int64_t bytesOfPiece(const CutAccess &access, int64_t extent, int64_t pieces,
                     int64_t period);

/// Reduces the sizes of the operands of \p step in \p cut to their sizes after
/// \p further cuts of the step's op. If the step before is a piece of the same
/// op, its results \p left shrink, too. \p problem: the problem without cuts.
/// Returns the sizes before.
std::map<BufferId, int64_t>
shrinkOperands(const Problem &problem, const CutNeighbours &neighbours,
               CutProblem &cut, Step step,
               const std::vector<FurtherCut> &further,
               const std::vector<BufferId> &left);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_FURTHERCUTS_H
