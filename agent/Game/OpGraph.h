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
/// applicable are 0. Extents and parameters of convolutions are those of
/// `Op::shape`.
enum class NodeFeature {
  OpKind,     // 1: reads weights; 2: several inputs; 3: one; 4: none.
  WeightSize, // Bytes of its weights.
  IfmX,       // Extents of its first input.
  IfmY,
  IfmZ,
  OfmX, // Extents of its output.
  OfmY,
  OfmZ,
  IfmSize,     // Bytes read, weights excluded.
  OfmSize,     // Bytes written.
  OpsLeft,     // Nodes after it.
  WeightsLeft, // Bytes of weights owned by later nodes.
  Groups,
  KernelX,
  KernelY,
  Stride,
  Pad,
  Dilation,
  Batch,
  // Our additions, from a model of the machine.
  ComputeShare, // Compute time over the op's time, everything at home.
  TimeShare,    // Share of all ops' time, everything at home.
  OutputLife,   // Steps of the longest live range of an output.
  // Seconds saved in the fastest tier per byte, relative to the largest value
  // of the program.
  WeightDensity,
  ActivationDensity, // The same for activations.
  // Each feature below is the largest value of a head's tensors. "Middle" is
  // the second fastest tier.
  // Gain: seconds lost in the slowest tier per byte while all other tensors are
  // in their fastest tiers, relative to the largest gain of the program.
  WeightGain,
  ActivationGain,
  WeightMiddleLoss, // Fraction of the gain lost in the second fastest tier.
  ActivationMiddleLoss,
  // A value x of the next group is given as x / (1 + x); 1 / 2 means exactly
  // full. Room: bytes of tensors with an equal or larger gain, at their peak,
  // relative to a capacity.
  WeightRoom, // Relative to the fastest tier.
  ActivationRoom,
  WeightMiddleRoom, // Relative to the two fastest tiers together.
  ActivationMiddleRoom,
  WeightFill, // Bytes relative to the capacity of the fastest tier.
  ActivationFill,
  WeightMiddleFill, // Bytes relative to that of the second fastest tier.
  ActivationMiddleFill,
  WeightNative, // 1: the native map has a tensor in the fastest tier.
  ActivationNative,
  WeightNativeMiddle, // 1: the native map has one in the second fastest tier.
  ActivationNativeMiddle,
  WeightShare, // Fraction of a tensor in the fastest tier in the relaxation.
  ActivationShare,
  WeightMiddleShare, // The same in the second fastest tier.
  ActivationMiddleShare,
  WeightRounded, // 1: the rounded relaxation has a tensor in the fastest tier.
  ActivationRounded,
  WeightRoundedMiddle, // The same for the second fastest tier.
  ActivationRoundedMiddle,
  WeightCopy, // Seconds of transfers, relative to transfers plus gain.
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
