//===- PiecePriorities.h - Priorities between cut problems ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_PIECEPRIORITIES_H
#define MEMPLACE_LIB_CUT_PIECEPRIORITIES_H

#include "../Solver/Greedy.h"
#include "memplace/Cut/CutProblem.h"

namespace memplace::cut {

/// The best choice of `greedy` on a cut problem, reused for other cuts of the
/// same problem: most buffers are cut alike.
class PiecePriorities {
public:
  PiecePriorities() = default; // Knows nothing.
  PiecePriorities(const CutProblem &cut, const GreedyChoice &choice);

  /// Returns the choice for another cut problem. Pieces keep their priority. If
  /// the number of pieces of a buffer differs, each piece gets the geometric
  /// mean of the old priorities.
  GreedyChoice choiceFor(const CutProblem &cut) const;

private:
  size_t variant = 0;
  bool fillsFastTier = false;
  size_t firstAttempt = 0;
  std::vector<std::vector<double>> weights; // By buffer before cutting, piece.
};

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_PIECEPRIORITIES_H
