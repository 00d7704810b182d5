//===- BufferAllocator.cpp - Allocation of one buffer in one tier ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates one buffer, from its first use to its last, like XLA's memory space
// assignment (see docs/guide/solvers.md, section `msa`). The fast tier serves a
// use if the contents are still there or if a prefetch is possible; otherwise
// the base serves the use. The treatment of loops is our own: either the body
// of a loop is a separate level, in which stays begin and end as in a program,
// or the whole loop is a single item of the outer level.
//
//===----------------------------------------------------------------------===//

#include "BufferAllocator.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

BufferAllocator::BufferAllocator(TierContext &pass, BufferId buffer,
                                 int64_t retry)
    : pass(pass), options(pass.options), buffer(buffer),
      data(pass.problem.buffers[buffer]),
      picker(pass.pickers[pass.state.plans[buffer].stays[0].tier]),
      builder(pass, buffer, picker),
      draft(pass, buffer, *pass.routes[pass.state.plans[buffer].stays[0].tier]),
      copier(pass, buffer, retry,
             *pass.routes[pass.state.plans[buffer].stays[0].tier], picker,
             draft) {}

AllocationResult BufferAllocator::run() {
  AllocationResult result;
  const size_t numUses = pass.uses.byBuffer[buffer].size();
  result.mustUndo = !processLevel(pass.uses.rootOf(buffer), 0,
                                  static_cast<int32_t>(numUses) - 1,
                                  data.liveIn, data.liveOut);
  result.outOfMemory = outOfMemory || copier.isOutOfMemory();
  return result;
}

//===----------------------------------------------------------------------===//
// Items in order.
//===----------------------------------------------------------------------===//

bool BufferAllocator::processLevel(LoopId level, int32_t first, int32_t last,
                                   bool startsInBase, bool endsInBase) {
  const ItemList list = builder.build(level, first, last);
  Walk walk{list, {}};
  Contents &value = walk.value;
  value.exists = value.isInBase = startsInBase;
  value.availableFrom = value.lastBegin = value.lastEnd =
      list.allowedSteps.begin;
  for (int32_t i = 0; i < static_cast<int32_t>(list.items.size()); ++i)
    if (!visit(walk, i))
      return false;
  return finish(walk, endsInBase);
}

bool BufferAllocator::visit(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  if (item.kind == Item::Kind::Stay)
    return visitForeign(walk, item);
  Contents &value = walk.value;
  if (item.reads && value.exists)
    return visitUse(walk, index);
  // New contents; the previous contents are dead.
  if (!fixPending(walk))
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
  Contents &value = walk.value;
  if (!fixPending(walk))
    return false;
  if (item.reads && value.exists) {
    if (!value.isInBase && !copier.evict(walk, item.begin))
      return false;
    // The stay may have been filled before the previous item of the list.
    if (value.availableFrom > item.begin)
      return false;
  }
  value.stay = -1;
  value.lastBegin = item.begin;
  value.lastEnd = item.end;
  if (item.writes) {
    value.exists = value.isInBase = item.isEvicted;
    value.availableFrom = item.end;
  }
  return true;
}

bool BufferAllocator::visitUse(Walk &walk, int32_t index) {
  const Item &item = walk.list.items[index];
  Contents &value = walk.value;
  bool isFast =
      value.pending >= 0 ? keepFromDefinition(walk, index) : keep(walk, index);
  if (!isFast) {
    if (!fixPending(walk))
      return false;
    if (!value.isInBase && !copier.evict(walk, item.begin))
      return false;
    value.stay = -1;
    isFast = copier.prefetch(walk, index);
    if (!isFast && item.isRequired &&
        !(isFast = copier.prefetchLate(walk, index)) &&
        item.kind == Item::Kind::Op)
      return false;
    if (!isFast && !serveFromBase(walk.list, item))
      return false;
  }
  value.lastBegin = item.begin;
  value.lastEnd = item.end;
  if (item.writes) {
    value.isInBase = !isFast;
    value.availableFrom = value.definedEnd = item.end;
  }
  return true;
}

// Leaves contents in the base if their first use cannot share a stay with their
// definition.
bool BufferAllocator::fixPending(Walk &walk) {
  Contents &value = walk.value;
  if (value.pending < 0)
    return true;
  const Item &item = walk.list.items[value.pending];
  value.pending = -1;
  if (item.isRequired && item.isAllowed) {
    // The fast tier is required in any case: a stay for the duration of the
    // item alone, to be evicted later.
    if (std::optional<Offset> offset = draft.find({item.begin, item.end})) {
      value.stay =
          draft.addStay(walk.list.level, {item.begin, item.end}, *offset);
      value.definedEnd = item.end;
      draft.serve(item, value.stay);
      return true;
    }
  }
  if (item.isRequired && item.kind == Item::Kind::Op)
    return false;
  if (!serveFromBase(walk.list, item))
    return false;
  value.isInBase = true;
  value.availableFrom = item.end;
  return true;
}

// Serves `item` from the base. For a loop, allocates stays inside the body; the
// base has the contents at both ends of the body.
bool BufferAllocator::serveFromBase(const ItemList &list, const Item &item) {
  if (item.kind != Item::Kind::Loop)
    return true;
  if (!builder.mayCopyAt(item.loop) ||
      !list.allowedSteps.covers({item.begin, item.end}))
    return !item.isRequired;
  return processLevel(item.loop, item.firstUse, item.lastUse,
                      /*startsInBase=*/true, /*endsInBase=*/true);
}

bool BufferAllocator::finish(Walk &walk, bool endsInBase) {
  if (!fixPending(walk))
    return false;
  const Contents &value = walk.value;
  return !endsInBase || !value.exists || value.isInBase ||
         copier.evict(walk, walk.list.allowedSteps.end);
}

//===----------------------------------------------------------------------===//
// Keeping.
//===----------------------------------------------------------------------===//

// Treats the definition and the first use as one segment.
bool BufferAllocator::keepFromDefinition(Walk &walk, int32_t index) {
  Contents &value = walk.value;
  const Item &item = walk.list.items[index];
  const Item &definition = walk.list.items[value.pending];
  if (!options.keeps || !definition.isAllowed || !item.isAllowed ||
      !picker.allowsKeeping(walk.list.level, definition.end, item.begin))
    return false;
  const LiveRange range = {definition.begin, item.end};
  const std::optional<Offset> offset = draft.findAhead(walk.list, range, index);
  if (!offset) {
    outOfMemory = true;
    return false;
  }
  value.pending = -1;
  value.stay = draft.addStay(walk.list.level, range, *offset);
  value.isInBase = false;
  value.definedEnd = definition.end;
  draft.serve(definition, value.stay);
  draft.serve(item, value.stay);
  return true;
}

bool BufferAllocator::keep(Walk &walk, int32_t index) {
  const Contents &value = walk.value;
  const Item &item = walk.list.items[index];
  if (!options.keeps || value.stay < 0 || !item.isAllowed ||
      !picker.allowsKeeping(walk.list.level, value.lastEnd, item.begin))
    return false;
  const DraftStay &stay = draft.stay(value.stay);
  const LiveRange more = {stay.reservedEnd, item.end};
  if (more.begin < more.end &&
      pass.heap().freeUntil(more, stay.offset, data.size) < more.end) {
    outOfMemory = true;
    return false;
  }
  draft.extend(value.stay, item.end, std::max(stay.reservedEnd, item.end));
  draft.serve(item, value.stay);
  return true;
}
