//===- BufferAllocator.cpp - One buffer in one tier -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferAllocator.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

BufferAllocator::BufferAllocator(TierPass &pass, BufferId buffer, int64_t retry,
                                 const std::vector<bool> &rejected)
    : pass(pass), uses(pass.uses), options(pass.options), buffer(buffer),
      data(pass.problem.buffers[buffer]), groups(uses.groups[buffer]),
      route(*pass.routes[pass.state.plans[buffer].stays[0].tier]),
      picker(pass.pickers[pass.state.plans[buffer].stays[0].tier]),
      retry(retry), builder(pass, buffer, picker, rejected),
      draft(pass, buffer) {}

AllocationResult BufferAllocator::run() {
  if (!processLevel(uses.rootOf(buffer), 0,
                    static_cast<int32_t>(groups.size()) - 1, data.liveIn,
                    data.liveOut))
    result.requiresUncommit = true;
  return result;
}

//===----------------------------------------------------------------------===//
// Items from first to last
//===----------------------------------------------------------------------===//

bool BufferAllocator::processLevel(LoopId level, int32_t first, int32_t last,
                                   bool startsInDefault, bool endsInDefault) {
  const ItemList list = builder.build(level, first, last);
  Walk walk{list, {}};
  Value &value = walk.value;
  value.exists = value.isInDefault = startsInDefault;
  value.availableFrom = value.lastBegin = value.lastEnd = list.window.begin;
  for (int32_t i = 0; i < static_cast<int32_t>(list.items.size()); ++i)
    if (!visit(walk, i))
      return false;
  return finish(walk, endsInDefault);
}

bool BufferAllocator::visit(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (item.kind == Item::Kind::Stay)
    return visitForeign(walk, item);
  Value &value = walk.value;
  if (item.reads && value.exists)
    return visitUse(walk, index);
  // New contents; nobody needs the older ones.
  if (!settlePending(walk))
    return false;
  value = {};
  value.exists = true;
  value.pending = index;
  value.lastBegin = item.begin;
  value.lastEnd = item.end;
  return true;
}

// A stay in a faster tier reads and writes the base by its copies.
bool BufferAllocator::visitForeign(Walk &walk, const Item &item) {
  Value &value = walk.value;
  if (!settlePending(walk))
    return false;
  if (item.reads && value.exists) {
    if (!value.isInDefault && !evict(walk, item.begin))
      return false;
    // It may have been filled before the item ahead of it in the list.
    if (value.availableFrom > item.begin)
      return false;
  }
  value.stay = -1;
  value.lastBegin = item.begin;
  value.lastEnd = item.end;
  if (item.writes) {
    value.exists = value.isInDefault = item.isEvicted;
    value.availableFrom = item.end;
  }
  return true;
}

bool BufferAllocator::visitUse(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  Value &value = walk.value;
  bool isFast =
      value.pending >= 0 ? keepFromDefinition(walk, index) : keep(walk, index);
  if (!isFast) {
    if (!settlePending(walk))
      return false;
    if (!value.isInDefault && !evict(walk, item.begin))
      return false;
    value.stay = -1;
    isFast = prefetch(walk, index);
    if (!isFast && item.isRequired && !(isFast = prefetchNow(walk, index)) &&
        item.kind == Item::Kind::Op)
      return false;
    if (!isFast && !serveFromDefault(walk.list, item))
      return false;
  }
  value.lastBegin = item.begin;
  value.lastEnd = item.end;
  if (item.writes) {
    value.isInDefault = !isFast;
    value.availableFrom = value.definedEnd = item.end;
  }
  return true;
}

// Contents whose first use is not served together with their definition: the
// base has them.
bool BufferAllocator::settlePending(Walk &walk) {
  Value &value = walk.value;
  if (value.pending < 0)
    return true;
  const Item &item = walk.list.items[value.pending];
  value.pending = -1;
  if (item.isRequired && item.isAllowed) {
    // It must be fast anyway: for its own time, from where it is evicted.
    if (std::optional<Offset> offset = draft.find({item.begin, item.end})) {
      value.stay =
          draft.addStay(walk.list.level, {item.begin, item.end}, *offset);
      value.definedEnd = item.end;
      draft.serve(item.firstGroup, item.lastGroup, value.stay);
      return true;
    }
  }
  if (item.isRequired && item.kind == Item::Kind::Op)
    return false;
  if (!serveFromDefault(walk.list, item))
    return false;
  value.isInDefault = true;
  value.availableFrom = item.end;
  return true;
}

// In the body of a loop that the base carries the contents around, stays can
// begin and end.
bool BufferAllocator::serveFromDefault(const ItemList &list, const Item &item) {
  if (item.kind != Item::Kind::Loop)
    return true;
  if (!options.copiesInBodies || !builder.mayCopyAt(item.loop) ||
      !list.window.covers({item.begin, item.end}))
    return !item.isRequired;
  return processLevel(item.loop, item.firstGroup, item.lastGroup,
                      /*startsInDefault=*/true, /*endsInDefault=*/true);
}

bool BufferAllocator::finish(Walk &walk, bool endsInDefault) {
  if (!settlePending(walk))
    return false;
  const Value &value = walk.value;
  return !endsInDefault || !value.exists || value.isInDefault ||
         evict(walk, walk.list.window.end);
}

//===----------------------------------------------------------------------===//
// Keeping
//===----------------------------------------------------------------------===//

// Prefers an offset that stays free for as many later uses as possible; only
// `range` is needed, which ends with item `index`.
std::optional<Offset> BufferAllocator::findAhead(const ItemList &list,
                                                 LiveRange range,
                                                 int32_t index) const {
  std::optional<Offset> best = draft.find(range);
  if (!best || !options.looksAhead || !options.keeps)
    return best;
  int32_t low = index, high = list.keptUntil[index];
  while (low < high) {
    const int32_t middle = low + (high - low + 1) / 2;
    if (std::optional<Offset> offset =
            draft.find({range.begin, list.items[middle].end})) {
      best = offset;
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

// Definition and first use are one segment.
bool BufferAllocator::keepFromDefinition(Walk &walk, int32_t index) {
  Value &value = walk.value;
  const Item &item = walk.list.items[index];
  const Item &definition = walk.list.items[value.pending];
  if (!options.keeps || !definition.isAllowed || !item.isAllowed ||
      !picker.allowsKeeping(walk.list.level, definition.end, item.begin))
    return false;
  const LiveRange range = {definition.begin, item.end};
  const std::optional<Offset> offset = findAhead(walk.list, range, index);
  if (!offset) {
    result.outOfMemory = true;
    return false;
  }
  value.pending = -1;
  value.stay = draft.addStay(walk.list.level, range, *offset);
  value.isInDefault = false;
  value.definedEnd = definition.end;
  draft.serve(definition.firstGroup, definition.lastGroup, value.stay);
  draft.serve(item.firstGroup, item.lastGroup, value.stay);
  return true;
}

bool BufferAllocator::keep(Walk &walk, int32_t index) {
  const Value &value = walk.value;
  const Item &item = walk.list.items[index];
  if (!options.keeps || value.stay < 0 || !item.isAllowed ||
      !picker.allowsKeeping(walk.list.level, value.lastEnd, item.begin))
    return false;
  const DraftStay &stay = draft.stay(value.stay);
  const LiveRange more = {stay.reservedEnd, item.end};
  if (more.begin < more.end && draft.freeUntil(value.stay, more) < more.end) {
    result.outOfMemory = true;
    return false;
  }
  draft.extend(value.stay, item.end, std::max(stay.reservedEnd, item.end));
  draft.serve(item.firstGroup, item.lastGroup, value.stay);
  return true;
}

//===----------------------------------------------------------------------===//
// Eviction
//===----------------------------------------------------------------------===//

// Starts right after the contents are made, ends at boundary `by` at the
// latest. The stay lasts through the step at which the copy is awaited.
bool BufferAllocator::evict(Walk &walk, Step by) {
  Value &value = walk.value;
  if (!options.evicts || !route.out || value.stay < 0)
    return false;
  const LoopId level = walk.list.level;
  const DraftStay &stay = draft.stay(value.stay);
  const Step start = Picker::nextStart(uses, level, value.definedEnd, by);
  const Step earliest = std::max(start, value.lastBegin);
  if (start > by || earliest > by)
    return false;

  Step done = std::max(
      earliest,
      picker.evictionEnd(level, start, by, route.outSeconds(data.size), retry));
  const LiveRange more = {stay.reservedEnd, done + 1};
  if (more.begin < more.end) {
    const Step free = draft.freeUntil(value.stay, more);
    if (free < more.end) {
      result.outOfMemory = true;
      done = free - 1;
    }
  }
  while (done >= earliest && !uses.isDoneAt(level, done))
    --done;
  return done >= earliest && addEviction(walk, start, done);
}

bool BufferAllocator::addEviction(Walk &walk, Step start, Step done) {
  Value &value = walk.value;
  TimedCopy copy = {start, done, pass.copyDemand(route.outSeconds(data.size))};
  CopyVerdict verdict = route.evictions.tryAdd(copy);
  if (verdict == CopyVerdict::NoBandwidth && options.mayRecover &&
      retry + 1 == options.maxRetries) {
    copy.seconds = 0;
    verdict = route.evictions.tryAdd(copy);
  }
  if (verdict != CopyVerdict::Fits)
    return false;
  draft.addCopy({value.stay, /*isFill=*/false, copy, *route.out});
  const DraftStay &stay = draft.stay(value.stay);
  draft.extend(value.stay, std::max(stay.range.end, done),
               std::max(stay.reservedEnd, done + 1));
  value.isInDefault = true;
  // What arrives while the stream waits can be copied on at the next boundary.
  value.availableFrom = done + (start == done);
  return true;
}

//===----------------------------------------------------------------------===//
// Prefetch
//===----------------------------------------------------------------------===//

bool BufferAllocator::prefetch(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (!options.prefetches || !route.in || !item.isAllowed)
    return false;
  PrefetchWindow window;
  window.level = walk.list.level;
  window.by = item.begin;
  window.copySeconds = route.inSeconds(data.size);
  if (item.kind == Item::Kind::Op)
    window.reduction = pass.cost.reductionOf(groups[item.firstGroup]);
  // No need to look at starts from which on there is no room.
  const Step room = pass.heap().roomFrom(item.end, data.size);
  if (room > item.begin) {
    result.outOfMemory = true;
    return false;
  }
  window.earliest = std::max(walk.value.availableFrom, room);
  if (!picker.begin(window))
    return false;
  if (!draft.find({picker.latestStart(), item.end})) {
    result.outOfMemory = true;
    return false;
  }

  // Rather in parts from a start less preferred than as a whole.
  return (options.parts > 1 &&
          tryStarts(walk, index, window, /*inParts=*/true)) ||
         tryStarts(walk, index, window, /*inParts=*/false);
}

bool BufferAllocator::tryStarts(Walk &walk, int32_t index,
                                const PrefetchWindow &window, bool inParts) {
  if (!picker.begin(window))
    return false;
  const double seconds = pass.copyDemand(window.copySeconds);
  Step tooEarly = -1; // There is no room from here on.
  while (std::optional<Step> start = picker.next()) {
    bool hasRoom = true;
    if (*start <= tooEarly)
      continue;
    std::vector<DraftCopy> fills = inParts
                                       ? fillInParts(*start, window.by)
                                       : wholeFill(*start, window.by, seconds);
    if (!fills.empty() && fillAt(walk, index, std::move(fills), hasRoom))
      return true;
    if (!hasRoom)
      tooEarly = std::max(tooEarly, *start);
  }
  return false;
}

// For a use that must be served from here: as late as possible, whatever the
// bandwidth.
bool BufferAllocator::prefetchNow(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (!route.in || !item.isAllowed)
    return false;
  const Step from = walk.value.availableFrom;
  const Step start =
      Picker::previousStart(uses, walk.list.level, item.begin, from);
  bool hasRoom = true;
  return start >= from &&
         fillAt(walk, index, wholeFill(start, item.begin, 0), hasRoom);
}

std::vector<DraftCopy> BufferAllocator::wholeFill(Step start, Step done,
                                                  double seconds) const {
  return {{-1, /*isFill=*/true, {start, done, seconds}, *route.in}};
}

// Parts of nearly equal size, on the channels in turn. Empty: there are fewer
// than two, or no boundaries between to start them at. No part is so small that
// its latency is longer than its flow.
std::vector<DraftCopy> BufferAllocator::fillInParts(Step start,
                                                    Step done) const {
  int64_t count = std::min(options.parts, data.size);
  const double flow = route.inSecondsPerByte * static_cast<double>(data.size);
  if (static_cast<double>(count) * route.inLatency > flow)
    count = static_cast<int64_t>(flow / route.inLatency);
  if (count < 2)
    return {};
  const std::vector<Step> starts = picker.partStarts(start, count);
  if (starts.back() == start)
    return {};
  std::vector<DraftCopy> fills;
  Offset first = 0;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t size =
        data.size / count + static_cast<int64_t>(i < data.size % count);
    const double seconds = pass.copyDemand(route.inSeconds(size));
    fills.push_back({-1,
                     /*isFill=*/true,
                     {starts[i], done, seconds},
                     route.allIn[i % route.allIn.size()],
                     Part{first, size}});
    first += size;
  }
  return fills;
}

bool BufferAllocator::fillAt(Walk &walk, int32_t index,
                             std::vector<DraftCopy> fills, bool &hasRoom) {
  const Item &item = walk.list.items[index];
  auto takeBack = [&](size_t count) {
    while (count > 0)
      route.prefetches.remove(fills[--count].time);
    return false;
  };
  for (size_t i = 0; i < fills.size(); ++i)
    if (route.prefetches.tryAdd(fills[i].time) != CopyVerdict::Fits)
      return takeBack(i);
  const LiveRange range = {fills.front().time.start, item.end};
  const std::optional<Offset> offset = findAhead(walk.list, range, index);
  if (!offset) {
    result.outOfMemory = true;
    hasRoom = false;
    return takeBack(fills.size());
  }
  walk.value.stay = draft.addStay(walk.list.level, range, *offset);
  for (DraftCopy &fill : fills) {
    fill.stay = walk.value.stay;
    draft.addCopy(fill);
  }
  draft.serve(item.firstGroup, item.lastGroup, walk.value.stay);
  return true;
}
