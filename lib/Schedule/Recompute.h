//===- Recompute.h - Nodes that run again to save bytes ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_RECOMPUTE_H
#define MEMPLACE_LIB_SCHEDULE_RECOMPUTE_H

#include "OrderGraph.h"

#include "memplace/Problem/StopToken.h"

namespace memplace::schedule {

/// Returns the time of the runs in \p order beyond the first of each node,
/// picoseconds.
int64_t repeatedPsOf(const OrderGraph &graph, const NodeOrder &order);

/// Adds runs of nodes to an order, until at most a number of bytes is live.
class Recomputer {
public:
  /// \p work: positions of orders that may still be evaluated, a limit of the
  /// time; falls with each evaluation.
  Recomputer(const OrderGraph &graph, NodeOrder order, int64_t &work);

  /// Adds runs until the peak is at most \p target bytes. A value that is live
  /// but unused at a peak is made again before its next use; the value with the
  /// most bytes above the target for its time comes first. Then removes the
  /// runs that are not needed. Returns false if the target was not reached with
  /// the work left; the order is then unchanged.
  bool lowerTo(int64_t target, StopToken &stop);

  const NodeOrder &getOrder() const { return order; }
  int64_t getPeak() const { return peakOf(graph, order); }

private:
  struct Candidate;

  std::vector<Candidate> findCandidates(int64_t position) const;
  bool addBest();
  std::optional<NodeOrder> remake(NodeId maker, int64_t position) const;
  bool addRun(NodeId node, int64_t position, int depth, NodeOrder &runs) const;
  bool isLegalAt(NodeId node, int64_t position) const;
  bool mustRemake(ValueId value, int64_t position) const;
  int64_t excessOf(const NodeOrder &of) const;
  void removeRuns();
  void index();

  const OrderGraph &graph;
  NodeOrder order;
  int64_t &work;
  std::vector<NodeId> makerOf; // By value, or -1.

  int64_t limit = 0; // The target, bytes.
  // Of `order`, by `index`.
  std::vector<int64_t> loads;               // By position, bytes.
  std::vector<std::vector<int64_t>> usesOf; // By value: positions.
  std::vector<int64_t> firstOf;             // By node: position.
};

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_RECOMPUTE_H
