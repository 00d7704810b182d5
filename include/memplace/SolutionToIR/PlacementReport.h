//===- PlacementReport.h - What a placement gains ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLUTIONTOIR_PLACEMENTREPORT_H
#define MEMPLACE_SOLUTIONTOIR_PLACEMENTREPORT_H

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Simulator/Simulator.h"

namespace memplace {

/// What the program takes without memplace: everything in the target's default
/// tier, as far as that is legal.
struct HomePlacement {
  double makespan = 0; // Seconds.
  /// Buffers with a place in another tier: larger than the default tier,
  /// pinned, or the caller's in that tier.
  std::vector<BufferId> elsewhere;
};

/// A placed function in numbers. Refers to the extracted function and solution
/// that it was made from.
struct PlacementReport {
  const ExtractedFunction *extracted = nullptr;
  const Solution *solution = nullptr;
  Timeline timeline;
  std::optional<HomePlacement> home; // None: there is no legal one.
  double lowerBound = 0;             // Seconds.
  /// Highest byte in use by tier.
  std::vector<int64_t> peakBytes;
  /// By channel, each transfer once per trip of its loops.
  std::vector<int64_t> numTransfers;
  std::vector<int64_t> transferredBytes;
  /// Timeline::stalls, the one that costs most first.
  std::vector<StallEvent> stalls;
};

/// Simulates \p solution, which passes `verify` and must be of
/// `extracted.problem`, and sums it up.
PlacementReport makeReport(const ExtractedFunction &extracted,
                           const Solution &solution,
                           std::optional<HomePlacement> home);

/// Why \p buffer is never in the fastest tier; empty if it is there at some
/// time.
std::string getReasonAgainstFastestTier(const PlacementReport &report,
                                        BufferId buffer);

/// One JSON object with all of it, for programs; docs/guide/placed-programs.md.
std::string printReportJSON(llvm::ArrayRef<PlacementReport> reports);

/// A screenful for people: the longest stalls only.
std::string printReportTable(llvm::ArrayRef<PlacementReport> reports);

/// A remark at the function and one at each buffer.
void emitReportRemarks(const PlacementReport &report);

} // namespace memplace

#endif // MEMPLACE_SOLUTIONTOIR_PLACEMENTREPORT_H
