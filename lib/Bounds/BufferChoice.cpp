//===- BufferChoice.cpp - Cheapest path of one buffer ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic programming over the uses, with the location of the newest contents
// after each use as state. docs/reference/bounds.md proves that each legal
// placement has a path with at most its cost.
//
//===----------------------------------------------------------------------===//

#include "BufferChoice.h"

#include <algorithm>
#include <limits>

using namespace memplace;

static constexpr double infinity = std::numeric_limits<double>::infinity();

BufferChoice::BufferChoice(const FastTierModel &model,
                           const FastTierPrices &prices)
    : model(model), prices(prices), transfers(model, prices.time) {}

double BufferChoice::heldCost(const FastTierBuffer &buffer, Step step) const {
  if (!costsToHold)
    return 0;
  int32_t price = buffer.priceAt(step);
  return price < 0 ? 0 : prices.held[price];
}

//===----------------------------------------------------------------------===//
// Transfers beyond the window.
//===----------------------------------------------------------------------===//
//
// A transfer beyond the window flows in any blocks from its start to its end.
// Its place is held at the first step of each block in between.

/// Prices copies out with an end after \p step. Holding the contents until
/// \p step has cost \p held.
void BufferChoice::priceFarOut(const FastTierBuffer &buffer, double held,
                               Step step, Gap &gap) {
  if (model.blockLength == 0) {
    gap.copyOut = held;
    gap.outEnd = step;
    gap.isOutFree = true;
    return;
  }
  const Step first = gap.outFirst;
  BlockRange blocks = {transfers.blockOf(first),
                       transfers.blockOf(std::max(first, step - 1))};
  if (step == first && step % model.blockLength == 0)
    held += heldCost(buffer, step);
  double least = transfers.minPrice(blocks);
  while (held < gap.copyOut) {
    // Skips the exact cost if its lower bound is no improvement.
    if (held + least * buffer.outSeconds < gap.copyOut)
      if (const double cost =
              held + transfers.fillCost(blocks, buffer.outSeconds, least);
          cost < gap.copyOut) {
        gap.copyOut = cost;
        gap.outEnd = step;
        gap.outBlocks = blocks;
      }
    const Step next = (blocks.last + 1) * model.blockLength;
    if (next >= gap.end)
      return;
    held += heldCost(buffer, next);
    ++blocks.last;
    least = std::min(least, transfers.minPrice({blocks.last, blocks.last}));
  }
}

/// Prices fills for the use at \p step with a start at \p begin or earlier, but
/// not before \p first. Holding the place from \p begin on costs \p held.
void BufferChoice::priceFarIn(const FastTierBuffer &buffer, double held,
                              Step first, Step begin, Step step, Gap &gap) {
  if (model.blockLength == 0) {
    if (held < gap.copyIn) {
      gap.copyIn = held;
      gap.inBegin = begin;
      gap.isInFree = true;
    }
    return;
  }
  const bool arrivesBefore = first == 0 && buffer.mayArriveBefore;
  BlockRange blocks = {transfers.blockOf(begin),
                       transfers.blockOf(std::max(begin, step - 1))};
  double least = transfers.minPrice(blocks);
  while (held < gap.copyIn) {
    const bool isFree = arrivesBefore && blocks.first == 0;
    if (isFree || held + least * buffer.inSeconds < gap.copyIn)
      if (const double cost =
              held +
              (isFree ? 0
                      : transfers.fillCost(blocks, buffer.inSeconds, least));
          cost < gap.copyIn) {
        gap.copyIn = cost;
        gap.inBegin = begin;
        gap.isInFree = isFree;
        gap.inBlocks = blocks;
      }
    const Step cut = blocks.first * model.blockLength;
    if (isFree || first >= cut)
      return;
    if (cut < begin) // Otherwise already part of `held`.
      held += heldCost(buffer, cut);
    --blocks.first;
    least = std::min(least, transfers.minPrice({blocks.first, blocks.first}));
  }
}

//===----------------------------------------------------------------------===//
// Transfers between two uses.
//===----------------------------------------------------------------------===//

/// Sets the earliest start and latest end of copies out in the gap before
/// \p use.
void BufferChoice::setTimesOut(const FastTierBuffer &buffer, size_t use,
                               Gap &gap) const {
  gap.outFirst = gap.made;
  gap.keptOutEnd = gap.end;
  if (!model.mayLeaveEarly)
    return;
  gap.outFirst = gap.begin;
  const auto next = std::find_if(
      buffer.uses.begin() + static_cast<int64_t>(use), buffer.uses.end(),
      [](const FastTierUse &later) { return later.makesContents; });
  gap.keptOutEnd = next == buffer.uses.end()
                       ? static_cast<Step>(model.ops.size())
                       : next->step;
}

/// The copy out may begin after any use since the contents were written, but
/// ends in this gap; until then the contents are in the fast tier only.
void BufferChoice::priceOut(const FastTierBuffer &buffer, Gap &gap) {
  transfers.clearSlots();
  gap.outEnd = gap.begin;
  gap.isOutFree = false;
  gap.copyOut = transfers.fillCost(buffer.outSeconds);
  if (gap.begin - gap.outFirst > model.window)
    return priceFarOut(buffer, 0, gap.begin, gap);
  transfers.addSlots(gap.outFirst, gap.begin);
  gap.copyOut = transfers.fillCost(buffer.outSeconds);
  double held = 0;
  for (Step step = gap.begin; step < gap.end && gap.copyOut > held; ++step) {
    if (step - gap.begin == model.window)
      return priceFarOut(buffer, held, step, gap);
    held += heldCost(buffer, step);
    transfers.addSlot(step);
    double cost = held + transfers.fillCost(buffer.outSeconds);
    if (cost < gap.copyOut) {
      gap.copyOut = cost;
      gap.outEnd = step + 1;
    }
  }
}

/// Like `priceOut`, for contents kept in the fast tier over the gap.
void BufferChoice::priceKeptOut(const FastTierBuffer &buffer, Gap &gap) {
  if (gap.keptOutEnd - gap.made > 2 * model.window) {
    gap.isKeptOutFar = true;
    if (model.blockLength == 0)
      return;
    gap.keptOutBlocks = {transfers.blockOf(gap.made),
                         transfers.blockOf(gap.keptOutEnd - 1)};
    gap.copyOutKept = transfers.fillCost(gap.keptOutBlocks, buffer.outSeconds);
    return;
  }
  transfers.clearSlots();
  transfers.addSlots(gap.made, gap.keptOutEnd);
  gap.copyOutKept = transfers.fillCost(buffer.outSeconds);
}

/// A copy in may begin before earlier uses, too, but not before the last use
/// that made contents.
void BufferChoice::priceIn(const FastTierBuffer &buffer, size_t use, Gap &gap) {
  const Step step = buffer.uses[use].step;
  const Step first = gap.made;
  Step begin = std::max(first, step - model.window);
  const bool mayBeEarlier =
      begin > first || (begin == 0 && buffer.mayArriveBefore);
  transfers.clearSlots();
  gap.copyIn = transfers.fillCost(buffer.inSeconds);
  gap.inBegin = step;
  gap.isInFree = false;
  double held = 0;
  for (Step i = step; i-- > begin && gap.copyIn > held;) {
    held += heldCost(buffer, i);
    transfers.addSlot(i);
    const double cost = held + transfers.fillCost(buffer.inSeconds);
    if (cost < gap.copyIn) {
      gap.copyIn = cost;
      gap.inBegin = i;
    }
  }
  if (mayBeEarlier)
    priceFarIn(buffer, held, first, begin, step, gap);
}

void BufferChoice::priceGaps(const FastTierBuffer &buffer) {
  const std::vector<FastTierUse> &uses = buffer.uses;
  costsToHold = std::any_of(prices.held.begin() + buffer.firstPrice,
                            prices.held.begin() + buffer.endPrice,
                            [](double price) { return price != 0; });
  const auto pricedEnd = buffer.pricedSteps.end();
  auto priced = costsToHold ? buffer.pricedSteps.begin() : pricedEnd;
  gaps.assign(uses.size() + 1, {});
  bool mayBeInFastOnly = buffer.startsInFast;
  Step made = 0;
  for (size_t k = 0; k <= uses.size(); ++k) {
    if (k > 0 && uses[k - 1].makesContents) {
      mayBeInFastOnly = true;
      made = uses[k - 1].step + 1;
    }
    Gap &gap = gaps[k];
    gap.made = made;
    gap.begin = k == 0 ? 0 : uses[k - 1].step + 1;
    gap.end =
        k == uses.size() ? static_cast<Step>(model.ops.size()) : uses[k].step;
    bool isNeeded = k < uses.size() && uses[k].needsContents;
    if (!isNeeded && !(k == uses.size() && buffer.mustEndInSlow))
      continue;
    setTimesOut(buffer, k, gap);
    if (mayBeInFastOnly)
      priceOut(buffer, gap);
    if (!isNeeded)
      continue;
    while (priced != pricedEnd && priced->step < gap.begin)
      ++priced;
    for (; priced != pricedEnd && priced->step < gap.end; ++priced)
      gap.keep += prices.held[priced->price];
    if (mayBeInFastOnly)
      priceKeptOut(buffer, gap);
    priceIn(buffer, k, gap);
  }
}

//===----------------------------------------------------------------------===//
// Uses one by one.
//===----------------------------------------------------------------------===//

void BufferChoice::improve(Choice &choice, const Choice &candidate) {
  if (candidate.cost < choice.cost)
    choice = candidate;
}

/// Finds the cheapest path to each location of the contents just before \p use.
void BufferChoice::arrive(const FastTierBuffer &buffer, size_t use) {
  const Gap &gap = gaps[use];
  const Choice *from = &states[use * numLocations];
  double held = heldCost(buffer, buffer.uses[use].step);
  for (Choice &arrival : arrivals)
    arrival = {infinity};
  auto come = [&](Location before, Between between, Location after,
                  double cost) {
    improve(arrivals[after],
            {from[before].cost + cost, before, between, false, after != Slow});
  };
  come(Slow, Nothing, Slow, 0);
  come(Slow, CopyIn, Both, gap.copyIn + held);
  come(Both, Nothing, Slow, 0);
  come(Both, Keep, Both, gap.keep + held);
  come(Both, CopyIn, Both, gap.copyIn + held);
  come(Fast, Keep, Fast, gap.keep + held);
  come(Fast, KeepAndCopyOut, Both, gap.keep + gap.copyOutKept + held);
  come(Fast, CopyOut, Slow, gap.copyOut);
  come(Fast, OutAndIn, Both, gap.copyOut + gap.copyIn + held);
}

/// Finds the cheapest path to each location of the contents after \p index.
void BufferChoice::serve(const FastTierBuffer &buffer, size_t index) {
  const FastTierUse &use = buffer.uses[index];
  Choice *to = &states[(index + 1) * numLocations];
  double paid = use.price < 0 ? 0 : prices.served[use.price];
  if (!use.needsContents) {
    Choice start = {infinity};
    for (Location location : {Slow, Both, Fast})
      improve(start, {states[index * numLocations + location].cost, location,
                      Nothing, false, false});
    if (use.mayBeInSlow)
      to[Slow] = start;
    start.cost += heldCost(buffer, use.step) - paid;
    start.isServedFromFast = start.isHeld = true;
    if (use.mayBeInFast)
      to[Fast] = start;
    return;
  }
  arrive(buffer, index);
  for (int location = 0; location < numLocations; ++location) {
    Choice choice = arrivals[location];
    if (location != Fast && use.mayBeInSlow)
      improve(to[use.makesContents ? Slow : location], choice);
    if (location == Slow || !use.mayBeInFast)
      continue;
    choice.cost -= paid;
    choice.isServedFromFast = true;
    improve(to[use.makesContents ? Fast : location], choice);
  }
}

//===----------------------------------------------------------------------===//
// Amounts of the cheapest path.
//===----------------------------------------------------------------------===//

void BufferChoice::recordHeld(const FastTierBuffer &buffer, Step begin,
                              Step end, FastTierAmounts &amounts) const {
  if (begin + 1 == end) {
    if (const int32_t price = buffer.priceAt(begin); price >= 0)
      amounts.held[price] += 1;
    return;
  }
  for (const PricedStep &priced : buffer.pricedIn(begin, end))
    amounts.held[priced.price] += 1;
}

void BufferChoice::recordFill(Step begin, Step end, double seconds,
                              FastTierAmounts &amounts) {
  transfers.clearSlots();
  transfers.addSlots(begin, end);
  transfers.record(seconds, amounts.time);
}

/// Adds the amounts of a transfer beyond the window, including its place at the
/// first step of each block in [\p begin, \p end).
void BufferChoice::recordFar(const FastTierBuffer &buffer,
                             const BlockRange &blocks, Step begin, Step end,
                             double seconds, FastTierAmounts &amounts) {
  for (int64_t block = blocks.first; block <= blocks.last; ++block)
    if (const Step cut = block * model.blockLength; cut >= begin && cut < end)
      recordHeld(buffer, cut, cut + 1, amounts);
  transfers.record(blocks, seconds, amounts.time);
}

void BufferChoice::record(const FastTierBuffer &buffer, size_t use,
                          const Choice &choice, FastTierAmounts &amounts) {
  const Gap &gap = gaps[use];
  if (choice.isHeld)
    recordHeld(buffer, gap.end, gap.end + 1, amounts);
  if (choice.isServedFromFast && buffer.uses[use].price >= 0)
    amounts.served[buffer.uses[use].price] += 1;
  Between between = choice.between;
  if (between == Keep || between == KeepAndCopyOut)
    recordHeld(buffer, gap.begin, gap.end, amounts);
  if (between == KeepAndCopyOut) {
    if (!gap.isKeptOutFar)
      recordFill(gap.made, gap.keptOutEnd, buffer.outSeconds, amounts);
    recordFar(buffer, gap.keptOutBlocks, 0, 0, buffer.outSeconds, amounts);
  }
  if (between == CopyOut || between == OutAndIn) {
    recordHeld(buffer, gap.begin, gap.outEnd, amounts);
    if (!gap.isOutFree && gap.outBlocks.isEmpty())
      recordFill(gap.outFirst, gap.outEnd, buffer.outSeconds, amounts);
    recordFar(buffer, gap.outBlocks, gap.outEnd, gap.end,
              gap.isOutFree ? 0 : buffer.outSeconds, amounts);
  }
  if (between == CopyIn || between == OutAndIn) {
    recordHeld(buffer, gap.inBegin, gap.end, amounts);
    if (!gap.isInFree && gap.inBlocks.isEmpty())
      recordFill(gap.inBegin, gap.end, buffer.inSeconds, amounts);
    recordFar(buffer, gap.inBlocks, gap.inBlocks.first * model.blockLength + 1,
              gap.inBegin, gap.isInFree ? 0 : buffer.inSeconds, amounts);
  }
}

double BufferChoice::choose(const FastTierBuffer &buffer,
                            FastTierAmounts &amounts) {
  size_t numUses = buffer.uses.size();
  priceGaps(buffer);
  states.assign((numUses + 1) * numLocations, {infinity});
  if (buffer.startsInFast)
    states[Fast].cost = 0;
  else
    states[Slow].cost = 0;
  if (buffer.startsInFast && buffer.mayArriveBefore)
    // Another tier may hold the contents from the previous run.
    states[Both].cost = 0;
  for (size_t k = 0; k < numUses; ++k)
    serve(buffer, k);
  const Choice *last = &states[numUses * numLocations];
  Choice end = {infinity};
  for (Location location : {Slow, Both, Fast}) {
    bool mustLeave = buffer.mustEndInSlow && location == Fast;
    improve(end, {last[location].cost + (mustLeave ? gaps[numUses].copyOut : 0),
                  location, mustLeave ? CopyOut : Nothing});
  }
  if (end.cost == infinity)
    return 0; // No legal placement exists, so any bound is true.
  record(buffer, numUses, end, amounts);
  Location location = end.before;
  for (size_t k = numUses; k-- > 0;) {
    const Choice &choice = states[(k + 1) * numLocations + location];
    record(buffer, k, choice, amounts);
    location = choice.before;
  }
  return end.cost;
}
