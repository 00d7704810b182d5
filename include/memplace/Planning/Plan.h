//===- Plan.h - What is decided for one buffer ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_PLAN_H
#define MEMPLACE_PLANNING_PLAN_H

#include "memplace/Planning/Uses.h"

#include "memplace/Problem/Solution.h"

namespace memplace::planning {

/// Index into BufferPlan::stays.
using StayId = int32_t;

/// A copy of a buffer in one tier. One that goes on in the next invocation is
/// two, which begin at step 0 and end at the last one, at one place. Stay 0 of
/// a plan is its *base*: it covers the live range, serves what no other stay
/// serves, and is where other stays are filled from and written back to.
struct Stay {
  TierId tier = 0;
  LiveRange range;
  std::optional<Offset> offset; // None: the caller owns the place.
  /// Its bytes are taken up to here: `range.end`, or one step more if a
  /// blocking transfer leaves from it or arrives in it at the very end.
  Step reservedEnd = 0;
};

/// A transfer between two stays, of a whole buffer or of a part of it. A
/// wrapped one (`done < start`) leaves from the base and fills two stays of one
/// place: `tail`, which ends with the program, and then `to`, which begins with
/// it.
struct Copy {
  StayId from = 0;
  StayId to = 0;
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0;
  std::optional<Part> part = {}; // None: the whole buffer.
  StayId tail = -1;              // Of a wrapped copy.

  bool isWrapped() const { return done < start; }
};

/// The placement of one buffer.
struct BufferPlan {
  std::vector<Stay> stays;
  std::vector<Copy> copies;
  /// By access group: the stay that serves it. An access that may not be served
  /// from there is served by the base.
  std::vector<StayId> serving;
};

/// The stay that serves access \p access of a group that \p stay serves.
inline StayId servingAccess(const Problem &problem, const BufferPlan &plan,
                            StayId stay, const Access &access) {
  return mayServe(problem.target, access, plan.stays[stay].tier) ? stay : 0;
}

/// All plans as a solution, without claims. A base is cut where it is filled
/// again, and what no access and no copy needs is left out.
Solution assemble(const Uses &uses, const std::vector<BufferPlan> &plans);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_PLAN_H
