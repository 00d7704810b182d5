//===- Tree.h - A search tree in flat arrays --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Monte Carlo tree search (Coulom 2006; with a network instead of playouts:
// Silver et al. 2017, arXiv 1712.01815) grows a tree by one node per simulation
// and accumulates statistics on its edges. Nodes lie in flat arrays in order of
// creation, so parents precede their children. One pass can therefore keep the
// subtree of the action played. A simulation costs its depth; keeping a subtree
// costs the size of the tree.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_TREE_H
#define MEMPLACE_AGENT_SEARCH_TREE_H

#include "Model.h"

#include <vector>

namespace memplace::agent {

inline constexpr NodeId noNode = -1;

/// The tree of one game. Node 0 is the root; children come after their parents.
class Tree {
public:
  explicit Tree(int32_t numActions) : numActions(numActions) {}

  /// Deletes all nodes and makes a root.
  void reset(std::span<const float> logits, float value);

  /// Makes the child of \p parent by \p action. The child's value does not
  /// count before `backward`.
  NodeId addChild(NodeId parent, Action action, const Evaluation &evaluation,
                  std::span<const float> logits);

  /// Ends a simulation at \p leaf with the leaf's `rawValue`: adds visits and
  /// updates mean values up to the root.
  void backward(NodeId leaf);

  /// Keeps only the subtree of \p action, whose node becomes the root. Returns
  /// the new id of each node, -1 for deleted nodes. The action must have a
  /// node.
  std::vector<NodeId> descend(Action action);

  int32_t getNumActions() const { return numActions; }
  NodeId numNodes() const { return static_cast<NodeId>(nodes.size()); }

  struct Node {
    float value = 0;    // Mean over the visits.
    float rawValue = 0; // The model's value.
    int32_t visits = 0;
    NodeId parent = noNode;
    Action action = -1; // Action from the parent to this node.
    bool isEnd = false;
  };
  /// Edge of one action, stored with the action's source node.
  struct Edge {
    NodeId child = noNode;
    int32_t visits = 0;
    float value = 0; // Mean value of the child.
    float reward = 0;
    float discount = 0;

    /// Expected return of the action. Valid only if the action was visited.
    float q() const { return reward + discount * value; }
  };

  const Node &node(NodeId id) const { return nodes[id]; }
  /// By action.
  std::span<const Edge> edges(NodeId id) const {
    return {&edgeList[id * numActions], static_cast<size_t>(numActions)};
  }
  std::span<const float> logits(NodeId id) const {
    return {&logitList[id * numActions], static_cast<size_t>(numActions)};
  }
  /// Mutable logits of the root, for noise.
  std::span<float> rootLogits() {
    return {logitList.data(), static_cast<size_t>(numActions)};
  }

private:
  void addNode(const Node &node, std::span<const float> logits);

  int32_t numActions;
  std::vector<Node> nodes;
  std::vector<Edge> edgeList;   // [nodes, actions]
  std::vector<float> logitList; // [nodes, actions]
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_TREE_H
