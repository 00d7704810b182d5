//===- CarryOver.h - Placement kept between cut problems --------*- C++ -*-===//
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

/// Carries a placement over between two cut problems of one problem with cuts
/// that differ in few ops. Keeps \p placed, of \p from, for buffers of \p to
/// whose ops are the same in both problems, and which are at home while other
/// ops run. In the result other buffers have no residencies, and their accesses
/// are not served (-1). If a stay began or ended between ops present only in
/// \p from, the position in the gap is scaled. Returns nothing if there are
/// loops, or if no buffer can be kept.
///
/// Takes n log n in the accesses, residencies and transfers.
std::optional<Solution> carryOver(const CutProblem &from,
                                  const Solution &placed, const CutProblem &to);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_CARRYOVER_H
