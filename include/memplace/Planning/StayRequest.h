//===- StayRequest.h - What a stay is to serve, and how ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_STAYREQUEST_H
#define MEMPLACE_PLANNING_STAYREQUEST_H

#include "memplace/Planning/Arena.h"
#include "memplace/Planning/Numbers.h"
#include "memplace/Planning/Uses.h"

namespace memplace::planning {

/// A wish: serve consecutive access groups of a buffer from one tier.
struct StayRequest {
  BufferId buffer = 0;
  TierId tier = 0;
  int32_t firstGroup = 0;
  /// Inclusive. In a cyclic problem the groups count on into the next
  /// invocation. Up to `firstGroup` again: it is there all the time.
  int32_t lastGroup = 0;
  /// Where its transfers run: Uses::rootOf the buffer, or a loop inside of that
  /// around all of the groups (then once per trip).
  LoopId level = noLoop;
  /// Where it is left: none means at `level`; else a loop (or the program)
  /// around `level`. The stay then begins anew in each trip of `level`, lasts
  /// beyond the end of the loop and is evicted there once.
  std::optional<LoopId> exitLevel = {};
};

/// How a stay is timed and placed.
struct StayPolicy {
  /// Look for time to hide transfers in; otherwise all of them are blocking, or
  /// as short as the loops allow.
  bool hide = true;
  Arena::Fit fit = Arena::Fit::Best;
  /// Where to lie in its tier, if that is free; else as `fit` says.
  std::optional<Offset> offset = {};
  /// Refuse a stay that saves less than this, seconds.
  double minSaving = 0;
  /// Seconds that count as saved per second by which a slower tier gets free
  /// for transfers.
  double valueOfFreeTime = 0;
  /// Seconds a stall counts for each second of it.
  double stallWeight = 1;
  /// How many times its own copy's duration ahead a prefetch may start.
  double maxLead = infinity;
  /// A prefetch looks for time to hide so many times its bytes in.
  double hiddenShare = 1;
  /// In how many parts to prefetch, so that what others need sooner may come in
  /// between; fewer if a part would take less than the channel's latency.
  int64_t maxParts = 1;
  /// How many boundaries before it is awaited a prefetch starts, if there is
  /// room, whatever could hide it; 0 is a blocking one. None: see above.
  std::optional<int32_t> lead = {};
  /// Likewise for the hops before the last one, each by itself.
  std::optional<int32_t> leadOnTheWay = {};
  /// How many boundaries before its first use a prefetch is awaited, if there
  /// are so many; that gives a place on the way free sooner.
  int32_t awaitAhead = 0;
  /// After how many boundaries an evict is awaited. None: once it is hidden.
  std::optional<int32_t> evictSteps = {};
  /// How many boundaries later than it could an evict starts.
  int32_t evictDelay = 0;
  /// Whether an evict then starts as late as it still is as hidden, so that it
  /// takes no time that fills may have.
  bool evictsLate = false;
  /// Whether copies on the way serve what reads while they are there.
  bool servesOnTheWay = false;
};

/// What became of a request.
struct StayOutcome {
  double saving = 0;     // Estimated seconds, stalls deducted.
  int32_t lastGroup = 0; // As in the request, which loops may widen.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_STAYREQUEST_H
