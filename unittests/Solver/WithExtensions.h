//===- WithExtensions.h - Adds extensions to problems -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_WITHEXTENSIONS_H
#define MEMPLACE_UNITTESTS_SOLVER_WITHEXTENSIONS_H

#include "memplace/Problem/Problem.h"

#include <random>

namespace memplace::testing {

/// Adds an extension to each problem: partly overlapping ops, inefficient
/// accesses or channels by deadline, a third of problems each. A third of
/// problems also gets external buffers in two rows.
inline Problem withExtensions(Problem problem, uint64_t seed) {
  std::mt19937_64 random(seed ^ 0x5eed5eed);
  auto between = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  const bool overlaps = between(1, 3) == 1, isSlow = between(1, 3) == 1;
  const bool hasDeadlines = between(1, 3) == 1;
  for (Op &op : problem.ops) {
    if (overlaps && between(1, 3) > 1)
      op.overlap = 0.25 * static_cast<double>(between(0, 4));
    for (Access &access : op.accesses)
      if (isSlow && between(1, 3) > 1)
        access.efficiency = 0.25 * static_cast<double>(between(1, 4));
  }
  for (Channel &channel : problem.target.channels)
    if (hasDeadlines && between(1, 4) > 1)
      channel.order = ChannelOrder::Deadline;
  if (between(1, 3) == 1)
    for (Buffer &buffer : problem.buffers)
      if (problem.isExternal(buffer) && buffer.size % 2 == 0)
        buffer.rows = {2};
  return problem;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_WITHEXTENSIONS_H
