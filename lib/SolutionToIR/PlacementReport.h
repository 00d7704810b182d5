//===- PlacementReport.h - Gain of a placement ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLUTIONTOIR_PLACEMENTREPORT_H
#define MEMPLACE_LIB_SOLUTIONTOIR_PLACEMENTREPORT_H

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Simulator/Simulator.h"

namespace memplace {

/// The program without memplace: every buffer in the target's default tier, as
/// far as legal.
struct HomePlacement {
  double makespan = 0; // Seconds.
  /// Names of buffers outside the default tier, because they are larger than
  /// this tier, pinned, or owned by the caller in another tier.
  std::vector<std::string> elsewhere;
};

/// Figures of a placed function. Refers to the extracted function and the
/// solution, which must outlive the report.
struct PlacementReport {
  const ExtractedFunction *extracted = nullptr;
  const Solution *solution = nullptr;
  Timeline timeline;
  std::optional<HomePlacement> home; // None if no such placement is legal.
  double lowerBound = 0;             // Seconds.
  /// Highest byte in use, by tier.
  std::vector<int64_t> peakBytes;
  /// By channel; a transfer in a loop counts once per trip.
  std::vector<int64_t> numTransfers;
  std::vector<int64_t> transferredBytes;
  /// Timeline::stalls, most expensive first.
  std::vector<StallEvent> stalls;
};

/// Simulates \p solution and summarizes it. \p solution must pass `verify` and
/// belong to `extracted.problem`.
PlacementReport makeReport(const ExtractedFunction &extracted,
                           const Solution &solution,
                           std::optional<HomePlacement> home);

/// Returns the reason why \p buffer is never in the fastest tier; empty if it
/// is there at some step.
std::string getReasonAgainstFastestTier(const PlacementReport &report,
                                        BufferId buffer);

/// Returns a JSON object with all figures, for programs; see
/// docs/guide/placed-programs.md.
std::string printReportJSON(llvm::ArrayRef<PlacementReport> reports);

/// Returns a table of about a screenful, for people; only the longest stalls.
std::string printReportTable(llvm::ArrayRef<PlacementReport> reports);

/// Emits a remark at the function and a remark at each buffer.
void emitReportRemarks(const PlacementReport &report);

} // namespace memplace

#endif // MEMPLACE_LIB_SOLUTIONTOIR_PLACEMENTREPORT_H
