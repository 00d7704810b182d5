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

/// Options of cutting a function.
struct FunctionCuts {
  CutOptions options;
  bool floatSums = false; // Also cut along loops over sums of floats.
  bool remarks = false;   // Emit a remark at each cut op and for each function.
};

/// Cuts \p function as its ops request. Without requests, cuts the function if
/// \p settings then give a placement with a smaller makespan, or a placement at
/// all. Returns this makespan in picoseconds, with the launches of pieces.
/// Returns none if the function stays whole, or if ops requested the cuts. A
/// failure has a diagnostic.
mlir::FailureOr<std::optional<int64_t>>
cutFunction(mlir::func::FuncOp function, const Target &machine,
            const TrialSettings &settings, const FunctionCuts &cuts);

/// Returns true if ops can access every tier of \p machine.
bool allServeOps(const Target &machine);

/// Reads the options of a pass with cuts for \p machine. An empty \p cut means
/// `auto` if a tier serves no ops, else `none`. A diagnostic at \p module names
/// an invalid option.
mlir::FailureOr<CutOptions> readCutOptions(mlir::ModuleOp module,
                                           llvm::StringRef cut, int64_t budget,
                                           const Target &machine);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_CUTFUNCTION_H
