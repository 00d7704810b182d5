//===- ScheduleStream.cpp - Order of IREE's ops ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderReport.h"
#include "RewriteOrder.h"

#include "../Packing/PlanPack.h"

#include "memplace/IO/File.h"
#include "memplace/IREE/Passes.h"

#include "mlir/IR/BuiltinOps.h"

namespace memplace {
#define GEN_PASS_DEF_SCHEDULESTREAMPASS
#include "memplace/IREE/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
class ScheduleStreamPass
    : public memplace::impl::ScheduleStreamPassBase<ScheduleStreamPass> {
public:
  using ScheduleStreamPassBase::ScheduleStreamPassBase;
  void runOnOperation() override;

private:
  LogicalResult planRegion(Operation *op);
  LogicalResult writeReport();

  std::vector<AsyncRegion> regions;  // With ops and transients.
  std::vector<PlannedOrder> planned; // By region.
};
} // namespace

static bool hasTransients(const Problem &problem) {
  return llvm::any_of(problem.buffers, [&](const Buffer &buffer) {
    return !problem.isExternal(buffer);
  });
}

/// Plans the order of a region, or says why the order stays as it is.
LogicalResult ScheduleStreamPass::planRegion(Operation *op) {
  FailureOr<SliceAlignment> alignment =
      getAlignment(op, {offsetAlignment, rangeAlignment});
  if (failed(alignment))
    return failure();
  auto keep = [&](const std::string &reason) {
    op->emitRemark() << "the order is left to IREE in '" << getFunctionName(op)
                     << "': " << reason;
    return success();
  };
  Result<AsyncRegion> region = readAsyncRegion(op, *alignment);
  if (!region)
    return keep(region.error());
  if (region->ops.size() < 2 || !hasTransients(region->problem))
    return success();
  PackLimits limits;
  limits.nodes = nodes;
  limits.seed = seed;
  Result<PlannedOrder> order = planOrder(*region, limits);
  if (!order)
    return keep(order.error());
  regions.push_back(std::move(*region));
  planned.push_back(std::move(*order));
  return success();
}

LogicalResult ScheduleStreamPass::writeReport() {
  if (report.empty())
    return success();
  if (std::optional<Error> error =
          writeFile(report, printOrderReport(regions, planned)))
    return emitError(getOperation().getLoc()) << error->message;
  return success();
}

void ScheduleStreamPass::runOnOperation() {
  // Change the module only after all steps that can fail.
  regions.clear();
  planned.clear();
  const SliceAlignment defaults = {offsetAlignment, rangeAlignment};
  bool isFine = succeeded(checkPackOptions(getOperation(), defaults, nodes));
  if (!isFine)
    return signalPassFailure();
  getOperation().walk([&](Operation *op) {
    if (isAsyncExecute(op))
      isFine &= succeeded(planRegion(op));
  });
  if (!isFine || failed(writeReport()))
    return signalPassFailure();
  for (auto [region, order] : llvm::zip_equal(regions, planned))
    if (order.isChanged())
      rewriteOrder(region, order.steps);
}
