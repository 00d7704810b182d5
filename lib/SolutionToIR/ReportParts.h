//===- ReportParts.h - What all forms of a report look up -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H
#define MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/SolutionToIR/PlacementReport.h"

namespace memplace::report {

/// The buffer whose transfer \p stall waits for.
const Buffer &getBufferOf(const PlacementReport &report,
                          const StallEvent &stall);
/// The name of the tier that a residency is in.
llvm::StringRef getTierName(const PlacementReport &report, ResidencyId id);
/// Storage that is no buffer of the placement.
llvm::SmallVector<UnplacedStorage>
getUnplaced(const ExtractedFunction &extracted);
/// The step that a stall keeps waiting. numSteps(): none.
Step getDelayedStep(const PlacementReport &report, const StallEvent &stall);
/// What `memplace-cut` did to the function; null if nothing.
CutsMadeAttr getCutsMade(const PlacementReport &report);
/// The name of an op, or "the end" for the step after the last.
llvm::StringRef getStepName(const Problem &problem, Step step);

} // namespace memplace::report

#endif // MEMPLACE_LIB_SOLUTIONTOIR_REPORTPARTS_H
