//===- StayTiming.h - When a stay's transfers run, and where it is -*- C++ -*-//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYTIMING_H
#define MEMPLACE_LIB_PLANNING_STAYTIMING_H

#include "StayShape.h"

#include "memplace/Planning/Arena.h"
#include "memplace/Planning/Traffic.h"

namespace memplace::planning {

/// A transfer that could be made, and how many of its bytes have no time to
/// hide in. Steps may count on, see StayShape.
struct Hop {
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0;
  double missing = 0;

  bool isBlocking() const { return start == done; }
};

/// The steps of a copy in one tier.
struct Lifetime {
  LiveRange range;
  Step reservedEnd = 0; // As in Stay.
  /// Of one that goes around: its steps in the next invocation. Empty if it
  /// does not go on there.
  LiveRange head = {0, 0};

  bool hasHead() const { return head.begin < head.end; }
};

/// A copy in a tier on the way between the base and a stay, and the hop between
/// it and the next copy towards the base.
struct Relay {
  TierId tier = 0;
  Lifetime life;
  Offset offset = 0;
  Hop hop;
};

/// When the transfers of a stay run, and where it lies.
struct StayTiming {
  double saving = 0; // Estimated seconds, stalls deducted.
  Lifetime life;
  Offset offset = 0;
  std::optional<Hop> fill;   // Arrives in the stay; none if the shape has none.
  std::optional<Hop> evict;  // Leaves the stay; likewise.
  std::vector<Relay> before; // On the way of the fill, nearest to it first.
  std::vector<Relay> after;  // On the way of the evict, nearest to it first.
};

/// What all stays so far have left: bytes by tier, and time.
struct Occupancy {
  const std::vector<Arena> &arenas;
  const Traffic &traffic;
};

/// The transfers of a stay of \p shape and the place for it that \p policy
/// prefers; none if there is no room, or if it would save too little.
std::optional<StayTiming> findTiming(const Uses &uses,
                                     const Occupancy &occupancy,
                                     const StayShape &shape,
                                     const StayPolicy &policy);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYTIMING_H
