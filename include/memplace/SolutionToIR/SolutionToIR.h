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

/// Records \p solution, which passes `verify`, on the IR that \p extracted came
/// from: form 1 of the dialect's description. Replaces what was recorded before.
void recordSolution(const ExtractedFunction &extracted,
                    const Solution &solution);

/// Takes every attribute of form 1 off \p function (user's pins, costs and trip
/// counts stay).
void eraseRecordedSolution(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_SOLUTIONTOIR_SOLUTIONTOIR_H
