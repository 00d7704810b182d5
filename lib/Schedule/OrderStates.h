//===- OrderStates.h - Orders by their executed sets ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming over sets of executed nodes, as in SERENITY (arXiv
// 2003.02369). The bytes in use after a set do not depend on the order within
// the set, so the least peak with which a set can be reached is enough. A node
// that frees at least as many bytes as it needs runs at once, if the peak does
// not rise: any order can be changed so without a higher peak.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_ORDERSTATES_H
#define MEMPLACE_LIB_SCHEDULE_ORDERSTATES_H

#include "OrderGraph.h"

#include "memplace/Problem/StopToken.h"

namespace memplace::schedule {

struct StateLimits {
  /// States kept of each number of executed nodes, those with the least peak.
  size_t width = 0;
  size_t states = 0;      // States in all.
  int64_t lowerBound = 0; // On the peak, proven, bytes.
  int64_t below = 0;      // Only orders with a lower peak count, bytes.
  uint64_t seed = 0;      // Chooses among nodes that are equally good.
};

struct StateResult {
  NodeOrder order; // Empty: no order below the limit was found.
  int64_t peak = 0;
  /// Every order was covered: `order` has the least peak of all, or no order is
  /// below the limit.
  bool isComplete = false;
};

/// Finds an order of \p graph with a low peak. The result is the same on every
/// machine, unless \p stop ends the search.
StateResult searchStates(const OrderGraph &graph, const StateLimits &limits,
                         StopToken &stop);

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_ORDERSTATES_H
