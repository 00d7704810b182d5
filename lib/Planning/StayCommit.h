//===- StayCommit.h - A stay is written down --------------------*- C++ -*-===//
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

/// Where a stay is written down: in the plan of its buffer, and in what is
/// taken of bytes and time.
struct Ledger {
  BufferPlan &plan;
  std::vector<Arena> &arenas; // By tier.
  Traffic &traffic;
  std::vector<Reservation> *reservations; // Of the buffer; null: not kept.
};

/// Makes the stay that findShape and findTiming found, with nothing changed
/// since.
void commit(const Uses &uses, const StayShape &shape, const StayTiming &timing,
            const StayPolicy &policy, const Ledger &ledger);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYCOMMIT_H
