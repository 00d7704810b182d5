//===- ExtractReadProblem.h - A region as a problem -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `stream.cmd.execute` as a placement problem (docs/reference/problem.md).
// Its ops are the steps of the region. Transients live in the arena, arguments
// and results beside it, weights at home with the host: each use needs a copy
// in the arena.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H
#define MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H

#include "ExtractExecute.h"

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Tiers of the machine that `makeArenaTarget` makes, and its only channel.
inline constexpr TierId arenaTier = 0;
inline constexpr TierId deviceTier = 1; // The rest of the device's memory.
inline constexpr TierId hostTier = 2;
inline constexpr ChannelId readChannel = 0;

/// A machine for the problem: the fastest tier of \p machine as an arena of
/// \p arena bytes at multiples of \p alignment, and what is beside it; its
/// default tier as the host, or the slowest one where that is the fastest. The
/// error says what it lacks.
Result<Target> makeArenaTarget(const Target &machine, int64_t arena,
                               int64_t alignment);

/// The problem of one region.
struct ReadProblem {
  Problem problem;
  /// By storage; none for one of dynamic size, which is not looked at.
  std::vector<std::optional<BufferId>> bufferOf;
};

/// \p computePs is by step. \p target is of `makeArenaTarget`.
ReadProblem makeReadProblem(const StreamExecute &execute, const Target &target,
                            llvm::ArrayRef<int64_t> computePs);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H
