//===- StayShape.cpp - What the rules demand of a stay ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayPlanner.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

bool StayPlanner::findShape() {
  if (tier == plan.stays[0].tier || !problem.mayBeIn(data, tier) ||
      data.size > problem.target.tiers[tier].capacity)
    return false;
  if (problem.isCyclic && (first == 0 || last >= numGroups) && mayGoAround())
    return findShapeAround();
  if (last >= numGroups)
    return false;
  if (!widenToLoops() || !canServeGroups())
    return false;

  // If the first access of an empty buffer reads, or the next one that does may
  // come first, each loop around it carries the contents from there on (R10):
  // keep them in one place.
  const LoopId root = uses.rootOf(buffer);
  if (level != root && !data.liveIn)
    if (LoopId outer = uses.childAt(root, groups[0].step);
        outer != noLoop && outer == uses.childAt(root, cover.begin)) {
      bool readsFirst = groups[0].reads;
      for (LoopId loop = uses.loopOf(groups[0].step); loop != outer;
           loop = uses.parentOf(loop))
        readsFirst |= uses.loops[loop].maySkip;
      if (readsFirst)
        return false;
    }

  needsFill = mustFill();
  if (needsFill && first == 0 && !data.liveIn)
    return false; // In its first trip a loop has nothing to fill from.
  if (exitLevel != level && !mayOutlastLoops())
    return false;
  needsEvict = isDirty && isNeededAfter();
  if (needsFill) {
    fillRoute = findRoute(problem, buffer, plan.stays[0].tier, tier);
    if (fillRoute.empty() || !findFillWindow())
      return false;
  }
  if (needsEvict) {
    evictRoute = findRoute(problem, buffer, tier, plan.stays[0].tier);
    return !evictRoute.empty() && findEvictWindow();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Around the end of a cyclic problem
//===----------------------------------------------------------------------===//

// What is only read, lives all the time, and comes here by one copy.
bool StayPlanner::mayGoAround() const {
  if (!data.liveIn || data.range.end != problem.numSteps() ||
      level != uses.rootOf(buffer))
    return false;
  for (const AccessGroup &group : groups)
    if (group.writes)
      return false;
  return findRoute(problem, buffer, plan.stays[0].tier, tier).size() == 1;
}

// Groups and steps of the stay are those from the tail of an invocation to the
// head of the next. A stay of first groups only is one of the next invocation,
// so that its fill may begin in this one.
bool StayPlanner::findShapeAround() {
  const Step numSteps = problem.numSteps();
  const int32_t asked = first;
  goesAround = true;
  if (last < numGroups) {
    first += numGroups;
    last += numGroups;
    shift = numGroups;
  }
  const auto stepOf = [&](int32_t group) {
    return groups[groupIn(group)].step + (group < numGroups ? 0 : numSteps);
  };
  cover = {stepOf(first), stepOf(last) + 1};
  const auto childAt = [&](Step step) {
    return uses.childAt(level, stepIn(step));
  };
  if (LoopId child = childAt(cover.begin); child != noLoop)
    cover.begin -= stepIn(cover.begin) - uses.rangeOf(child).begin;
  if (LoopId child = childAt(cover.end - 1); child != noLoop)
    cover.end += uses.rangeOf(child).end - 1 - stepIn(cover.end - 1);
  while (last - first + 1 < numGroups && first > 0 &&
         stepOf(first - 1) >= cover.begin)
    --first;
  while (last - first + 1 < numGroups && last + 1 < 2 * numGroups &&
         stepOf(last + 1) < cover.end)
    ++last;
  const bool isAlways =
      last - first >= numGroups || cover.end - cover.begin > numSteps;
  if (isAlways) {
    first = 0;
    last = numGroups - 1;
    shift = last - (asked + numGroups);
    cover = {0, numSteps};
  }
  for (int32_t g = first; g <= last; ++g) {
    if (!isFree(groupIn(g)))
      return false;
    const AccessGroup &group = groups[groupIn(g)];
    for (int32_t k : group.accesses) {
      const Access &access = problem.ops[group.step].accesses[k];
      if (!mayServe(problem.target, access, tier) &&
          !mayServe(problem.target, access, plan.stays[0].tier))
        return false;
    }
  }
  needsFill = !isAlways;
  fillRoute = findRoute(problem, buffer, plan.stays[0].tier, tier);
  // The tail begins after the head ends.
  fillFrom = cover.end - numSteps;
  return true;
}

//===----------------------------------------------------------------------===//
// Within an invocation
//===----------------------------------------------------------------------===//

// Sets `cover`, and `first` and `last` to all groups in it.
bool StayPlanner::widenToLoops() {
  window = {std::max(uses.rangeOf(level).begin, data.range.begin),
            std::min(uses.rangeOf(exitLevel).end, data.range.end)};
  cover = {groups[first].step, groups[last].step + 1};
  if (!window.covers(cover))
    return false;
  if (exitLevel != level)
    cover.end = std::max(
        cover.end, uses.rangeOf(uses.childAt(exitLevel, cover.begin)).end);
  if (LoopId child = uses.childAt(level, cover.begin); child != noLoop)
    cover.begin = uses.rangeOf(child).begin;
  if (LoopId child = uses.childAt(exitLevel, cover.end - 1); child != noLoop)
    cover.end = uses.rangeOf(child).end;
  if (!window.covers(cover))
    return false;
  while (first > 0 && groups[first - 1].step >= cover.begin)
    --first;
  while (last + 1 < static_cast<int32_t>(groups.size()) &&
         groups[last + 1].step < cover.end)
    ++last;
  return true;
}

// Whether all groups are still the base's and allowed here. Accesses that are
// not may stay with the base as long as it has the contents, too.
// Whether no trip of the loops that the stay begins in and outlasts needs what
// the one before has left.
bool StayPlanner::mayOutlastLoops() const {
  for (LoopId loop = level; loop != exitLevel; loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return false;
  const LiveRange outlasted =
      uses.rangeOf(uses.childAt(exitLevel, cover.begin));
  bool writes = false;
  for (int32_t g = first; g <= last && groups[g].step < outlasted.end; ++g)
    writes |= definesContents(g);
  if (!writes)
    return true;
  return !needsFill && !groups[first].reads &&
         groups[first].step == cover.begin &&
         (first == 0 || groups[first - 1].step < outlasted.begin);
}

bool StayPlanner::canServeGroups() {
  bool mayServeAll = true;
  bool writes = false;
  for (int32_t g = first; g <= last; ++g) {
    if (!isFree(g))
      return false;
    writes |= definesContents(g);
    for (int32_t k : groups[g].accesses) {
      const Access &access = problem.ops[groups[g].step].accesses[k];
      if (mayServe(problem.target, access, tier))
        continue;
      mayServeAll = false;
      if (!mayServe(problem.target, access, plan.stays[0].tier))
        return false;
    }
  }
  isDirty = writes;
  return mayServeAll || (!writes && hasContentsBefore());
}

// The first access of a buffer that is not live-in makes its contents, in any
// mode (R6).
bool StayPlanner::definesContents(int32_t group) const {
  return groups[group].writes || (group == 0 && !data.liveIn);
}

bool StayPlanner::hasContentsBefore() const {
  return data.liveIn || first > 0 || level != uses.rootOf(buffer);
}

bool StayPlanner::mustFill() const {
  if (!hasContentsBefore())
    return false;
  if (groups[first].reads)
    return true;
  // A loop that may be skipped leaves the older contents to whoever comes next.
  bool isRead = isNeededAfter();
  for (int32_t g = first + 1; g <= last; ++g)
    isRead |= groups[g].reads;
  for (LoopId loop = uses.loopOf(groups[first].step);
       loop != noLoop && loop != level; loop = uses.parentOf(loop))
    if (isRead && uses.loops[loop].maySkip)
      return true;
  return false;
}

// Whether anybody may read after this stay what was written in it. A stay in a
// loop that may be skipped may want it too, see `mustFill`.
bool StayPlanner::isNeededAfter() const {
  const LoopId root = uses.rootOf(buffer);
  const bool isInLoop = exitLevel != root && uses.isWithin(exitLevel, root);
  if (static_cast<size_t>(last) + 1 == groups.size())
    return isInLoop || data.liveOut;
  const AccessGroup &next = groups[last + 1];
  if (next.reads || (isInLoop && next.step >= window.end))
    return true;
  for (LoopId loop = uses.loopOf(next.step);
       loop != noLoop && loop != exitLevel; loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return true;
  return false; // It is overwritten.
}

// The base has the contents from its last write, or from the last evict.
bool StayPlanner::findFillWindow() {
  fillFrom = window.begin;
  Step lastEvict = -1;
  for (const Copy &copy : plan.copies)
    if (copy.to == 0 && copy.start <= cover.begin) {
      fillFrom = std::max(fillFrom, copy.done + (copy.start == copy.done));
      lastEvict = std::max(lastEvict, copy.start);
    }
  int32_t writer = first - 1;
  while (writer >= 0 && !definesContents(writer))
    --writer;
  if (writer < 0)
    return true;
  const Step step = groups[writer].step;
  if (!isFree(writer))
    return lastEvict > step; // Else what was written there is not needed.
  if (step >= window.begin) {
    LoopId child = uses.childAt(level, step);
    fillFrom = std::max(fillFrom,
                        child == noLoop ? step + 1 : uses.rangeOf(child).end);
  }
  return true;
}

bool StayPlanner::findEvictWindow() {
  int32_t lastWrite = last;
  while (!definesContents(lastWrite))
    --lastWrite;
  LoopId child = uses.childAt(exitLevel, groups[lastWrite].step);
  evictFrom =
      child == noLoop ? groups[lastWrite].step + 1 : uses.rangeOf(child).end;

  evictBy = window.end;
  if (static_cast<size_t>(last) + 1 < groups.size() &&
      groups[last + 1].step < window.end) {
    Step next = groups[last + 1].step;
    LoopId nextChild = uses.childAt(exitLevel, next);
    evictBy = nextChild == noLoop ? next : uses.rangeOf(nextChild).begin;
  }
  // A blocking one fills a place that lasts for a step more (R7).
  blockingEvictBy = evictBy;
  if (evictBy == data.range.end && !data.liveOut)
    --blockingEvictBy;
  // Copies that start after the last write fill later stays.
  for (const Copy &copy : plan.copies)
    if (copy.from == 0 && copy.start > groups[lastWrite].step) {
      evictBy = std::min(evictBy, copy.start);
      blockingEvictBy = std::min(blockingEvictBy, copy.start - 1);
    }
  return evictFrom <= evictBy;
}
