//===- QTransform.h - Q values on the scale of logits -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree knows values of visited actions only, but a policy needs a value for
// each action. Gumbel MuZero completes the values: an unvisited action gets the
// value of its node, estimated from the model's value and the visited actions
// (Danihelka et al., Policy improvement by planning with Gumbel, ICLR 2022,
// openreview.net/forum?id=bERaNdoegnO, section 4 and appendix D). The scaled
// completed values are added to the logits. If the values are correct, the
// resulting policy is at least as good as the prior.
//
// PUCT instead compares values that are normalised to [0, 1] (Schrittwieser et
// al. 2020, arXiv 1911.08265, appendix B). Each function costs time linear in
// the actions of one node.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_QTRANSFORM_H
#define MEMPLACE_AGENT_SEARCH_QTRANSFORM_H

#include "Tree.h"

namespace memplace::agent {

/// Scale of completed Q values in Gumbel MuZero. Completed Q values are
/// multiplied by (`maxVisitInit` + most visits of an action) * `valueScale`.
struct QScale {
  float valueScale = 0.1F;
  float maxVisitInit = 50;
  bool rescale = true;  // To [0, 1] over the actions of the node.
  bool mixValue = true; // Unvisited actions get the mixed value, else the raw.
};

/// Softmax. Illegal actions get 0. \p out may alias \p logits.
void softmax(std::span<const float> logits, std::span<float> out);

/// Writes the scaled completed Q values of \p node, by action: Danihelka et
/// al., Policy improvement by planning with Gumbel, ICLR 2022, equations 8, 10
/// and 33.
void completedQ(const Tree &tree, NodeId node, const QScale &scale,
                std::span<float> out);

/// Writes the Q values of \p node, normalised to [0, 1] by the range of the
/// node's own value and its visited actions' values. Unvisited actions get 0:
/// Schrittwieser et al., 2020, equation 5, per node.
void normalizedQ(const Tree &tree, NodeId node, std::span<float> out);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_QTRANSFORM_H
