//===- UnsizedProblem.h - A problem with room for all pieces ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_UNSIZEDPROBLEM_H
#define MEMPLACE_LIB_BOUNDS_UNSIZEDPROBLEM_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns, by buffer, true if some cut problem has pieces of the buffer.
std::vector<bool> findCuttable(const Problem &problem);

/// Returns \p problem with each cuttable buffer reduced to one byte. These
/// buffers are then neither live-in nor live-out.
Problem withoutSizes(const Problem &problem,
                     const std::vector<bool> &isCuttable);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_UNSIZEDPROBLEM_H
