//===- ActionSelection.h - Selection rules of the tree search ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selection rules for walking down a tree. PUCT takes the action with the
// highest sum of value and exploration bonus; the bonus grows with the prior
// and shrinks with visits (Rosin, Multi-armed bandits with episode context,
// 2011; in the form of Silver et al. 2017, arXiv 1712.01815, and Schrittwieser
// et al. 2020, arXiv 1911.08265, appendix B).
//
// Gumbel MuZero (Danihelka et al., ICLR 2022,
// openreview.net/forum?id=bERaNdoegnO) draws root actions without replacement
// by adding Gumbel noise to their logits and drops the worse half after each
// round of visits. Below the root it is deterministic: it takes the action that
// brings the visit counts closest to the improved policy. Each selection costs
// time linear in the actions of one node.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H
#define MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H

#include "QTransform.h"

namespace memplace::agent {

/// Weights of the prior against the values in PUCT: Schrittwieser et al., 2020,
/// appendix B.
struct PuctScale {
  float init = 1.25F;
  float base = 19652;
};

/// Returns the legal action of \p node with the highest PUCT score. Ties go to
/// the first action, here and in all functions below. \p scratch is reused
/// storage, a number or two for each action.
Action selectByPuct(const Tree &tree, NodeId node, const PuctScale &scale,
                    std::vector<float> &scratch);

/// Returns the legal action of \p node that brings the visits closest to the
/// improved policy: Danihelka et al., 2022, equation 14.
Action selectByImprovedPolicy(const Tree &tree, NodeId node,
                              const QScale &scale, std::vector<float> &scratch);

/// Returns the legal root action with the highest sum of noise, logit and
/// scaled completed Q among the actions with exactly \p considered visits (by
/// \p visits). Returns the first legal action if no action has that count.
Action selectByGumbel(const Tree &tree, std::span<const float> gumbel,
                      std::span<const int32_t> visits, int32_t considered,
                      const QScale &scale, std::vector<float> &scratch);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H
