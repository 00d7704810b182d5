//===- CuttableBuffers.cpp - Buffers that may be cut ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CuttableBuffers.h"

using namespace memplace;

bool memplace::mayBeCut(const Problem &problem, const Buffer &buffer) {
  if (!buffer.rows.empty())
    return false;
  if (!buffer.tiers.empty())
    return buffer.tiers.size() > 1;
  return problem.target.tiers.size() > 1;
}

/// Returns true if \p buffer takes more than half of the fastest tier.
static bool isLarge(const Problem &problem, const Buffer &buffer) {
  return buffer.size > problem.target.tiers.front().capacity / 2;
}

/// Returns true if all buffers fit side by side in \p tier.
static bool hasRoomForAll(const Problem &problem, TierId tier) {
  int64_t left = problem.target.tiers[tier].capacity;
  for (const Buffer &buffer : problem.buffers) {
    if (buffer.size > left)
      return false;
    left -= buffer.size;
  }
  return true;
}

std::vector<bool> memplace::findWholeAtHome(const Problem &problem) {
  const size_t count = problem.buffers.size();
  std::vector<bool> isWritten(count, false), isWhole(count, false);
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      isWritten[access.buffer] = isWritten[access.buffer] || access.writes();
  const bool isPlain = problem.loops.empty() && !problem.isCyclic;
  for (size_t id = 0; id < count; ++id) {
    const Buffer &buffer = problem.buffers[id];
    const TierId home = problem.homeOf(buffer);
    if (buffer.liveIn && problem.isExternal(buffer) && !isWritten[id])
      isWhole[id] = true;
    else if (isPlain && home != 0 && isLarge(problem, buffer))
      isWhole[id] = problem.isExternal(buffer) || hasRoomForAll(problem, home);
  }
  return isWhole;
}
