//===- StayDecoder.cpp - A buffer's choices become stays ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A greedy decoder of our own, as in genetic algorithms and large neighbourhood
// search with a constructive heuristic: whoever searches says in which order
// buffers come and with which choices, and this finds where they go. For each
// tier, fastest first, and each access group that the base still serves, it
// tries the stay up to the last group that is near enough, then shorter ones.
//
// That takes time in the square of a buffer's accesses at worst, so that a
// buffer with very many of them gets short stays once long ones have failed
// often enough, and not any number of them. Left out: to take out what others
// have got.
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/StayDecoder.h"

#include "memplace/Planning/BasePlan.h"
#include "memplace/Planning/Route.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

/// How many groups may be tried to be served, the same one in several stays:
/// so many, and so many more for each group. Every stay of a buffer of up to
/// 177 groups may be tried: n * n = baseWork + workPerGroup * n.
static constexpr int64_t baseWork = 20000;
static constexpr int64_t workPerGroup = 64;

/// How many groups a stay may serve after that. Up to here each length is
/// tried, beyond only each half of the one before.
static constexpr int32_t shortLength = 8;

/// How many copies a buffer may have: to take it out, to compare it and to
/// simulate it takes time in their number.
static constexpr size_t maxCopies = 2000;

/// Seconds that count as saved per second by which a slower tier gets free, at
/// least: so much that it decides between what else saves the same.
static constexpr double minValueOfFreeTime = 1e-6;

//===----------------------------------------------------------------------===//
// One stay
//===----------------------------------------------------------------------===//

// Whether there are enough bytes at each step from group to group. Most stays
// that have no room end here.
static bool mayHaveRoom(const Uses &uses, const Arena &arena,
                        const StayRequest &request) {
  const auto &groups = uses.groups[request.buffer];
  const int32_t numGroups = static_cast<int32_t>(groups.size());
  const int64_t size = uses.problem.buffers[request.buffer].size;
  const Step begin = groups[request.firstGroup].step;
  if (request.lastGroup < numGroups)
    return arena.hasBytes({begin, groups[request.lastGroup].step + 1}, size);
  return arena.hasBytes({begin, uses.problem.numSteps()}, size) &&
         arena.hasBytes({0, groups[request.lastGroup - numGroups].step + 1},
                        size);
}

// Levels to try, the last one first.
static std::vector<StayLevels> levelsToTry(const Uses &uses,
                                           const StayRequest &request,
                                           const LevelChoice &choice) {
  if (choice.mayOutlast)
    return stayLevelsOf(uses, request.buffer, request.firstGroup,
                        request.lastGroup);
  std::vector<StayLevels> levels;
  for (LoopId level :
       levelsOf(uses, request.buffer, request.firstGroup, request.lastGroup))
    levels.push_back({level});
  return levels;
}

// Brings each run of arms with what they are in into the other order.
static void putArmsFirst(const Uses &uses, std::vector<StayLevels> &levels) {
  for (size_t begin = 0; begin < levels.size();) {
    size_t end = begin + 1;
    while (end < levels.size() && uses.isArm(levels[end - 1].level))
      ++end;
    std::reverse(levels.begin() + begin, levels.begin() + end);
    begin = end;
  }
}

std::optional<StayOutcome>
memplace::planning::addStay(const Uses &uses, Placement &placement,
                            StayRequest request, const StayPolicy &policy,
                            const LevelChoice &choice) {
  if (!mayHaveRoom(uses, placement.getArena(request.tier), request))
    return std::nullopt;
  const size_t numGroups = uses.groups[request.buffer].size();
  if (uses.loops.empty() ||
      static_cast<size_t>(request.lastGroup) >= numGroups) {
    request.level = uses.rootOf(request.buffer);
    request.exitLevel = std::nullopt;
    return placement.addStay(request, policy);
  }
  std::vector<StayLevels> levels = levelsToTry(uses, request, choice);
  if (choice.isInnermostFirst)
    std::reverse(levels.begin(), levels.end());
  else if (choice.areArmsFirst)
    putArmsFirst(uses, levels);
  for (size_t i = levels.size(); i-- > 0;) {
    request.level = levels[i].level;
    request.exitLevel = levels[i].exitLevel;
    if (std::optional<StayOutcome> outcome = placement.addStay(request, policy))
      return outcome;
  }
  return std::nullopt;
}

std::optional<int32_t> StayDecoder::insertStay(Placement &placement,
                                               BufferId buffer, TierId tier,
                                               int32_t firstGroup,
                                               int32_t lastGroup,
                                               const Choices &choices) const {
  const int32_t numGroups = static_cast<int32_t>(uses.groups[buffer].size());
  const int32_t turn = firstGroup >= numGroups ? numGroups : 0;
  const std::optional<StayOutcome> outcome = addStay(
      uses, placement, {buffer, tier, firstGroup - turn, lastGroup - turn},
      choices.policy,
      {choices.mayOutlastLoops, choices.isInnermostFirst,
       choices.areArmsFirst});
  if (!outcome)
    return std::nullopt;
  return std::max(firstGroup, outcome->lastGroup + turn);
}

//===----------------------------------------------------------------------===//
// One buffer
//===----------------------------------------------------------------------===//

/// Groups of a buffer to serve from a tier; in a cyclic problem they may count
/// on into the next invocation.
struct StayDecoder::Span {
  BufferId buffer = 0;
  TierId tier = 0;
  int32_t begin = 0;
  int32_t end = 0;
};

StayDecoder::StayDecoder(const Uses &uses, const Placement &base) : uses(uses) {
  elapsed.assign(1, 0);
  for (Step step = 0; step < uses.problem.numSteps(); ++step)
    elapsed.push_back(elapsed.back() + base.getTraffic().durationOf(step));
}

double StayDecoder::savingOf(const Placement &placement, BufferId buffer,
                             TierId tier, const StayPolicy &policy) const {
  return placement.savingOf(
      buffer, 0, static_cast<int32_t>(uses.groups[buffer].size()) - 1, tier,
      std::max(minValueOfFreeTime, policy.valueOfFreeTime));
}

double StayDecoder::lifeOf(BufferId buffer) const {
  const auto &groups = uses.groups[buffer];
  return elapsed[groups.back().step + 1] - elapsed[groups.front().step];
}

// Seconds a copy from the base takes if nothing disturbs it.
double StayDecoder::copySeconds(const Placement &placement, BufferId buffer,
                                TierId tier) const {
  double seconds = 0;
  for (ChannelId channel : findRoute(
           uses.problem, buffer, placement.planOf(buffer).stays[0].tier, tier))
    seconds += static_cast<double>(uses.problem.buffers[buffer].size) /
               placement.getTraffic().rateOf(channel);
  return seconds;
}

// Seconds from a group to the next one, of the next invocation after the last.
double StayDecoder::gapAfter(BufferId buffer, int32_t group) const {
  const auto &groups = uses.groups[buffer];
  const int32_t numGroups = static_cast<int32_t>(groups.size());
  const double end = elapsed[groups[group % numGroups].step + 1];
  const double next = elapsed[groups[(group + 1) % numGroups].step];
  return next - end + ((group + 1) % numGroups == 0 ? elapsed.back() : 0);
}

static bool isFree(const BufferPlan &plan, int32_t group) {
  return plan.serving[group % static_cast<int32_t>(plan.serving.size())] == 0;
}

// The last group up to which a stay from `first` on might serve.
int32_t StayDecoder::lastWithin(const Placement &placement, const Span &span,
                                int32_t first, int32_t end,
                                double maxGap) const {
  const BufferPlan &plan = placement.planOf(span.buffer);
  int32_t last = first;
  while (last + 1 < end && isFree(plan, last + 1) &&
         gapAfter(span.buffer, last) <= maxGap)
    ++last;
  return last;
}

// The longest stay that fits. Returns the last group that is settled.
int32_t StayDecoder::insertLongest(Placement &placement, BufferId buffer,
                                   TierId tier, int32_t first, int32_t last,
                                   const Choices &choices) const {
  for (int32_t length = last - first + 1; length > 0;
       length = length > shortLength ? length / 2 : length - 1)
    if (std::optional<int32_t> settled = insertStay(
            placement, buffer, tier, first, first + length - 1, choices))
      return *settled;
  return first;
}

// From left to right. Returns whether to go on with the next tier.
bool StayDecoder::insertIn(Placement &placement, const Span &span,
                           const Choices &choices, int64_t &work,
                           const std::function<bool()> &shouldContinue) const {
  const BufferPlan &plan = placement.planOf(span.buffer);
  const double maxGap =
      choices.maxKeep == infinity
          ? infinity
          : choices.maxKeep * copySeconds(placement, span.buffer, span.tier);
  for (int32_t first = span.begin; first < span.end;) {
    if (!isFree(plan, first)) {
      ++first;
      continue;
    }
    if (plan.copies.size() > maxCopies || (shouldContinue && !shouldContinue()))
      return false;
    const int32_t end =
        work > 0 ? span.end : std::min(span.end, first + shortLength);
    const int32_t last = lastWithin(placement, span, first, end, maxGap);
    work -= 2 * (last - first + 1); // All lengths together.
    first =
        insertLongest(placement, span.buffer, span.tier, first, last, choices) +
        1;
  }
  return true;
}

void StayDecoder::insert(Placement &placement, BufferId buffer,
                         std::span<const TierId> tiers, const Choices &choices,
                         const std::function<bool()> &shouldContinue) const {
  const int32_t numGroups = static_cast<int32_t>(uses.groups[buffer].size());
  assert(numGroups > 0 && "what nobody uses is served by no tier");
  const bool goesAround = uses.mayGoAround(buffer) && choices.firstGroup == 0 &&
                          choices.lastGroup >= numGroups - 1;
  int32_t begin = goesAround ? choices.turn % numGroups : choices.firstGroup;
  int32_t end = goesAround ? begin + numGroups
                           : std::min(numGroups - 1, choices.lastGroup) + 1;
  int64_t work = baseWork + workPerGroup * int64_t(numGroups);
  for (TierId tier : tiers) {
    assert(tier < placement.planOf(buffer).stays[0].tier &&
           "a stay is in a faster tier than its base");
    if (tier < choices.fastest)
      continue;
    if (goesAround && choices.staysAlways &&
        insertStay(placement, buffer, tier, begin, begin + numGroups, choices))
      return;
    if (!insertIn(placement, {buffer, tier, begin, end}, choices, work,
                  shouldContinue))
      return;
    if (choices.restMayMove && !goesAround) {
      begin = 0;
      end = numGroups;
    }
  }
}
