//===- ScheduleOps.cpp - Choose the order of ops --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleFunction.h"

#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_SCHEDULEOPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {

class ScheduleOpsPass
    : public memplace::impl::ScheduleOpsPassBase<ScheduleOpsPass> {
public:
  using ScheduleOpsPassBase::ScheduleOpsPassBase;
  void runOnOperation() override;

private:
  FailureOr<FunctionSchedule> readOptions();
};

} // namespace

FailureOr<FunctionSchedule> ScheduleOpsPass::readOptions() {
  Location loc = getOperation().getLoc();
  if (objective != "peak" && objective != "makespan")
    return emitError(loc, "'objective' must be peak or makespan ('schedule' of "
                          "memplace-default: auto, peak or none), not '")
           << objective << "'";
  if (!(recompute >= 0 && recompute <= 10000))
    return emitError(loc, "'recompute' must be from 0 to 10000 percent, got ")
           << std::to_string(recompute);
  return FunctionSchedule{objective == "makespan", recompute, remarks};
}

void ScheduleOpsPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<FunctionSchedule> schedule = readOptions();
  if (failed(schedule))
    return signalPassFailure();
  FailureOr<TrialSettings> settings = readTrialSettings(
      module, solver, solverOptions, timeLimit, seed, allowUnknownOps);
  if (failed(settings))
    return signalPassFailure();
  FailureOr<Target> machine = getTarget(module, target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  for (func::FuncOp function : getPlaceableFunctions(module))
    if (!hasExplicitPlacement(function) &&
        failed(scheduleFunction(function, *machine, *settings, *schedule)))
      return signalPassFailure();
}
