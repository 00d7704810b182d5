//===- UnrollWeightLoops.cpp - Loops over stacked weights -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollWeightLoops.h"

#include "../../Analysis/ComputedOf.h"
#include "../Packing/GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Transforms/FoldUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Counts the ops in \p root that compute tensors: about the number of IREE's
/// dispatches without fusion. Views and data movement do not count.
static int64_t countSteps(Operation *root) {
  int64_t steps = 0;
  root->walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    const bool computes =
        !op->hasTrait<OpTrait::ConstantLike>() &&
        !llvm::is_contained({"tensor", "scf", "util", "hal", "flow"},
                            dialect) &&
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
    steps += computes ? 1 : 0;
  });
  return steps;
}

/// Returns true if each trip of \p loop takes a different slice of a weight.
static bool takesSlices(Operation *loop, const NamedGlobals &parameters) {
  auto counted = dyn_cast<scf::ForOp>(loop);
  auto changes = [&](Value offset) {
    if (counted)
      return isComputedOf(offset, counted.getInductionVar());
    return loop->isAncestor(offset.getParentRegion()->getParentOp());
  };
  return loop
      ->walk([&](tensor::ExtractSliceOp slice) {
        return isSliceOfWeight(slice, parameters) &&
                       llvm::any_of(slice.getOffsets(), changes)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Folds values in \p root that have become constant by unrolling.
static void foldIndices(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
        !op->hasTrait<OpTrait::ConstantLike>())
      ops.push_back(op);
  });
  OperationFolder folder(root->getContext());
  for (Operation *op : ops)
    (void)folder.tryToFold(op);
}

/// Returns the top-level op around \p op: a function or an initializer.
static Operation *findFunction(Operation *op) {
  while (op->getParentOp()->getParentOp())
    op = op->getParentOp();
  return op;
}

/// Returns the reason for not unrolling \p loop; empty if there is none.
static std::string findObstacle(Operation *loop, WeightLoops which,
                                int64_t maxSteps) {
  if (which == WeightLoops::Keep)
    return "'loops' is 'keep'";
  auto counted = dyn_cast<scf::ForOp>(loop);
  const std::optional<APInt> trips =
      counted ? counted.getStaticTripCount() : std::nullopt;
  if (!trips)
    return "its trip count is unknown";
  if (trips->isZero())
    return "it makes no trip";
  const int64_t body = countSteps(loop);
  const auto more = int64_t(trips->getLimitedValue(INT64_MAX) - 1);
  int64_t steps = 0;
  if (llvm::MulOverflow(more, body, steps) ||
      llvm::AddOverflow(steps, countSteps(findFunction(loop)), steps))
    steps = INT64_MAX;
  if (steps <= maxSteps)
    return "";
  return "unrolled, its function would have " + std::to_string(steps) +
         " steps, more than 'max-steps' of " + std::to_string(maxSteps);
}

size_t memplace::unrollWeightLoops(Operation *module,
                                   const NamedGlobals &parameters,
                                   WeightLoops which, int64_t maxSteps) {
  SmallVector<Operation *> loops; // Inner loops first.
  module->walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp>(op))
      loops.push_back(op);
  });
  size_t unrolled = 0;
  for (Operation *loop : loops) {
    const bool slices = takesSlices(loop, parameters);
    if (!slices && which != WeightLoops::Unroll)
      continue;
    Operation *function = findFunction(loop);
    const std::string obstacle = findObstacle(loop, which, maxSteps);
    if (obstacle.empty() && succeeded(loopUnrollFull(cast<scf::ForOp>(loop)))) {
      ++unrolled;
      foldIndices(function);
      continue;
    }
    InFlightDiagnostic remark = loop->emitRemark("the loop is not unrolled");
    if (slices)
      remark << ", and the weights that it slices stay resident";
    if (!obstacle.empty())
      remark << ": " << obstacle;
  }
  return unrolled;
}
