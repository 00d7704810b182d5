//===- SequentialHalving.h - A budget over root actions ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of many root actions is best, with few simulations: all get equally
// many, then the better half of them as many again, until two are left (Karnin,
// Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML
// 2013, as in Danihelka et al., ICLR 2022, openreview.net/forum?id=bERaNdoegnO,
// section 3). The rounds are laid down before the search; who is in the better
// half is seen when an action is chosen, by its number of visits.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H
#define MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H

#include <cstdint>
#include <vector>

namespace memplace::agent {

/// For each simulation, how many visits the root action that it takes must have
/// had before, when \p numConsidered actions share \p numSimulations by
/// sequential halving: Danihelka et al. 2022, figure 1. Size: numSimulations.
std::vector<int32_t> consideredVisits(int32_t numConsidered,
                                      int32_t numSimulations);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H
