//===- OpGraph.h - The ops of a problem as a graph --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_OPGRAPH_H
#define MEMPLACE_AGENT_GAME_OPGRAPH_H

#include "MapGame.h"

#include <array>

namespace memplace {

/// Features of an op, seen by a graph network. The first 19 are EGRL's (arXiv
/// 2007.07298; the list is from memory). Features that are unknown or not
/// applicable are 0. A problem has neither extents nor parameters of
/// convolutions: these features are read from words KEY=VALUE in the op's name,
/// as in "conv1 ifm=224x224x3 kernel=7x7 stride=2"; other words are ignored.
enum class NodeFeature {
  OpKind,     // 1: reads weights; 2: several inputs; 3: one; 4: none.
  WeightSize, // Bytes of its weights.
  IfmX,       // Extents of its first input: ifm=XxYxZ.
  IfmY,
  IfmZ,
  OfmX, // Extents of its output: ofm=XxYxZ.
  OfmY,
  OfmZ,
  IfmSize,     // Bytes read, weights excluded.
  OfmSize,     // Bytes written.
  OpsLeft,     // Nodes after it.
  WeightsLeft, // Bytes of weights owned by later nodes.
  Groups,      // groups=N
  KernelX,     // kernel=XxY
  KernelY,
  Stride,   // stride=N
  Pad,      // pad=N
  Dilation, // dilation=N
  Batch,    // batch=N
  // Our additions, from a model of the machine.
  ComputeShare,      // Compute over the op's time, everything at home.
  TimeShare,         // Of all ops' time, everything at home.
  OutputLife,        // Steps of the longest live range of an output.
  WeightDensity,     // Seconds saved in the fastest tier per byte,
  ActivationDensity, // over the largest value of the program.
  // Largest value of a head's tensors, with all else in its fastest tier:
  WeightGain,       // Seconds lost in the slowest tier per byte,
  ActivationGain,   // over the largest of the program.
  WeightMiddleLoss, // Fraction of the gain lost in the second fastest tier.
  ActivationMiddleLoss,
  // The values of the next group are x / (1 + x); 1 / 2 means exactly full.
  WeightRoom,       // Bytes of an equal or larger gain, at their peak,
  ActivationRoom,   // over the capacity of the fastest tier,
  WeightMiddleRoom, // and over the capacity of the two fastest tiers.
  ActivationMiddleRoom,
  WeightFill, // Bytes over the capacity of the fastest tier,
  ActivationFill,
  WeightMiddleFill, // and of the second fastest.
  ActivationMiddleFill,
  // 1 if the native map has one of the tensors there:
  WeightNative, // In the fastest tier.
  ActivationNative,
  WeightNativeMiddle, // In the second fastest.
  ActivationNativeMiddle,
  // Largest fraction of a tensor there in the relaxation:
  WeightShare, // In the fastest tier.
  ActivationShare,
  WeightMiddleShare, // In the second fastest.
  ActivationMiddleShare,
  // 1 if the rounded relaxation has one of the tensors there:
  WeightRounded, // In the fastest tier.
  ActivationRounded,
  WeightRoundedMiddle, // In the second fastest.
  ActivationRoundedMiddle,
  WeightCopy, // Seconds of transfers, over transfers plus gain.
  ActivationCopy,
};
inline constexpr size_t numPaperFeatures = 19;
inline constexpr size_t numNodeFeatures = 50;
using NodeFeatures = std::array<double, numNodeFeatures>;

/// Head that decides the tier of a tensor: a node's head for weights or its
/// head for activations. A weight belongs to the first op with an access to it,
/// an activation to its producer.
struct TensorOwner {
  int32_t node = 0;
  bool isWeight = false;
  bool operator==(const TensorOwner &) const = default;
};

/// Graph of the data flow. Nodes are the ops with accesses, in schedule order;
/// an edge, listed once, leads from the producer of data to a consumer.
struct OpGraph {
  std::vector<NodeFeatures> nodes;
  std::vector<std::pair<int32_t, int32_t>> edges; // From, to: sorted.
  std::vector<TensorOwner> owners;                // By TensorId.
  TierMap relaxedMap;                             // See `RelaxedMaps`.
  int32_t numTiers = 0;

  bool operator==(const OpGraph &) const = default;
};

/// Builds the graph of a problem, with the tensors of \p game.
OpGraph makeOpGraph(const MapGame &game);

/// Checks a graph. Errors: no nodes, an edge or an owner out of range, a
/// feature that is not finite, or a cycle.
std::optional<Error> check(const OpGraph &graph);

/// Returns the network's input, [nodes, numNodeFeatures]: features roughly in
/// [0, 1]; larger values enter by their logarithms.
std::vector<float> scaledFeatures(const OpGraph &graph);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_OPGRAPH_H
