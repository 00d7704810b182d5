//===- Solution.h - A placement ---------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_SOLUTION_H
#define MEMPLACE_PROBLEM_SOLUTION_H

#include "memplace/Problem/Problem.h"

namespace memplace {

using ResidencyId = int32_t; // Index into Solution::residencies.

/// Where a copy of a buffer lives during some steps. Several residencies of a
/// buffer may overlap in time; transfers fill one from another.
struct Residency {
  BufferId buffer = 0;
  TierId tier = 0;
  /// None only for the home residency of an external buffer, whose place the
  /// caller owns.
  std::optional<Offset> offset;
  LiveRange range;

  bool operator==(const Residency &) const = default;
};

/// Copies a buffer between tiers. The transfer is issued just before op `start`
/// and has arrived before op `done` starts. With `start == done` no op hides
/// it. With `done < start`, in a cyclic problem only, one invocation issues the
/// transfer and the next one awaits it.
struct Transfer {
  ResidencyId from = 0;
  ResidencyId to = 0;
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0; // numSteps(): the wait is at the end of the program.

  /// Returns true if the next invocation awaits the transfer.
  bool isWrapped() const { return done < start; }
  bool operator==(const Transfer &) const = default;
};

/// All residencies and transfers of a problem. `verify` checks the legality of
/// a solution.
struct Solution {
  std::string problem; // The problem's name.
  std::string solver;  // May be empty.
  std::vector<Residency> residencies;
  std::vector<Transfer> transfers; // Issue order where `start` is equal.
  /// served[t][k] serves access k of op t.
  std::vector<std::vector<ResidencyId>> served;

  // Claims. A checker rejects wrong claims.
  std::optional<int64_t> makespanPs;
  std::optional<int64_t> lowerBoundPs;
  /// By tier: highest `offset + size`. A residency without an offset does not
  /// count.
  std::optional<std::vector<int64_t>> peakBytes;
  std::optional<bool> provenOptimal;

  bool operator==(const Solution &) const = default;
};

/// Converts seconds to picoseconds, rounded to nearest, at most 9.2e18.
int64_t toPicoseconds(double seconds);

/// Returns the highest `offset + size` in each tier.
std::vector<int64_t> peakBytes(const Problem &problem,
                               const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_SOLUTION_H
