//===- CheckCuts.h - Can an op be cut as it says? ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_CHECKCUTS_H
#define MEMPLACE_PROBLEM_CHECKCUTS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// What is wrong with the `cuts` of op \p step, or nothing. Its accesses are
/// well formed. A part of `check`, for who makes cuts and leaves out those that
/// can't be.
std::optional<Error> checkCuts(const Problem &problem, Step step);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_CHECKCUTS_H
