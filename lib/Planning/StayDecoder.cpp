//===- StayDecoder.cpp - Decoder of choices into stays --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A greedy decoder of our own, as in genetic algorithms and large neighbourhood
// search with a constructive heuristic: the search decides the order of buffers
// and their choices, and the decoder finds their places. For each tier, fastest
// first, and each use still served by the backing copy, the decoder tries the
// stay up to the last use near enough, then shorter stays.
//
// The worst case is quadratic in a buffer's uses. A buffer with very many uses
// therefore gets short stays after enough long stays have failed, and a limited
// number of stays. Stays of other buffers are never removed.
//
//===----------------------------------------------------------------------===//

#include "StayDecoder.h"

#include "Route.h"
#include "StayLevels.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

/// Budget of attempts to serve a use, counted per use and stay: a base plus an
/// amount per use. A buffer of up to 177 uses may try every stay: n * n =
/// baseWork + workPerUse * n.
static constexpr int64_t baseWork = 20000;
static constexpr int64_t workPerUse = 64;

/// Maximum uses of a stay once the budget is spent. Lengths up to this one are
/// all tried. Longer ones are halved after each attempt without room, so a stay
/// may be shorter than the longest with room.
static constexpr int32_t shortLength = 8;

/// Deepest nest of loops around a use of which all levels are tried. A stay
/// that outlasts loops has a level for each pair of loops, and each try looks
/// at all accesses of the buffer in the loops.
static constexpr size_t maxNest = 8;

/// Maximum transfers of a buffer: removal, comparison and simulation take time
/// in their number.
static constexpr size_t maxTransfers = 2000;

/// Minimum of seconds credited per second of a slower tier's time released:
/// just enough to break ties between equal savings.
static constexpr double minValueOfFreeTime = 1e-6;

//===----------------------------------------------------------------------===//
// One stay
//===----------------------------------------------------------------------===//

// Returns true if there are enough bytes at each step from use to use. Most
// stays without room fail here.
static bool mayHaveRoom(const AccessIndex &uses, const Arena &arena,
                        const StayRequest &request) {
  const auto &bufferUses = uses.byBuffer[request.buffer];
  const int32_t numUses = static_cast<int32_t>(bufferUses.size());
  const int64_t size = uses.problem.buffers[request.buffer].size;
  const Step begin = bufferUses[request.firstUse].step;
  if (request.lastUse < numUses)
    return arena.hasBytes({begin, bufferUses[request.lastUse].step + 1}, size);
  return arena.hasBytes({begin, uses.problem.numSteps()}, size) &&
         arena.hasBytes({0, bufferUses[request.lastUse - numUses].step + 1},
                        size);
}

// Returns the levels in reverse order of attempts.
static std::vector<StayLevels> levelsToTry(const AccessIndex &uses,
                                           const StayRequest &request,
                                           const LevelOptions &options) {
  std::vector<LoopId> nest =
      levelsOf(uses, request.buffer, request.firstUse, request.lastUse);
  const size_t numLoops =
      levelsOf(uses, request.buffer, request.firstUse, request.firstUse).size();
  if (options.mayOutlast && numLoops <= maxNest)
    return stayLevelsOf(uses, request.buffer, request.firstUse,
                        request.lastUse);
  // The innermost and the outermost levels of a deeper nest.
  if (nest.size() > maxNest)
    nest.erase(nest.begin() + maxNest / 2, nest.end() - maxNest / 2);
  std::vector<StayLevels> levels;
  for (LoopId level : nest)
    levels.push_back({level});
  return levels;
}

// Reverses each run of arms together with their enclosing level.
static void putArmsFirst(const AccessIndex &uses,
                         std::vector<StayLevels> &levels) {
  for (size_t begin = 0; begin < levels.size();) {
    size_t end = begin + 1;
    while (end < levels.size() && uses.isArm(levels[end - 1].level))
      ++end;
    std::reverse(levels.begin() + begin, levels.begin() + end);
    begin = end;
  }
}

std::optional<StayOutcome>
memplace::planning::addStay(const AccessIndex &uses, Placement &placement,
                            StayRequest request, const StayPolicy &policy,
                            const LevelOptions &options) {
  if (!mayHaveRoom(uses, placement.getArena(request.tier), request))
    return std::nullopt;
  const size_t numUses = uses.byBuffer[request.buffer].size();
  if (uses.loops.empty() || static_cast<size_t>(request.lastUse) >= numUses) {
    request.level = uses.rootOf(request.buffer);
    request.exitLevel = std::nullopt;
    return placement.addStay(request, policy);
  }
  std::vector<StayLevels> levels = levelsToTry(uses, request, options);
  if (options.isInnermostFirst)
    std::reverse(levels.begin(), levels.end());
  else if (options.areArmsFirst)
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
                                               int32_t firstUse,
                                               int32_t lastUse,
                                               const Choices &choices) const {
  const int32_t numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  const int32_t shift = firstUse >= numUses ? numUses : 0;
  const std::optional<StayOutcome> outcome =
      addStay(uses, placement,
              {buffer, tier, firstUse - shift, lastUse - shift}, choices.policy,
              {choices.mayOutlastLoops, choices.isInnermostFirst,
               choices.areArmsFirst});
  if (!outcome)
    return std::nullopt;
  return std::max(firstUse, outcome->lastUse + shift);
}

//===----------------------------------------------------------------------===//
// One buffer
//===----------------------------------------------------------------------===//

/// Uses of a buffer to serve from a tier; in a cyclic problem the numbers may
/// continue into the next invocation.
struct StayDecoder::Span {
  BufferId buffer = 0;
  TierId tier = 0;
  int32_t begin = 0;
  int32_t end = 0;
};

StayDecoder::StayDecoder(const AccessIndex &uses, const Placement &base)
    : uses(uses) {
  elapsed.assign(1, 0);
  for (Step step = 0; step < uses.problem.numSteps(); ++step)
    elapsed.push_back(elapsed.back() + base.getTraffic().durationOf(step));
}

double StayDecoder::savingOf(const Placement &placement, BufferId buffer,
                             TierId tier, const StayPolicy &policy) const {
  return placement.savingOf(
      buffer, 0, static_cast<int32_t>(uses.byBuffer[buffer].size()) - 1, tier,
      std::max(minValueOfFreeTime, policy.valueOfFreeTime));
}

double StayDecoder::lifeOf(BufferId buffer) const {
  const auto &bufferUses = uses.byBuffer[buffer];
  return elapsed[bufferUses.back().step + 1] - elapsed[bufferUses.front().step];
}

// Returns the seconds of an undisturbed copy from the backing copy.
double StayDecoder::copySeconds(const Placement &placement, BufferId buffer,
                                TierId tier) const {
  double seconds = 0;
  for (ChannelId channel : findRoute(
           uses.problem, buffer, placement.planOf(buffer).stays[0].tier, tier))
    seconds += static_cast<double>(uses.problem.buffers[buffer].size) /
               placement.getTraffic().rateOf(channel);
  return seconds;
}

// Returns the seconds from a use to the next; after the last, to the next
// invocation's.
double StayDecoder::gapAfter(BufferId buffer, int32_t use) const {
  const auto &bufferUses = uses.byBuffer[buffer];
  const int32_t numUses = static_cast<int32_t>(bufferUses.size());
  const double end = elapsed[bufferUses[use % numUses].step + 1];
  const double next = elapsed[bufferUses[(use + 1) % numUses].step];
  return next - end + ((use + 1) % numUses == 0 ? elapsed.back() : 0);
}

static bool isFree(const BufferPlan &plan, int32_t use) {
  return plan.serving[use % static_cast<int32_t>(plan.serving.size())] == 0;
}

// Returns the last use of the longest possible stay from `first` on.
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

// Inserts a long stay with room, the longest if that has at most `shortLength`
// uses. Returns the last use served, or `first` if no stay has room; the caller
// then skips this use.
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

// Inserts stays from left to right. Returns true if the next tier may be tried.
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
    if (plan.transfers.size() > maxTransfers ||
        (shouldContinue && !shouldContinue()))
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
  const int32_t numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  assert(numUses > 0 && "an unused buffer is served by no tier");
  const bool wrapsAround = uses.mayWrapAround(buffer) &&
                           choices.firstUse == 0 &&
                           choices.lastUse >= numUses - 1;
  int32_t begin =
      wrapsAround ? choices.firstDecoded % numUses : choices.firstUse;
  int32_t end = wrapsAround ? begin + numUses
                            : std::min(numUses - 1, choices.lastUse) + 1;
  int64_t work = baseWork + workPerUse * int64_t(numUses);
  for (TierId tier : tiers) {
    assert(tier < placement.planOf(buffer).stays[0].tier &&
           "a stay is in a faster tier than its base");
    if (tier < choices.fastest)
      continue;
    if (wrapsAround && choices.staysAlways &&
        insertStay(placement, buffer, tier, begin, begin + numUses, choices))
      return;
    if (!insertIn(placement, {buffer, tier, begin, end}, choices, work,
                  shouldContinue))
      return;
    if (choices.restMayMove && !wrapsAround) {
      begin = 0;
      end = numUses;
    }
  }
}
