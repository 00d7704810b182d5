//===- RewriteReads.h - Writes reads of weights into the IR -----*- C++ -*-===//
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

/// Splits the `stream.cmd.execute` at each boundary where a read starts or is
/// awaited, and writes the reads of \p solution in between:
///
/// * A read waits for the ops before its `start` and for the previous read.
/// * Ops wait for the ops before them and for the reads with their step as
///   `done`.
///
/// Every legal solution therefore gives a correct program; \p solution must
/// pass `verify`. Offsets come from the solution, and the arena gets the size
/// needed. The arena is allocated after the timepoint \p after, which may be
/// null. Returns the timepoint at which the arena is free again. Call only once
/// per region.
mlir::Value rewriteReads(StreamExecute &execute, const ReadProblem &problem,
                         const Solution &solution, mlir::Value after);

/// Returns true if the arena of \p later can be allocated after \p earlier's is
/// freed: both are in one block, in this order.
bool canFollow(const StreamExecute &later, const StreamExecute &earlier);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_REWRITEREADS_H
