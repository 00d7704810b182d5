//===- SolutionToIR.h - A placement as attributes -*- C++ -*-===//
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

/// Emits an error at the function, and fails, for what the IR cannot say:
/// transfers of parts, and the problem of a program that runs again and again.
mlir::LogicalResult checkRecordable(const ExtractedFunction &extracted,
                                    const Solution &solution);

/// Records \p solution, which passes `verify` and `checkRecordable`, on the IR
/// that \p extracted came from: form 1 of the dialect's description. Replaces
/// what was recorded before.
///
/// * `memplace.residencies` goes to the op that defines the first root of the
///   buffer's alias set (or to the argument); a residency's number within its
///   buffer is its position there, its number in the function (as in
///   `memplace.transfers`) counts through the buffers in the problem's order.
/// * `memplace.step` goes to each step that has an op, and to each scheduled
///   loop with the number of the first step of its body.
/// * `memplace.served` goes to each step with accesses: a dense array of i64,
///   for access k the number of the residency within its buffer.
/// * `memplace.transfers` goes to the function, also when it is empty: it is
///   what says that there is a placement.
void recordSolution(const ExtractedFunction &extracted,
                    const Solution &solution);

/// Takes every attribute of form 1 off \p function (user's pins, costs and trip
/// counts stay).
void eraseRecordedSolution(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_SOLUTIONTOIR_SOLUTIONTOIR_H
