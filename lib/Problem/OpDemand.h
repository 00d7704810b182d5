//===- OpDemand.h - Bytes that an op needs at once --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While an op runs, each of its operands lies whole in a tier that may serve it
// (rules R2, R3 and R5 of docs/reference/problem.md).
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_OPDEMAND_H
#define MEMPLACE_LIB_PROBLEM_OPDEMAND_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns by tier the bytes of the operands of op \p step that no other tier
/// may serve: in every placement, so much of the tier is in use at once.
std::vector<int64_t> leastDemand(const Problem &problem, Step step);

/// Returns, for each step, the results of the previous op that only one tier
/// may serve to that op and that are needed later. A transfer to another tier
/// starts at this step at the earliest, and its source lasts through the step
/// (R3). Results carried around a loop are left out.
std::vector<std::vector<BufferId>> findLeftResults(const Problem &problem);

/// Returns by tier the bytes of all operands of op \p step and of \p left, the
/// results left by the op before, with sizes rounded up to alignments. An
/// operand that several tiers may serve counts in the one with the most room.
/// The op fits if no number exceeds the tier's capacity.
std::vector<int64_t> likelyDemand(const Problem &problem, Step step,
                                  const std::vector<BufferId> &left = {});

/// Returns a sentence if the least demand of op \p step exceeds a capacity:
/// "op 'conv' (step 3) needs 163840 bytes in 'scratchpad' at once, which has
/// 131072".
std::optional<std::string> findExcess(const Problem &problem, Step step);

/// An op whose operand can't get where the op needs it, in words.
struct UnreachedOperand {
  Step step = 0;
  std::string message; // With the tiers between which a channel is missing.
};

/// Returns the first operand whose contents channels can't bring from the home
/// of its buffer to a tier that serves its first read, or from a tier of its
/// last write back to the home. No cut helps then.
std::optional<UnreachedOperand> findUnreached(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_OPDEMAND_H
