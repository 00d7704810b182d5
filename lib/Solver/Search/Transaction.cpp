//===- Transaction.cpp - One change to a placement ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transaction.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

void Transaction::remove(int32_t movable) {
  if (isRemoved(movable))
    return;
  removed.push_back(movable);
  choicesBefore.push_back(choices[movable]);
  state.removeStays(movable);
}

void Transaction::removeAgain(int32_t movable) {
  if (isRemoved(movable))
    state.removeStaysAgain(movable);
  else
    remove(movable);
}

void Transaction::removeMovableAt(SiteId site, Random &random) {
  remove(sites.chooseMovable(site, random));
}

void Transaction::removeWindow(SiteId low, SiteId high) {
  constexpr size_t maxRemoved = 200;
  for (SiteId site = low; site <= high && removed.size() < maxRemoved; ++site)
    for (int32_t movable : sites.movablesAt(site))
      if (removed.size() < maxRemoved)
        remove(movable);
}

Choices &Transaction::choicesOfRemoved(int32_t movable) {
  assert(isRemoved(movable) && "rollback would not restore its choices");
  return choices[movable];
}

double Transaction::urgencyOf(int32_t movable, double lifePower) const {
  return state.urgencyOf(movable, choices[movable]) /
         std::pow(sites.lifeOf(movable), lifePower);
}

void Transaction::insertAll(bool isSeedFirst, Random &random) {
  const bool leavesSeedOut = removed.size() > 1 && random.chance(0.1);
  const double noise = random.chance(0.5) ? 0.5 : 2;
  order.clear();
  for (int32_t movable : removed) {
    double urgency = state.urgencyOf(movable, choices[movable]) *
                     std::exp(noise * (2 * random.uniform() - 1));
    if (isSeedFirst && movable == removed[0])
      urgency = infinity;
    order.push_back({-urgency, movable});
  }
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    if (!leavesSeedOut || movable != removed[0])
      insert(movable);
}

void Transaction::insertAllBut(size_t count, double lifePower, Random &random) {
  const double noise = random.uniform();
  order.clear();
  for (size_t i = count; i < removed.size(); ++i)
    order.push_back({-urgencyOf(removed[i], lifePower) *
                         std::exp(noise * (2 * random.uniform() - 1)),
                     removed[i]});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    insert(movable);
}

double Transaction::evaluate() {
  ++evaluations;
  return state.evaluate();
}

void Transaction::commit() {
  state.keep();
  removed.clear();
  choicesBefore.clear();
}

void Transaction::rollback() {
  state.undo();
  for (size_t i = 0; i < removed.size(); ++i)
    choices[removed[i]] = choicesBefore[i];
  removed.clear();
  choicesBefore.clear();
}
