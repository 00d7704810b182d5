//===- Report.cpp - Report placements -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../SolutionToIR/PlacementReport.h"
#include "PlacedFunction.h"
#include "PlacedMakespan.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IO/File.h"
#include "memplace/Problem/Units.h"
#include "memplace/Transforms/Passes.h"

namespace memplace {
#define GEN_PASS_DEF_REPORTPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Returns the home placement of the program as it was before cuts. Its buffers
/// elsewhere are those of the cut program.
static std::optional<HomePlacement>
getBaseline(const ExtractedFunction &placed) {
  std::optional<HomePlacement> home = getHomePlacement(placed.problem);
  auto made = placed.function->getAttrOfType<CutsMadeAttr>(
      MemPlaceDialect::cutsMadeAttrName);
  if (!made)
    return home;
  if (made.getHomeMakespanPs() == 0)
    return std::nullopt;
  if (!home)
    home.emplace();
  home->makespan = secondsOf(made.getHomeMakespanPs());
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
    reports.push_back(makeReport(one, *one.recorded, getBaseline(one)));
  if (remarks)
    for (const PlacementReport &report : reports)
      emitReportRemarks(report);
  if (!file.empty() && failed(write(reports)))
    signalPassFailure();
}
