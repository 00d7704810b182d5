//===- BranchPlacement.h - Placements with entered branches -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_BRANCHPLACEMENT_H
#define MEMPLACE_LIB_TRANSFORMS_BRANCHPLACEMENT_H

#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// Maps a branch that was a single step to its new branches with one arm each.
/// The keys may be erased ops.
using EnteredOps =
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>>;

/// Data of an extracted function, kept while its branches are entered.
struct ProblemBefore {
  explicit ProblemBefore(const ExtractedFunction &extracted);

  Problem problem;
  std::vector<mlir::Operation *> steps;
  std::vector<mlir::Value> roots; // By BufferId: first root of its alias set.
};

/// Returns the makespan of \p solution, a placement of \p before, after
/// translation to \p after: the same function with entered branches. Each op in
/// a branch gets the residencies of the former step. The makespan is then
/// comparable with the makespans of placements of \p after, in which each op of
/// a branch counts separately. Returns none if the translation is impossible.
/// Except for the keys of \p entered, the ops and values of \p before must
/// still exist.
std::optional<int64_t> getTranslatedMakespan(const ProblemBefore &before,
                                             const Solution &solution,
                                             const ExtractedFunction &after,
                                             const EnteredOps &entered);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_BRANCHPLACEMENT_H
