//===- ResidencyUses.h - Accesses served by each residency ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SIMULATOR_RESIDENCYUSES_H
#define MEMPLACE_LIB_SIMULATOR_RESIDENCYUSES_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// Accesses served by a residency. Bytes and seconds are multiplied by the trip
/// counts of the loops around the ops.
struct ResidencyUse {
  int64_t reads = 0; // Reading accesses; an update counts in both.
  int64_t writes = 0;
  double bytesRead = 0;
  double bytesWritten = 0;
  /// Seconds by which the ops would be longer, stalls aside, if the buffer's
  /// home tier served these accesses. May be negative. An access not allowed
  /// from the home tier counts as 0.
  double secondsSaved = 0;
};

/// Returns the uses of each residency of a legal placement. Takes time linear
/// in the accesses.
std::vector<ResidencyUse> usesOfResidencies(const Problem &problem,
                                            const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_SIMULATOR_RESIDENCYUSES_H
