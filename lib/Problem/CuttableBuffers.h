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
/// for the whole live range. An op that is not cut along the buffer needs the
/// whole buffer: the op can then access the adjacent pieces at home, as if they
/// were a single buffer. Live-in external buffers that no op writes always
/// qualify. In an acyclic problem without loops, a buffer larger than half of
/// the fastest tier also qualifies, if its home is another tier and if the
/// buffer is external or its home has room for all buffers side by side.
std::vector<bool> findWholeAtHome(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_CUTTABLEBUFFERS_H
