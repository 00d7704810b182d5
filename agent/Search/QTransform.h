//===- QTransform.h - Values made comparable with logits --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree knows the values of a few actions; a policy needs one for each. Gumbel
// MuZero completes them: an action that was not visited counts as the node is
// worth, by the model's value and the visited actions together (Danihelka et
// al., Policy improvement by planning with Gumbel, ICLR 2022,
// openreview.net/forum?id=bERaNdoegnO, section 4 and appendix D). Scaled, the
// completed values are added to logits; the policy that comes of it is never
// worse than the prior, as far as the values are true. PUCT instead compares
// values that are stretched to [0, 1] (Schrittwieser et al. 2020,
// arXiv 1911.08265, appendix B). Each costs the actions of one node.
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
