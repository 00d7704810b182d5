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

/// Replaces stays that each trip of a loop fills with the same contents by a
/// stay that is filled before the loop, the most costly fills first. Moves
/// other stays aside for this, and keeps a change only if all transfers
/// together then take less time. \p placement must record reservations
/// (`keepReservations`).
void hoistStays(const AccessIndex &uses, Placement &placement);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_HOISTSTAYS_H
