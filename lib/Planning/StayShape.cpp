//===- StayShape.cpp - Rules for the shape of a stay ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first of three stages of `Placement::addStay`, by a method of our own.
// This stage considers a single buffer: its accesses, its loops and its earlier
// stays. Takes time in the number of the buffer's accesses and copies.
//
// The backing copy carries the contents around every loop in which a stay
// begins or ends; a stay around a loop carries the contents itself. A stay
// covers each loop deeper than its level either fully or not at all, its
// transfers lie at its level, and contents written by a body are back in the
// backing copy by the end of the body. R10 therefore holds by construction.
//
// A stay may also begin in a body, in each trip anew, and outlast the loop: its
// exit level is then further out than its level. No trip may need the contents
// written by the trip before: either the stay writes nothing in the loop, or
// the first use in the loop is a write in the stay.
//
// In a cyclic problem, a stay of a read-only buffer may wrap around the end of
// the program.
//
// Not supported: stays filled from stays other than the backing copy.
//
//===----------------------------------------------------------------------===//

#include "StayShape.h"

#include "Route.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Computes one shape, field by field.
class ShapeFinder {
public:
  ShapeFinder(const AccessIndex &uses, const BufferPlan &plan,
              const StayRequest &request)
      : uses(uses), problem(uses.problem), plan(plan),
        data(problem.buffers[request.buffer]),
        bufferUses(uses.byBuffer[request.buffer]),
        numUses(static_cast<int32_t>(bufferUses.size())),
        baseTier(plan.stays[0].tier), root(uses.rootOf(request.buffer)) {
    assert(request.firstUse >= 0 && request.firstUse < numUses &&
           "a stay begins in the invocation that asks for it");
    shape.buffer = request.buffer;
    shape.tier = request.tier;
    shape.level = request.level;
    shape.exitLevel = request.exitLevel.value_or(request.level);
    shape.firstUse = request.firstUse;
    shape.lastUse = request.lastUse;
  }

  std::optional<StayShape> find();

private:
  std::vector<ChannelId> wrappedRoute() const;
  void numberAcrossEnd();
  void widenAround();
  bool findWrapped(std::vector<ChannelId> route);
  bool findWithin();
  bool widenToLoops();
  bool canServeUses();
  bool isCarriedEmpty() const;
  bool mayOutlastLoops(bool isFilled) const;
  bool isNeededAfter() const;
  bool hasContentsBefore() const;
  bool mustFill() const;
  std::optional<Step> earliestFill() const;
  std::optional<EvictShape> findEvict() const;

  bool isFree(int32_t use) const { return plan.serving[use] == 0; }
  bool definesContents(int32_t use) const {
    return uses.definesContents(shape.buffer, use);
  }
  /// Returns a use of the next invocation as a use of its own invocation.
  int32_t useIn(int32_t use) const {
    return use < numUses ? use : use - numUses;
  }
  Step stepIn(Step step) const {
    return shape.stepIn(step, problem.numSteps());
  }
  Step stepOf(int32_t use) const {
    return bufferUses[useIn(use)].step +
           (use < numUses ? 0 : problem.numSteps());
  }
  bool mayBeServedFrom(TierId tier, Step step, int32_t access) const {
    return mayServe(problem.target, problem.ops[step].accesses[access], tier);
  }

  const AccessIndex &uses;
  const Problem &problem;
  const BufferPlan &plan;
  const Buffer &data;
  const std::vector<BufferUse> &bufferUses;
  const int32_t numUses;
  const TierId baseTier;
  const LoopId root;
  bool isDirty = false; // The stay writes the buffer.
  StayShape shape;
};

} // namespace

std::optional<StayShape> ShapeFinder::find() {
  if (shape.tier == baseTier || !problem.mayBeIn(data, shape.tier) ||
      data.size > problem.target.tiers[shape.tier].capacity)
    return std::nullopt;
  std::vector<ChannelId> around = wrappedRoute();
  const bool isFound =
      around.empty() ? findWithin() : findWrapped(std::move(around));
  if (!isFound)
    return std::nullopt;
  assert(shape.cover.begin < shape.cover.end && "a stay serves something");
  assert((shape.wrapsAround || shape.allowedSteps.covers(shape.cover)) &&
         "a stay lies within its loops and the buffer's life");
  return std::move(shape);
}

//===----------------------------------------------------------------------===//
// Around the end of a cyclic problem
//===----------------------------------------------------------------------===//

// Returns the single hop that fills a wrapped stay; empty if the stay does not
// wrap around, or needs several hops.
std::vector<ChannelId> ShapeFinder::wrappedRoute() const {
  if (!uses.mayWrapAround(shape.buffer) || shape.level != root ||
      (shape.firstUse != 0 && shape.lastUse < numUses))
    return {};
  std::vector<ChannelId> route =
      findRoute(problem, shape.buffer, baseTier, shape.tier);
  if (route.size() != 1)
    route.clear();
  return route;
}

// Numbers uses and steps across the end of the program. A stay that serves no
// use before the end belongs to the next invocation, so its fill may begin in
// the present one.
void ShapeFinder::numberAcrossEnd() {
  shape.wrapsAround = true;
  if (shape.lastUse >= numUses)
    return;
  shape.firstUse += numUses;
  shape.lastUse += numUses;
  shape.shift = numUses;
}

// Widens the cover to whole loops, and the uses to all uses in the cover.
void ShapeFinder::widenAround() {
  LiveRange &cover = shape.cover;
  int32_t &first = shape.firstUse;
  int32_t &last = shape.lastUse;
  cover = {stepOf(first), stepOf(last) + 1};
  const auto childAt = [&](Step step) {
    return uses.childAt(shape.level, stepIn(step));
  };
  if (LoopId child = childAt(cover.begin); child != noLoop)
    cover.begin -= stepIn(cover.begin) - uses.rangeOf(child).begin;
  if (LoopId child = childAt(cover.end - 1); child != noLoop)
    cover.end += uses.rangeOf(child).end - 1 - stepIn(cover.end - 1);
  // The cover reaches into the next invocation, or lies there entirely. Fewer
  // than all uses lie between its start in one invocation and its end in the
  // next.
  while (last - first + 1 < numUses && stepOf(first - 1) >= cover.begin)
    --first;
  while (last - first + 1 < numUses && stepOf(last + 1) < cover.end)
    ++last;
}

bool ShapeFinder::findWrapped(std::vector<ChannelId> route) {
  const Step numSteps = problem.numSteps();
  const int32_t asked = shape.firstUse;
  numberAcrossEnd();
  widenAround();
  const bool isAlways = shape.cover.end - shape.cover.begin > numSteps;
  if (isAlways) {
    shape.firstUse = 0;
    shape.lastUse = numUses - 1;
    shape.shift = shape.lastUse - (asked + numUses);
    shape.cover = {0, numSteps};
  }
  for (int32_t u = shape.firstUse; u <= shape.lastUse; ++u) {
    if (!isFree(useIn(u)))
      return false;
    const BufferUse &use = bufferUses[useIn(u)];
    for (int32_t k : use.accesses)
      if (!mayBeServedFrom(shape.tier, use.step, k) &&
          !mayBeServedFrom(baseTier, use.step, k))
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
  if (shape.lastUse >= numUses || !widenToLoops() || !canServeUses() ||
      isCarriedEmpty())
    return false;
  const bool isFilled = mustFill();
  assert((!isFilled || shape.firstUse > 0 || data.liveIn) &&
         "contents carried by a loop from an empty buffer stay in one place");
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
    shape.evict = findEvict();
    if (!shape.evict)
      return false;
    shape.evict->route = std::move(route);
  }
  return true;
}

// Sets the cover, and widens the uses to all uses in the cover.
bool ShapeFinder::widenToLoops() {
  LiveRange &cover = shape.cover;
  int32_t &first = shape.firstUse;
  int32_t &last = shape.lastUse;
  shape.allowedSteps = {
      std::max(uses.rangeOf(shape.level).begin, data.range.begin),
      std::min(uses.rangeOf(shape.exitLevel).end, data.range.end)};
  cover = {bufferUses[first].step, bufferUses[last].step + 1};
  if (!shape.allowedSteps.covers(cover))
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
  if (!shape.allowedSteps.covers(cover))
    return false;
  while (first > 0 && bufferUses[first - 1].step >= cover.begin)
    --first;
  while (last + 1 < numUses && bufferUses[last + 1].step < cover.end)
    ++last;
  return true;
}

// Returns true if the backing copy still serves all uses, and each access is
// allowed from the tier. An access allowed only from the backing copy may
// remain there as long as the backing copy stays valid.
bool ShapeFinder::canServeUses() {
  bool mayServeAll = true;
  for (int32_t u = shape.firstUse; u <= shape.lastUse; ++u) {
    if (!isFree(u))
      return false;
    isDirty |= definesContents(u);
    for (int32_t k : bufferUses[u].accesses) {
      if (mayBeServedFrom(shape.tier, bufferUses[u].step, k))
        continue;
      mayServeAll = false;
      if (!mayBeServedFrom(baseTier, bufferUses[u].step, k))
        return false;
    }
  }
  return mayServeAll || (!isDirty && hasContentsBefore());
}

// Returns true if the first access of an empty buffer reads, or lies in a loop
// that may be skipped. Each loop around it then carries the contents (R10), and
// keeps them in one place.
bool ShapeFinder::isCarriedEmpty() const {
  if (shape.level == root || data.liveIn)
    return false;
  const LoopId outer = uses.childAt(root, bufferUses[0].step);
  if (outer == noLoop || outer != uses.childAt(root, shape.cover.begin))
    return false;
  bool readsFirst = bufferUses[0].reads;
  for (LoopId loop = uses.loopOf(bufferUses[0].step); loop != outer;
       loop = uses.parentOf(loop))
    readsFirst |= uses.loops[loop].maySkip;
  return readsFirst;
}

// Returns true if no trip of the outlasted loops needs contents of the trip
// before.
bool ShapeFinder::mayOutlastLoops(bool isFilled) const {
  const int32_t first = shape.firstUse;
  for (LoopId loop = shape.level; loop != shape.exitLevel;
       loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return false;
  const LiveRange outlasted =
      uses.rangeOf(uses.childAt(shape.exitLevel, shape.cover.begin));
  bool writes = false;
  for (int32_t u = first;
       u <= shape.lastUse && bufferUses[u].step < outlasted.end; ++u)
    writes |= definesContents(u);
  if (!writes)
    return true;
  return !isFilled && !bufferUses[first].reads &&
         bufferUses[first].step == shape.cover.begin &&
         (first == 0 || bufferUses[first - 1].step < outlasted.begin);
}

bool ShapeFinder::hasContentsBefore() const {
  return data.liveIn || shape.firstUse > 0 || shape.level != root;
}

bool ShapeFinder::mustFill() const {
  if (!hasContentsBefore())
    return false;
  const int32_t first = shape.firstUse;
  if (bufferUses[first].reads)
    return true;
  // A skipped loop leaves older contents to the next reader.
  bool isRead = isNeededAfter();
  for (int32_t u = first + 1; u <= shape.lastUse; ++u)
    isRead |= bufferUses[u].reads;
  for (LoopId loop = uses.loopOf(bufferUses[first].step);
       loop != noLoop && loop != shape.level; loop = uses.parentOf(loop))
    if (isRead && uses.loops[loop].maySkip)
      return true;
  return false;
}

// Returns true if contents written in the stay may be read later. A stay in a
// loop that may be skipped may need them too; see `mustFill`.
bool ShapeFinder::isNeededAfter() const {
  const bool isInLoop =
      shape.exitLevel != root && uses.isWithin(shape.exitLevel, root);
  if (shape.lastUse + 1 == numUses)
    return isInLoop || data.liveOut;
  const BufferUse &next = bufferUses[shape.lastUse + 1];
  if (next.reads || (isInLoop && next.step >= shape.allowedSteps.end))
    return true;
  for (LoopId loop = uses.loopOf(next.step);
       loop != noLoop && loop != shape.exitLevel; loop = uses.parentOf(loop))
    if (uses.loops[loop].maySkip)
      return true;
  return false; // It is overwritten.
}

// The backing copy is valid after its last write, or after the last evict.
// Returns nothing if the needed contents never reach the backing copy.
std::optional<Step> ShapeFinder::earliestFill() const {
  Step earliest = shape.allowedSteps.begin;
  Step lastEvict = -1;
  for (const StayTransfer &transfer : plan.transfers)
    if (transfer.to == 0 && transfer.start <= shape.cover.begin) {
      earliest =
          std::max(earliest, transfer.done + (transfer.start == transfer.done));
      lastEvict = std::max(lastEvict, transfer.start);
    }
  int32_t writer = shape.firstUse - 1;
  while (writer >= 0 && !definesContents(writer))
    --writer;
  if (writer < 0)
    return earliest;
  const Step step = bufferUses[writer].step;
  if (!isFree(writer)) {
    if (lastEvict <= step)
      return std::nullopt; // The contents written there were not needed so far.
    return earliest;
  }
  if (step >= shape.allowedSteps.begin) {
    const LoopId child = uses.childAt(shape.level, step);
    earliest = std::max(earliest,
                        child == noLoop ? step + 1 : uses.rangeOf(child).end);
  }
  return earliest;
}

// Returns the evict without its route. Returns nothing if no boundary lies
// between the last write in the stay and the next use after the stay, or the
// next fill of another stay.
std::optional<EvictShape> ShapeFinder::findEvict() const {
  EvictShape evict;
  int32_t lastWrite = shape.lastUse;
  while (!definesContents(lastWrite))
    --lastWrite;
  assert(lastWrite >= shape.firstUse && "only what was written is evicted");
  const Step written = bufferUses[lastWrite].step;
  const LoopId child = uses.childAt(shape.exitLevel, written);
  evict.earliest = child == noLoop ? written + 1 : uses.rangeOf(child).end;

  evict.latest = shape.allowedSteps.end;
  if (shape.lastUse + 1 < numUses &&
      bufferUses[shape.lastUse + 1].step < shape.allowedSteps.end) {
    const Step next = bufferUses[shape.lastUse + 1].step;
    const LoopId nextChild = uses.childAt(shape.exitLevel, next);
    evict.latest = nextChild == noLoop ? next : uses.rangeOf(nextChild).begin;
  }
  // A blocking transfer fills a place that lasts for a step more (R7).
  evict.latestBlocking = evict.latest;
  if (evict.latest == data.range.end && !data.liveOut)
    --evict.latestBlocking;
  // Transfers that start after the last write fill later stays.
  for (const StayTransfer &transfer : plan.transfers)
    if (transfer.from == 0 && transfer.start > written) {
      evict.latest = std::min(evict.latest, transfer.start);
      evict.latestBlocking = std::min(evict.latestBlocking, transfer.start - 1);
    }
  if (evict.earliest > evict.latest)
    return std::nullopt;
  return evict;
}

std::optional<StayShape>
memplace::planning::findShape(const AccessIndex &uses, const BufferPlan &plan,
                              const StayRequest &request) {
  return ShapeFinder(uses, plan, request).find();
}
