//===- HoistStays.h - Stays for all trips of a loop -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_HOISTSTAYS_H
#define MEMPLACE_LIB_PLANNING_HOISTSTAYS_H

#include "Placement.h"

namespace memplace::planning {

/// Looks for contents that each trip of a loop copies again, and copies them
/// once, before the loop. The most costly copies come first. Other stays may
/// move aside. A change is kept only if all transfers together then take less
/// time. \p placement must record reservations (`keepReservations`).
void hoistStays(const AccessIndex &uses, Placement &placement);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_HOISTSTAYS_H
