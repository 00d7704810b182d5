//===- Exact.cpp - Exact search for a packing -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound for a fixed capacity. Bottom-justified packings (the normal
// patterns of Christofides and Whitlock 1977, "An algorithm for two-dimensional
// cutting problems") suffice, so each decision is whether an item lies on the
// floor of a valley or above; ExactState.cpp propagates the consequences. A
// related search over canonical packings is MiniMalloc's (Moffitt 2023,
// "MiniMalloc: A Lightweight Memory Allocator for Hardware-Accelerated Machine
// Learning").
//
// Our own additions: restarts alternate between three rules for the valley to
// branch on. If the remaining items fall into parts without a common section,
// each part is solved by itself, and a failure in one part does not backtrack
// into another.
//
//===----------------------------------------------------------------------===//

#include "Exact.h"

#include "Portfolio.h"
#include "memplace/Problem/Random.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

/// Moves items by up to about a quarter of the order, most by less.
static void shuffleALittle(std::vector<int32_t> &items, uint64_t seed) {
  Random random(seed);
  std::vector<std::pair<double, int32_t>> keys;
  for (size_t rank = 0; rank < items.size(); ++rank)
    keys.emplace_back(static_cast<double>(rank) +
                          0.25 * static_cast<double>(items.size()) *
                              random.uniform() * random.uniform(),
                      items[rank]);
  std::sort(keys.begin(), keys.end());
  for (size_t rank = 0; rank < items.size(); ++rank)
    items[rank] = keys[rank].second;
}

ExactSearch::ExactSearch(const Items &items)
    : state(items, 0), onlyLowest(!items.pieceAt.empty()) {
  assert(!items.hasWindows && "windows cannot be filled from below");
  for (int which = 0; which < numOrders; ++which)
    orders.push_back(makeOrder(which, 0));
}

BranchOrder ExactSearch::makeOrder(int which, uint64_t seed) const {
  constexpr int skylines[] = {1, 0, 5, 2}; // Area, length, load, size.
  constexpr int numSections = 3;
  BranchOrder order;
  order.section = static_cast<BranchOrder::Section>(which % numSections);
  std::vector<int32_t> items =
      skylineOrder(state.items, skylines[which / numSections % 4]);
  if (which >= numOrders)
    shuffleALittle(items, seed * 1'000'003 + static_cast<uint64_t>(which));
  order.rankOf = ranksOf(items);
  return order;
}

/// Returns the priority of a valley for branching: least key first.
ExactSearch::ValleyKey ExactSearch::keyOf(int32_t section,
                                          BranchOrder::Section by) const {
  const int64_t slack = state.slack(section);
  const int64_t choices = state.numAtFloor[section] + (slack > 0);
  switch (by) {
  case BranchOrder::Section::FewestChoices:
    return {choices, slack};
  case BranchOrder::Section::LeastSlack:
    return {slack, choices};
  case BranchOrder::Section::Lowest:
    break;
  }
  return {state.floor[section], slack};
}

/// Returns the lowest floor of \p frame among sections with items left.
Offset ExactSearch::lowestIn(const Frame &frame) const {
  Offset lowest = infiniteOffset;
  for (int32_t s = frame.begin; s < frame.end; ++s)
    if (state.numLeft[s])
      lowest = std::min(lowest, state.floor[s]);
  return lowest;
}

/// Selects the section to branch on among those of \p frame. The section lies
/// in a valley, so nothing can come below an item on its floor.
ExactSearch::Choice ExactSearch::choose(const Frame &frame,
                                        BranchOrder::Section by) const {
  Choice best;
  ValleyKey bestKey = {infiniteOffset, infiniteOffset};
  const Offset highestValley =
      onlyLowest ? lowestIn(frame) : infiniteOffset - 1;
  int32_t partBegin = frame.begin;
  bool isBestHere = false, isPartEmpty = true;
  auto heightOf = [&](int32_t s) {
    return s < frame.begin || s >= frame.end || !state.numLeft[s]
               ? infiniteOffset
               : state.floor[s];
  };
  for (int32_t s = frame.begin; s < frame.end;) {
    const int64_t height = heightOf(s);
    int32_t end = s + 1;
    while (end < frame.end && heightOf(end) == height)
      ++end;
    const bool isEmpty = height == infiniteOffset;
    const bool isValley = !isEmpty && height <= highestValley &&
                          heightOf(s - 1) > height && heightOf(end) > height;
    for (; s < end; ++s) {
      isPartEmpty &= isEmpty;
      if (isValley)
        if (const ValleyKey key = keyOf(s, by); key < bestKey) {
          bestKey = key;
          best.section = s;
          isBestHere = true;
        }
      if (s + 1 < frame.end && !state.isCut(s))
        continue;
      best.numParts += !isPartEmpty;
      if (isBestHere) {
        best.begin = partBegin;
        best.end = s + 1;
      }
      partBegin = s + 1;
      isBestHere = false;
      isPartEmpty = true;
    }
  }
  return best;
}

int32_t ExactSearch::candidateAt(int32_t section,
                                 const BranchOrder &order) const {
  int32_t best = -1;
  state.forEachCandidate(section, [&](int32_t item) {
    if (best < 0 || order.rankOf[item] < order.rankOf[best])
      best = item;
  });
  assert(best >= 0 && "the floor is where the lowest item may be");
  return best;
}

/// Returns to the last decision whose alternative may have a solution, and
/// takes the alternative. Returns false if there is none.
bool ExactSearch::backtrack() {
  while (!decisions.empty()) {
    Decision last = decisions.back();
    decisions.pop_back();
    state.undoTo(last.mark);
    while (frames.back().numDecisions > decisions.size())
      frames.pop_back();
    if (!last.isFinal && state.exclude(last.item))
      return true;
  }
  return false;
}

/// Makes one decision. Returns false if no solution remains.
bool ExactSearch::step(const BranchOrder &order, bool &isDone) {
  Choice choice;
  while (true) {
    choice = choose(frames.back(), order.section);
    if (choice.section >= 0)
      break;
    // All of this part is placed. If another part has no solution, another
    // solution of this part does not help.
    for (size_t i = frames.back().numDecisions; i < decisions.size(); ++i)
      decisions[i].isFinal = true;
    if (frames.size() == 1) {
      isDone = true;
      return true;
    }
    frames.pop_back();
  }
  if (choice.numParts > 1)
    frames.push_back({decisions.size(), choice.begin, choice.end});
  const int32_t item = candidateAt(choice.section, order);
  if (!state.isSupported(item))
    return state.exclude(item);
  decisions.push_back({item, state.mark(), false});
  return state.place(item);
}

/// Returns the nodes that one decision with \p work spends: several nodes if it
/// visits many items, so that a number of nodes also limits the time.
static int64_t nodesFor(int64_t work) {
  constexpr int64_t ordinaryWork = 32'768, workOfNode = 512;
  return 1 + std::max<int64_t>(0, work - ordinaryWork) / workOfNode;
}

Verdict ExactSearch::run(int64_t capacity, int which, int64_t nodes,
                         Budget &budget) {
  const BranchOrder random =
      which < numOrders ? BranchOrder() : makeOrder(which, budget.seed());
  const BranchOrder &order = which < numOrders ? orders[which] : random;
  if (!state.reset(capacity))
    return Verdict::Impossible;
  decisions.clear();
  frames.assign(1, {0, 0, state.items.numSections});
  bool isDone = false;
  for (int64_t cost = 1; nodes-- > 0 && budget.spend(cost);) {
    const int64_t before = state.work;
    if (!step(order, isDone) && !backtrack())
      return Verdict::Impossible;
    if (isDone)
      return Verdict::Found;
    cost = nodesFor(state.work - before);
  }
  return Verdict::Spent;
}
