//===- PieceSizes.h - Numbers and sizes of pieces ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_PIECESIZES_H
#define MEMPLACE_LIB_CUT_PIECESIZES_H

#include "memplace/Cut/Groups.h"

#include <functional>

namespace memplace::cut {

/// What a search over the sizes of pieces asks for each of its trials.
struct SizeTrials {
  std::function<bool()> shouldContinue;
  /// Whether these groups are faster than the best so far; then they are it.
  std::function<bool(const std::vector<CutGroup> &)> offer;
};

/// Whether what is a good cut for one of both ops may well be for the other:
/// layers repeat.
bool areAlike(const Problem &problem, Step a, Step b);

/// Other numbers of pieces, of at least \p fewest and at most \p most, also
/// between the usual ones, for all of the \p groups that have as many. Goes on
/// from what is faster; returns the best.
std::vector<CutGroup> tuneCounts(std::vector<CutGroup> groups, int64_t fewest,
                                 int64_t most, const SizeTrials &trials);

/// First and last pieces that are shorter or longer than the others: the first
/// is what has to be there when an op begins, the last what it still does when
/// all of its operands are there. By hill climbing with changes that are halved
/// from half a piece on, alike in all layers. Returns the best.
std::vector<CutGroup> tuneEnds(const Problem &problem,
                               std::vector<CutGroup> groups,
                               const SizeTrials &trials);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_PIECESIZES_H
