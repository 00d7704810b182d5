//===- BufferChoice.cpp - One buffer's cheapest way through ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming over the uses: where the newest contents are after each.
// docs/bounds.md says why each legal placement has a way that costs no more
// than is charged for it here.
//
//===----------------------------------------------------------------------===//

#include "BufferChoice.h"

#include <algorithm>
#include <limits>

using namespace memplace;

static constexpr double infinity = std::numeric_limits<double>::infinity();

double BufferChoice::heldCost(const NearBuffer &buffer, Step step) const {
  int32_t price = buffer.priceAt(step);
  return price < 0 ? 0 : prices.held[price];
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// From now on a transfer may also flow while op \p step runs.
void BufferChoice::addSlot(Step step) {
  Slot slot = {prices.time[step], model.ops[step].times.freeAtMost, step};
  if (slot.seconds <= 0)
    return;
  auto isCheaper = [](const Slot &a, const Slot &b) {
    return a.price < b.price;
  };
  slots.insert(std::upper_bound(slots.begin(), slots.end(), slot, isCheaper),
               slot);
}

/// What \p seconds of transfer cost: in the cheapest slots, and what they do
/// not hold while the program waits.
double BufferChoice::fillCost(double seconds) const {
  double cost = 0;
  for (const Slot &slot : slots) {
    double part = std::min(seconds, slot.seconds);
    cost += part * slot.price;
    seconds -= part;
    if (seconds <= 0)
      return cost;
  }
  return cost + seconds;
}

void BufferChoice::priceOut(const NearBuffer &buffer, Gap &gap) {
  slots.clear();
  gap.copyOut = fillCost(buffer.outSeconds);
  gap.outEnd = gap.begin;
  gap.isOutFree = false;
  double held = 0;
  for (Step step = gap.begin; step < gap.end && gap.copyOut > held; ++step) {
    if (step - gap.begin == model.window) {
      gap.copyOut = held;
      gap.outEnd = step;
      gap.isOutFree = true;
      return;
    }
    held += heldCost(buffer, step);
    addSlot(step);
    double cost = held + fillCost(buffer.outSeconds);
    if (cost < gap.copyOut) {
      gap.copyOut = cost;
      gap.outEnd = step + 1;
    }
  }
}

/// For contents that stay near over the gap before \p use: the transfer may
/// have begun after any use since they were written.
void BufferChoice::priceKeptOut(const NearBuffer &buffer, size_t use,
                                Gap &gap) {
  const std::vector<NearUse> &uses = buffer.uses;
  Step begin = 0;
  for (size_t k = use; k-- > 0;)
    if (uses[k].makesContents) {
      begin = uses[k].step + 1;
      break;
    }
  auto end = static_cast<Step>(model.ops.size());
  for (size_t k = use; k < uses.size(); ++k)
    if (uses[k].makesContents) {
      end = uses[k].step;
      break;
    }
  gap.keptOutBegin = begin;
  gap.keptOutEnd = end;
  if (end - begin > 2 * model.window) {
    gap.copyOutKept = 0;
    gap.keptOutEnd = begin;
    return;
  }
  slots.clear();
  for (Step step = begin; step < end; ++step)
    addSlot(step);
  gap.copyOutKept = fillCost(buffer.outSeconds);
}

/// A transfer may begin before earlier uses too, but not before the last that
/// made contents.
void BufferChoice::priceIn(const NearBuffer &buffer, size_t use, Gap &gap) {
  Step step = buffer.uses[use].step;
  Step first = 0;
  for (size_t k = use; k-- > 0;)
    if (buffer.uses[k].makesContents) {
      first = buffer.uses[k].step + 1;
      break;
    }
  Step begin = std::max(first, step - model.window);
  bool isEarlierFree = begin > first || (begin == 0 && buffer.mayArriveBefore);
  slots.clear();
  gap.copyIn = fillCost(buffer.inSeconds);
  gap.inBegin = step;
  gap.isInFree = false;
  double held = 0;
  for (Step i = step; i-- > begin && gap.copyIn > held;) {
    held += heldCost(buffer, i);
    addSlot(i);
    bool isFree = i == begin && isEarlierFree;
    double cost = held + (isFree ? 0 : fillCost(buffer.inSeconds));
    if (cost < gap.copyIn) {
      gap.copyIn = cost;
      gap.inBegin = i;
      gap.isInFree = isFree;
    }
  }
  if (step == begin && isEarlierFree) {
    gap.copyIn = 0;
    gap.isInFree = true;
  }
}

void BufferChoice::priceGaps(const NearBuffer &buffer) {
  const std::vector<NearUse> &uses = buffer.uses;
  gaps.assign(uses.size() + 1, {});
  for (size_t k = 0; k <= uses.size(); ++k) {
    Gap &gap = gaps[k];
    gap.begin = k == 0 ? 0 : uses[k - 1].step + 1;
    gap.end =
        k == uses.size() ? static_cast<Step>(model.ops.size()) : uses[k].step;
    bool isNeeded = k < uses.size() && uses[k].needsContents;
    if (!isNeeded && !(k == uses.size() && buffer.mustEndFar))
      continue;
    priceOut(buffer, gap);
    if (!isNeeded)
      continue;
    for (Step step = std::max(gap.begin, buffer.firstStep); step < gap.end;
         ++step)
      gap.keep += heldCost(buffer, step);
    priceKeptOut(buffer, k, gap);
    priceIn(buffer, k, gap);
  }
}

//===----------------------------------------------------------------------===//
// The uses one by one
//===----------------------------------------------------------------------===//

void BufferChoice::improve(Choice &choice, const Choice &candidate) {
  if (candidate.cost < choice.cost)
    choice = candidate;
}

/// Finds the cheapest way to have the contents in each place just before \p
/// use.
void BufferChoice::arrive(const NearBuffer &buffer, size_t use) {
  const Gap &gap = gaps[use];
  const Choice *from = &states[use * numWheres];
  double held = heldCost(buffer, buffer.uses[use].step);
  for (Choice &arrival : arrivals)
    arrival = {infinity};
  auto come = [&](Where before, Between between, Where after, double cost) {
    improve(arrivals[after],
            {from[before].cost + cost, before, between, false, after != Far});
  };
  come(Far, Nothing, Far, 0);
  come(Far, CopyIn, Both, gap.copyIn + held);
  come(Both, Nothing, Far, 0);
  come(Both, Keep, Both, gap.keep + held);
  come(Both, CopyIn, Both, gap.copyIn + held);
  come(Near, Keep, Near, gap.keep + held);
  come(Near, KeepAndCopyOut, Both, gap.keep + gap.copyOutKept + held);
  come(Near, CopyOut, Far, gap.copyOut);
  come(Near, OutAndIn, Both, gap.copyOut + gap.copyIn + held);
}

/// Finds the cheapest way to have them in each place after \p index.
void BufferChoice::serve(const NearBuffer &buffer, size_t index) {
  const NearUse &use = buffer.uses[index];
  Choice *to = &states[(index + 1) * numWheres];
  for (int where = 0; where < numWheres; ++where)
    to[where] = {infinity};
  double paid = use.price < 0 ? 0 : prices.served[use.price];
  if (!use.needsContents) {
    Choice start = {infinity};
    for (int where = 0; where < numWheres; ++where)
      improve(start, {states[index * numWheres + where].cost,
                      static_cast<Where>(where), Nothing, false, false});
    if (use.mayBeFar)
      to[Far] = start;
    start.cost += heldCost(buffer, use.step) - paid;
    start.isServedNear = start.isHeld = true;
    if (use.mayBeNear)
      to[Near] = start;
    return;
  }
  arrive(buffer, index);
  for (int where = 0; where < numWheres; ++where) {
    Choice choice = arrivals[where];
    if (where != Near && use.mayBeFar)
      improve(to[use.makesContents ? Far : where], choice);
    if (where == Far || !use.mayBeNear)
      continue;
    choice.cost -= paid;
    choice.isServedNear = true;
    improve(to[use.makesContents ? Near : where], choice);
  }
}

//===----------------------------------------------------------------------===//
// What the cheapest way uses
//===----------------------------------------------------------------------===//

void BufferChoice::recordHeld(const NearBuffer &buffer, Step begin, Step end,
                              NearAmounts &amounts) const {
  for (Step step = std::max(begin, buffer.firstStep); step < end; ++step)
    if (int32_t price = buffer.priceAt(step); price >= 0)
      amounts.held[price] += 1;
}

void BufferChoice::recordFill(Step begin, Step end, double seconds,
                              NearAmounts &amounts) {
  slots.clear();
  for (Step step = begin; step < end; ++step)
    addSlot(step);
  for (const Slot &slot : slots) {
    double part = std::min(seconds, slot.seconds);
    amounts.time[slot.step] += part;
    seconds -= part;
  }
}

void BufferChoice::record(const NearBuffer &buffer, size_t use,
                          const Choice &choice, NearAmounts &amounts) {
  const Gap &gap = gaps[use];
  if (choice.isHeld)
    recordHeld(buffer, gap.end, gap.end + 1, amounts);
  if (choice.isServedNear && buffer.uses[use].price >= 0)
    amounts.served[buffer.uses[use].price] += 1;
  Between between = choice.between;
  if (between == Keep || between == KeepAndCopyOut)
    recordHeld(buffer, gap.begin, gap.end, amounts);
  if (between == KeepAndCopyOut)
    recordFill(gap.keptOutBegin, gap.keptOutEnd, buffer.outSeconds, amounts);
  if (between == CopyOut || between == OutAndIn) {
    recordHeld(buffer, gap.begin, gap.outEnd, amounts);
    if (!gap.isOutFree)
      recordFill(gap.begin, gap.outEnd, buffer.outSeconds, amounts);
  }
  if (between == CopyIn || between == OutAndIn) {
    recordHeld(buffer, gap.inBegin, gap.end, amounts);
    if (!gap.isInFree)
      recordFill(gap.inBegin, gap.end, buffer.inSeconds, amounts);
  }
}

double BufferChoice::choose(const NearBuffer &buffer, NearAmounts &amounts) {
  size_t numUses = buffer.uses.size();
  priceGaps(buffer);
  states.assign((numUses + 1) * numWheres, {infinity});
  if (buffer.startsNear)
    states[Near].cost = 0;
  else
    states[Far].cost = 0;
  for (size_t k = 0; k < numUses; ++k)
    serve(buffer, k);
  const Choice *last = &states[numUses * numWheres];
  Choice end = {infinity};
  for (Where where : {Far, Both, Near}) {
    bool mustLeave = buffer.mustEndFar && where == Near;
    improve(end, {last[where].cost + (mustLeave ? gaps[numUses].copyOut : 0),
                  where, mustLeave ? CopyOut : Nothing});
  }
  if (end.cost == infinity)
    return 0; // There is no legal placement, so any bound is true.
  record(buffer, numUses, end, amounts);
  Where where = end.before;
  for (size_t k = numUses; k-- > 0;) {
    const Choice &choice = states[(k + 1) * numWheres + where];
    record(buffer, k, choice, amounts);
    where = choice.before;
  }
  return end.cost;
}
