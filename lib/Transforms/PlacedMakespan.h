//===- PlacedMakespan.h - How long a function takes, placed -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H
#define MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Solver/Solver.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Who places a function that passes compare with itself in another form.
struct PlacementJudge {
  std::string solver;
  SolverOptionValues options;
  SolveLimits limits;
  bool allowUnknownOps = false;
};

/// A function as a problem, and a placement of it.
struct JudgedFunction {
  ExtractedFunction extracted;
  std::optional<Solution> solution; // None if none is found.

  std::optional<int64_t> getMakespan() const {
    return solution ? solution->makespanPs : std::nullopt;
  }
};

/// \p function as it is now, placed by \p judge. A failure has a diagnostic.
mlir::FailureOr<JudgedFunction> placeByJudge(mlir::func::FuncOp function,
                                             const Target &machine,
                                             const PlacementJudge &judge);

/// The modelled makespan of \p function as it is now, placed by \p judge,
/// picoseconds; none if it finds no placement. A failure has a diagnostic.
mlir::FailureOr<std::optional<int64_t>>
getPlacedMakespan(mlir::func::FuncOp function, const Target &machine,
                  const PlacementJudge &judge);

/// Whether \p function has a placement already, in any form.
bool hasPlacement(mlir::func::FuncOp function);

/// Reads the options of a pass that compares: \p seconds is its time limit, 0
/// for none. A diagnostic at \p module says which of them is wrong.
mlir::FailureOr<PlacementJudge> readJudge(mlir::ModuleOp module,
                                          llvm::StringRef solver,
                                          llvm::StringRef solverOptions,
                                          double seconds, uint64_t seed,
                                          bool allowUnknownOps);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H
