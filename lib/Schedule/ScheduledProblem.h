//===- ScheduledProblem.h - The problem of a schedule -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_SCHEDULEDPROBLEM_H
#define MEMPLACE_LIB_SCHEDULE_SCHEDULEDPROBLEM_H

#include "OrderGraph.h"

#include "memplace/Schedule/Scheduling.h"

namespace memplace::schedule {

/// A graph for the steps outside loops, and for each loop body, with an order.
struct TreeOrder {
  LoopTree tree;
  std::vector<OrderGraph> graphs; // By entry of the tree.
  std::vector<NodeOrder> orders;  // By entry of the tree.
};

/// Writes the problem whose steps run in \p order. Each run of a node gets
/// buffers of its own for the values that it makes.
ScheduledProblem writeScheduled(const Problem &problem, const TreeOrder &order);

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_SCHEDULEDPROBLEM_H
