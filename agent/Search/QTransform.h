//===- QTransform.h - Values made comparable with logits --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_QTRANSFORM_H
#define MEMPLACE_AGENT_SEARCH_QTRANSFORM_H

#include "Tree.h"

namespace memplace::agent {

/// How Gumbel MuZero scales completed Q values.
struct QScale {
  float valueScale = 0.1F;
  float maxVisitInit = 50;
  bool rescale = true;  // To [0, 1] over the actions of the node.
  bool mixValue = true; // Unvisited actions get the mixed value, else the raw.
};

/// exp, normalised. Illegal actions get 0. \p out may be \p logits.
void softmax(std::span<const float> logits, std::span<float> out);

/// Completed Q values of \p node times their scale, by action: Danihelka et
/// al., Policy improvement by planning with Gumbel, ICLR 2022, equations 8, 10
/// and 33.
void completedQ(const Tree &tree, NodeId node, const QScale &scale,
                std::span<float> out);

/// Q values of \p node in [0, 1] between the smallest and the largest of its
/// own value and those of its visited actions; unvisited ones get the smallest:
/// Schrittwieser et al., 2020, equation 5, per node.
void normalizedQ(const Tree &tree, NodeId node, std::span<float> out);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_QTRANSFORM_H
