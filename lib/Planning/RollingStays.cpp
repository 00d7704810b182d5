//===- RollingStays.cpp - Stays that continue in the next trip ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the body of a loop, some accesses of a buffer are allowed only from home
// and give the buffer new contents (a window moves). The accesses before the
// first move are the head, the accesses after the last move are the tail. The
// head of a trip sees the contents of the tail of the trip before. There are
// thus two residencies at one place, as required by rule R10:
//
// before the loop          head                          tail [fill
// ............... | ......] evict    move    fill [.........|... evict
//
// The first residency is filled before the loop and lasts to the end of the
// head. Contents written there, or in the tail before, are then written back
// before the move. The second residency begins after the move, is filled if the
// tail is empty or reads first, and lasts to the end of the body. Contents
// written by the tail of the last trip are written back after the loop.
//
// All transfers take as long as possible, except the first fill, which starts
// as late as the channel allows.
//
//===----------------------------------------------------------------------===//

#include "RollingStays.h"

#include <algorithm>
#include <cassert>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Finds the rolling stay of one buffer in one loop.
class RollingFinder {
public:
  RollingFinder(const AccessIndex &uses, const Placement &placement,
                BufferId buffer, LoopId loop, TierId tier)
      : uses(uses), problem(uses.problem), placement(placement), buffer(buffer),
        loop(loop), tier(tier), body(uses.rangeOf(loop)),
        bufferUses(uses.byBuffer[buffer]), plan(placement.planOf(buffer)),
        headId(static_cast<StayId>(plan.stays.size())), tailId(headId + 1) {}

  /// Returns the buffer's plan with the stay; nothing if the rules do not allow
  /// a stay or there is no room.
  std::optional<BufferPlan> find();
  /// Returns true if the accesses in the loop allow a stay, room permitting.
  bool isPossible();
  /// Seconds saved by ops, without stalls.
  double getSaving() const;

private:
  bool findParts();
  bool mayServeAll(int32_t first, int32_t last) const;
  bool reads(int32_t first, int32_t last) const;
  bool writes(int32_t first, int32_t last) const;
  bool isInTrip(Step step) const { return uses.loopOf(step) == loop; }
  /// Returns the end of the steps that need use \p use: of an inner loop,
  /// all.
  Step endOfUse(int32_t use) const {
    const LoopId inner = uses.childAt(loop, bufferUses[use].step);
    return inner == noLoop ? bufferUses[use].step + 1 : uses.rangeOf(inner).end;
  }
  ChannelId channel(TierId from, TierId to) const;
  std::optional<Step> findFirstFill() const;
  bool addEvict();
  bool addFill();
  bool addLastEvict();

  const AccessIndex &uses;
  const Problem &problem;
  const Placement &placement;
  const BufferId buffer;
  const LoopId loop;
  const TierId tier;
  const LiveRange body;
  const std::vector<BufferUse> &bufferUses;
  BufferPlan plan;

  // Uses, half-open; the uses between head and tail begin and end with a move.
  int32_t headBegin = 0, headEnd = 0, tailBegin = 0, tailEnd = 0;
  bool isHeadWritten = false, isTailWritten = false;
  Stay head, tail;
  const StayId headId, tailId;
  std::vector<StayTransfer> transfers; // Of the two stays.
};

} // namespace

/// Returns true if the use writes, and \p tier may serve none of its accesses.
static bool isMove(const Problem &problem, const BufferUse &use, TierId tier) {
  return use.writes &&
         std::none_of(use.accesses.begin(), use.accesses.end(), [&](int32_t k) {
           return mayServe(problem.target, problem.ops[use.step].accesses[k],
                           tier);
         });
}

bool RollingFinder::mayServeAll(int32_t first, int32_t last) const {
  for (int32_t u = first; u < last; ++u)
    for (int32_t k : bufferUses[u].accesses)
      if (!mayServe(problem.target, problem.ops[bufferUses[u].step].accesses[k],
                    tier))
        return false;
  return true;
}

bool RollingFinder::reads(int32_t first, int32_t last) const {
  return first < last && bufferUses[first].reads;
}

bool RollingFinder::writes(int32_t first, int32_t last) const {
  return std::any_of(bufferUses.begin() + first, bufferUses.begin() + last,
                     [](const BufferUse &use) { return use.writes; });
}

bool RollingFinder::findParts() {
  headBegin = uses.firstUseSince(buffer, body.begin);
  tailEnd = uses.firstUseSince(buffer, body.end);
  headEnd = headBegin;
  while (headEnd < tailEnd && !isMove(problem, bufferUses[headEnd], tier))
    ++headEnd;
  tailBegin = tailEnd;
  while (tailBegin > headEnd &&
         !isMove(problem, bufferUses[tailBegin - 1], tier))
    --tailBegin;
  // Each trip must have a move, directly at the level of the loop; the last use
  // before the loop must be a move, too.
  if (headEnd == tailEnd || !isInTrip(bufferUses[headEnd].step) ||
      !isInTrip(bufferUses[tailBegin - 1].step) || headBegin == 0 ||
      !isMove(problem, bufferUses[headBegin - 1], tier))
    return false;
  // The fills read the home, where the moves must have left the contents.
  if (std::any_of(plan.serving.begin() + headBegin - 1,
                  plan.serving.begin() + tailEnd,
                  [](StayId stay) { return stay != 0; }))
    return false;
  isHeadWritten = writes(headBegin, headEnd);
  isTailWritten = writes(tailBegin, tailEnd);
  // The stay must hand contents on, and the head must not overwrite them.
  if (headBegin == headEnd ? !isTailWritten : !reads(headBegin, headEnd))
    return false;
  return mayServeAll(headBegin, headEnd) && mayServeAll(tailBegin, tailEnd);
}

ChannelId RollingFinder::channel(TierId from, TierId to) const {
  const std::vector<ChannelId> route = findRoute(problem, buffer, from, to);
  return route.size() == 1 ? route.front() : -1;
}

// Returns the latest boundary before the loop from which the channel has enough
// time.
std::optional<Step> RollingFinder::findFirstFill() const {
  const LoopId parent = uses.parentOf(loop);
  const Step first =
      std::max(uses.rangeOf(parent).begin, bufferUses[headBegin - 1].step + 1);
  const ChannelId in = channel(plan.stays[0].tier, tier);
  const Traffic &traffic = placement.getTraffic();
  double missing = static_cast<double>(problem.buffers[buffer].size);
  std::optional<Step> found;
  for (Step step = body.begin - 1; step >= first; --step) {
    missing -= traffic.roomOf(in, step);
    if (uses.mayStartAt(parent, step))
      found = step;
    if (found && missing <= 0)
      break;
  }
  return found;
}

// Before the first move, evicts the contents written by the head or by the tail
// before.
bool RollingFinder::addEvict() {
  const Step done = bufferUses[headEnd].step;
  head.range.end = headEnd > headBegin ? endOfUse(headEnd - 1) : body.begin;
  head.reservedEnd = head.range.end;
  if (!isHeadWritten && !isTailWritten)
    return true;
  Step start = body.begin;
  for (int32_t u = headBegin; u < headEnd; ++u)
    if (bufferUses[u].writes)
      start = bufferUses[u].step + 1;
  while (start < done && !isInTrip(start))
    ++start;
  if (start > done)
    return false;
  head.range.end = std::max(head.range.end, done);
  head.reservedEnd = head.range.end + (start == done);
  transfers.push_back(
      {headId, 0, channel(tier, plan.stays[0].tier), start, done});
  return transfers.back().channel >= 0;
}

// After the last move, fills the tail unless the tail overwrites the contents.
bool RollingFinder::addFill() {
  const Step first = bufferUses[tailBegin - 1].step + 1;
  tail.range = {first, body.end};
  tail.reservedEnd = body.end;
  if (tailBegin < tailEnd && !bufferUses[tailBegin].reads) {
    tail.range.begin = bufferUses[tailBegin].step;
    return isInTrip(tail.range.begin);
  }
  Step start = first;
  while (start < body.end && !isInTrip(start))
    ++start;
  const Step done = tailBegin < tailEnd ? bufferUses[tailBegin].step : body.end;
  if (start >= body.end || start > done ||
      (done < body.end && !uses.mayBeAwaitedAt(loop, done)))
    return false;
  tail.range.begin = start;
  transfers.push_back(
      {0, tailId, channel(plan.stays[0].tier, tier), start, done});
  return true;
}

// After the loop, evicts the contents of the last tail, up to the next use.
bool RollingFinder::addLastEvict() {
  if (!isTailWritten)
    return true;
  const LoopId parent = uses.parentOf(loop);
  Step done = uses.rangeOf(parent).end;
  if (tailEnd < static_cast<int32_t>(bufferUses.size()))
    done = std::min(done, bufferUses[tailEnd].step);
  // Fills of later stays read the contents at home.
  for (const StayTransfer &transfer : plan.transfers)
    if (transfer.from == 0 && transfer.start >= body.end) {
      done = std::min(done, transfer.start);
      if (transfer.start == body.end)
        return false;
    }
  if (body.end >= problem.numSteps() || uses.loopOf(body.end) != parent ||
      !uses.mayBeAwaitedAt(parent, done))
    return false;
  tail.range.end = std::max(body.end, done);
  tail.reservedEnd = tail.range.end + (body.end == done);
  transfers.push_back(
      {tailId, 0, channel(tier, plan.stays[0].tier), body.end, done});
  return transfers.back().channel >= 0;
}

double RollingFinder::getSaving() const {
  const Traffic &traffic = placement.getTraffic();
  double saving = 0;
  if (headBegin < headEnd)
    saving += traffic.savingOf(buffer, headBegin, headEnd - 1, tier, 0);
  if (tailBegin < tailEnd)
    saving += traffic.savingOf(buffer, tailBegin, tailEnd - 1, tier, 0);
  return saving;
}

bool RollingFinder::isPossible() {
  return tier < plan.stays[0].tier &&
         problem.mayBeIn(problem.buffers[buffer], tier) &&
         channel(plan.stays[0].tier, tier) >= 0 && findParts();
}

std::optional<BufferPlan> RollingFinder::find() {
  if (!isPossible())
    return std::nullopt;
  const Buffer &data = problem.buffers[buffer];
  const std::optional<Step> first = findFirstFill();
  if (!first)
    return std::nullopt;
  transfers.push_back(
      {0, headId, channel(plan.stays[0].tier, tier), *first, body.begin});
  head.tier = tail.tier = tier;
  head.range.begin = *first;
  if (!addEvict() || !addFill() || !addLastEvict() ||
      head.reservedEnd > tail.range.begin)
    return std::nullopt;
  const std::optional<Offset> offset = placement.getArena(tier).find(
      {tail.range.begin, tail.reservedEnd}, data.size,
      problem.alignmentIn(data, tier), Arena::Fit::First,
      {head.range.begin, head.reservedEnd});
  if (!offset)
    return std::nullopt;
  head.offset = tail.offset = offset;
  plan.stays.insert(plan.stays.end(), {head, tail});
  plan.transfers.insert(plan.transfers.end(), transfers.begin(),
                        transfers.end());
  std::fill(plan.serving.begin() + headBegin, plan.serving.begin() + headEnd,
            headId);
  std::fill(plan.serving.begin() + tailBegin, plan.serving.begin() + tailEnd,
            tailId);
  return std::move(plan);
}

namespace {
/// A buffer with a possible rolling stay in a loop.
struct Candidate {
  double value = 0; // Seconds per byte.
  BufferId buffer = 0;
  LoopId loop = 0;
};
} // namespace

/// Returns the candidates, largest saving per byte first.
static std::vector<Candidate> findCandidates(const AccessIndex &uses,
                                             const Placement &base) {
  const Problem &problem = uses.problem;
  std::vector<Candidate> candidates;
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id) {
    if (problem.isCyclic || !problem.isExternal(id) ||
        base.planOf(id).stays.size() != 1)
      continue;
    for (LoopId loop = 0; loop < static_cast<LoopId>(uses.loops.size());
         ++loop) {
      RollingFinder finder(uses, base, id, loop, 0);
      if (finder.find() && finder.getSaving() > 0)
        candidates.push_back(
            {finder.getSaving() / static_cast<double>(problem.buffers[id].size),
             id, loop});
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) {
              return std::tuple(-a.value, a.buffer, a.loop) <
                     std::tuple(-b.value, b.buffer, b.loop);
            });
  return candidates;
}

std::optional<Placement>
memplace::planning::withRollingStays(const AccessIndex &uses,
                                     const Placement &base) {
  std::optional<Placement> result;
  for (const Candidate &candidate : findCandidates(uses, base))
    for (TierId tier = 0;
         tier < uses.problem.homeOf(uses.problem.buffers[candidate.buffer]);
         ++tier) {
      const Placement &now = result ? *result : base;
      RollingFinder finder(uses, now, candidate.buffer, candidate.loop, tier);
      if (now.planOf(candidate.buffer).stays.size() != 1)
        break;
      std::optional<BufferPlan> plan = finder.find();
      if (!plan || finder.getSaving() <= 0)
        continue;
      if (!result)
        result = base;
      result->addToBase(candidate.buffer, *plan);
      break;
    }
  return result;
}

std::optional<BufferPlan>
memplace::planning::findRollingStay(const AccessIndex &uses,
                                    const Placement &placement, BufferId buffer,
                                    LoopId loop, TierId tier) {
  return RollingFinder(uses, placement, buffer, loop, tier).find();
}

bool memplace::planning::mayRoll(const AccessIndex &uses,
                                 const Placement &placement, BufferId buffer,
                                 LoopId loop, TierId tier) {
  return RollingFinder(uses, placement, buffer, loop, tier).isPossible();
}

bool memplace::planning::hasRollingStays(const Placement &base,
                                         const Placement &rolling,
                                         const Solution &solution) {
  return std::any_of(solution.residencies.begin(), solution.residencies.end(),
                     [&](const Residency &residency) {
                       const BufferPlan &plan =
                           rolling.planOf(residency.buffer);
                       // Backing copy, head, tail.
                       return base.planOf(residency.buffer).stays.size() == 1 &&
                              plan.stays.size() == 3 &&
                              plan.stays[1].offset == plan.stays[2].offset &&
                              residency.tier == plan.stays[2].tier &&
                              residency.offset == plan.stays[2].offset &&
                              residency.range == plan.stays[2].range;
                     });
}
