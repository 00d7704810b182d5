//===- CrossProgram.cpp - Cross-program prefetch --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cross-program prefetch of XLA's memory space assignment (see
// docs/guide/solvers.md, section `msa`): the largest weights first, up to a
// limit set by an option, each if room permits. If the buffers eligible for the
// tier do not all fit at once, a weight releases its room after its last use,
// unless the last use is so late that the gain is small. Our own addition: in
// cyclic problems the copy for the next run is a transfer at the end, with its
// share of the copy resource.
//
//===----------------------------------------------------------------------===//

#include "CrossProgram.h"

#include "TierAllocator.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// A weight is released after its last use if it is then needed for less than
/// this share of the program.
static constexpr double maxOccupied = 0.6;

/// Returns true if the previous run may fetch \p buffer, a read-only input.
static bool mayWrap(const TierContext &pass, const Buffer &buffer) {
  return pass.problem.isCyclic && pass.options.wraps &&
         buffer.range.end == pass.problem.numSteps();
}

/// Returns true if \p buffer is a read-only input, can be present in time, and
/// may be served from the tier of \p pass for all accesses.
static bool isCandidate(const TierContext &pass, BufferId buffer) {
  const Problem &problem = pass.problem;
  const Buffer &data = problem.buffers[buffer];
  const LoopId root = pass.uses.rootOf(buffer);
  const Route &route = *pass.routes[pass.state.plans[buffer].stays[0].tier];
  if (!data.liveIn || data.liveOut || !problem.isExternal(buffer) || !route.in)
    return false;
  // Otherwise this run must make the copy.
  if (!mayWrap(pass, data) && (!pass.uses.mayStartAt(root, 0) ||
                               pass.uses.byBuffer[buffer].front().step == 0))
    return false;
  for (const BufferUse &use : pass.uses.byBuffer[buffer]) {
    if (use.writes)
      return false;
    for (int32_t k : use.accesses)
      if (!mayServe(problem.target, problem.ops[use.step].accesses[k],
                    pass.tier))
        return false;
  }
  return true;
}

/// Returns the number of outputs less the number of inputs, by size.
static std::map<int64_t, int64_t> surplusOfOutputs(const Problem &problem) {
  std::map<int64_t, int64_t> surplus;
  for (const Buffer &buffer : problem.buffers)
    surplus[buffer.size] += int(buffer.liveOut) - int(buffer.liveIn);
  return surplus;
}

/// Steps from the start of the program to the last use, including loops around
/// uses, and the boundary at which the first use needs the contents.
struct UsedSteps {
  LiveRange range;
  Step firstUse = 0;
};

static UsedSteps usedSteps(const TierContext &pass, BufferId buffer) {
  const AccessIndex &uses = pass.uses;
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
  const LoopId root = uses.rootOf(buffer);
  UsedSteps used;
  used.firstUse = bufferUses.front().step;
  used.range = {0, bufferUses.back().step + 1};
  if (LoopId loop = uses.childAt(root, bufferUses.front().step); loop != noLoop)
    used.firstUse = uses.rangeOf(loop).begin;
  if (LoopId loop = uses.childAt(root, bufferUses.back().step); loop != noLoop)
    used.range.end = uses.rangeOf(loop).end;
  return used;
}

/// Adds a stay at \p offset. Its bytes are taken until \p reservedEnd.
static StayId addStay(TierContext &pass, BufferId buffer, LiveRange range,
                      Step reservedEnd, Offset offset, bool isWrapped) {
  BufferPlan &plan = pass.state.plans[buffer];
  plan.stays.push_back({pass.tier, range, offset, reservedEnd});
  pass.state.infos[buffer].push_back(
      {pass.uses.rootOf(buffer),
       pass.heap().take({range.begin, reservedEnd}, offset,
                        pass.problem.buffers[buffer].size),
       isWrapped});
  return static_cast<StayId>(plan.stays.size() - 1);
}

/// Returns the issue of the next run's copy of a weight released after its last
/// use. The copy is awaited at the end of the program, as if the first use were
/// there. Takes time of the copy resource. Returns nothing if the weight would
/// be away too briefly.
static std::optional<Step> findIssue(TierContext &pass, BufferId buffer,
                                     const UsedSteps &used) {
  const Step numSteps = pass.problem.numSteps();
  Route &route = *pass.routes[pass.state.plans[buffer].stays[0].tier];
  Picker &picker = pass.pickers[pass.state.plans[buffer].stays[0].tier];
  PrefetchWindow window;
  window.level = pass.uses.rootOf(buffer);
  window.earliest = used.range.end;
  window.by = numSteps;
  window.copySeconds = route.inSeconds(pass.problem.buffers[buffer].size);
  if (!picker.begin(window))
    return std::nullopt;
  const double seconds = pass.copyDemand(window.copySeconds);
  while (std::optional<Step> start = picker.next()) {
    const double occupied = pass.cost.elapsed(noLoop, 0, used.range.end) +
                            pass.cost.elapsed(noLoop, *start, numSteps);
    // At the very end no step is left to hide the copy.
    if (*start == used.range.end || *start == numSteps ||
        occupied >= maxOccupied * pass.cost.elapsed(noLoop, 0, numSteps))
      continue;
    if (route.prefetches.tryAdd({*start, numSteps, seconds}))
      return start;
  }
  return std::nullopt;
}

/// In a cyclic problem: keeps the weight, or fetches it again for the next run.
static bool fetchForNext(TierContext &pass, BufferId buffer, bool isTight,
                         const UsedSteps &used) {
  const Problem &problem = pass.problem;
  const Buffer &data = problem.buffers[buffer];
  const Step numSteps = problem.numSteps();
  const ChannelId channel =
      *pass.routes[pass.state.plans[buffer].stays[0].tier]->in;
  // A stay present at the end lasts through the end.
  const std::optional<Offset> offset = pass.heap().find(
      {0, numSteps + 1}, data.size, problem.alignmentIn(data, pass.tier),
      pass.options.isBestFit);
  if (!offset)
    return false;
  std::optional<Step> issue;
  if (isTight)
    issue = findIssue(pass, buffer, used);
  StayId stay = 0;
  if (issue) {
    stay = addStay(pass, buffer, used.range, used.range.end, *offset, true);
    const StayId tail =
        addStay(pass, buffer, {*issue, numSteps}, numSteps + 1, *offset, true);
    pass.state.plans[buffer].transfers.push_back({.from = 0,
                                                  .to = stay,
                                                  .channel = channel,
                                                  .start = *issue,
                                                  .done = used.firstUse,
                                                  .tail = tail});
  } else {
    stay = addStay(pass, buffer, {0, numSteps}, numSteps + 1, *offset, true);
  }
  std::vector<StayId> &serving = pass.state.plans[buffer].serving;
  std::fill(serving.begin(), serving.end(), stay);
  return true;
}

static bool fetch(TierContext &pass, BufferId buffer, bool isTight) {
  const Problem &problem = pass.problem;
  const Buffer &data = problem.buffers[buffer];
  const UsedSteps used = usedSteps(pass, buffer);
  if (!data.range.covers(used.range))
    return false;
  if (mayWrap(pass, data))
    return fetchForNext(pass, buffer, isTight, used);
  const Step numSteps = problem.numSteps();
  const double part = pass.cost.elapsed(noLoop, 0, used.range.end) /
                      pass.cost.elapsed(noLoop, 0, numSteps);
  const Step reservedEnd =
      isTight && part < maxOccupied ? used.range.end : numSteps;
  const std::optional<Offset> offset = pass.heap().find(
      {0, reservedEnd}, data.size, problem.alignmentIn(data, pass.tier),
      pass.options.isBestFit);
  if (!offset)
    return false;

  BufferPlan &plan = pass.state.plans[buffer];
  const StayId stay =
      addStay(pass, buffer, used.range, reservedEnd, *offset, false);
  plan.transfers.push_back(
      {0, stay, *pass.routes[plan.stays[0].tier]->in, 0, used.firstUse});
  std::fill(plan.serving.begin(), plan.serving.end(), stay);
  return true;
}

std::vector<BufferId>
memplace::solver::msa::prefetchAcrossPrograms(TierContext &pass,
                                              const std::vector<bool> &forced) {
  std::vector<BufferId> fetched;
  if (pass.options.maxCrossProgram == 0)
    return fetched;
  // XLA's memory pressure: total size of the buffers eligible for the tier.
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

  // Largest first; among equals, most uses, then earliest last use.
  auto key = [&](BufferId buffer) {
    const std::vector<BufferUse> &bufferUses = pass.uses.byBuffer[buffer];
    return std::tuple(-pass.problem.buffers[buffer].size,
                      -static_cast<int64_t>(bufferUses.size()),
                      bufferUses.back().step, buffer);
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
