//===- LoopOrder.cpp - Loops in order of their steps ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;

std::vector<int32_t> memplace::outerLoopsFirst(const Problem &problem) {
  std::vector<int32_t> order(problem.loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    const LiveRange one = problem.loops[a].range, two = problem.loops[b].range;
    return std::tuple(one.begin, -one.end, a) <
           std::tuple(two.begin, -two.end, b);
  });
  return order;
}
