//===- CuttableBuffers.h - Which buffers may be cut -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of docs/reference/problem.md, section 7, that who cuts and who proves
// what cuts can bring have to agree on.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_CUTTABLEBUFFERS_H
#define MEMPLACE_PROBLEM_CUTTABLEBUFFERS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Whether \p buffer may be in more than one tier, so that pieces of it are
/// worth anything. What a user pins is not cut, nor what lies in rows at home.
bool mayBeCut(const Problem &problem, const Buffer &buffer);

/// By buffer: whether its pieces may lie beside each other at home for all of
/// its life, so that who does not cut it alike accesses all of it there, as one
/// operand. The caller's buffers that nobody writes lie so anyway. Others are
/// given a place there if they are large, so that fast memory is no place for
/// the whole, and home has room for everything.
std::vector<bool> findWholeAtHome(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_CUTTABLEBUFFERS_H
