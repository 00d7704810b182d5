//===- CheckCuts.h - Well-formedness of cuts --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_CHECKCUTS_H
#define MEMPLACE_LIB_PROBLEM_CHECKCUTS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns the first error in the `cuts` of op \p step, or nothing. The
/// accesses of the op must be well formed. `check` calls this for every op;
/// generators of cuts use this function to drop impossible cuts.
std::optional<Error> checkCuts(const Problem &problem, Step step);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_CHECKCUTS_H
