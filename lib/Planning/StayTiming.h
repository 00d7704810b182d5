//===- StayTiming.h - Times and place of a stay -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYTIMING_H
#define MEMPLACE_LIB_PLANNING_STAYTIMING_H

#include "StayShape.h"

#include "Arena.h"
#include "Traffic.h"

namespace memplace::planning {

/// A possible transfer. Steps may continue into the next invocation; see
/// StayShape.
struct Hop {
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0;
  /// Bytes that no op hides. Latency that no op hides counts as bytes, too.
  double missing = 0;

  bool isBlocking() const { return start == done; }
};

/// The steps of a copy in one tier.
struct Lifetime {
  LiveRange range;
  Step reservedEnd = 0; // As in Stay.
  /// Steps of a wrapped stay in the next invocation. Empty if the stay does not
  /// continue there.
  LiveRange head = {0, 0};

  bool hasHead() const { return head.begin < head.end; }
};

/// An intermediate copy between the backing copy and a stay, and its hop on the
/// side of the backing copy.
struct Relay {
  TierId tier = 0;
  Lifetime life;
  Offset offset = 0;
  Hop hop;
};

/// Times of a stay's transfers, and its place.
struct StayTiming {
  double saving = 0; // Estimated seconds, stalls deducted.
  Lifetime life;
  Offset offset = 0;
  std::optional<Hop> fill;   // Arrives in the stay; none if the shape has none.
  std::optional<Hop> evict;  // Leaves the stay; none if the shape has none.
  std::vector<Relay> before; // Route of the fill, nearest to the stay first.
  std::vector<Relay> after;  // Route of the evict, nearest to the stay first.
};

/// Bytes and time left by all stays so far.
struct Occupancy {
  const std::vector<Arena> &arenas;
  const Traffic &traffic;
};

/// Returns the transfers and the place of a stay of \p shape, as preferred by
/// \p policy; nothing if there is no room, or if the saving is too small.
std::optional<StayTiming> findTiming(const AccessIndex &uses,
                                     const Occupancy &occupancy,
                                     const StayShape &shape,
                                     const StayPolicy &policy);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYTIMING_H
