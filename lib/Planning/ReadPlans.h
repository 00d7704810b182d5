//===- ReadPlans.h - Plans from a solution ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_READPLANS_H
#define MEMPLACE_LIB_PLANNING_READPLANS_H

#include "Placement.h"

namespace memplace::planning {

/// Inverse of `assemble`, as far as possible. Each buffer with only a backing
/// copy in \p base gets its stays, at the same offsets, and its transfers from
/// \p solution. A buffer keeps its plan in \p base if
///
/// * its part of \p solution has no such form: a transfer between two
///   residencies in the tier of its backing copy, a transfer from this tier and
///   one to this tier at the same boundary, or accesses of an op served by
///   different residencies;
/// * \p solution has no residency of the buffer; or
/// * another buffer of \p base occupies the place of a stay.
///
/// Expects \p solution to pass `verify`. The result may fail `verify` where a
/// buffer keeps its plan; check with Placement::isServedLegally. Takes n log n
/// for n accesses and transfers, plus, for each stay, the number of rectangles
/// allocated at the same time.
Placement readPlans(const AccessIndex &uses, const Placement &base,
                    const Solution &solution);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_READPLANS_H
