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

/// Callbacks for each trial of a search over the sizes of pieces.
struct SizeTrials {
  std::function<bool()> shouldContinue;
  /// Returns true if the groups are faster than the best so far, and makes them
  /// the best.
  std::function<bool(const std::vector<CutGroup> &)> offer;
};

/// Returns true if a good cut of one op is probably good for the other, e.g. in
/// repeated layers: equal numbers of accesses, equal extents of cuts, and
/// nearly equal compute times.
bool areAlike(const Problem &problem, Step a, Step b);

/// Returns \p group, and a copy at each op alike to its seed.
std::vector<CutGroup> repeatAlike(const Problem &problem,
                                  const CutGroup &group);

/// Tries other numbers of pieces between \p fewest and \p most, changed
/// together in all \p groups with the same number. Continues from each faster
/// result; returns the best.
std::vector<CutGroup> tuneCounts(std::vector<CutGroup> groups, int64_t fewest,
                                 int64_t most, const SizeTrials &trials);

/// Tries first and last pieces shorter or longer than the others. The first
/// piece must be there when an op begins; the last piece runs after all of its
/// operands have arrived. Hill climbing with changes halved from half a piece
/// on, the same in all layers. Returns the best.
std::vector<CutGroup> tuneEnds(const Problem &problem,
                               std::vector<CutGroup> groups,
                               const SizeTrials &trials);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_PIECESIZES_H
