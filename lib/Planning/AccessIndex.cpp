//===- AccessIndex.cpp - Index of the accesses of each buffer ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the tree of loops in one sweep over the steps, with a stack of open
// loops; groups accesses by buffer and op. Takes steps + accesses + loops log
// loops.
//===----------------------------------------------------------------------===//

#include "AccessIndex.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

AccessIndex::AccessIndex(const Problem &problem)
    : problem(problem), trips(tripsOfSteps(problem)) {
  buildLoops();
  buildUses();
  findWrappingBuffers();
}

void AccessIndex::buildLoops() {
  // Outer loops first; loops with the same range nest in file order.
  std::vector<size_t> order(problem.loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    LiveRange x = problem.loops[a].range;
    LiveRange y = problem.loops[b].range;
    return std::tuple(x.begin, -x.end, a) < std::tuple(y.begin, -y.end, b);
  });
  for (size_t i : order)
    loops.push_back({problem.loops[i].range, noLoop, problem.loops[i].maySkip});

  const Step numSteps = problem.numSteps();
  innermost.assign(numSteps + 1, noLoop);
  std::vector<LoopId> open;
  LoopId next = 0;
  for (Step step = 0; step <= numSteps; ++step) {
    while (!open.empty() && loops[open.back()].range.end <= step)
      open.pop_back();
    for (; next < static_cast<LoopId>(loops.size()) &&
           loops[next].range.begin == step;
         ++next) {
      loops[next].parent = open.empty() ? noLoop : open.back();
      open.push_back(next);
    }
    innermost[step] = open.empty() ? noLoop : open.back();
  }

  loopTrips.assign(loops.size() + 1, 1);
  constexpr int64_t saturated = int64_t(1) << 62;
  for (size_t i = 0; i < loops.size(); ++i) {
    int64_t outer = loopTrips[loops[i].parent + 1];
    int64_t count = problem.loops[order[i]].tripCount;
    loopTrips[i + 1] = outer > saturated / count ? saturated : outer * count;
  }

  for (const Buffer &buffer : problem.buffers) {
    LoopId loop = innermost[buffer.range.begin];
    while (loop != noLoop && (!loops[loop].range.covers(buffer.range) ||
                              loops[loop].range == buffer.range))
      loop = loops[loop].parent;
    roots.push_back(loop);
  }
}

bool AccessIndex::hasArms() const {
  for (size_t loop = 0; loop < loops.size(); ++loop)
    if (isArm(static_cast<LoopId>(loop)))
      return true;
  return false;
}

void AccessIndex::buildUses() {
  byBuffer.resize(problem.buffers.size());
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    for (size_t k = 0; k < accesses.size(); ++k) {
      std::vector<BufferUse> &list = byBuffer[accesses[k].buffer];
      if (list.empty() || list.back().step != step)
        list.push_back({step, false, false, {}});
      BufferUse &use = list.back();
      use.reads |= accesses[k].reads();
      use.writes |= accesses[k].writes();
      use.accesses.push_back(static_cast<int32_t>(k));
    }
  }
}

void AccessIndex::findWrappingBuffers() {
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const Buffer &buffer = problem.buffers[b];
    wrapsAround.push_back(
        problem.isCyclic && buffer.liveIn &&
        buffer.range.end == problem.numSteps() &&
        std::none_of(byBuffer[b].begin(), byBuffer[b].end(),
                     [](const BufferUse &use) { return use.writes; }));
  }
}

int32_t AccessIndex::firstUseSince(BufferId buffer, Step step) const {
  const std::vector<BufferUse> &uses = byBuffer[buffer];
  const auto use = std::lower_bound(
      uses.begin(), uses.end(), step,
      [](const BufferUse &one, Step at) { return one.step < at; });
  return static_cast<int32_t>(use - uses.begin());
}

bool AccessIndex::isWithin(LoopId inner, LoopId outer) const {
  while (inner != noLoop && inner != outer)
    inner = loops[inner].parent;
  return inner == outer;
}

LoopId AccessIndex::childAt(LoopId level, Step step) const {
  LoopId child = noLoop;
  for (LoopId loop = innermost[step]; loop != noLoop && loop != level;
       loop = loops[loop].parent)
    child = loop;
  return child;
}

bool AccessIndex::mayBeAwaitedAt(LoopId level, Step step) const {
  if (step == rangeOf(level).end)
    return true;
  LoopId child = childAt(level, step);
  return child == noLoop || loops[child].range.begin == step;
}
