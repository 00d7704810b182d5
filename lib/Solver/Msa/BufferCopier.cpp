//===- BufferCopier.cpp - Prefetches and evictions of one buffer ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds memory and channel time for one copy at a time, like XLA's memory space
// assignment (see docs/guide/solvers.md, section `msa`). A prefetch tries the
// starts proposed by the picker in order. Each start needs a chunk of memory
// until the use, and must pass the copy resource (CopyResource.cpp). An
// eviction starts directly after the definition of the contents.
//
//===----------------------------------------------------------------------===//

#include "BufferCopier.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

BufferCopier::BufferCopier(TierContext &pass, BufferId buffer, int64_t retry,
                           Route &route, Picker &picker, BufferDraft &draft)
    : pass(pass), options(pass.options), data(pass.problem.buffers[buffer]),
      bufferUses(pass.uses.byBuffer[buffer]), retry(retry), route(route),
      picker(picker), draft(draft) {}

//===----------------------------------------------------------------------===//
// Eviction.
//===----------------------------------------------------------------------===//

// Starts directly after the definition of the contents and ends by boundary
// `by`. The stay lasts through the step that awaits the copy.
bool BufferCopier::evict(Walk &walk, Step by) {
  Contents &value = walk.value;
  if (!options.evicts || !route.out || value.stay < 0)
    return false;
  const LoopId level = walk.list.level;
  const DraftStay &stay = draft.stay(value.stay);
  const Step start = Picker::nextStart(pass.uses, level, value.definedEnd, by);
  const Step earliest = std::max(start, value.lastBegin);
  if (start > by || earliest > by)
    return false;

  Step done = std::max(
      earliest,
      picker.evictionEnd(level, start, by, route.outSeconds(data.size), retry));
  const LiveRange more = {stay.reservedEnd, done + 1};
  if (more.begin < more.end) {
    const Step free = pass.heap().freeUntil(more, stay.offset, data.size);
    if (free < more.end) {
      outOfMemory = true;
      done = free - 1;
    }
  }
  while (done >= earliest && !pass.uses.mayBeAwaitedAt(level, done))
    --done;
  return done >= earliest && addEviction(walk, start, done);
}

bool BufferCopier::addEviction(Walk &walk, Step start, Step done) {
  Contents &value = walk.value;
  TimedCopy copy = {start, done, pass.copyDemand(route.outSeconds(data.size))};
  if (!route.evictions.tryAdd(copy)) {
    if (!options.mayForceEviction || retry + 1 < options.maxAttempts)
      return false;
    copy.seconds = 0;
    route.evictions.tryAdd(copy);
  }
  draft.addCopy({value.stay, /*isFill=*/false, copy, *route.out});
  const DraftStay &stay = draft.stay(value.stay);
  draft.extend(value.stay, std::max(stay.range.end, done),
               std::max(stay.reservedEnd, done + 1));
  value.isInBase = true;
  // After a blocking copy, the next copy can start at the next boundary only.
  value.availableFrom = done + (start == done);
  return true;
}

//===----------------------------------------------------------------------===//
// Prefetch.
//===----------------------------------------------------------------------===//

bool BufferCopier::prefetch(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (!options.prefetches || !route.in || !item.isAllowed)
    return false;
  PrefetchWindow window;
  window.level = walk.list.level;
  window.by = item.begin;
  window.copySeconds = route.inSeconds(data.size);
  if (item.kind == Item::Kind::Op)
    window.reduction = pass.cost.reductionOf(bufferUses[item.firstUse]);
  // Skips starts without enough room.
  const Step room = pass.heap().roomFrom(item.end, data.size);
  if (room > item.begin) {
    outOfMemory = true;
    return false;
  }
  window.earliest = std::max(walk.value.availableFrom, room);
  if (!picker.begin(window))
    return false;
  if (!draft.find({picker.latestStart(), item.end})) {
    outOfMemory = true;
    return false;
  }

  return tryStarts(walk, index, window);
}

bool BufferCopier::tryStarts(Walk &walk, int32_t index,
                             const PrefetchWindow &window) {
  if (!picker.begin(window))
    return false;
  const double seconds = pass.copyDemand(window.copySeconds);
  Step tooEarly = -1; // Starts up to here have no room.
  while (std::optional<Step> start = picker.next()) {
    bool hasRoom = true;
    if (*start <= tooEarly)
      continue;
    if (fillAt(walk, index, {*start, window.by, seconds}, hasRoom))
      return true;
    if (!hasRoom)
      tooEarly = std::max(tooEarly, *start);
  }
  return false;
}

// For a use that this tier must serve: starts as late as possible, regardless
// of bandwidth.
bool BufferCopier::prefetchLate(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (!route.in || !item.isAllowed)
    return false;
  const Step from = walk.value.availableFrom;
  const Step start =
      Picker::previousStart(pass.uses, walk.list.level, item.begin, from);
  bool hasRoom = true;
  return start >= from && fillAt(walk, index, {start, item.begin, 0}, hasRoom);
}

bool BufferCopier::fillAt(Walk &walk, int32_t index, const TimedCopy &time,
                          bool &hasRoom) {
  const Item &item = walk.list.items[index];
  if (!route.prefetches.tryAdd(time))
    return false;
  const LiveRange range = {time.start, item.end};
  const std::optional<Offset> offset = draft.findAhead(walk.list, range, index);
  if (!offset) {
    outOfMemory = true;
    hasRoom = false;
    route.prefetches.remove(time);
    return false;
  }
  walk.value.stay = draft.addStay(walk.list.level, range, *offset);
  draft.addCopy({walk.value.stay, /*isFill=*/true, time, *route.in});
  draft.serve(item, walk.value.stay);
  return true;
}
