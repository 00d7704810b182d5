//===- CheckCutChoice.cpp - Checks a choice of cuts -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckCutChoice.h"

#include "../Problem/CuttableBuffers.h"

#include <set>

using namespace memplace;
using namespace memplace::cut;

/// Returns true if \p bounds are not empty and rise, above 0 and below \p end.
static bool areWithin(const std::vector<int64_t> &bounds, int64_t end) {
  int64_t last = 0;
  for (int64_t bound : bounds) {
    if (bound <= last || bound >= end)
      return false;
    last = bound;
  }
  return !bounds.empty();
}

static Error badBounds(const std::string &what, const std::string &name,
                       int64_t end) {
  return {"can't cut " + what + " '" + name +
          "': bounds must rise, above 0 and below " + std::to_string(end)};
}

static std::optional<Error> checkOp(const Problem &problem, const OpCut &cut) {
  if (cut.op < 0 || cut.op >= problem.numSteps())
    return Error{"can't cut op " + std::to_string(cut.op) + " of " +
                 std::to_string(problem.numSteps())};
  const Op &op = problem.ops[cut.op];
  if (cut.dimension < 0 || static_cast<size_t>(cut.dimension) >= op.cuts.size())
    return Error{"can't cut op '" + op.name + "' along dimension " +
                 std::to_string(cut.dimension) + ": it has " +
                 std::to_string(op.cuts.size())};
  const int64_t extent = op.cuts[cut.dimension].extent;
  if (!areWithin(cut.bounds, extent))
    return badBounds("op", op.name, extent);
  return std::nullopt;
}

static std::optional<Error> checkBuffer(const Problem &problem,
                                        const BufferCut &cut) {
  if (cut.buffer < 0 ||
      static_cast<size_t>(cut.buffer) >= problem.buffers.size())
    return Error{"can't cut buffer " + std::to_string(cut.buffer) + " of " +
                 std::to_string(problem.buffers.size())};
  const Buffer &buffer = problem.buffers[cut.buffer];
  if (!mayBeCut(problem, buffer))
    return Error{"can't cut buffer '" + buffer.name +
                 (buffer.rows.empty() ? "', which may be in one tier only"
                                      : "', which lies in rows at home")};
  if (cut.period < 1 || buffer.size % cut.period != 0)
    return Error{"can't cut buffer '" + buffer.name +
                 "': the period must divide " + std::to_string(buffer.size) +
                 ", got " + std::to_string(cut.period)};
  if (!areWithin(cut.bounds, cut.period))
    return badBounds("buffer", buffer.name, cut.period);
  return std::nullopt;
}

std::optional<Error> cut::checkCuts(const Problem &problem, const Cuts &cuts) {
  std::set<int64_t> ops, buffers;
  for (const OpCut &cut : cuts.ops) {
    if (auto error = checkOp(problem, cut))
      return error;
    if (!ops.insert(cut.op).second)
      return Error{"op '" + problem.ops[cut.op].name + "' is cut twice"};
  }
  for (const BufferCut &cut : cuts.buffers) {
    if (auto error = checkBuffer(problem, cut))
      return error;
    if (!buffers.insert(cut.buffer).second)
      return Error{"buffer '" + problem.buffers[cut.buffer].name +
                   "' is cut twice"};
  }
  return std::nullopt;
}
