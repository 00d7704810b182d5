//===- Tree.cpp - A search tree in flat arrays ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include <cassert>

using namespace memplace::agent;

void Tree::addNode(const Node &node, std::span<const float> logits) {
  assert(logits.size() == static_cast<size_t>(numActions) &&
         "one logit an action");
  nodes.push_back(node);
  edgeList.resize(edgeList.size() + numActions);
  logitList.insert(logitList.end(), logits.begin(), logits.end());
}

void Tree::reset(std::span<const float> logits, float value) {
  nodes.clear();
  edgeList.clear();
  logitList.clear();
  addNode({value, value, 1, noNode, -1, false}, logits);
}

NodeId Tree::addChild(NodeId parent, Action action,
                      const Evaluation &evaluation,
                      std::span<const float> logits) {
  assert(parent >= 0 && parent < numNodes() && "children come after parents");
  assert(action >= 0 && action < numActions && "one edge an action");
  const NodeId id = numNodes();
  addNode(
      {evaluation.value, evaluation.value, 0, parent, action, evaluation.isEnd},
      logits);
  Edge &edge = edgeList[parent * numActions + action];
  assert(edge.child == noNode && "a child is made once");
  edge.child = id;
  edge.reward = evaluation.reward;
  edge.discount = evaluation.discount;
  return id;
}

void Tree::backward(NodeId leaf) {
  assert(leaf > 0 && leaf < numNodes() && "a simulation ends below the root");
  ++nodes[leaf].visits;
  float value = nodes[leaf].rawValue;
  for (NodeId id = leaf; id != 0; id = nodes[id].parent) {
    Node &parent = nodes[nodes[id].parent];
    Edge &edge = edgeList[nodes[id].parent * numActions + nodes[id].action];
    value = edge.reward + edge.discount * value;
    const float visits = static_cast<float>(parent.visits);
    parent.value = (parent.value * visits + value) / (visits + 1);
    ++parent.visits;
    edge.value = nodes[id].value;
    ++edge.visits;
  }
}

std::vector<NodeId> Tree::descend(Action action) {
  const NodeId root = edges(0)[action].child;
  assert(root != noNode && "only what was visited can be kept");
  // Children come after their parents, so one pass finds the whole subtree.
  std::vector<NodeId> newIds(nodes.size(), noNode);
  NodeId count = 0;
  for (NodeId id = root; id < numNodes(); ++id) {
    if (id != root && newIds[nodes[id].parent] == noNode)
      continue;
    const NodeId to = newIds[id] = count++;
    nodes[to] = nodes[id];
    nodes[to].parent = id == root ? noNode : newIds[nodes[id].parent];
    for (Action a = 0; a < numActions; ++a) {
      edgeList[to * numActions + a] = edgeList[id * numActions + a];
      logitList[to * numActions + a] = logitList[id * numActions + a];
    }
  }
  nodes.resize(count);
  edgeList.resize(static_cast<size_t>(count) * numActions);
  logitList.resize(edgeList.size());
  for (Edge &edge : edgeList)
    if (edge.child != noNode)
      edge.child = newIds[edge.child];
  nodes[0].action = -1;
  return newIds;
}
