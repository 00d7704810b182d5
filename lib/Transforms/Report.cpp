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

/// Returns the home placement of the program as it was written.
static std::optional<HomePlacement>
getBaseline(const ExtractedFunction &placed) {
  auto baseline = placed.function->getAttrOfType<BaselineAttr>(
      MemPlaceDialect::baselineAttrName);
  if (!baseline)
    return getHomePlacement(placed.problem);
  if (baseline.getMakespanPs() == 0)
    return std::nullopt;
  HomePlacement home{secondsOf(baseline.getMakespanPs()), {}};
  for (StringAttr name : baseline.getElsewhere())
    home.elsewhere.push_back(name.str());
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
    emitError(module.getLoc(), "'format' ('report-format' of memplace-default) "
                               "must be 'json' or 'table', got '")
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
