//===- Report.cpp - Report placements -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../SolutionToIR/PlacementReport.h"
#include "PlacedFunction.h"

#include "memplace/IO/File.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Transforms/Passes.h"
#include "memplace/Verify/Verify.h"

namespace memplace {
#define GEN_PASS_DEF_REPORTPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static std::optional<HomePlacement> getHomePlacement(const Problem &problem) {
  SolveResult result = createDefaultTierSolver()->solve(problem, {});
  if (!result.solution || verify(problem, *result.solution))
    return std::nullopt;
  HomePlacement home;
  home.makespan = makespan(problem, *result.solution);
  std::vector<bool> isElsewhere(problem.buffers.size());
  for (const Residency &residency : result.solution->residencies)
    if (residency.tier != problem.target.defaultTier)
      isElsewhere[residency.buffer] = true;
  for (size_t id = 0; id < isElsewhere.size(); ++id)
    if (isElsewhere[id])
      home.elsewhere.push_back(id);
  return home;
}

namespace {
class ReportPass : public memplace::impl::ReportPassBase<ReportPass> {
public:
  using ReportPassBase::ReportPassBase;
  void runOnOperation() override;

private:
  LogicalResult write(ArrayRef<PlacementReport> reports);
};
} // namespace

LogicalResult ReportPass::write(ArrayRef<PlacementReport> reports) {
  std::string text =
      format == "table" ? printReportTable(reports) : printReportJSON(reports);
  if (auto error = writeFile(file, text))
    return emitError(getOperation().getLoc()) << error->message;
  return success();
}

void ReportPass::runOnOperation() {
  ModuleOp module = getOperation();
  markAllAnalysesPreserved();
  if (format != "json" && format != "table") {
    emitError(module.getLoc(), "'format' must be 'json' or 'table', got '")
        << std::string(format) << "'";
    return signalPassFailure();
  }
  FailureOr<Target> machine = getTarget(module, target);
  if (failed(machine))
    return signalPassFailure();

  std::vector<ExtractedFunction> placed;
  for (func::FuncOp function : getPlacedFunctions(module)) {
    FailureOr<ExtractedFunction> extracted =
        extractPlaced(function, *machine, {.allowUnknownOps = allowUnknownOps});
    if (failed(extracted))
      return signalPassFailure();
    // Includes functions with memory in which nothing is placed.
    if (!extracted->problem.buffers.empty() || !extracted->unplaced.empty())
      placed.push_back(std::move(*extracted));
  }
  if (placed.empty() && !file.empty()) {
    reportNothingPlaced(module, DiagnosticSeverity::Error);
    return signalPassFailure();
  }
  std::vector<PlacementReport> reports;
  for (const ExtractedFunction &one : placed)
    reports.push_back(
        makeReport(one, *one.recorded, getHomePlacement(one.problem)));
  if (remarks)
    for (const PlacementReport &report : reports)
      emitReportRemarks(report);
  if (!file.empty() && failed(write(reports)))
    signalPassFailure();
}
