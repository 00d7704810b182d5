//===- FastTierModel.cpp - Relaxed model of the fast tier -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastTierModel.h"

#include <algorithm>
#include <iterator>

using namespace memplace;

FastTierModel::FastTierModel(const Problem &problem, std::optional<Step> window,
                             Step blockLength)
    : blockLength(blockLength), slow(problem.target.defaultTier) {
  addOps(problem);
  std::vector<int32_t> indexOf(problem.buffers.size(), -1);
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const Buffer &buffer = problem.buffers[b];
    bool isOwned = problem.isExternal(buffer) && problem.homeOf(buffer) == fast;
    if (isOwned || !fitsIn(problem, buffer, fast))
      continue;
    indexOf[b] = static_cast<int32_t>(buffers.size());
    addBuffer(problem, static_cast<BufferId>(b));
  }
  addUses(problem, indexOf);
  std::erase_if(buffers,
                [](const FastTierBuffer &b) { return b.uses.empty(); });
  this->window = window ? *window : widestWindow(problem.numSteps());
  for (FastTierBuffer &buffer : buffers) {
    addPrices(buffer, problem.numSteps());
    addPlaces(buffer);
  }
  listServedPlaces();
}

void FastTierModel::addOps(const Problem &problem) {
  std::vector<int64_t> trips = tripsOfSteps(problem);
  for (Step step = 0; step < problem.numSteps(); ++step) {
    FastTierOp op;
    op.times = splitOp(problem, problem.ops[step], fast, slow);
    freeAtMost.push_back(op.times.freeAtMost);
    op.trips = static_cast<double>(trips[step]);
    op.capacity = problem.target.tiers[fast].capacity;
    for (const FastTierOperand &operand : op.times.operands)
      if (operand.mustBeInFast)
        op.capacity -= std::min(op.capacity, operand.size);
    operands.push_back(std::move(op.times.operands));
    op.times.operands.clear();
    ops.push_back(std::move(op));
  }
}

void FastTierModel::addBuffer(const Problem &problem, BufferId id) {
  const Buffer &from = problem.buffers[id];
  const Target &target = problem.target;
  TierId home = problem.homeOf(from);
  FastTierBuffer buffer;
  buffer.id = id;
  buffer.size = from.size;
  buffer.startsInFast = from.liveIn && home == fast;
  buffer.startsInSlow = from.liveIn && home != fast;
  buffer.mustEndInSlow = from.liveOut && home != fast;
  buffer.mayArriveBefore = problem.isCyclic;
  bool isOnlyInSlow = fast != slow && fitsIn(problem, from, slow);
  for (size_t t = 0; t < target.tiers.size(); ++t) {
    auto tier = static_cast<TierId>(t);
    if (tier != fast && tier != slow && fitsIn(problem, from, tier))
      isOnlyInSlow = false;
  }
  double bytes = static_cast<double>(from.size);
  buffer.moveSeconds = bytes / target.tiers[slow].readBytesPerSecond;
  if (isOnlyInSlow) {
    buffer.inSeconds = buffer.moveSeconds;
    if (!target.tiers[slow].isReadOnly())
      buffer.outSeconds = bytes / target.tiers[slow].writeBytesPerSecond;
  }
  buffers.push_back(std::move(buffer));
}

/// Adds \p access to the use of the buffer by its op. A use counts as served
/// fast if an access is. A use may be slow only if all its accesses may be
/// slow.
static void addTo(FastTierUse &use, const Problem &problem,
                  const Access &access, TierId fast) {
  const Buffer &buffer = problem.buffers[access.buffer];
  use.needsContents |= access.reads();
  use.makesContents |= access.writes();
  bool mayBeInSlow = false;
  for (size_t t = 0; t < problem.target.tiers.size(); ++t) {
    auto tier = static_cast<TierId>(t);
    if (!fitsIn(problem, buffer, tier) ||
        !mayServe(problem.target, access, tier))
      continue;
    (tier == fast ? use.mayBeInFast : mayBeInSlow) = true;
  }
  use.mayBeInSlow &= mayBeInSlow;
}

void FastTierModel::addUses(const Problem &problem,
                            std::vector<int32_t> &indexOf) {
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses) {
      int32_t index = indexOf[access.buffer];
      if (index < 0)
        continue;
      std::vector<FastTierUse> &uses = buffers[index].uses;
      if (uses.empty() || uses.back().step != step) {
        uses.emplace_back();
        uses.back().step = step;
      }
      addTo(uses.back(), problem, access, fast);
    }
  for (FastTierBuffer &buffer : buffers)
    if (!buffer.uses.empty() && !buffer.startsInSlow && !buffer.startsInFast) {
      buffer.uses.front().needsContents = false;
      buffer.uses.front().makesContents = true;
    }
}

/// Returns the number of steps, in a program of \p numSteps steps, at most
/// \p window before or after a use of \p buffer.
static int64_t stepsNear(const FastTierBuffer &buffer, Step window,
                         Step numSteps) {
  int64_t count = 0;
  Step end = 0; // End of the counted steps.
  for (const FastTierUse &use : buffer.uses) {
    const Step begin = std::max(end, use.step - window);
    end = std::min(numSteps, use.step + window + 1);
    count += std::max<Step>(0, end - begin);
  }
  return count;
}

/// Wide windows give better bounds, but each step of a window is a price.
Step FastTierModel::widestWindow(Step numSteps) const {
  constexpr Step narrowest = 12;
  constexpr int64_t maxPrices = 60'000; // Some milliseconds per iteration.
  Step window = narrowest;
  for (Step wider = 2 * narrowest; window < numSteps; wider *= 2) {
    int64_t count = 0;
    for (const FastTierBuffer &buffer : buffers)
      count += stepsNear(buffer, wider, numSteps);
    if (count > maxPrices)
      break;
    window = wider;
  }
  return window;
}

/// Returns the least multiple of \p length that is at least \p step.
static Step firstMultiple(Step step, Step length) {
  return (step + length - 1) / length * length;
}

/// Creates prices for the steps within the window of a use, for the first step
/// of each block, and for every use with a choice between fast and slow.
void FastTierModel::addPrices(FastTierBuffer &buffer, Step numSteps) {
  Step first = buffer.uses.front().step;
  Step last = buffer.uses.back().step;
  bool hasContentsBefore = buffer.startsInSlow || buffer.startsInFast;
  const Step reach = std::max(window, maxBlocks * blockLength);
  buffer.firstStep =
      hasContentsBefore ? std::max<Step>(0, first - reach) : first;
  Step end =
      buffer.mustEndInSlow ? std::min(numSteps, last + reach + 1) : last + 1;
  buffer.prices.assign(end - buffer.firstStep, -1);
  buffer.firstPrice = numHeldPrices;
  auto addPrice = [&](Step step) {
    int32_t &price = buffer.prices[step - buffer.firstStep];
    if (price < 0)
      price = numHeldPrices++;
  };
  for (FastTierUse &use : buffer.uses) {
    if (use.mayBeInFast && use.mayBeInSlow)
      use.price = numServedPrices++;
    for (Step step = std::max(buffer.firstStep, use.step - window);
         step < std::min(end, use.step + window + 1); ++step)
      addPrice(step);
  }
  if (blockLength > 0)
    for (Step step = firstMultiple(buffer.firstStep, blockLength); step < end;
         step += blockLength)
      addPrice(step);
  buffer.endPrice = numHeldPrices;
  // The capacity of the op already excludes this buffer.
  for (const FastTierUse &use : buffer.uses)
    if (use.mayBeInFast && !use.mayBeInSlow)
      buffer.prices[use.step - buffer.firstStep] = -1;
  for (size_t at = 0; at < buffer.prices.size(); ++at)
    if (buffer.prices[at] >= 0)
      buffer.pricedSteps.push_back(
          {static_cast<int32_t>(buffer.firstStep + static_cast<Step>(at)),
           buffer.prices[at]});
}

void FastTierModel::addPlaces(const FastTierBuffer &buffer) {
  heldPlaces.resize(buffer.endPrice);
  auto use = buffer.uses.begin();
  for (const PricedStep &priced : buffer.pricedSteps) {
    const Step step = priced.step;
    while (use != buffer.uses.end() && use->step < step)
      ++use;
    HeldPlace &held = heldPlaces[priced.price];
    held.step = static_cast<int32_t>(step);
    held.size = buffer.size;
    if (blockLength > 0 && step % blockLength == 0)
      held.block = static_cast<int32_t>(step / blockLength);
    FastTierPlace place;
    place.size = buffer.size;
    place.heldPrice = priced.price;
    place.moveSeconds = buffer.moveSeconds;
    if (use != buffer.uses.end() && use->step == step && use->price >= 0) {
      place.servedPrice = use->price;
      const std::vector<FastTierOperand> &all = operands[step];
      auto operand = std::lower_bound(
          all.begin(), all.end(), buffer.id,
          [](const FastTierOperand &o, BufferId id) { return o.buffer < id; });
      place.saving = operand->saving;
      place.slowSeconds = operand->slowSeconds;
    }
    ops[step].places.push_back(place);
  }
}

void FastTierModel::listServedPlaces() {
  for (FastTierOp &op : ops) {
    op.firstServed = servedPlaces.size();
    std::copy_if(
        op.places.begin(), op.places.end(), std::back_inserter(servedPlaces),
        [](const FastTierPlace &place) { return place.servedPrice >= 0; });
    op.endServed = servedPlaces.size();
  }
}
