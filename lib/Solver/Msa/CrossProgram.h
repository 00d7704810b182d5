//===- CrossProgram.h - Cross-program prefetch ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_CROSSPROGRAM_H
#define MEMPLACE_LIB_SOLVER_MSA_CROSSPROGRAM_H

#include "TierState.h"

namespace memplace::solver::msa {

/// Cross-program prefetch: the previous run fetches the largest weights, so the
/// weights are present at the start of the program. A weight keeps its place in
/// the fast tier for the whole program, or up to its last use if room is short
/// and the early end frees the place for a large part of the program.
///
/// In a cyclic problem, a weight stays from one invocation to the next, or the
/// weight is released and fetched again at the end, for the next invocation,
/// into the same place; its live range must reach the end. Any other problem is
/// a single run with the copy at its start, so an input of the first op is no
/// candidate.
///
/// A problem does not mark weights. A read-only input counts as a weight,
/// unless the problem has as many outputs of its size as inputs; some output is
/// then the updated value of the input.
///
/// Skips the buffers marked in \p forced, which have required stays. Returns
/// the buffers with a stay. Must be called before any other allocation of \p
/// pass.
std::vector<BufferId> prefetchAcrossPrograms(TierContext &pass,
                                             const std::vector<bool> &forced);

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_CROSSPROGRAM_H
