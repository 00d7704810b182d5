//===- StayRequest.h - A request for a stay and its policy ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYREQUEST_H
#define MEMPLACE_LIB_PLANNING_STAYREQUEST_H

#include "AccessIndex.h"
#include "Arena.h"
#include "Numbers.h"

namespace memplace::planning {

/// A request: serve consecutive uses of a buffer from a single tier.
struct StayRequest {
  BufferId buffer = 0;
  TierId tier = 0;
  int32_t firstUse = 0;
  /// Inclusive. In a cyclic problem the numbers continue into the next
  /// invocation; a request up to `firstUse` of the next invocation keeps the
  /// buffer there all the time.
  int32_t lastUse = 0;
  /// Level of the transfers: AccessIndex::rootOf the buffer, or a loop inside
  /// the root around all of the uses (then once per trip).
  LoopId level = noLoop;
  /// Level of the evict: none means `level`; otherwise a loop (or the program)
  /// around `level`. The stay then begins anew in each trip of `level`,
  /// outlasts the loop, and is evicted once after the loop.
  std::optional<LoopId> exitLevel = {};
};

/// Timing and placement of a stay.
struct StayPolicy {
  /// Find time in which transfers are hidden. Otherwise all transfers are
  /// blocking, or as short as loops allow.
  bool hide = true;
  Arena::Fit fit = Arena::Fit::Best;
  /// Preferred offset in the tier; `fit` decides if it is not free.
  std::optional<Offset> offset = {};
  /// Minimum saving of a stay, in seconds.
  double minSaving = 0;
  /// Seconds of saving credited for each second of a slower tier's time
  /// released to transfers.
  double valueOfFreeTime = 0;
  /// Cost of a stall, in seconds of saving per second.
  double stallWeight = 1;
  /// Longest lead of a prefetch, in multiples of its own duration.
  double maxLead = infinity;
  /// A prefetch starts early enough to hide this multiple of its bytes. Below
  /// 1, the rest stalls; above 1, a margin remains.
  double hiddenShare = 1;
  /// Boundaries between the start of a prefetch and its wait, if there is room;
  /// 0 is blocking. The transfer need not be hidden. None: the fields above
  /// decide.
  std::optional<int32_t> lead = {};
  /// Like `lead`, for each hop before the last.
  std::optional<int32_t> leadOnTheWay = {};
  /// Boundaries between the wait for a prefetch and its first use, at most; an
  /// earlier wait releases intermediate copies sooner.
  int32_t awaitAhead = 0;
  /// Boundaries between the start of an evict and its wait. None: the wait
  /// comes once the transfer is hidden, or at the end of the steps required of
  /// the stay if that is later.
  std::optional<int32_t> evictSteps = {};
  /// Boundaries by which the start of an evict is postponed.
  int32_t evictDelay = 0;
  /// Start an evict as late as possible with the same bytes hidden, which
  /// leaves more channel time to fills.
  bool evictsLate = false;
  /// Intermediate copies serve reads while they last.
  bool servesFromRelays = false;
};

/// Result of a request.
struct StayOutcome {
  double saving = 0;   // Estimated seconds, stalls deducted.
  int32_t lastUse = 0; // As in the request; loops may extend it.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYREQUEST_H
