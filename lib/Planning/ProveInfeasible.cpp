//===- ProveInfeasible.cpp - Proofs that no placement exists --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProveInfeasible.h"

#include "../Problem/OpDemand.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

/// Returns the end of the steps that certainly see a write in op `step` of
/// `loop`: the innermost loop around the op that may be skipped, else the body.
static Step endOfWrite(const AccessIndex &uses, LoopId loop, Step step) {
  for (LoopId inner = uses.loopOf(step); inner != loop;
       inner = uses.parentOf(inner))
    if (uses.loops[inner].maySkip)
      return uses.rangeOf(inner).end;
  return uses.rangeOf(loop).end;
}

/// Returns true if a trip of `loop` may read contents from before the trip.
static bool readsFromBefore(const AccessIndex &uses, BufferId id, LoopId loop) {
  const LiveRange body = uses.rangeOf(loop);
  Step own = body.begin; // Contents of this trip are certain up to this step.
  for (const BufferUse &use : uses.byBuffer[id]) {
    if (!body.contains(use.step))
      continue;
    if (use.reads && use.step >= own)
      return true;
    if (use.writes && !use.reads)
      own = std::max(own, endOfWrite(uses, loop, use.step));
  }
  return false;
}

/// Finds a loop whose trips all read contents from before the loop, although
/// the live range ends within the loop: this breaks rule R10 in any tier.
static std::optional<std::string> findUnmetLoop(const AccessIndex &uses,
                                                BufferId id) {
  const Buffer &buffer = uses.problem.buffers[id];
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[id];
  for (LoopId loop = uses.loopOf(buffer.range.end - 1); loop != noLoop;
       loop = uses.parentOf(loop)) {
    const LiveRange body = uses.rangeOf(loop);
    const bool hasContents =
        buffer.liveIn ||
        (!bufferUses.empty() && bufferUses.front().step < body.begin);
    if (buffer.range.end >= body.end || !hasContents ||
        !readsFromBefore(uses, id, loop))
      continue;
    return "every trip of the loop over steps " + std::to_string(body.begin) +
           " to " + std::to_string(body.end) + " needs buffer '" + buffer.name +
           "' as it was before the loop, but its live range ends at step " +
           std::to_string(buffer.range.end) +
           "; let it live to the end of the loop";
  }
  return std::nullopt;
}

/// Returns a proof if a buffer with contents fits in no allowed tier.
static std::optional<std::string> findTooLarge(const Problem &problem,
                                               const Buffer &buffer) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  int64_t largest = 0;
  for (size_t tier = 0; tier < tiers.size(); ++tier) {
    if (!problem.mayBeIn(buffer, static_cast<TierId>(tier)))
      continue;
    if (buffer.size <= tiers[tier].capacity)
      return std::nullopt;
    largest = std::max(largest, tiers[tier].capacity);
  }
  return "buffer '" + buffer.name + "' of " + std::to_string(buffer.size) +
         " bytes is larger than every tier it may be in, the largest of "
         "which has " +
         std::to_string(largest) + " bytes; allow it in a larger tier";
}

/// Returns a proof if no sufficiently large tier may serve an access.
static std::optional<std::string>
findUnserved(const Problem &problem, BufferId id, const BufferUse &use) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  const Buffer &buffer = problem.buffers[id];
  const Op &op = problem.ops[use.step];
  for (int32_t k : use.accesses) {
    bool canBeServed = false;
    for (TierId tier = 0; tier < static_cast<TierId>(tiers.size()); ++tier) {
      const bool isThere =
          buffer.size <= tiers[tier].capacity ||
          (problem.isExternal(buffer) && tier == problem.homeOf(buffer));
      canBeServed |= isThere && problem.mayBeIn(buffer, tier) &&
                     mayServe(problem.target, op.accesses[k], tier);
    }
    if (!canBeServed)
      return "no tier can serve buffer '" + buffer.name + "' of " +
             std::to_string(buffer.size) + " bytes to op '" + op.name +
             "' (step " + std::to_string(use.step) +
             "); allow the buffer or the access in a tier that is large "
             "enough and can be written if it has to be";
  }
  return std::nullopt;
}

std::optional<BackingResult>
memplace::planning::proveInfeasible(const AccessIndex &uses) {
  const auto proven = [](std::string proof, std::optional<Step> step) {
    return BackingResult{std::nullopt, /*isInfeasible=*/true, std::move(proof),
                         step};
  };
  const Problem &problem = uses.problem;
  if (std::optional<UnreachedOperand> unreached = findUnreached(problem))
    return proven(unreached->message, unreached->step);
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const BufferId id = static_cast<BufferId>(b);
    const Buffer &buffer = problem.buffers[b];
    if (auto proof = findUnmetLoop(uses, id))
      return proven(*proof, {});
    const bool isNeeded =
        buffer.liveIn || buffer.liveOut || !uses.byBuffer[b].empty();
    if (isNeeded && !problem.isExternal(buffer))
      if (auto proof = findTooLarge(problem, buffer))
        return proven(*proof, {});
    for (const BufferUse &use : uses.byBuffer[b])
      if (auto proof = findUnserved(problem, id, use))
        return proven(*proof, use.step);
  }
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (std::optional<std::string> excess = findExcess(problem, step))
      return proven(*excess + "; cut the op in pieces (cut=auto), or allow its "
                              "operands in more tiers",
                    step);
  return std::nullopt;
}
