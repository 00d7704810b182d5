//===- ItemBuilder.cpp - The uses of a buffer at one level of loops -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattens the uses of one buffer into a list per level of loops, so that the
// allocator sees no tree. One forward pass over the uses creates the
// items, and one backward pass computes how long the picker permits the buffer
// to stay unused.
//
//===----------------------------------------------------------------------===//

#include "ItemBuilder.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

ItemBuilder::ItemBuilder(const TierContext &pass, BufferId buffer,
                         const Picker &picker)
    : pass(pass), uses(pass.uses), problem(pass.problem), buffer(buffer),
      data(problem.buffers[buffer]), plan(pass.state.plans[buffer]),
      bufferUses(uses.byBuffer[buffer]), picker(picker) {}

bool ItemBuilder::mayCopyAt(LoopId level) const {
  const LoopId root = uses.rootOf(buffer);
  const LoopId outer = uses.childAt(root, bufferUses[0].step);
  if (level == root || data.liveIn || outer == noLoop ||
      !uses.isWithin(level, outer))
    return true;
  bool maySkipFirst = false;
  for (LoopId at = uses.loopOf(bufferUses[0].step); at != outer;
       at = uses.parentOf(at))
    maySkipFirst |= uses.loops[at].maySkip;
  return !bufferUses[0].reads && !maySkipFirst;
}

// Returns true if the use makes new contents. The first access of a buffer
// that is not live-in does so in any mode (R6).
bool ItemBuilder::definesContents(int32_t use) const {
  return bufferUses[use].writes || (use == 0 && !data.liveIn);
}

bool ItemBuilder::mayMove(int32_t use) const {
  if (plan.serving[use] != 0)
    return false;
  const Op &op = problem.ops[bufferUses[use].step];
  return std::all_of(bufferUses[use].accesses.begin(),
                     bufferUses[use].accesses.end(), [&](int32_t k) {
                       return mayServe(problem.target, op.accesses[k],
                                       pass.tier);
                     });
}

bool ItemBuilder::isRequired(int32_t use) const {
  if (plan.serving[use] != 0)
    return false;
  const Op &op = problem.ops[bufferUses[use].step];
  return !std::all_of(bufferUses[use].accesses.begin(),
                      bufferUses[use].accesses.end(), [&](int32_t k) {
                        return mayServe(problem.target, op.accesses[k],
                                        plan.stays[0].tier);
                      });
}

Item ItemBuilder::makeOp(int32_t use) const {
  Item item;
  item.begin = bufferUses[use].step;
  item.end = item.begin + 1;
  item.firstUse = item.lastUse = use;
  item.reads = bufferUses[use].reads;
  item.writes = definesContents(use);
  item.isAllowed = mayMove(use);
  item.isRequired = isRequired(use);
  return item;
}

Item ItemBuilder::makeLoop(LoopId level, LoopId loop, int32_t first,
                           int32_t last) const {
  const LiveRange range = uses.rangeOf(loop);
  Item item;
  item.kind = Item::Kind::Loop;
  item.begin = range.begin;
  item.end = range.end;
  item.firstUse = first;
  item.lastUse = last;
  item.loop = loop;
  // A loop that may be skipped passes the previous contents on.
  item.reads = bufferUses[first].reads;
  for (LoopId at = uses.loopOf(bufferUses[first].step); at != level;
       at = uses.parentOf(at))
    item.reads |= uses.loops[at].maySkip;
  item.isAllowed =
      data.range.covers(range) &&
      picker.allowsKeeping(loop, range.begin, bufferUses[first].step);
  for (int32_t u = first; u <= last; ++u) {
    item.writes |= definesContents(u);
    item.isAllowed &= mayMove(u);
    item.isRequired |= isRequired(u);
  }
  return item;
}

Item ItemBuilder::makeStay(StayId stay, int32_t first, int32_t last) const {
  Item item;
  item.kind = Item::Kind::Stay;
  item.begin = plan.stays[stay].range.begin;
  item.end = plan.stays[stay].range.end;
  item.firstUse = first;
  item.lastUse = last;
  for (int32_t u = first; u <= last; ++u)
    item.writes |= definesContents(u);
  for (const StayTransfer &transfer : plan.transfers) {
    if (transfer.to == stay && transfer.from == 0 && !transfer.isWrapped()) {
      item.begin =
          item.reads ? std::min(item.begin, transfer.start) : transfer.start;
      item.reads = true;
    }
    if (transfer.from == stay && transfer.to == 0) {
      item.isEvicted = true;
      item.end = transfer.done + (transfer.start == transfer.done);
    }
  }
  return item;
}

ItemList ItemBuilder::build(LoopId level, int32_t first, int32_t last) const {
  ItemList list;
  list.level = level;
  const LiveRange range = uses.rangeOf(level);
  list.allowedSteps = {std::max(range.begin, data.range.begin),
                       std::min(range.end, data.range.end)};
  list.items.reserve(last - first + 1);
  for (int32_t u = first; u <= last;) {
    int32_t end = u + 1;
    const StayId stay = plan.serving[u];
    const LoopId child = uses.childAt(level, bufferUses[u].step);
    if (stay != 0 && pass.state.infos[buffer][stay].level == level) {
      while (end <= last && plan.serving[end] == stay)
        ++end;
      list.items.push_back(makeStay(stay, u, end - 1));
    } else if (child != noLoop) {
      while (end <= last && bufferUses[end].step < uses.rangeOf(child).end)
        ++end;
      list.items.push_back(makeLoop(level, child, u, end - 1));
    } else {
      list.items.push_back(makeOp(u));
    }
    u = end;
  }

  const int32_t numItems = static_cast<int32_t>(list.items.size());
  list.keptUntil.resize(numItems);
  for (int32_t i = numItems; i-- > 0;) {
    list.keptUntil[i] = i;
    if (i + 1 == numItems)
      continue;
    const Item &next = list.items[i + 1];
    if (next.isAllowed && next.reads &&
        picker.allowsKeeping(level, list.items[i].end, next.begin))
      list.keptUntil[i] = list.keptUntil[i + 1];
  }
  return list;
}
