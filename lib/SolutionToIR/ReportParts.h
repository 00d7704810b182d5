//===- ReportParts.h - Queries shared by all report forms -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H
#define MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H

#include "PlacementReport.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

namespace memplace::report {

/// Returns the buffer whose transfer causes \p stall.
const Buffer &getBufferOf(const PlacementReport &report,
                          const StallEvent &stall);
/// Returns the name of the tier of a residency.
llvm::StringRef getTierName(const PlacementReport &report, ResidencyId id);
/// Returns the storage without a buffer in the placement.
llvm::SmallVector<UnplacedStorage>
getUnplaced(const ExtractedFunction &extracted);
/// Returns the step delayed by a stall; numSteps() if there is none.
Step getDelayedStep(const PlacementReport &report, const StallEvent &stall);
/// Returns the cuts made by `memplace-cut` in the function; null without cuts.
CutsMadeAttr getCutsMade(const PlacementReport &report);
/// Returns the schedule made by `memplace-schedule` in the function; null
/// without one.
ScheduleMadeAttr getScheduleMade(const PlacementReport &report);
/// Returns the name of an op, or "the end" for the step after the last.
llvm::StringRef getStepName(const Problem &problem, Step step);

} // namespace memplace::report

#endif // MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H
