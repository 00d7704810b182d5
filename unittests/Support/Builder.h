//===- Builder.h - Small problems and solutions for tests ----- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_BUILDER_H
#define MEMPLACE_UNITTESTS_SUPPORT_BUILDER_H

#include "memplace/Problem/Solution.h"

#include <gtest/gtest.h>

namespace memplace::test {

constexpr TierId fast = 0, slow = 1, rom = 2;
constexpr ChannelId in = 0, out = 1, fromRom = 2, toRom = 3, within = 4;

/// A fast and a slow tier, and a read-only tier as large as the slow tier.
inline Target makeTarget() {
  Target target;
  target.name = "test";
  target.tiers = {{"fast", 1024, 8, 1000, 1000},
                  {"slow", 100000, 8, 100, 100},
                  {"rom", 100000, 8, 100, 0}};
  target.defaultTier = slow;
  target.channels = {{"in", slow, fast, 100, 0},
                     {"out", fast, slow, 100, 0},
                     {"from-rom", rom, fast, 100, 0},
                     {"to-rom", fast, rom, 100, 0},
                     {"within", fast, fast, 100, 0}};
  target.flopsPerSecond = {{"default", 1000}};
  return target;
}

inline Access reads(BufferId buffer, int64_t bytes = 16) {
  return {buffer, AccessMode::Read, bytes, {}};
}
inline Access writes(BufferId buffer, int64_t bytes = 16) {
  return {buffer, AccessMode::Write, bytes, {}};
}
inline Access updates(BufferId buffer, int64_t bytes = 16) {
  return {buffer, AccessMode::Update, bytes, {}};
}

inline Buffer makeBuffer(std::string name, LiveRange range, int64_t size = 16) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.size = size;
  buffer.range = range;
  return buffer;
}
inline Buffer makeLiveIn(std::string name, LiveRange range) {
  Buffer buffer = makeBuffer(std::move(name), range);
  buffer.liveIn = true;
  return buffer;
}
inline Buffer makeLiveOut(std::string name, LiveRange range) {
  Buffer buffer = makeBuffer(std::move(name), range);
  buffer.liveOut = true;
  return buffer;
}

/// Makes one op per list of accesses.
inline Problem makeProblem(std::vector<Buffer> buffers,
                           std::vector<std::vector<Access>> ops,
                           std::vector<Loop> loops = {}) {
  Problem problem;
  problem.name = "test";
  problem.target = makeTarget();
  problem.buffers = std::move(buffers);
  for (std::vector<Access> &accesses : ops)
    problem.ops.push_back(
        {"op" + std::to_string(problem.ops.size()), 1, std::move(accesses)});
  problem.loops = std::move(loops);
  return problem;
}

inline Solution makeSolution(std::vector<Residency> residencies,
                             std::vector<Transfer> transfers,
                             std::vector<std::vector<ResidencyId>> served) {
  Solution solution;
  solution.problem = "test";
  solution.residencies = std::move(residencies);
  solution.transfers = std::move(transfers);
  solution.served = std::move(served);
  return solution;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_BUILDER_H
