//===- StayShape.h - Rules for the shape of a stay --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYSHAPE_H
#define MEMPLACE_LIB_PLANNING_STAYSHAPE_H

#include "Plan.h"
#include "StayRequest.h"

namespace memplace::planning {

/// Fill of a stay from the backing copy; arrives before the first step of the
/// cover.
struct FillShape {
  std::vector<ChannelId> route; // From the backing copy; one hop or more.
  Step earliest = 0;            // Earliest boundary for the start.
};

/// Write-back of a stay to the backing copy.
struct EvictShape {
  std::vector<ChannelId> route; // From the stay; one hop or more.
  Step earliest = 0;            // Earliest boundary for the start.
  Step latest = 0;              // Latest boundary for the end if hidden.
  Step latestBlocking = 0;      // Latest boundary if blocking.
};

/// Conditions on a stay under which rules R5 to R10 hold, independent of the
/// times of its transfers and of its place. See StayShape.cpp.
///
/// For a stay that wraps around the end of a cyclic problem, the numbers of
/// uses and steps continue into the next invocation: use u + numUses is use u
/// there, and step t + numSteps is step t there.
struct StayShape {
  BufferId buffer = 0;
  TierId tier = 0;
  LoopId level = noLoop;     // Of its fill.
  LoopId exitLevel = noLoop; // Of its evict.
  int32_t firstUse = 0;      // First use served; whole loops widen the request.
  int32_t lastUse = 0;       // Last use served.
  int32_t shift = 0;         // `lastUse` less its number in the request.
  bool wrapsAround = false;
  LiveRange cover; // Steps required of the stay.
  // Steps of its levels and the live range; the stay and its transfers lie
  // within. Unused if wrapped.
  LiveRange allowedSteps;
  std::optional<FillShape> fill; // None: it starts without contents.
  // None: the contents at its end are not needed.
  std::optional<EvictShape> evict;

  /// Returns the last use served, in the request's numbers.
  int32_t lastUseInRequest() const { return lastUse - shift; }
  /// Converts a step of the next invocation to its own invocation.
  Step stepIn(Step step, Step numSteps) const {
    return wrapsAround && step >= numSteps ? step - numSteps : step;
  }
};

/// Returns the shape of the stay requested by \p request, for a buffer with the
/// decisions of \p plan; nothing if the rules do not allow the stay.
std::optional<StayShape> findShape(const AccessIndex &uses,
                                   const BufferPlan &plan,
                                   const StayRequest &request);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYSHAPE_H
