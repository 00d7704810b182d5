//===- CrossProgram.cpp - What the run before has fetched -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrossProgram.h"

#include "TierAllocator.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// A buffer is given up after its last use if it is needed during less than
/// this part of the program.
static constexpr double mostOccupied = 0.6;

/// Whether \p buffer is an input that nothing writes, and all of its accesses
/// may be served from the tier of \p pass.
static bool isCandidate(const TierPass &pass, BufferId buffer) {
  const Problem &problem = pass.problem;
  const Buffer &data = problem.buffers[buffer];
  const LoopId root = pass.uses.rootOf(buffer);
  const Route &route = *pass.routes[pass.state.plans[buffer].stays[0].tier];
  if (!data.liveIn || data.liveOut || !problem.isExternal(buffer) ||
      !route.in || !pass.uses.isStartAt(root, 0) ||
      pass.uses.groups[buffer].front().step == 0)
    return false;
  for (const AccessGroup &group : pass.uses.groups[buffer]) {
    if (group.writes)
      return false;
    for (int32_t k : group.accesses)
      if (!mayServe(problem.target, problem.ops[group.step].accesses[k],
                    pass.tier))
        return false;
  }
  return true;
}

/// Outputs without inputs, by size; negative: there are more inputs.
static std::map<int64_t, int64_t> surplusOfOutputs(const Problem &problem) {
  std::map<int64_t, int64_t> surplus;
  for (const Buffer &buffer : problem.buffers)
    surplus[buffer.size] += int(buffer.liveOut) - int(buffer.liveIn);
  return surplus;
}

/// The steps from the program's start to the last use, loops around uses
/// included, and the boundary at which the first use needs the contents.
struct UsedSteps {
  LiveRange range;
  Step firstUse = 0;
};

static UsedSteps usedSteps(const TierPass &pass, BufferId buffer) {
  const Uses &uses = pass.uses;
  const std::vector<AccessGroup> &groups = uses.groups[buffer];
  const LoopId root = uses.rootOf(buffer);
  UsedSteps used;
  used.firstUse = groups.front().step;
  used.range = {0, groups.back().step + 1};
  if (LoopId loop = uses.childAt(root, groups.front().step); loop != noLoop)
    used.firstUse = uses.rangeOf(loop).begin;
  if (LoopId loop = uses.childAt(root, groups.back().step); loop != noLoop)
    used.range.end = uses.rangeOf(loop).end;
  return used;
}

static bool fetch(TierPass &pass, BufferId buffer, bool isTight) {
  const Problem &problem = pass.problem;
  const Buffer &data = problem.buffers[buffer];
  const UsedSteps used = usedSteps(pass, buffer);
  if (!data.range.covers(used.range))
    return false;
  const Step numSteps = problem.numSteps();
  const double part = pass.cost.elapsed(noLoop, 0, used.range.end) /
                      pass.cost.elapsed(noLoop, 0, numSteps);
  const Step reservedEnd =
      isTight && part < mostOccupied ? used.range.end : numSteps;
  const std::optional<Offset> offset = pass.heap().find(
      {0, reservedEnd}, data.size, problem.alignmentIn(data, pass.tier),
      pass.options.isBestFit);
  if (!offset)
    return false;

  BufferPlan &plan = pass.state.plans[buffer];
  const StayId stay = static_cast<StayId>(plan.stays.size());
  plan.stays.push_back({pass.tier, used.range, *offset, reservedEnd});
  plan.copies.push_back(
      {0, stay, *pass.routes[plan.stays[0].tier]->in, 0, used.firstUse});
  std::fill(plan.serving.begin(), plan.serving.end(), stay);
  pass.state.infos[buffer].push_back(
      {pass.uses.rootOf(buffer),
       pass.heap().take({0, reservedEnd}, *offset, data.size)});
  return true;
}

std::vector<BufferId>
memplace::solver::msa::prefetchAcrossPrograms(TierPass &pass,
                                              const std::vector<bool> &forced) {
  std::vector<BufferId> fetched;
  if (pass.options.maxCrossProgram == 0)
    return fetched;
  // XLA's memory pressure: what could be in the tier, all at the same time.
  const std::vector<BufferId> eligible = orderBuffers(pass);
  std::map<int64_t, int64_t> surplus = surplusOfOutputs(pass.problem);
  double pressure = 0;
  std::vector<BufferId> candidates;
  for (BufferId buffer : eligible) {
    pressure += static_cast<double>(pass.problem.buffers[buffer].size);
    if (!forced[buffer] && isCandidate(pass, buffer) &&
        surplus[pass.problem.buffers[buffer].size] < 0)
      candidates.push_back(buffer);
  }
  const bool isTight =
      pressure > static_cast<double>(pass.heap().getCapacity());

  // The largest, of those the one with most uses, then the first to be done.
  auto key = [&](BufferId buffer) {
    const std::vector<AccessGroup> &groups = pass.uses.groups[buffer];
    return std::tuple(-pass.problem.buffers[buffer].size,
                      -static_cast<int64_t>(groups.size()), groups.back().step,
                      buffer);
  };
  std::sort(candidates.begin(), candidates.end(),
            [&](BufferId a, BufferId b) { return key(a) < key(b); });
  for (BufferId buffer : candidates) {
    if (static_cast<int64_t>(fetched.size()) >= pass.options.maxCrossProgram)
      break;
    if (fetch(pass, buffer, isTight))
      fetched.push_back(buffer);
  }
  return fetched;
}
