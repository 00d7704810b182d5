//===- OpGraph.h - The ops of a problem as a graph --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_GAME_OPGRAPH_H
#define MEMPLACE_GAME_OPGRAPH_H

#include "memplace/Game/MapGame.h"

#include <array>

namespace memplace {

/// What a graph network sees of an op. The first 19 are those of EGRL (arXiv
/// 2007.07298; the list is from memory). What does not apply, or nobody knows,
/// is 0. Extents and what describes a convolution are no part of a problem:
/// they are read from words KEY=VALUE in the op's name, as in "conv1
/// ifm=224x224x3 kernel=7x7 stride=2"; other words say nothing.
enum class NodeFeature {
  OpKind,     // 1: reads weights; 2: several inputs; 3: one; 4: none.
  WeightSize, // Bytes of its weights.
  IfmX,       // Extents of its first input: ifm=XxYxZ.
  IfmY,
  IfmZ,
  OfmX, // Extents of its output: ofm=XxYxZ.
  OfmY,
  OfmZ,
  IfmSize,     // Bytes that it reads, weights aside.
  OfmSize,     // Bytes that it writes.
  OpsLeft,     // Nodes after it.
  WeightsLeft, // Bytes of weights that no node up to it owns.
  Groups,      // groups=N
  KernelX,     // kernel=XxY
  KernelY,
  Stride,   // stride=N
  Pad,      // pad=N
  Dilation, // dilation=N
  Batch,    // batch=N
  // Ours, which a model of the machine tells.
  ComputeShare,      // Compute over the op's time, everything at home.
  TimeShare,         // Of all ops' time, everything at home.
  OutputLife,        // Steps for which its outputs live, the longest.
  WeightDensity,     // Seconds saved in the fastest tier, by byte,
  ActivationDensity, // over the largest of the program.
  // Of a head's tensors the largest, while all else is in its fastest tier:
  WeightGain, // Seconds lost in the slowest tier, by byte, likewise over the
  ActivationGain,   // largest.
  WeightMiddleLoss, // The part of that that is lost in the second fastest tier.
  ActivationMiddleLoss,
  // The rest is x / (1 + x), and 1 / 2 says that something is just full.
  WeightRoom, // Bytes that gain as much or more, where they are most, over the
  ActivationRoom,   // capacity of the fastest tier,
  WeightMiddleRoom, // and over that of the two fastest.
  ActivationMiddleRoom,
  WeightFill, // Bytes over the capacity of the fastest tier,
  ActivationFill,
  WeightMiddleFill, // and of the second fastest.
  ActivationMiddleFill,
  // 1 if the native map has one of them there:
  WeightNative, // In the fastest tier.
  ActivationNative,
  WeightNativeMiddle, // In the second fastest.
  ActivationNativeMiddle,
  // The largest share that the relaxation has of one of them there:
  WeightShare, // In the fastest tier.
  ActivationShare,
  WeightMiddleShare, // In the second fastest.
  ActivationMiddleShare,
  // 1 if its rounded map has one of them there:
  WeightRounded, // In the fastest tier.
  ActivationRounded,
  WeightRoundedMiddle, // In the second fastest.
  ActivationRoundedMiddle,
  WeightCopy, // Seconds of transfers, over them and the gain.
  ActivationCopy,
};
inline constexpr size_t numPaperFeatures = 19;
inline constexpr size_t numNodeFeatures = 50;
using NodeFeatures = std::array<double, numNodeFeatures>;

/// Who decides the tier of a tensor: a node's head for weights or that for
/// activations. A weight belongs to the first op that uses it, an activation to
/// the one that makes it.
struct TensorOwner {
  int32_t node = 0;
  bool isWeight = false;
  bool operator==(const TensorOwner &) const = default;
};

/// Nodes are the ops with accesses, in schedule order; an edge is data that one
/// makes and another uses, each once.
struct OpGraph {
  std::vector<NodeFeatures> nodes;
  std::vector<std::pair<int32_t, int32_t>> edges; // From, to: sorted.
  std::vector<TensorOwner> owners;                // By TensorId.
  TierMap relaxedMap;                             // See `RelaxedMaps`.
  int32_t numTiers = 0;

  bool operator==(const OpGraph &) const = default;
};

/// The graph of a problem, with the tensors of \p game.
OpGraph makeOpGraph(const MapGame &game);

/// What is wrong with \p graph, or nothing: no nodes, an edge or an owner that
/// is not there, a feature that is no number, a cycle.
std::optional<Error> check(const OpGraph &graph);

/// The features as a network reads them, [nodes, numNodeFeatures]: about 0 to
/// 1, and larger ones by their logarithms.
std::vector<float> scaledFeatures(const OpGraph &graph);

} // namespace memplace

#endif // MEMPLACE_GAME_OPGRAPH_H
