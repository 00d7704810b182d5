//===- BranchPlacement.h - Placements with branches as steps ----*- C++ -*-===//
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

/// By branch that was one step: the branches of one arm that it is now. The
/// keys may be gone.
using EnteredOps =
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>>;

/// What is left of an extracted function whose branches are entered then.
struct ProblemBefore {
  explicit ProblemBefore(const ExtractedFunction &extracted);

  Problem problem;
  std::vector<mlir::Operation *> steps;
  std::vector<mlir::Value> roots; // By BufferId: the first of its alias set.
};

/// The makespan of \p solution, a placement of \p before, as one of \p after,
/// the same function with branches entered: what a branch had while it was one
/// step, each op in it has. So it is counted op by op, as placements of `after`
/// are. None if it can't be said so. The ops and values of `before` must not
/// have been replaced, other than the keys of \p entered.
std::optional<int64_t> countByOp(const ProblemBefore &before,
                                 const Solution &solution,
                                 const ExtractedFunction &after,
                                 const EnteredOps &entered);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_BRANCHPLACEMENT_H
