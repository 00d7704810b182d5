//===- LoopOrder.h - Loops in order of their steps --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_LOOPORDER_H
#define MEMPLACE_LIB_PROBLEM_LOOPORDER_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns the indices of Problem::loops by first step; of loops that begin at
/// the same step, outer ones first, and equal ones by index.
std::vector<int32_t> outerLoopsFirst(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_LOOPORDER_H
