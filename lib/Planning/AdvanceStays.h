//===- AdvanceStays.h - Earlier fills in loops ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ADVANCESTAYS_H
#define MEMPLACE_LIB_PLANNING_ADVANCESTAYS_H

#include "Placement.h"

namespace memplace::planning {

/// Looks for stays that loops fill too late, and fills them earlier, in other
/// places where needed: in the same trip, or in the trip before (a rolling
/// stay). The buffers with the longest transfers come first. A change is kept
/// only if the exact makespan falls. Goes over all buffers up to four times, as
/// long as that gains. \p placement must record reservations
/// (`keepReservations`). Does nothing for a cyclic problem.
void advanceStays(const AccessIndex &uses, Placement &placement);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ADVANCESTAYS_H
