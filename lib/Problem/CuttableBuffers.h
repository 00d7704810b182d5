//===- CuttableBuffers.h - Buffers that may be cut --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of docs/reference/problem.md, section 7, on which the layers Cut and
// Bounds must agree.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PROBLEM_CUTTABLEBUFFERS_H
#define MEMPLACE_LIB_PROBLEM_CUTTABLEBUFFERS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns true if pieces of \p buffer could be useful, i.e. several tiers are
/// allowed. A pinned buffer is not cut, nor is a buffer with rows at home.
bool mayBeCut(const Problem &problem, const Buffer &buffer);

/// Returns, for each buffer, true if its pieces can lie side by side at home
/// for the whole live range. An op that is not cut along the buffer then
/// accesses all of it there, as one operand. External buffers that no op writes
/// always qualify. Other buffers qualify if they are too large for the fast
/// tiers and the home tier has room for everything.
std::vector<bool> findWholeAtHome(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_CUTTABLEBUFFERS_H
