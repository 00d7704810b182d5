//===- PieceCosts.h - What pieces of ops cost -------------------*- C++ -*-===//
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

#ifndef MEMPLACE_PROBLEM_PIECECOSTS_H
#define MEMPLACE_PROBLEM_PIECECOSTS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// What the op before each piece after an op's first computes, in picoseconds,
/// so that the piece costs the target's `piece_ps` in all: with its own launch
/// and that of this op. 0: there is none, as the piece's launch is nearer.
int64_t getLaunchOverheadPs(const Target &target);

/// What each piece after an op's first costs then at least, beside what it
/// computes and accesses, in picoseconds.
int64_t getLeastPiecePs(const Target &target);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_PIECECOSTS_H
