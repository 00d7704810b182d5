//===- PipelineLoops.cpp - Slices in loops become buffers -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionBackup.h"
#include "PlacedMakespan.h"
#include "SplitSlices.h"

#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"

namespace memplace {
#define GEN_PASS_DEF_PIPELINELOOPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
class PipelineLoopsPass
    : public memplace::impl::PipelineLoopsPassBase<PipelineLoopsPass> {
public:
  using PipelineLoopsPassBase::PipelineLoopsPassBase;
  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  LogicalResult runOnFunction(func::FuncOp function, const Target &machine);

  PlacementJudge judge; // By checkOptions.
};
} // namespace

LogicalResult PipelineLoopsPass::checkOptions() {
  ModuleOp module = getOperation();
  if (loops != "none" && loops != "auto" && loops != "always")
    return emitError(module.getLoc(),
                     "'loops' must be 'none', 'auto' or 'always', got '")
           << std::string(loops) << "'";
  if (maxSteps < 1)
    return emitError(module.getLoc(), "'max-steps' must be at least 1, got ")
           << static_cast<int64_t>(maxSteps);
  FailureOr<PlacementJudge> read = readJudge(module, solver, solverOptions,
                                             timeLimit, seed, allowUnknownOps);
  if (failed(read))
    return failure();
  judge = std::move(*read);
  return success();
}

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

/// Whether \p value is computed of \p source, by ops that only compute.
static bool isComputedOf(Value value, Value source) {
  SmallVector<Value> open = {value};
  DenseSet<Value> seen;
  while (!open.empty()) {
    Value one = open.pop_back_val();
    if (one == source)
      return true;
    Operation *op = one.getDefiningOp();
    if (op && isPure(op) && seen.insert(one).second)
      llvm::append_range(open, op->getOperands());
  }
  return false;
}

/// Whether the body of \p loop takes another slice of something each trip.
static bool takesSlices(scf::ForOp loop) {
  return loop.getBody()
      ->walk([&](memref::SubViewOp view) {
        const bool isSlice =
            !loop->isProperAncestor(
                view.getSource().getParentRegion()->getParentOp()) &&
            llvm::any_of(view.getOffsets(), [&](Value offset) {
              return isComputedOf(offset, loop.getInductionVar());
            });
        return isSlice ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The loop to be unrolled next, none if there is none: one that takes slices,
/// inside of others first, if the function has at most \p maxSteps steps then.
static scf::ForOp findLoop(func::FuncOp function, int64_t maxSteps) {
  const Schedule schedule(function);
  for (const ScheduledLoop &loop : llvm::reverse(schedule.getLoops())) {
    auto op = dyn_cast<scf::ForOp>(loop.op);
    const std::optional<APInt> trips =
        op ? op.getStaticTripCount() : std::nullopt;
    if (!trips || trips->ugt(maxSteps) || trips->ult(2))
      continue;
    const int64_t steps = loop.range.end - loop.range.begin;
    const auto more = static_cast<int64_t>(trips->getZExtValue()) - 1;
    if (more <= maxSteps / steps &&
        schedule.getNumSteps() + more * steps <= maxSteps && takesSlices(op))
      return op;
  }
  return {};
}

/// Computes what is constant since loops were unrolled. Slices keep their types
/// (SplitSlices.cpp says why), which canonicalization would change.
static void foldIndices(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect, affine::AffineDialect>(
            op->getDialect()) &&
        isPure(op) && !op->hasTrait<OpTrait::ConstantLike>())
      ops.push_back(op);
  });
  OperationFolder folder(function.getContext());
  for (Operation *op : ops)
    (void)folder.tryToFold(op);
}

/// Returns how many loops were unrolled.
static FailureOr<size_t> unrollLoops(func::FuncOp function, int64_t maxSteps) {
  size_t count = 0;
  while (scf::ForOp loop = findLoop(function, maxSteps)) {
    if (failed(loopUnrollFull(loop)))
      return failure();
    ++count;
  }
  foldIndices(function);
  return count;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult PipelineLoopsPass::runOnFunction(func::FuncOp function,
                                               const Target &machine) {
  if (!findLoop(function, maxSteps))
    return success();
  std::optional<int64_t> before;
  if (loops == "auto") {
    FailureOr<std::optional<int64_t>> found =
        getPlacedMakespan(function, machine, judge);
    if (failed(found))
      return failure();
    before = *found;
  }
  FunctionBackup backup(function);
  const FailureOr<size_t> numLoops = unrollLoops(function, maxSteps);
  const size_t numSlices = succeeded(numLoops) ? splitSlices(function) : 0;
  if (numSlices == 0) {
    backup.restore();
    return success();
  }
  std::optional<int64_t> after;
  if (loops == "auto") {
    FailureOr<std::optional<int64_t>> found =
        getPlacedMakespan(function, machine, judge);
    if (failed(found) || !*found || (before && **found >= *before)) {
      backup.restore();
      return success(succeeded(found));
    }
    after = *found;
  }
  if (!remarks)
    return success();
  InFlightDiagnostic remark = emitRemark(function.getLoc());
  remark << *numLoops << " loops of function '" << function.getName()
         << "' are unrolled, and " << numSlices
         << " slices are buffers of their own";
  if (after && before)
    remark << "; makespan " << *after << " ps, without " << *before
           << " ps, both modelled";
  return success();
}

void PipelineLoopsPass::runOnOperation() {
  if (failed(checkOptions()))
    return signalPassFailure();
  if (loops == "none")
    return;
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp function : getPlaceableFunctions(getOperation()))
    if (!hasPlacement(function) && function.getBody().hasOneBlock())
      functions.push_back(function);
  FailureOr<Target> machine = getTarget(getOperation(), target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  for (func::FuncOp function : functions)
    if (failed(runOnFunction(function, *machine)))
      return signalPassFailure();
}
