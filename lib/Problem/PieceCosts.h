//===- PieceCosts.h - Costs of the pieces of ops ----------------*- C++ -*-===//
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

#ifndef MEMPLACE_LIB_PROBLEM_PIECECOSTS_H
#define MEMPLACE_LIB_PROBLEM_PIECECOSTS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns the compute time, in picoseconds, of the overhead op before each
/// piece except the first. Overhead op and piece, with a launch each, add
/// `piece_ps` of the target. Returns 0 if the piece's own launch is closer to
/// `piece_ps`; then there is no overhead op.
int64_t getLaunchOverheadPs(const Target &target);

/// Returns the least overhead of each piece after the first, in picoseconds,
/// beside its compute and memory time.
int64_t getLeastPiecePs(const Target &target);

} // namespace memplace

#endif // MEMPLACE_LIB_PROBLEM_PIECECOSTS_H
