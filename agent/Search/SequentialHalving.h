//===- SequentialHalving.h - A budget over root actions ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the best of many root actions with few simulations: all actions get the
// same number of simulations, then the better half again, until two are left
// (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits,
// ICML 2013, as in Danihelka et al., ICLR 2022,
// openreview.net/forum?id=bERaNdoegnO, section 3). The schedule of visit counts
// is fixed before the search. The visit count of an action then tells which
// rounds the action has survived.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H
#define MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H

#include <cstdint>
#include <vector>

namespace memplace::agent {

/// Returns, for each simulation, the number of earlier visits required of the
/// root action that it takes, if \p numConsidered actions share
/// \p numSimulations by sequential halving: Danihelka et al. 2022, figure 1.
/// Size: numSimulations.
std::vector<int32_t> consideredVisits(int32_t numConsidered,
                                      int32_t numSimulations);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_SEQUENTIALHALVING_H
