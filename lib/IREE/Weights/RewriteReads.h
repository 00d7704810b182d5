//===- RewriteReads.h - Reads of weights, written into the IR ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_REWRITEREADS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_REWRITEREADS_H

#include "PlanStays.h"

namespace memplace {

/// Replaces the `stream.cmd.execute` by one for the steps between each two
/// boundaries where something has to be waited for, with the reads of
/// \p solution between them:
///
/// * A read waits for the ops before its `start`, and for the read before it.
/// * Ops wait for the ops before them, and for the reads whose `done` they are.
///
/// So a legal solution makes a correct program, whatever it is. Offsets become
/// those of the solution, the arena as large as it needs; it is allocated
/// \p after that timepoint, if it is not null. \p solution must pass `verify`.
/// The result is when the arena is free again. Not to be called twice.
mlir::Value rewriteReads(StreamExecute &execute, const ReadProblem &problem,
                         const Solution &solution, mlir::Value after);

/// Whether the arena of \p later can be allocated when that of \p earlier has
/// been freed: they are in one block, one after the other.
bool canFollow(const StreamExecute &later, const StreamExecute &earlier);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_REWRITEREADS_H
