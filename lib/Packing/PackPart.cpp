//===- PackPart.cpp - Packing what is connected in time -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackPart.h"

#include "Fit.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

void PartResult::offer(const Items &items, std::vector<Offset> fresh,
                       std::string_view by) {
  int64_t freshPeak = peakOf(items, fresh);
  if (freshPeak >= peak)
    return;
  peak = freshPeak;
  offsets = std::move(fresh);
  packer = by;
}

void packing::packByPortfolio(Workspace &workspace, int64_t goal,
                              Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  for (const Packer &packer : portfolio()) {
    if (result.peak <= goal)
      return;
    if (!items.fixed.empty() && !packer.takesFixed)
      continue;
    if (packer.isSlow && !isAffordable(items))
      continue;
    // Out of time, any packing is better than none.
    if (result.peak != unreachable && budget.isSpent())
      return;
    result.offer(items, packer.pack(workspace, result.peak - 1), packer.name);
  }
}

void packing::improve(Workspace &workspace, int64_t goal, int64_t limit,
                      Budget &budget, PartResult &result) {}
