//===- PiecePriorities.h - What a cut problem tells the next ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_PIECEPRIORITIES_H
#define MEMPLACE_LIB_CUT_PIECEPRIORITIES_H

#include "memplace/Cut/CutProblem.h"
#include "memplace/Solver/Greedy.h"

namespace memplace::cut {

/// The best choice of `greedy` on a cut problem, for others that are made of
/// the same problem: most of their buffers are cut alike.
class PiecePriorities {
public:
  PiecePriorities() = default; // Knows nothing.
  PiecePriorities(const CutProblem &cut, const GreedyChoice &choice);

  /// Pieces have the priority that they had. Those of a buffer that was cut in
  /// another number of pieces have the mean of them.
  GreedyChoice choiceFor(const CutProblem &cut) const;

private:
  size_t variant = 0;
  bool isNear = false;
  std::vector<std::vector<double>> weights; // By buffer before cutting, piece.
};

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_PIECEPRIORITIES_H
