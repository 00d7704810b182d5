//===- OrderGraph.h - Ops and the order they need ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph stands for the steps of a problem outside its loops, or for the body
// of one loop. A node is a set of steps that stay together. A value is the
// contents of a buffer from one overwrite to the next.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_ORDERGRAPH_H
#define MEMPLACE_LIB_SCHEDULE_ORDERGRAPH_H

#include "memplace/Problem/Problem.h"

#include <utility>

namespace memplace::schedule {

using NodeId = int32_t;  // Index into OrderGraph::nodes.
using ValueId = int32_t; // Index into OrderGraph::values.

/// Contents of a buffer, from one overwrite of all its bytes to the next. The
/// contents of different values of a buffer do not depend on each other, so
/// each value may have a buffer of its own.
struct Value {
  BufferId buffer = 0;
  /// Bytes in the arena; 0 if the buffer is external or lives around the graph.
  int64_t size = 0;
  bool liveAtStart = false; // Lives from the first node on.
  bool liveAtEnd = false;   // Lives through the last node.
  /// Nodes with an access, once each, in the given order. The first makes the
  /// value unless it is live at the start.
  std::vector<NodeId> users;
  int32_t writers = 0; // Number of `users` that write.
};

/// Steps that stay together: an op, with the ops without accesses before it and
/// the fills of its results; a loop; or the arms of a branch.
struct Node {
  std::vector<Step> steps;      // In order; those of a loop are contiguous.
  std::vector<int32_t> loops;   // Entries of the LoopTree, in order.
  std::vector<ValueId> values;  // Accessed, once each.
  std::vector<ValueId> made;    // Of `values`: first accessed by this node.
  std::vector<ValueId> written; // Of `values`.
  /// Bytes needed by buffers that live only inside the loops of the node.
  int64_t work = 0;
  /// Time of one more run, picoseconds, with all operands in their home tiers.
  int64_t costPs = 0;
  /// The node may run again, to make its values once more: no loop, not `once`,
  /// and each written value is made here, written nowhere else and not live at
  /// the end.
  bool mayRepeat = false;
  bool isOnce = false;        // Has an op that is `once`.
  std::vector<NodeId> before; // Nodes that must run earlier; direct ones only.
  std::vector<NodeId> after;  // The reverse.
};

/// A node order keeps the meaning of the program if each node runs after its
/// `before`.
struct OrderGraph {
  std::vector<Node> nodes; // The given order.
  std::vector<Value> values;

  NodeId numNodes() const { return static_cast<NodeId>(nodes.size()); }
};

/// The loops of a problem as a tree.
struct LoopTree {
  struct Entry {
    LiveRange range;
    std::vector<int32_t> inner; // Indices into `entries`, in order of steps.
    int32_t loop = -1;          // Index into Problem::loops; -1 for the root.
  };
  std::vector<Entry> entries; // Outer ones first; 0 stands for all steps.
};

LoopTree makeLoopTree(const Problem &problem);

/// A problem, and what all of its graphs need, found once.
struct GraphInputs {
  /// \p needs: as ScheduleOptions::needs.
  GraphInputs(const Problem &problem,
              const std::vector<std::pair<Step, Step>> &needs);

  const Problem &problem;
  const std::vector<std::pair<Step, Step>> &needs;
  LoopTree tree;
  std::vector<int64_t> trips;              // By step.
  std::vector<bool> isNeeded;              // By step: part of a pair.
  std::vector<const Access *> firstAccess; // By buffer; null: none.
};

/// Returns true if every trip of a loop with the steps \p body makes the
/// contents of \p buffer anew, so the loop needs the buffer only for the
/// duration of a trip.
bool isInsideLoop(const GraphInputs &inputs, BufferId buffer, LiveRange body);

/// Returns the graph of entry \p entry of the tree: of all steps outside loops,
/// or of the body of a loop. \p workOf, by entry: the peak of the buffers
/// inside the loop, bytes; known for the inner loops.
OrderGraph makeOrderGraph(const GraphInputs &inputs, int32_t entry,
                          const std::vector<int64_t> &workOf);

/// Runs of nodes: the given order is 0, 1, ... A repeated node occurs several
/// times; each user then sees the value of the last run before it.
using NodeOrder = std::vector<NodeId>;

NodeOrder givenOrder(const OrderGraph &graph);

/// Returns the bytes in use at each position of \p order.
std::vector<int64_t> loadsOf(const OrderGraph &graph, const NodeOrder &order);

/// Returns the bytes of the values that \p node makes.
int64_t madeBytes(const OrderGraph &graph, NodeId node);

/// Returns the largest of `loadsOf`; 0 for an empty order.
int64_t peakOf(const OrderGraph &graph, const NodeOrder &order);

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_ORDERGRAPH_H
