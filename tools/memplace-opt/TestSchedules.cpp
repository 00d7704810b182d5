//===- TestSchedules.cpp - Random schedules -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSchedules.h"

#include "../../lib/Transforms/ScheduleFunction.h"
#include "../../lib/Transforms/ScheduleNeeds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace memplace;

namespace {

struct RandomSchedulePass
    : PassWrapper<RandomSchedulePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RandomSchedulePass)
  RandomSchedulePass() = default;
  RandomSchedulePass(const RandomSchedulePass &other) : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "test-memplace-random-schedule";
  }
  StringRef getDescription() const override {
    return "Put ops in a random legal order, and run some again";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<MemPlaceDialect, memref::MemRefDialect>();
  }
  void runOnOperation() override;

  Option<std::string> target{*this, "target",
                             llvm::cl::desc("Target to extract for"),
                             llvm::cl::init("toy")};
  Option<uint64_t> seed{*this, "seed", llvm::cl::desc("Random seed"),
                        llvm::cl::init(0)};

private:
  LogicalResult schedule(func::FuncOp function, const Target &machine);
};

} // namespace

LogicalResult RandomSchedulePass::schedule(func::FuncOp function,
                                           const Target &machine) {
  if (!function.getBody().hasOneBlock())
    return success();
  const ExtractOptions extraction = {.allowUnknownOps = true,
                                     .ignoreAnnotations = true};
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, machine, extraction);
  if (failed(extracted))
    return failure();
  ScheduleOptions options;
  options.seed = seed;
  options.recomputePercent = seed % 3 == 0 ? 0 : 300;
  options.needs =
      findNeeds(*extracted,
                findBarriers(*extracted, findMovableDeallocations(*extracted)));
  // Each order is "faster" than the one before, so the search walks at random.
  double claimed = 1e9;
  const auto makespanOf = [&](const Problem & /*tried*/) {
    return std::optional<double>(--claimed);
  };
  StopToken stop;
  const Problem searched = makeSchedulable(*extracted);
  const ScheduleResult result =
      scheduleForMakespan(searched, options, makespanOf, /*tries=*/60, stop);
  FailureOr<bool> isDone =
      applySchedule(*extracted, searched, result.scheduled, extraction);
  if (failed(isDone))
    return failure();
  if (!*isDone)
    return emitError(function.getLoc(), "the schedule cannot be made");
  emitRemark(function.getLoc())
      << result.movedOps << " ops moved, " << result.repeatedOps << " repeated";
  return success();
}

void RandomSchedulePass::runOnOperation() {
  FailureOr<Target> machine = getTarget(getOperation(), target);
  if (failed(machine))
    return signalPassFailure();
  for (func::FuncOp function : getPlaceableFunctions(getOperation()))
    if (failed(schedule(function, *machine)))
      return signalPassFailure();
}

void memplace::registerTestSchedulesPass() {
  PassRegistration<RandomSchedulePass>();
}
