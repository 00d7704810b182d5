//===- FurtherCuts.cpp - Operands after further cuts ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FurtherCuts.h"

#include "../Problem/CuttableBuffers.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::cut;

/// Returns true if \p op can be cut along rows of \p buffer in periods of
/// \p period bytes. \p mayOverlap: also if windows reach into other rows.
static bool canBeCut(const Problem &problem, const Op &op, BufferId buffer,
                     int64_t period, bool mayOverlap) {
  const auto isAlong = [&](const CutAccess &access) {
    return op.accesses[access.access].buffer == buffer &&
           access.periodIn(problem.buffers[buffer].size) == period &&
           (mayOverlap || access.bytesPerIndex() <= access.stride);
  };
  return std::any_of(op.cuts.begin(), op.cuts.end(),
                     [&](const CutDimension &dimension) {
                       return std::any_of(dimension.accesses.begin(),
                                          dimension.accesses.end(), isAlong);
                     });
}

/// Returns true if all ops with an access to \p buffer can be cut along its
/// rows.
static bool isCutAlike(const Problem &problem, const CutNeighbours &neighbours,
                       BufferId buffer, int64_t period) {
  const bool mayOverlap = !neighbours.getRules().isOneEach;
  const std::vector<Step> &users = neighbours.usersOf(buffer);
  return std::all_of(users.begin(), users.end(), [&](Step user) {
    return canBeCut(problem, problem.ops[user], buffer, period, mayOverlap);
  });
}

int64_t cut::bytesOfPiece(const CutAccess &access, int64_t extent,
                          int64_t pieces, int64_t period) {
  const int64_t more = (extent + pieces - 1) / pieces - 1;
  int64_t bytes = 0;
  if (__builtin_mul_overflow(more, access.stride, &bytes) ||
      __builtin_add_overflow(bytes, access.bytesPerIndex(), &bytes))
    return period;
  return std::clamp<int64_t>(bytes, 1, period);
}

/// Returns the size of \p buffer, a piece of \p whole, after a further cut of
/// \p op.
static int64_t bytesAfter(const Problem &problem,
                          const CutNeighbours &neighbours, const Buffer &buffer,
                          BufferId whole, Step op, FurtherCut further) {
  const std::vector<bool> &isWhole = neighbours.getRules().isWhole;
  if ((!isWhole.empty() && isWhole[whole]) || !mayBeCut(problem, buffer))
    return buffer.size;
  const CutDimension &cut = problem.ops[op].cuts[further.dimension];
  for (const CutAccess &access : cut.accesses) {
    const int64_t period = access.periodIn(problem.buffers[whole].size);
    if (problem.ops[op].accesses[access.access].buffer != whole ||
        !isCutAlike(problem, neighbours, whole, period))
      continue;
    const int64_t bytes =
        bytesOfPiece(access, cut.extent, further.pieces, period);
    return static_cast<int64_t>(std::ceil(static_cast<double>(buffer.size) *
                                          static_cast<double>(bytes) /
                                          static_cast<double>(period)));
  }
  return buffer.size;
}

std::map<BufferId, int64_t>
cut::shrinkOperands(const Problem &problem, const CutNeighbours &neighbours,
                    CutProblem &cut, Step step,
                    const std::vector<FurtherCut> &further,
                    const std::vector<BufferId> &left) {
  const Step op = cut.opOf[step];
  std::vector<Buffer> &buffers = cut.problem.buffers;
  std::map<BufferId, int64_t> sizes;
  for (const Access &access : cut.problem.ops[step].accesses)
    sizes[access.buffer] = buffers[access.buffer].size;
  if (step > 0 && cut.opOf[step - 1] == op)
    for (BufferId buffer : left)
      sizes[buffer] = buffers[buffer].size;
  for (const auto &[buffer, size] : sizes)
    for (const FurtherCut &one : further)
      buffers[buffer].size = bytesAfter(problem, neighbours, buffers[buffer],
                                        cut.bufferOf[buffer], op, one);
  return sizes;
}
