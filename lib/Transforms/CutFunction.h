//===- CutFunction.h - Cut the ops and buffers of a function ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_CUTFUNCTION_H
#define MEMPLACE_LIB_TRANSFORMS_CUTFUNCTION_H

#include "PlacedMakespan.h"

#include "memplace/Cut/CutSolve.h"

namespace memplace {

/// How functions are cut.
struct FunctionCuts {
  CutOptions options;
  bool floatSums = false; // Also along loops that sum floats.
  bool remarks = false;   // At each op that is cut, and one for each function.
};

/// Cuts \p function as its ops ask for, or where that makes it faster as \p
/// judge places it. Returns its makespan then, with what launches of pieces
/// take, picoseconds; none if it stays whole or ops asked for it. A failure
/// has a diagnostic.
mlir::FailureOr<std::optional<int64_t>> cutFunction(mlir::func::FuncOp function,
                                                    const Target &machine,
                                                    const PlacementJudge &judge,
                                                    const FunctionCuts &cuts);

/// Reads the options of a pass that cuts. A diagnostic at \p module says which
/// of them is wrong.
mlir::FailureOr<CutOptions> readCutOptions(mlir::ModuleOp module,
                                           llvm::StringRef cut, int64_t budget);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTFUNCTION_H
