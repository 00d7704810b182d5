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
    : pass(pass), uses(pass.uses), problem(pass.problem), options(pass.options),
      buffer(buffer), data(problem.buffers[buffer]),
      groups(uses.groups[buffer]),
      route(*pass.routes[pass.state.plans[buffer].stays[0].tier]),
      picker(pass.pickers[pass.state.plans[buffer].stays[0].tier]),
      retry(retry), builder(pass, buffer, picker, rejected),
      serving(groups.size(), -1) {}

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
    if (std::optional<Offset> offset = find({item.begin, item.end})) {
      value.stay = addStay(walk.list.level, {item.begin, item.end}, *offset);
      value.definedEnd = item.end;
      serve(item, value.stay);
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

std::optional<Offset> BufferAllocator::find(LiveRange range) const {
  return pass.heap().find(range, data.size,
                          problem.alignmentIn(data, pass.tier),
                          options.isBestFit);
}

// Prefers an offset that stays free for as many later uses as possible; only
// `range` is needed, which ends with item `index`.
std::optional<Offset> BufferAllocator::findAhead(const ItemList &list,
                                                 LiveRange range,
                                                 int32_t index) const {
  std::optional<Offset> best = find(range);
  if (!best || !options.looksAhead || !options.keeps)
    return best;
  int32_t low = index, high = list.keptUntil[index];
  while (low < high) {
    const int32_t middle = low + (high - low + 1) / 2;
    if (std::optional<Offset> offset =
            find({range.begin, list.items[middle].end})) {
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
  value.stay = addStay(walk.list.level, range, *offset);
  value.isInDefault = false;
  value.definedEnd = definition.end;
  serve(definition, value.stay);
  serve(item, value.stay);
  return true;
}

bool BufferAllocator::keep(Walk &walk, int32_t index) {
  const Value &value = walk.value;
  const Item &item = walk.list.items[index];
  if (!options.keeps || value.stay < 0 || !item.isAllowed ||
      !picker.allowsKeeping(walk.list.level, value.lastEnd, item.begin))
    return false;
  const DraftStay &stay = stays[value.stay];
  const LiveRange more = {stay.reservedEnd, item.end};
  if (more.begin < more.end &&
      pass.heap().freeUntil(more, stay.offset, data.size) < more.end) {
    result.outOfMemory = true;
    return false;
  }
  extend(value.stay, item.end, std::max(stay.reservedEnd, item.end));
  serve(item, value.stay);
  return true;
}

StayId BufferAllocator::addStay(LoopId level, LiveRange range, Offset offset) {
  const ChunkId chunk = pass.heap().take(range, offset, data.size);
  stays.push_back({range, range.end, offset, level, chunk});
  return static_cast<StayId>(stays.size() - 1);
}

void BufferAllocator::extend(StayId id, Step end, Step reservedEnd) {
  DraftStay &stay = stays[id];
  stay.range.end = end;
  if (reservedEnd == stay.reservedEnd)
    return;
  stay.reservedEnd = reservedEnd;
  pass.heap().release(stay.chunk);
  stay.chunk =
      pass.heap().take({stay.range.begin, reservedEnd}, stay.offset, data.size);
}

void BufferAllocator::serve(const Item &item, StayId stay) {
  for (int32_t g = item.firstGroup; g <= item.lastGroup; ++g)
    serving[g] = stay;
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

void BufferAllocator::undo() {
  for (const DraftStay &stay : stays)
    pass.heap().release(stay.chunk);
  for (const DraftCopy &copy : copies)
    (copy.isFill ? route.prefetches : route.evictions).remove(copy.time);
  stays.clear();
  copies.clear();
  std::fill(serving.begin(), serving.end(), -1);
}

void BufferAllocator::commit() {
  BufferPlan &plan = pass.state.plans[buffer];
  const StayId first = static_cast<StayId>(plan.stays.size());
  for (const DraftStay &stay : stays) {
    plan.stays.push_back(
        {pass.tier, stay.range, stay.offset, stay.reservedEnd});
    pass.state.infos[buffer].push_back({stay.level, stay.chunk});
  }
  for (const DraftCopy &copy : copies) {
    const StayId stay = first + copy.stay;
    plan.copies.push_back({copy.isFill ? 0 : stay, copy.isFill ? stay : 0,
                           copy.channel, copy.time.start, copy.time.done,
                           copy.part});
  }
  for (size_t g = 0; g < serving.size(); ++g)
    if (serving[g] >= 0)
      plan.serving[g] = first + serving[g];
}

std::vector<int32_t> BufferAllocator::inefficientGroups(double ratio) const {
  std::vector<double> copied(stays.size()), used(stays.size());
  for (const DraftCopy &copy : copies)
    copied[copy.stay] +=
        static_cast<double>(copy.part ? copy.part->size : data.size);
  for (size_t g = 0; g < serving.size(); ++g)
    if (serving[g] >= 0)
      used[serving[g]] += pass.cost.bytesOf(groups[g]);
  std::vector<int32_t> result;
  for (size_t g = 0; g < serving.size(); ++g)
    if (StayId stay = serving[g];
        stay >= 0 && copied[stay] > 0 && ratio * copied[stay] > used[stay])
      result.push_back(static_cast<int32_t>(g));
  return result;
}
