//===- FuseElementwise.cpp - Element-wise ops in one loop nest ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/Support/MathExtras.h"

namespace memplace {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Whether \p consumer visits elements of \p operand more often than there are.
/// So it is if sizes are not known.
static bool readsAgain(linalg::LinalgOp consumer, OpOperand *operand) {
  auto type = dyn_cast<ShapedType>(operand->get().getType());
  if (!type || !type.hasStaticShape())
    return true;
  int64_t visits = 1;
  for (int64_t range : consumer.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range) ||
        llvm::MulOverflow(visits, range, visits))
      return true;
  }
  return visits > type.getNumElements();
}

/// Whether \p op says of itself alone what it costs or how to cut it.
static bool isMarked(Operation *op) {
  return op->hasAttr(MemPlaceDialect::costAttrName) ||
         op->hasAttr(MemPlaceDialect::cutAttrName);
}

/// Whether fusing \p operand's producer saves a buffer, and no work is done
/// twice, and reductions have no branches inside, as parts that are joined
/// (concatenated, padded) would bring. What only moves elements is no work.
static bool mayFuse(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  if (!producer || !producer->hasOneUse() || isMarked(producer) ||
      isMarked(operand->getOwner()))
    return false;
  auto producing = dyn_cast<linalg::LinalgOp>(producer);
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producing || !consumer)
    return true; // A change of shape.
  Block::OpListType &work = producing.getBlock()->getOperations();
  if (llvm::hasSingleElement(work) || consumer.getNumReductionLoops() == 0)
    return true;
  const bool hasBranches =
      llvm::any_of(work, [](Operation &op) { return op.getNumRegions() > 0; });
  return !hasBranches && !readsAgain(consumer, operand);
}

namespace {
struct FuseElementwisePass
    : memplace::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using FuseElementwisePassBase::FuseElementwisePassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayFuse);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    linalg::populateConstantFoldLinalgOperations(patterns, mayFuse);
    // Uses change with each fusion, from the first to the last op.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal();
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      getOperation().emitWarning()
          << "ops were fused as often as is allowed, but not all of them";
  }
};
} // namespace
