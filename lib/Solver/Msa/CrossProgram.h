//===- CrossProgram.h - What the run before has fetched ---------*- C++ -*-===//
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

/// Cross-program prefetch: the largest weights are there when the program
/// starts, since the run before has fetched them. They have their place in the
/// fast tier for the whole program, or up to their last use if room is short
/// and that frees much of it.
///
/// In a cyclic problem such a weight stays from one invocation to the next, or
/// is given up and fetched again at the end, for the next one, into the same
/// place; its live range must reach the end. Any other problem is one run, so
/// that the copy is made at its start, and an input of the first op is no
/// candidate.
///
/// A problem does not say what is a weight: that is an input that is only read,
/// unless there are as many outputs of its size as inputs, one of which then is
/// its updated value.
///
/// Returns the buffers that got a stay; must come before all others of \p pass.
std::vector<BufferId> prefetchAcrossPrograms(TierPass &pass,
                                             const std::vector<bool> &forced);

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_CROSSPROGRAM_H
