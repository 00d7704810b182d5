//===- CutChain.h - A chain of ops that can be cut --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H
#define MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H

#include "../Support/Builder.h"

namespace memplace::test {

/// Ops A and B: x -> a -> y, each buffer of \p rows rows of 16 bytes, each op
/// cut along them. B's windows are \p window rows, of which the first is its
/// own.
inline Problem makeChain(int64_t rows = 8, int64_t window = 1) {
  const int64_t size = rows * 16;
  Problem problem = makeProblem(
      {makeLiveIn("x", {0, 1}), makeBuffer("a", {0, 2}, size),
       makeLiveOut("y", {1, 2})},
      {{reads(0, size), writes(1, size)}, {reads(1, size), writes(2, size)}});
  problem.buffers[0].size = problem.buffers[2].size = size;
  for (Op &op : problem.ops) {
    op.computePs = 80;
    op.cuts = {
        {rows, {{.access = 0, .stride = 16}, {.access = 1, .stride = 16}}}};
  }
  problem.ops[1].cuts[0].accesses[0].width = 16 * window;
  return problem;
}

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_CUT_CUTCHAIN_H
