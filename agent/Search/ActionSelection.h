//===- ActionSelection.h - Which way a simulation goes ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a simulation goes down a tree. PUCT takes the action with the highest sum
// of its value and of a bonus for what the prior likes and what was seldom
// visited (Rosin, Multi-armed bandits with episode context, 2011; in the form
// of Silver et al. 2017, arXiv 1712.01815, and Schrittwieser et al. 2020, arXiv
// 1911.08265, appendix B). Gumbel MuZero (Danihelka et al., ICLR 2022,
// openreview.net/forum?id=bERaNdoegnO) draws root actions without replacement
// by adding Gumbel noise to their logits, keeps those that also look good after
// some visits, and below the root takes without noise what brings the visits
// closest to the improved policy. Each choice costs the actions of one node.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H
#define MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H

#include "QTransform.h"

namespace memplace::agent {

/// How PUCT weighs the prior against the values: Schrittwieser et al., 2020,
/// appendix B.
struct PuctScale {
  float init = 1.25F;
  float base = 19652;
};

/// The legal action of \p node with the highest PUCT score; of equal ones the
/// first, as everywhere here. \p scratch holds a number for each action.
Action selectByPuct(const Tree &tree, NodeId node, const PuctScale &scale,
                    std::vector<float> &scratch);

/// The legal action of \p node that brings the visits closest to the improved
/// policy: Danihelka et al., 2022, equation 14.
Action selectByImprovedPolicy(const Tree &tree, NodeId node,
                              const QScale &scale, std::vector<float> &scratch);

/// The legal root action with the highest sum of noise, logit and scaled
/// completed Q of those that had \p considered visits, by \p visits; if none
/// had, of all.
Action selectByGumbel(const Tree &tree, std::span<const float> gumbel,
                      std::span<const int32_t> visits, int32_t considered,
                      const QScale &scale, std::vector<float> &scratch);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_ACTIONSELECTION_H
