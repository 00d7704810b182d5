//===- CopyResource.cpp - Time for the copies of one direction ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides if one server can finish all copies in time. The effect of some
// copies on the time at which the server becomes free is a function of this
// time: the maximum of two sums. Such functions can be composed, so a segment
// tree over the starts yields the function of all copies, including the
// greatest lateness, in O(log steps) per change. The data structure is our own;
// for the same purpose XLA's memory space assignment keeps a list of steps (see
// docs/guide/solvers.md, section `msa`).
//
//===----------------------------------------------------------------------===//

#include "CopyResource.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::solver::msa;

CopyResource::CopyResource(const std::vector<double> &seconds) {
  if (seconds.empty())
    return;
  before.assign(1, 0);
  for (double value : seconds)
    before.push_back(before.back() + value);
  // Lets a copy take exactly the remaining time, despite rounding errors of at
  // most this share of the whole.
  constexpr double maxRounding = 1e-12;
  tolerance = maxRounding * before.back();
  numLeaves = 1;
  while (numLeaves < before.size())
    numLeaves *= 2;
  tree.resize(2 * numLeaves);
  copies.resize(before.size());
}

CopyResource::Effect CopyResource::effectOf(const TimedCopy &copy) const {
  Effect effect;
  effect.delay = copy.seconds;
  effect.free = before[copy.start] + copy.seconds;
  effect.lateAfter = effect.delay - before[copy.done];
  effect.late = effect.free - before[copy.done];
  return effect;
}

CopyResource::Effect CopyResource::then(const Effect &first,
                                        const Effect &second) {
  Effect both;
  both.delay = first.delay + second.delay;
  both.free = std::max(first.free + second.delay, second.free);
  both.lateAfter = std::max(first.lateAfter, first.delay + second.lateAfter);
  both.late =
      std::max({first.late, first.free + second.lateAfter, second.late});
  return both;
}

void CopyResource::setLeaf(Step start, const Effect &effect) {
  size_t node = numLeaves + static_cast<size_t>(start);
  tree[node] = effect;
  while (node /= 2)
    tree[node] = then(tree[2 * node], tree[2 * node + 1]);
}

bool CopyResource::tryAdd(const TimedCopy &copy) {
  if (copies.empty() || copy.seconds <= 0)
    return true;
  const Effect old = tree[numLeaves + static_cast<size_t>(copy.start)];
  setLeaf(copy.start, then(old, effectOf(copy)));
  if (tree[1].late <= tolerance) {
    copies[copy.start].push_back(copy);
    return true;
  }
  setLeaf(copy.start, old);
  return false;
}

void CopyResource::remove(const TimedCopy &copy) {
  if (copies.empty() || copy.seconds <= 0)
    return;
  std::vector<TimedCopy> &list = copies[copy.start];
  // The last equal copy, since most removed copies were added recently.
  auto last = std::find_if(list.rbegin(), list.rend(), [&](const auto &other) {
    return other.done == copy.done && other.seconds == copy.seconds;
  });
  assert(last != list.rend() && "only what was added is removed");
  list.erase(std::next(last).base());
  Effect effect;
  for (const TimedCopy &other : list)
    effect = then(effect, effectOf(other));
  setLeaf(copy.start, effect);
}
