//===- ResidencyUses.h - What each residency is there for -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SIMULATOR_RESIDENCYUSES_H
#define MEMPLACE_SIMULATOR_RESIDENCYUSES_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// What the ops do with one residency. Bytes and seconds count as often as the
/// loops around the ops run.
struct ResidencyUse {
  int64_t reads = 0; // Accesses that read here, each once; updates are in both.
  int64_t writes = 0;
  double bytesRead = 0;
  double bytesWritten = 0;
  /// By how many seconds the ops would be longer, stalls aside, were these
  /// accesses served in the buffer's home tier. May be below 0. Accesses that
  /// cannot be served there count as 0.
  double secondsSaved = 0;
};

/// What the residencies of a placement that passes `verify` are used for. Size:
/// number of residencies. Takes time linear in the accesses.
std::vector<ResidencyUse> usesOfResidencies(const Problem &problem,
                                            const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_RESIDENCYUSES_H
