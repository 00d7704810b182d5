//===- PackPart.cpp - Packing of one part ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of time for one part. Heuristics come first, and other orders
// (LocalSearch.cpp) if there are too many items for exact search. Then exact
// search runs for a sequence of capacities: below the best peak by half of the
// gap to the bound, by less after each failure, and at the bound itself with
// twice the nodes, to prove it. Each such run is restarted with other orders
// and about 3 % more nodes each time, as most orders fail and success shows
// early (Gomes, Selman and Kautz 1998, "Boosting combinatorial search through
// randomization"; the numbers are our own).
//
//===----------------------------------------------------------------------===//

#include "PackPart.h"

#include "Exact.h"
#include "LocalSearch.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::packing;

void PartResult::offer(const Items &items, std::vector<Offset> fresh,
                       std::string_view by) {
  assert(std::ssize(fresh) == items.numItems && "an offset for each item");
  int64_t freshPeak = peakOf(items, fresh);
  if (freshPeak >= peak)
    return;
  peak = freshPeak;
  offsets = std::move(fresh);
  packer = by;
}

/// Tries all skyline packers, or all other packers.
static void tryPackers(bool isSkyline, Workspace &workspace, int64_t goal,
                       Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  for (const Packer &packer : portfolio()) {
    if (result.peak <= goal)
      return;
    if (packer.isSkyline != isSkyline ||
        (!items.fixed.empty() && !packer.takesFixed))
      continue;
    // Out of time, any packing is better than none.
    const bool isNeeded = result.peak == infiniteOffset;
    if (!isNeeded && budget.isSpent())
      return;
    workspace.budget = isNeeded ? nullptr : &budget;
    result.offer(items, packer.pack(workspace, result.peak - 1), packer.name);
  }
}

void packing::packByPortfolio(Workspace &workspace, int64_t goal,
                              Budget &budget, PartResult &result) {
  tryPackers(/*isSkyline=*/true, workspace, goal, budget, result);
  // Skylines come first if exact search costs more than many skylines.
  constexpr int32_t few = 2000;
  if (workspace.items.numItems > few && result.peak > goal) {
    OrderSearch search(workspace);
    search.run(goal, OrderSearch::numBlends, budget, result);
  }
  tryPackers(/*isSkyline=*/false, workspace, goal, budget, result);
}

/// Restarts with a few more nodes each time, up to \p nodes in total: success
/// of an order shows early, and most orders fail. After each round of orders,
/// one order gets half of the nodes spent so far, since a proof needs one long
/// search.
static Verdict searchExactly(ExactSearch &search, int64_t capacity,
                             int64_t nodes, double firstShare, Budget &budget) {
  constexpr double growth = 1.03;
  double share = firstShare;
  int64_t spent = 0;
  auto run = [&](int which, int64_t wanted) {
    const int64_t own = std::min(wanted, nodes - spent);
    spent += own;
    return search.run(capacity, which, own, budget);
  };
  for (int which = 0; spent < nodes && !budget.isSpent(); share *= growth) {
    Verdict verdict = run(which++, static_cast<int64_t>(share));
    const int round = which / ExactSearch::numOrders;
    if (verdict == Verdict::Spent && which % ExactSearch::numOrders == 0)
      verdict = run(round % ExactSearch::numOrders, spent / 2);
    if (verdict != Verdict::Spent)
      return verdict;
  }
  return Verdict::Spent;
}

/// Tries \p capacity, and records the outcome.
static void tryCapacity(ExactSearch &search, const Items &items,
                        int64_t capacity, int64_t nodes, Budget &budget,
                        PartResult &result) {
  const double firstShare = 1.25 * items.numItems + 16;
  switch (searchExactly(search, capacity, nodes, firstShare, budget)) {
  case Verdict::Found:
    result.offer(items, search.offsets(), "exact");
    break;
  case Verdict::Impossible:
    result.bound = std::max(result.bound, capacity + 1);
    break;
  case Verdict::Spent:
    break;
  }
}

/// Searches exactly for the least peak. From below to prove, from above to
/// find, by steps that grow with success. Nodes increase over time, with local
/// search in between.
static void minimise(Workspace &workspace, int64_t goal, Budget &budget,
                     PartResult &result) {
  const Items &items = workspace.items;
  ExactSearch search(items);
  OrderSearch orders(workspace);
  // Peaks are multiples of the unit.
  const int64_t unit = granularity(items);
  auto lowest = [&] {
    result.bound = alignUp(result.bound, unit);
    return std::max(goal, result.bound);
  };
  int64_t nodes = 16 * static_cast<int64_t>(items.numItems);
  double share = 0.5; // Fraction of the gap to close in one step.
  tryCapacity(search, items, lowest(), 2 * nodes, budget, result);
  while (result.peak > lowest() && !budget.isSpent()) {
    orders.run(lowest(), 8, budget, result);
    const int64_t gap = result.peak - lowest();
    if (gap <= 0)
      return;
    const int64_t step =
        std::max(unit, static_cast<int64_t>(static_cast<double>(gap) * share) /
                           unit * unit);
    const int64_t peak = result.peak;
    tryCapacity(search, items, result.peak - step, nodes, budget, result);
    if (result.peak < peak) {
      share = std::min(0.5, share * 2);
      continue;
    }
    share /= 2;
    if (step > unit)
      continue;
    // No step succeeded: use more nodes, also for a proof.
    nodes *= 2;
    share = 0.125;
    tryCapacity(search, items, lowest(), nodes, budget, result);
  }
}

void packing::improve(Workspace &workspace, int64_t goal, int64_t limit,
                      Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  if (items.hasWindows || !ItemOverlaps::isAffordable(items)) {
    OrderSearch(workspace).run(goal, infiniteOffset, budget, result);
    return;
  }
  if (limit == infiniteOffset)
    return minimise(workspace, goal, budget, result);
  ExactSearch search(items);
  tryCapacity(search, items, limit, infiniteOffset, budget, result);
}
