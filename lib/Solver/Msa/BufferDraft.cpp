//===- BufferDraft.cpp - Uncommitted stays and copies of one buffer -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transaction: an attempt takes chunks and copy slots immediately, so later
// parts of the attempt see them. On failure the attempt releases everything.
// Undo and commit take time proportional to the taken amount.
//
//===----------------------------------------------------------------------===//

#include "BufferDraft.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

BufferDraft::BufferDraft(TierContext &pass, BufferId buffer, Route &route)
    : pass(pass), buffer(buffer), data(pass.problem.buffers[buffer]),
      route(route), serving(pass.uses.byBuffer[buffer].size(), -1) {}

std::optional<Offset> BufferDraft::find(LiveRange range) const {
  return pass.heap().find(range, data.size,
                          pass.problem.alignmentIn(data, pass.tier),
                          pass.options.isBestFit);
}

std::optional<Offset> BufferDraft::findAhead(const ItemList &list,
                                             LiveRange range,
                                             int32_t index) const {
  std::optional<Offset> best = find(range);
  if (!best || !pass.options.looksAhead || !pass.options.keeps)
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

StayId BufferDraft::addStay(LoopId level, LiveRange range, Offset offset) {
  const ChunkId chunk = pass.heap().take(range, offset, data.size);
  stays.push_back({range, range.end, offset, level, chunk});
  return static_cast<StayId>(stays.size() - 1);
}

void BufferDraft::extend(StayId id, Step end, Step reservedEnd) {
  DraftStay &stay = stays[id];
  stay.range.end = end;
  if (reservedEnd == stay.reservedEnd)
    return;
  stay.reservedEnd = reservedEnd;
  pass.heap().release(stay.chunk);
  stay.chunk =
      pass.heap().take({stay.range.begin, reservedEnd}, stay.offset, data.size);
}

void BufferDraft::serve(const Item &item, StayId stay) {
  for (int32_t u = item.firstUse; u <= item.lastUse; ++u)
    serving[u] = stay;
}

void BufferDraft::undo() {
  for (const DraftStay &stay : stays)
    pass.heap().release(stay.chunk);
  for (const DraftCopy &copy : copies)
    (copy.isFill ? route.prefetches : route.evictions).remove(copy.time);
  stays.clear();
  copies.clear();
  std::fill(serving.begin(), serving.end(), -1);
}

void BufferDraft::commit() {
  BufferPlan &plan = pass.state.plans[buffer];
  const StayId first = static_cast<StayId>(plan.stays.size());
  for (const DraftStay &stay : stays) {
    plan.stays.push_back(
        {pass.tier, stay.range, stay.offset, stay.reservedEnd});
    pass.state.infos[buffer].push_back({stay.level, stay.chunk});
  }
  for (const DraftCopy &copy : copies) {
    const StayId stay = first + copy.stay;
    plan.transfers.push_back({copy.isFill ? 0 : stay, copy.isFill ? stay : 0,
                              copy.channel, copy.time.start, copy.time.done});
  }
  for (size_t u = 0; u < serving.size(); ++u)
    if (serving[u] >= 0)
      plan.serving[u] = first + serving[u];
}
