//===- TransferCosts.cpp - Cheapest time for transfers --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferCosts.h"

#include <algorithm>

using namespace memplace;

TransferCosts::TransferCosts(const FastTierModel &model,
                             const std::vector<double> &prices)
    : model(model), prices(prices) {
  if (model.blockLength == 0)
    return;
  sortBlocks();
  // With more blocks, filling in each transfer in full would take too long.
  constexpr int64_t fewBlocks = 64;
  const auto numBlocks = static_cast<int64_t>(firstInBlock.size()) - 1;
  if (numBlocks <= fewBlocks)
    maxBlocksInFull = numBlocks;
}

//===----------------------------------------------------------------------===//
// Transfers within the window.
//===----------------------------------------------------------------------===//

void TransferCosts::addSlot(Step step) {
  Slot slot = {prices[step], model.freeAtMost[step], step};
  if (slot.seconds <= 0)
    return;
  auto hasLowerPrice = [](const Slot &a, const Slot &b) {
    return a.price < b.price;
  };
  slots.insert(
      std::upper_bound(slots.begin(), slots.end(), slot, hasLowerPrice), slot);
}

void TransferCosts::addSlots(Step begin, Step end) {
  for (Step step = begin; step < end; ++step)
    if (const double seconds = model.freeAtMost[step]; seconds > 0)
      slots.push_back({prices[step], seconds, step});
  std::sort(slots.begin(), slots.end(), isCheaper);
}

double TransferCosts::fillCost(double seconds) const {
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

void TransferCosts::record(double seconds, std::vector<double> &times) const {
  for (const Slot &slot : slots) {
    double part = std::min(seconds, slot.seconds);
    times[slot.step] += part;
    seconds -= part;
  }
}

//===----------------------------------------------------------------------===//
// Transfers beyond the window.
//===----------------------------------------------------------------------===//

void TransferCosts::sortBlocks() {
  const auto numSteps = static_cast<Step>(model.ops.size());
  for (Step begin = 0; begin < numSteps; begin += model.blockLength) {
    firstInBlock.push_back(inBlocks.size());
    const Step end = std::min(begin + model.blockLength, numSteps);
    for (Step step = begin; step < end; ++step)
      if (const double free = model.freeAtMost[step]; free > 0)
        inBlocks.push_back({prices[step], free, step});
    std::sort(inBlocks.begin() + static_cast<int64_t>(firstInBlock.back()),
              inBlocks.end(), isCheaper);
  }
  firstInBlock.push_back(inBlocks.size());
}

/// Returns the cheapest step of a block; null if no transfer flows there.
const TransferCosts::Slot *TransferCosts::cheapestIn(int64_t block) const {
  const size_t first = firstInBlock[block];
  return first < firstInBlock[block + 1] ? &inBlocks[first] : nullptr;
}

/// Like `flowIn`, as if the cheapest step had time for the whole transfer.
template <typename Visit>
double TransferCosts::flowInCheapest(const BlockRange &blocks, double seconds,
                                     Visit visit) {
  const Slot *cheapest = nullptr;
  for (int64_t block = blocks.first; block <= blocks.last; ++block)
    if (const Slot *slot = cheapestIn(block);
        slot && (!cheapest || slot->price < cheapest->price))
      cheapest = slot;
  if (!cheapest || cheapest->price >= 1)
    return seconds;
  visit(*cheapest, seconds);
  return 0;
}

/// Calls \p visit with each step of \p blocks used by \p seconds of transfer,
/// cheapest first, and with the seconds there. Returns the remainder, to flow
/// while the program waits.
template <typename Visit>
double TransferCosts::flowIn(const BlockRange &blocks, double seconds,
                             Visit visit) {
  if (isLong(blocks))
    return flowInCheapest(blocks, seconds, visit);
  const auto isDearer = [](const OpenBlock &a, const OpenBlock &b) {
    const double left = a.next->price, right = b.next->price;
    return left != right ? left > right : a.next->step > b.next->step;
  };
  openBlocks.clear(); // A heap, cheapest on top.
  for (int64_t block = blocks.first; block <= blocks.last; ++block)
    if (const Slot *slot = cheapestIn(block))
      openBlocks.push_back({slot, inBlocks.data() + firstInBlock[block + 1]});
  std::make_heap(openBlocks.begin(), openBlocks.end(), isDearer);
  while (seconds > 0 && !openBlocks.empty()) {
    std::pop_heap(openBlocks.begin(), openBlocks.end(), isDearer);
    OpenBlock &open = openBlocks.back();
    const Slot &slot = *open.next++;
    const double part = std::min(seconds, slot.seconds);
    visit(slot, part);
    seconds -= part;
    if (open.next == open.end)
      openBlocks.pop_back();
    else
      std::push_heap(openBlocks.begin(), openBlocks.end(), isDearer);
  }
  return seconds;
}

double TransferCosts::fillCost(const BlockRange &blocks, double seconds) {
  double cost = 0;
  const double rest =
      flowIn(blocks, seconds,
             [&](const Slot &slot, double part) { cost += part * slot.price; });
  return cost + rest;
}

double TransferCosts::fillCost(const BlockRange &blocks, double seconds,
                               double least) {
  return isLong(blocks) ? seconds * least : fillCost(blocks, seconds);
}

double TransferCosts::minPrice(const BlockRange &blocks) const {
  double least = 1;
  for (int64_t block = blocks.first; block <= blocks.last; ++block)
    if (const Slot *slot = cheapestIn(block))
      least = std::min(least, slot->price);
  return least;
}

void TransferCosts::record(const BlockRange &blocks, double seconds,
                           std::vector<double> &times) {
  flowIn(blocks, seconds,
         [&](const Slot &slot, double part) { times[slot.step] += part; });
}
