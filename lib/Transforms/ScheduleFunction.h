//===- ScheduleFunction.h - Order the ops of a function ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SCHEDULEFUNCTION_H
#define MEMPLACE_LIB_TRANSFORMS_SCHEDULEFUNCTION_H

#include "PlacedMakespan.h"

#include "memplace/Schedule/Scheduling.h"

namespace memplace {

/// Options of ordering a function.
struct FunctionSchedule {
  bool forMakespan = false;    // Else for the bytes of the packed allocations.
  double recomputePercent = 0; // As ScheduleOptions::recomputePercent.
  bool remarks = false; // Emit a remark at each op and for each function.
};

/// Puts the ops of \p function in another order, and runs ops again, if that
/// lowers the objective; otherwise leaves the function as it is. `greedy`
/// judges orders by their makespans; the best must also be faster when placed
/// as \p settings say. A failure has a diagnostic.
mlir::LogicalResult scheduleFunction(mlir::func::FuncOp function,
                                     const Target &machine,
                                     const TrialSettings &settings,
                                     const FunctionSchedule &schedule);

/// Rewrites the function of \p extracted for \p scheduled, a schedule of
/// \p searched within `findNeeds`; \p searched is `makeSchedulable`. Extracts
/// the result as \p options say and compares it with the function as written.
/// Returns false if the result has more live bytes than \p scheduled. On false,
/// and on a failure, which has a diagnostic, the function is partly rewritten.
mlir::FailureOr<bool> applySchedule(const ExtractedFunction &extracted,
                                    const Problem &searched,
                                    const ScheduledProblem &scheduled,
                                    const ExtractOptions &options);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SCHEDULEFUNCTION_H
