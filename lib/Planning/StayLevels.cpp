//===- StayLevels.cpp - Loops in which a stay is filled -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayLevels.h"

using namespace memplace;
using namespace memplace::planning;

std::vector<LoopId> memplace::planning::levelsOf(const AccessIndex &uses,
                                                 BufferId buffer,
                                                 int32_t firstUse,
                                                 int32_t lastUse) {
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
  const LiveRange span = {bufferUses[firstUse].step,
                          bufferUses[lastUse].step + 1};
  const LoopId root = uses.rootOf(buffer);
  std::vector<LoopId> levels;
  for (LoopId loop = uses.loopOf(span.begin); loop != root && loop != noLoop;
       loop = uses.parentOf(loop))
    if (uses.rangeOf(loop).covers(span))
      levels.push_back(loop);
  levels.push_back(root);
  return levels;
}

std::vector<StayLevels>
memplace::planning::stayLevelsOf(const AccessIndex &uses, BufferId buffer,
                                 int32_t firstUse, int32_t lastUse) {
  const BufferUse &use = uses.byBuffer[buffer][firstUse];
  const LoopId innermost = uses.loopOf(use.step);
  const LoopId root = uses.rootOf(buffer);
  const Buffer &data = uses.problem.buffers[buffer];
  // Each trip defines the contents anew, and the program returns the last ones.
  const bool isLeft = root != noLoop && data.liveOut &&
                      data.range.end == uses.problem.numSteps();
  // A stay that begins with a write needs no fill, so it may as well begin
  // late.
  const bool beginsWithWrite = use.writes && !use.reads;
  std::vector<StayLevels> result;
  for (LoopId exit : levelsOf(uses, buffer, firstUse, lastUse)) {
    if (beginsWithWrite)
      result.push_back({exit});
    for (LoopId loop = innermost; loop != exit; loop = uses.parentOf(loop))
      result.push_back({loop, exit});
    if (!beginsWithWrite)
      result.push_back({exit});
  }
  for (LoopId loop = innermost; isLeft && loop != noLoop;
       loop = uses.parentOf(loop))
    result.push_back({loop, noLoop});
  return result;
}
