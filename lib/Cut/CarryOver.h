//===- CarryOver.h - What a cut problem keeps of another one ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_CARRYOVER_H
#define MEMPLACE_LIB_CUT_CARRYOVER_H

#include "memplace/Cut/CutProblem.h"
#include "memplace/Problem/Solution.h"

#include <optional>

namespace memplace::cut {

/// What stays as it was where two cut problems of one problem differ in a few
/// ops: \p placed, of \p from, for those buffers of \p to whose ops are the
/// same in both, and that are in no faster tier while others run. In the result
/// other buffers have no residencies, and nothing serves their accesses (-1). A
/// stay that began or ended between ops that are in one only does so at about
/// the same share of them. None: there are loops, or nothing is the same.
///
/// Takes n log n in the accesses, residencies and transfers.
std::optional<Solution> carryOver(const CutProblem &from,
                                  const Solution &placed, const CutProblem &to);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_CARRYOVER_H
