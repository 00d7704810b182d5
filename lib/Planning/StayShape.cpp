//===- StayShape.cpp - What the rules demand of a stay --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of three stages of `Placement::addStay`, in a way of our own, which
// looks at one buffer only: at its accesses, its loops and its earlier stays.
// It takes time in the number of the buffer's accesses and copies.
//
// The base carries the contents around every loop inside of which a stay begins
// or ends; a stay that is around a loop carries them itself. So a stay covers
// each loop deeper than its level either fully or not at all, its transfers lie
// at its level, and what a body has written is back in the base by the end of
// the body. That makes R10 hold by construction.
//
// A stay may also begin in a body, in each trip anew, and outlast the loop: its
// exit level is further out than its level. No trip may need what the one
// before has written: the stay writes nothing in the loop, or all that the loop
// does with the buffer begins with a write in the stay.
//
// In a cyclic problem a stay of a buffer that is only read may go around the
// end of the program.
//
// Left out: stays that are filled from other stays than the base, and copies of
// a part of a buffer's bytes that serve without the rest.
//
//===----------------------------------------------------------------------===//

#include "StayShape.h"

#include "memplace/Planning/Route.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Works out one shape, field by field.
class ShapeFinder {
public:
  ShapeFinder(const Uses &uses, const BufferPlan &plan,
              const StayRequest &request)
      : uses(uses), problem(uses.problem), plan(plan),
        data(problem.buffers[request.buffer]),
        groups(uses.groups[request.buffer]),
        numGroups(static_cast<int32_t>(groups.size())),
        baseTier(plan.stays[0].tier), root(uses.rootOf(request.buffer)) {
    assert(request.firstGroup >= 0 && request.firstGroup < numGroups &&
           "a stay begins in the invocation that asks for it");
    shape.buffer = request.buffer;
    shape.tier = request.tier;
    shape.level = request.level;
    shape.exitLevel = request.exitLevel.value_or(request.level);
    shape.firstGroup = request.firstGroup;
    shape.lastGroup = request.lastGroup;
  }

  std::optional<StayShape> find();

private:
  std::vector<ChannelId> routeAround() const;
  void countOn();
  void widenAround();
  bool findAround(std::vector<ChannelId> route);
  bool findWithin();
  bool widenToLoops();
  bool canServeGroups();
  bool isCarriedEmpty() const;
  bool mayOutlastLoops(bool isFilled) const;
  bool isNeededAfter() const;
  bool hasContentsBefore() const;
  bool mustFill() const;
  std::optional<Step> earliestFill() const;
  std::optional<EvictShape> evictWindow() const;

  bool isFree(int32_t group) const { return plan.serving[group] == 0; }
  bool definesContents(int32_t group) const {
    return uses.definesContents(shape.buffer, group);
  }
  /// A group that may count on, as one of its invocation.
  int32_t groupIn(int32_t group) const {
    return group < numGroups ? group : group - numGroups;
  }
  Step stepIn(Step step) const {
    return shape.stepIn(step, problem.numSteps());
  }
  Step stepOf(int32_t group) const {
    return groups[groupIn(group)].step +
           (group < numGroups ? 0 : problem.numSteps());
  }
  bool mayBeServedFrom(TierId tier, Step step, int32_t access) const {
    return mayServe(problem.target, problem.ops[step].accesses[access], tier);
  }

  const Uses &uses;
  const Problem &problem;
  const BufferPlan &plan;
  const Buffer &data;
  const std::vector<AccessGroup> &groups;
  const int32_t numGroups;
  const TierId baseTier;
  const LoopId root;
  bool isDirty = false; // Something is written in the stay.
  StayShape shape;
};

} // namespace

std::optional<StayShape> ShapeFinder::find() {
  if (shape.tier == baseTier || !problem.mayBeIn(data, shape.tier) ||
      data.size > problem.target.tiers[shape.tier].capacity)
    return std::nullopt;
  std::vector<ChannelId> around = routeAround();
  const bool isFound =
      around.empty() ? findWithin() : findAround(std::move(around));
  if (!isFound)
    return std::nullopt;
  assert(shape.cover.begin < shape.cover.end && "a stay serves something");
  assert((shape.goesAround || shape.window.covers(shape.cover)) &&
         "a stay lies within its loops and the buffer's life");
  return std::move(shape);
}

//===----------------------------------------------------------------------===//
// Around the end of a cyclic problem
//===----------------------------------------------------------------------===//

// The one copy by which a stay that goes around comes here; empty if it does
// not go around, or would take more.
std::vector<ChannelId> ShapeFinder::routeAround() const {
  if (!uses.mayGoAround(shape.buffer) || shape.level != root ||
      (shape.firstGroup != 0 && shape.lastGroup < numGroups))
    return {};
  std::vector<ChannelId> route =
      findRoute(problem, shape.buffer, baseTier, shape.tier);
  if (route.size() != 1)
    route.clear();
  return route;
}

// Groups and steps of the stay are those from the tail of an invocation to the
// head of the next. A stay of first groups only is one of the next invocation,
// so that its fill may begin in this one.
void ShapeFinder::countOn() {
  shape.goesAround = true;
  if (shape.lastGroup >= numGroups)
    return;
  shape.firstGroup += numGroups;
  shape.lastGroup += numGroups;
  shape.shift = numGroups;
}

// To whole loops, and to all groups in them.
void ShapeFinder::widenAround() {
  LiveRange &cover = shape.cover;
  int32_t &first = shape.firstGroup;
  int32_t &last = shape.lastGroup;
  cover = {stepOf(first), stepOf(last) + 1};
  const auto childAt = [&](Step step) {
    return uses.childAt(shape.level, stepIn(step));
  };
  if (LoopId child = childAt(cover.begin); child != noLoop)
    cover.begin -= stepIn(cover.begin) - uses.rangeOf(child).begin;
  if (LoopId child = childAt(cover.end - 1); child != noLoop)
    cover.end += uses.rangeOf(child).end - 1 - stepIn(cover.end - 1);
  // As it reaches into the next invocation, or lies there as a whole, fewer
  // groups than there are begin after the first one here and end before the
  // last one there.
  while (last - first + 1 < numGroups && stepOf(first - 1) >= cover.begin)
    --first;
  while (last - first + 1 < numGroups && stepOf(last + 1) < cover.end)
    ++last;
}

bool ShapeFinder::findAround(std::vector<ChannelId> route) {
  const Step numSteps = problem.numSteps();
  const int32_t asked = shape.firstGroup;
  countOn();
  widenAround();
  const bool isAlways = shape.cover.end - shape.cover.begin > numSteps;
  if (isAlways) {
    shape.firstGroup = 0;
    shape.lastGroup = numGroups - 1;
    shape.shift = shape.lastGroup - (asked + numGroups);
    shape.cover = {0, numSteps};
  }
  for (int32_t g = shape.firstGroup; g <= shape.lastGroup; ++g) {
    if (!isFree(groupIn(g)))
      return false;
    const AccessGroup &group = groups[groupIn(g)];
    for (int32_t k : group.accesses)
      if (!mayBeServedFrom(shape.tier, group.step, k) &&
          !mayBeServedFrom(baseTier, group.step, k))
        return false;
  }
  // The tail begins after the head ends.
  if (!isAlways)
    shape.fill = {std::move(route), shape.cover.end - numSteps};
  return true;
}

//===----------------------------------------------------------------------===//
// Within an invocation
//===----------------------------------------------------------------------===//

bool ShapeFinder::findWithin() {
  if (shape.lastGroup >= numGroups || !widenToLoops() || !canServeGroups() ||
      isCarriedEmpty())
    return false;
  const bool isFilled = mustFill();
  assert((!isFilled || shape.firstGroup > 0 || data.liveIn) &&
         "what a loop carries from an empty buffer on is in one place");
  if (shape.exitLevel != shape.level && !mayOutlastLoops(isFilled))
    return false;
  if (isFilled) {
    std::vector<ChannelId> route =
        findRoute(problem, shape.buffer, baseTier, shape.tier);
    const std::optional<Step> earliest = earliestFill();
    if (route.empty() || !earliest)
      return false;
    shape.fill = {std::move(route), *earliest};
  }
  if (isDirty && isNeededAfter()) {
    std::vector<ChannelId> route =
        findRoute(problem, shape.buffer, shape.tier, baseTier);
    if (route.empty())
      return false;
    shape.evict = evictWindow();
    if (!shape.evict)
      return false;
    shape.evict->route = std::move(route);
  }
  return true;
}

// Sets the cover, and the first and last group to all in it.
bool ShapeFinder::widenToLoops() {
  LiveRange &cover = shape.cover;
  int32_t &first = shape.firstGroup;
  int32_t &last = shape.lastGroup;
  shape.window = {std::max(uses.rangeOf(shape.level).begin, data.range.begin),
                  std::min(uses.rangeOf(shape.exitLevel).end, data.range.end)};
  cover = {groups[first].step, groups[last].step + 1};
  if (!shape.window.covers(cover))
    return false;
  if (shape.exitLevel != shape.level)
    cover.end =
        std::max(cover.end,
                 uses.rangeOf(uses.childAt(shape.exitLevel, cover.begin)).end);
  if (LoopId child = uses.childAt(shape.level, cover.begin); child != noLoop)
    cover.begin = uses.rangeOf(child).begin;
  if (LoopId child = uses.childAt(shape.exitLevel, cover.end - 1);
      child != noLoop)
    cover.end = uses.rangeOf(child).end;
  if (!shape.window.covers(cover))
    return false;
  while (first > 0 && groups[first - 1].step >= cover.begin)
    --first;
  while (last + 1 < numGroups && groups[last + 1].step < cover.end)
    ++last;
  return true;
}

// Whether all groups are still the base's and allowed here. Accesses that are
// not may stay with the base as long as it has the contents, too.
bool ShapeFinder::canServeGroups() {
  bool mayServeAll = true;
  for (int32_t g = shape.firstGroup; g <= shape.lastGroup; ++g) {
    if (!isFree(g))
      return false;
    isDirty |= definesContents(g);
    for (int32_t k : groups[g].accesses) {
      if (mayBeServedFrom(shape.tier, groups[g].step, k))
        continue;
      mayServeAll = false;
      if (!mayBeServedFrom(baseTier, groups[g].step, k))
        return false;
    }
  }
  return mayServeAll || (!isDirty && hasContentsBefore());
}

// If the first access of an empty buffer reads, or the next one that does may
// come first, each loop around it carries the contents from there on (R10): it
// keeps them in one place.
bool ShapeFinder::isCarriedEmpty() const {
  if (shape.level == root || data.liveIn)
    return false;
  const LoopId outer = uses.childAt(root, groups[0].step);
  if (outer == noLoop || outer != uses.childAt(root, shape.cover.begin))
    return false;
  bool readsFirst = groups[0].reads;
  for (LoopId loop = uses.loopOf(groups[0].step); loop != outer;
       loop = uses.parentOf(loop))
    readsFirst |= uses.loops[loop].maySkip;
  return readsFirst;
}

// Whether no trip of the loops that the stay begins in and outlasts needs what
// the one before has left.
bool ShapeFinder::mayOutlastLoops(bool isFilled) const {
  const int32_t first = shape.firstGroup;
  for (LoopId loop = shape.level; loop != shape.exitLevel;
       loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return false;
  const LiveRange outlasted =
      uses.rangeOf(uses.childAt(shape.exitLevel, shape.cover.begin));
  bool writes = false;
  for (int32_t g = first;
       g <= shape.lastGroup && groups[g].step < outlasted.end; ++g)
    writes |= definesContents(g);
  if (!writes)
    return true;
  return !isFilled && !groups[first].reads &&
         groups[first].step == shape.cover.begin &&
         (first == 0 || groups[first - 1].step < outlasted.begin);
}

bool ShapeFinder::hasContentsBefore() const {
  return data.liveIn || shape.firstGroup > 0 || shape.level != root;
}

bool ShapeFinder::mustFill() const {
  if (!hasContentsBefore())
    return false;
  const int32_t first = shape.firstGroup;
  if (groups[first].reads)
    return true;
  // A loop that may be skipped leaves the older contents to whoever comes next.
  bool isRead = isNeededAfter();
  for (int32_t g = first + 1; g <= shape.lastGroup; ++g)
    isRead |= groups[g].reads;
  for (LoopId loop = uses.loopOf(groups[first].step);
       loop != noLoop && loop != shape.level; loop = uses.parentOf(loop))
    if (isRead && uses.loops[loop].maySkip)
      return true;
  return false;
}

// Whether anybody may read after this stay what was written in it. A stay in a
// loop that may be skipped may want it too, see `mustFill`.
bool ShapeFinder::isNeededAfter() const {
  const bool isInLoop =
      shape.exitLevel != root && uses.isWithin(shape.exitLevel, root);
  if (shape.lastGroup + 1 == numGroups)
    return isInLoop || data.liveOut;
  const AccessGroup &next = groups[shape.lastGroup + 1];
  if (next.reads || (isInLoop && next.step >= shape.window.end))
    return true;
  for (LoopId loop = uses.loopOf(next.step);
       loop != noLoop && loop != shape.exitLevel; loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return true;
  return false; // It is overwritten.
}

// The base has the contents from its last write, or from the last evict. None:
// it never has those that are needed.
std::optional<Step> ShapeFinder::earliestFill() const {
  Step earliest = shape.window.begin;
  Step lastEvict = -1;
  for (const Copy &copy : plan.copies)
    if (copy.to == 0 && copy.start <= shape.cover.begin) {
      earliest = std::max(earliest, copy.done + (copy.start == copy.done));
      lastEvict = std::max(lastEvict, copy.start);
    }
  int32_t writer = shape.firstGroup - 1;
  while (writer >= 0 && !definesContents(writer))
    --writer;
  if (writer < 0)
    return earliest;
  const Step step = groups[writer].step;
  if (!isFree(writer)) {
    if (lastEvict <= step)
      return std::nullopt; // What was written there was not needed so far.
    return earliest;
  }
  if (step >= shape.window.begin) {
    const LoopId child = uses.childAt(shape.level, step);
    earliest = std::max(earliest,
                        child == noLoop ? step + 1 : uses.rangeOf(child).end);
  }
  return earliest;
}

// Without its route. None: there is no time from the last write here to the
// next one elsewhere.
std::optional<EvictShape> ShapeFinder::evictWindow() const {
  EvictShape evict;
  int32_t lastWrite = shape.lastGroup;
  while (!definesContents(lastWrite))
    --lastWrite;
  assert(lastWrite >= shape.firstGroup && "only what was written is evicted");
  const Step written = groups[lastWrite].step;
  const LoopId child = uses.childAt(shape.exitLevel, written);
  evict.earliest = child == noLoop ? written + 1 : uses.rangeOf(child).end;

  evict.latest = shape.window.end;
  if (shape.lastGroup + 1 < numGroups &&
      groups[shape.lastGroup + 1].step < shape.window.end) {
    const Step next = groups[shape.lastGroup + 1].step;
    const LoopId nextChild = uses.childAt(shape.exitLevel, next);
    evict.latest = nextChild == noLoop ? next : uses.rangeOf(nextChild).begin;
  }
  // A blocking one fills a place that lasts for a step more (R7).
  evict.latestBlocking = evict.latest;
  if (evict.latest == data.range.end && !data.liveOut)
    --evict.latestBlocking;
  // Copies that start after the last write fill later stays.
  for (const Copy &copy : plan.copies)
    if (copy.from == 0 && copy.start > written) {
      evict.latest = std::min(evict.latest, copy.start);
      evict.latestBlocking = std::min(evict.latestBlocking, copy.start - 1);
    }
  if (evict.earliest > evict.latest)
    return std::nullopt;
  return evict;
}

std::optional<StayShape>
memplace::planning::findShape(const Uses &uses, const BufferPlan &plan,
                              const StayRequest &request) {
  return ShapeFinder(uses, plan, request).find();
}
