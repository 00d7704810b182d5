//===- ExtractReadProblem.h - A region as a placement problem ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `stream.cmd.execute` as a placement problem (docs/reference/problem.md).
// The problem's ops are the steps of the region. Transients live in the arena,
// arguments and results beside the arena. Weights have their home in the host's
// memory; each use needs a copy in the arena.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H
#define MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H

#include "ExtractExecute.h"

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Tiers of the machine made by `makeArenaTarget`, and its only channel.
inline constexpr TierId arenaTier = 0;
inline constexpr TierId deviceTier = 1; // The rest of the device's memory.
inline constexpr TierId hostTier = 2;
inline constexpr ChannelId readChannel = 0;

/// Makes a machine for the problem from \p machine. Its fastest tier becomes an
/// arena of \p arena bytes, at multiples of \p alignment, and a tier beside it.
/// The default tier becomes the host; if the default tier is the fastest, the
/// slowest tier with a channel to it does. Fails if \p machine lacks a channel
/// from the host or if its fastest tier is read-only.
Result<Target> makeArenaTarget(const Target &machine, int64_t arena,
                               int64_t alignment);

/// The problem of one region.
struct ReadProblem {
  Problem problem;
  /// By storage; none for a storage of dynamic size, which the problem omits.
  std::vector<std::optional<BufferId>> bufferOf;
};

/// Makes the problem of \p execute. \p computePs is by step; \p target comes
/// from `makeArenaTarget`.
ReadProblem makeReadProblem(const StreamExecute &execute, const Target &target,
                            llvm::ArrayRef<int64_t> computePs);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_EXTRACTREADPROBLEM_H
