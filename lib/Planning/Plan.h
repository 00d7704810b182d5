//===- Plan.h - Decisions about one buffer ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_PLAN_H
#define MEMPLACE_LIB_PLANNING_PLAN_H

#include "AccessIndex.h"

#include "memplace/Problem/Solution.h"

namespace memplace::planning {

/// Index into BufferPlan::stays.
using StayId = int32_t;

/// A copy of a buffer in one tier. A copy continued in the next invocation
/// consists of two stays at the same place: the first ends with the program,
/// the second begins at step 0. Stay 0 of a plan is the *backing copy* (base):
/// the backing copy covers the live range, serves all uses without another
/// stay, is the source of fills and the destination of write-backs.
struct Stay {
  TierId tier = 0;
  LiveRange range;
  std::optional<Offset> offset; // None: external, the caller owns the place.
  /// End of the steps during which the bytes are reserved: `range.end`, or one
  /// step more if a blocking transfer leaves or arrives at the very end.
  Step reservedEnd = 0;
};

/// A transfer between two stays. A wrapped transfer (`done < start`) leaves the
/// backing copy and fills two stays at one place: `tail`, which ends with the
/// program, then `to`, which begins with the program.
struct StayTransfer {
  StayId from = 0;
  StayId to = 0;
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0;
  StayId tail = -1; // Only for a wrapped transfer.

  bool isWrapped() const { return done < start; }
};

/// The placement of a single buffer.
struct BufferPlan {
  std::vector<Stay> stays;
  std::vector<StayTransfer> transfers;
  /// By use: the serving stay. Accesses not allowed from the stay's tier are
  /// served by the backing copy.
  std::vector<StayId> serving;
};

/// Returns the stay serving access \p access, if its use is assigned to
/// \p stay.
inline StayId servingAccess(const Problem &problem, const BufferPlan &plan,
                            StayId stay, const Access &access) {
  return mayServe(problem.target, access, plan.stays[stay].tier) ? stay : 0;
}

/// Converts all plans into a solution without claims. Splits a backing copy at
/// each refill, and omits residencies without an access or a transfer.
Solution assemble(const AccessIndex &uses,
                  const std::vector<BufferPlan> &plans);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_PLAN_H
