//===- SolutionToIR.h - A placement as attributes ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLUTIONTOIR_SOLUTIONTOIR_H
#define MEMPLACE_SOLUTIONTOIR_SOLUTIONTOIR_H

#include "memplace/IRToProblem/IRToProblem.h"

namespace memplace {

/// Fails with an error at the function if the problem is cyclic, which the IR
/// cannot express. Extracted problems never are; a caller may have changed one.
mlir::LogicalResult checkRecordable(const ExtractedFunction &extracted,
                                    const Solution &solution);

/// Records \p solution on the IR of \p extracted in form 1 (annotations) of the
/// dialect's description. \p solution must pass `verify` and `checkRecordable`.
/// Replaces any recorded placement.
///
/// * `memplace.residencies`: on the op that defines the first root of the
///   buffer's alias set, or on the argument. The position in the list is the
///   residency's number within its buffer. Its number in the function (used in
///   `memplace.transfers`) counts through the buffers in problem order.
/// * `memplace.step`: on each step with an op, and on each scheduled loop with
///   the number of the first step of its body.
/// * `memplace.served`: on each step with accesses. A dense array of i64: for
///   access k, the number of the residency within its buffer.
/// * `memplace.transfers`: on the function, even if empty. Its presence marks a
///   placed function.
void recordSolution(const ExtractedFunction &extracted,
                    const Solution &solution);

/// Removes every attribute of form 1 from \p function. Pins, costs and trip
/// counts of the user stay.
void eraseRecordedSolution(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_SOLUTIONTOIR_SOLUTIONTOIR_H
