//===- StayCommit.h - Commits a stay to the plan ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYCOMMIT_H
#define MEMPLACE_LIB_PLANNING_STAYCOMMIT_H

#include "StayTiming.h"

namespace memplace::planning {

/// Destination of a committed stay: the plan of its buffer, allocated bytes and
/// reserved time.
struct StayDestination {
  BufferPlan &plan;
  std::vector<Arena> &arenas; // By tier.
  Traffic &traffic;
  std::vector<Reservation> *reservations; // Of the buffer; null: not kept.
};

/// Commits the stay found by findShape and findTiming, with no change in
/// between.
void commit(const AccessIndex &uses, const StayShape &shape,
            const StayTiming &timing, const StayPolicy &policy,
            const StayDestination &destination);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYCOMMIT_H
