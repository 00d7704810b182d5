//===- UnsizedProblem.cpp - A problem with room for all pieces ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsizedProblem.h"

#include "../Problem/CuttableBuffers.h"

using namespace memplace;

std::vector<bool> memplace::findCuttable(const Problem &problem) {
  std::vector<bool> isCuttable(problem.buffers.size(), false);
  for (const Op &op : problem.ops)
    for (const CutDimension &dimension : op.cuts)
      for (const CutAccess &cut : dimension.accesses) {
        const BufferId id = op.accesses[cut.access].buffer;
        isCuttable[id] = mayBeCut(problem, problem.buffers[id]);
      }
  return isCuttable;
}

Problem memplace::withoutSizes(const Problem &problem,
                               const std::vector<bool> &isCuttable) {
  Problem relaxed = problem;
  for (size_t id = 0; id < relaxed.buffers.size(); ++id) {
    Buffer &buffer = relaxed.buffers[id];
    if (!isCuttable[id])
      continue;
    buffer.external = problem.isExternal(buffer);
    buffer.liveIn = buffer.liveOut = false;
    buffer.size = 1;
  }
  return relaxed;
}
