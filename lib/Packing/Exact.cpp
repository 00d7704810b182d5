//===- Exact.cpp - Exact search for a packing -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exact.h"

#include "Portfolio.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::packing;

ExactSearch::ExactSearch(const Items &items)
    : state(items, 0), onlyLowest(!items.pieceAt.empty()) {
  assert(!items.hasWindows && "windows cannot be filled from below");
  // Area, length, load, size; each by fewest choices and by least slack.
  for (int which : {1, 0, 5, 2})
    for (bool isTightestFirst : {false, true})
      orders.push_back({ranksOf(skylineOrder(items, which)), isTightestFirst});
}

/// The section to branch on among those of \p frame: in a valley, so that
/// nothing can come below what is put on its floor.
ExactSearch::Choice ExactSearch::choose(const Frame &frame,
                                        bool isTightestFirst) const {
  Choice best;
  std::pair<int64_t, int64_t> bestKey = {unreachable, unreachable};
  Offset lowest = unreachable;
  if (onlyLowest)
    for (int32_t s = frame.begin; s < frame.end; ++s)
      if (state.numLeft[s])
        lowest = std::min(lowest, state.floor[s]);
  int32_t partBegin = frame.begin;
  bool isBestHere = false, isPartEmpty = true;
  auto heightOf = [&](int32_t s) {
    return s < frame.begin || s >= frame.end || !state.numLeft[s]
               ? unreachable
               : state.floor[s];
  };
  for (int32_t s = frame.begin; s < frame.end;) {
    const int64_t height = heightOf(s);
    int32_t end = s + 1;
    while (end < frame.end && heightOf(end) == height)
      ++end;
    const bool isValley = height != unreachable && heightOf(s - 1) > height &&
                          heightOf(end) > height &&
                          (!onlyLowest || height == lowest);
    for (; s < end; ++s) {
      if (height != unreachable)
        isPartEmpty = false;
      if (isValley) {
        const int64_t slack = state.slack(s);
        const int64_t choices = state.numAtFloor[s] + (slack > 0);
        std::pair<int64_t, int64_t> key = isTightestFirst
                                              ? std::pair(slack, choices)
                                              : std::pair(choices, slack);
        if (key < bestKey) {
          bestKey = key;
          best.section = s;
          isBestHere = true;
        }
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

/// Goes back to the last decision whose other side may have a solution, and
/// takes that side. False if there is none.
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

/// Decides one more thing; false if that leaves no solution.
bool ExactSearch::step(const BranchOrder &order, bool &isDone) {
  Choice choice;
  while (true) {
    choice = choose(frames.back(), order.isTightestFirst);
    if (choice.section >= 0)
      break;
    // All of this part is placed. If another part has no solution, another
    // solution of this one is of no use.
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

Verdict ExactSearch::run(int64_t capacity, int which, int64_t nodes,
                         Budget &budget) {
  const BranchOrder &order = orders[which % orders.size()];
  if (!state.reset(capacity))
    return Verdict::Impossible;
  decisions.clear();
  frames.assign(1, {0, 0, state.items.numSections});
  bool isDone = false;
  while (nodes-- > 0 && budget.spend()) {
    if (!step(order, isDone) && !backtrack())
      return Verdict::Impossible;
    if (isDone)
      return Verdict::Found;
  }
  return Verdict::Spent;
}
