//===- SequentialHalving.cpp - A budget over root actions -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SequentialHalving.h"

#include <algorithm>
#include <bit>
#include <cassert>

std::vector<int32_t> memplace::agent::consideredVisits(int32_t numConsidered,
                                                       int32_t numSimulations) {
  assert(numSimulations >= 0 && "simulations are counted");
  std::vector<int32_t> sequence;
  if (numConsidered <= 1) {
    for (int32_t i = 0; i < numSimulations; ++i)
      sequence.push_back(i);
    return sequence;
  }
  const int32_t rounds =
      std::bit_width(static_cast<uint32_t>(numConsidered - 1));
  std::vector<int32_t> visits(numConsidered, 0);
  int32_t remaining = numConsidered;
  const size_t wanted = static_cast<size_t>(numSimulations);
  while (sequence.size() < wanted) {
    const int32_t extra = std::max(1, numSimulations / (rounds * remaining));
    for (int32_t i = 0; i < extra; ++i) {
      sequence.insert(sequence.end(), visits.begin(),
                      visits.begin() + remaining);
      for (int32_t action = 0; action < remaining; ++action)
        ++visits[action];
    }
    remaining = std::max(2, remaining / 2);
  }
  sequence.resize(wanted);
  return sequence;
}
