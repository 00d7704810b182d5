//===- PlacedMakespan.h - Makespans of trial placements ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H
#define MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H

#include "../SolutionToIR/PlacementReport.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Solver/Solver.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Solver settings for passes that compare several forms of a function by trial
/// placements.
struct TrialSettings {
  std::string solver;
  SolverOptionValues options;
  SolveLimits limits;
  bool allowUnknownOps = false;
  bool rowsComeLater = true; // As in ExtractOptions.
};

/// Returns the options to extract a function for a trial placement.
ExtractOptions getExtraction(const TrialSettings &settings);

/// A function as a problem, with a placement.
struct TrialPlacement {
  ExtractedFunction extracted;
  std::optional<Solution> solution; // None if the solver found no placement.
  std::string reason;               // Without a solution, the solver's message.

  std::optional<int64_t> getMakespan() const {
    return solution ? solution->makespanPs : std::nullopt;
  }
};

/// Places the current form of \p function as \p settings say. A failure has a
/// diagnostic.
mlir::FailureOr<TrialPlacement> placeTrial(mlir::func::FuncOp function,
                                           const Target &machine,
                                           const TrialSettings &settings);

/// Returns the modelled makespan of the current form of \p function in
/// picoseconds, placed as \p settings say. Returns none if the solver found no
/// placement. A failure has a diagnostic.
mlir::FailureOr<std::optional<int64_t>>
getPlacedMakespan(mlir::func::FuncOp function, const Target &machine,
                  const TrialSettings &settings);

/// Returns the makespan with every buffer in its home tier, as far as legal,
/// and the buffers that are then outside the target's default tier. None if no
/// such placement was found.
std::optional<HomePlacement> getHomePlacement(const Problem &problem);

/// Returns the home placement as an attribute.
BaselineAttr makeBaseline(mlir::MLIRContext *context, const Problem &problem);

/// Returns the recorded baseline of a function, or else its home placement.
llvm::FailureOr<BaselineAttr> getBaseline(mlir::func::FuncOp function,
                                          const Target &machine,
                                          const TrialSettings &settings);

/// Records the baseline of a function before a rewrite. An earlier record
/// stays: it describes the function as it was written.
void recordBaseline(mlir::func::FuncOp function, BaselineAttr baseline);

/// Reads the options of a pass with trial placements. \p seconds is its time
/// limit, 0 for none. A diagnostic at \p module names an invalid option.
mlir::FailureOr<TrialSettings> readTrialSettings(mlir::ModuleOp module,
                                                 llvm::StringRef solver,
                                                 llvm::StringRef solverOptions,
                                                 double seconds, uint64_t seed,
                                                 bool allowUnknownOps);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PLACEDMAKESPAN_H
