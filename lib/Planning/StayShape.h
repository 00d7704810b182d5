//===- StayShape.h - What the rules demand of a stay ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYSHAPE_H
#define MEMPLACE_LIB_PLANNING_STAYSHAPE_H

#include "memplace/Planning/Plan.h"
#include "memplace/Planning/StayRequest.h"

namespace memplace::planning {

/// How a stay gets its contents from the base. They are there by the first step
/// of its cover.
struct FillShape {
  std::vector<ChannelId> route; // From the base; one hop or more.
  Step earliest = 0;            // Of its start.
};

/// How the base gets back what was written in a stay.
struct EvictShape {
  std::vector<ChannelId> route; // From the stay; one hop or more.
  Step earliest = 0;            // Of its start.
  Step latest = 0;              // Of its end,
  Step latestBlocking = 0;      // also if it is blocking.
};

/// What a stay must be for rules R5 to R10 to hold, whenever its transfers run
/// and wherever it lies. See StayShape.cpp.
///
/// One that goes around the end of a cyclic problem counts groups and steps on
/// into the next invocation: group g + numGroups is group g there, step
/// t + numSteps is step t there.
struct StayShape {
  BufferId buffer = 0;
  TierId tier = 0;
  LoopId level = noLoop;     // Of its fill.
  LoopId exitLevel = noLoop; // Of its evict.
  int32_t firstGroup = 0;    // What it serves, inclusive:
  int32_t lastGroup = 0;     // what was asked for, widened to whole loops.
  int32_t shift = 0;         // Of lastGroup, from how the request counts.
  bool goesAround = false;
  LiveRange cover;  // Steps that it must last.
  LiveRange window; // Steps of its levels and the live range; not if around.
  std::optional<FillShape> fill;   // None: it starts without contents.
  std::optional<EvictShape> evict; // None: nobody needs what it ends with.

  /// The last group that is served, as the request counts.
  int32_t settledGroup() const { return lastGroup - shift; }
  /// A step that may count on, as one of its invocation.
  Step stepIn(Step step, Step numSteps) const {
    return goesAround && step >= numSteps ? step - numSteps : step;
  }
};

/// The shape of the stay that \p request asks for, of a buffer with what \p
/// plan has decided; none if the rules do not allow it.
std::optional<StayShape> findShape(const Uses &uses, const BufferPlan &plan,
                                   const StayRequest &request);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYSHAPE_H
