//===- ReadPlans.h - A solution becomes plans again -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_READPLANS_H
#define MEMPLACE_PLANNING_READPLANS_H

#include "memplace/Planning/Placement.h"

namespace memplace::planning {

/// What `assemble` made a solution of, as far as it can be told: for each
/// buffer of which \p base decides no more than where it is at home, the same
/// stays at the same offsets, and the same copies, on top of that base. A
/// buffer stays as in \p base if its part of \p solution has no such form (two
/// copies in its home tier between which it moves, or accesses of one op that
/// different copies serve), if it has no residency there, or if \p base has
/// something at its place.
///
/// Expects a solution that passes `verify`. The result need not pass it where
/// buffers stayed at home; ask. Takes n log n in the accesses and transfers,
/// and for each stay what is there at the same time.
Placement readPlans(const Uses &uses, const Placement &base,
                    const Solution &solution);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_READPLANS_H
