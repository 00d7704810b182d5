//===- FuseElementwise.cpp - Fuse element-wise ops ------------------------===//
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

/// Returns true if \p consumer visits elements of \p operand more often than
/// once each. Also true if sizes are unknown.
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

/// Returns true if \p op states its own cost or its own cut.
static bool isMarked(Operation *op) {
  return op->hasAttr(MemPlaceDialect::costAttrName) ||
         op->hasAttr(MemPlaceDialect::cutAttrName);
}

/// Returns true if \p producer reads what its output held before, e.g. to add
/// to it. A fused op would do so once for each visit of the consumer.
static bool readsOutput(linalg::LinalgOp producer) {
  return llvm::any_of(producer.getDpsInitsMutable(), [&](OpOperand &output) {
    return producer.payloadUsesValueFromOperand(&output);
  });
}

/// Returns true if the producer of \p operand may be fused at all: it has a
/// single use, and does not read its output if the consumer visits elements
/// several times.
static bool isFusable(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  if (!producer || !producer->hasOneUse() || isMarked(producer) ||
      isMarked(operand->getOwner()))
    return false;
  auto producing = dyn_cast<linalg::LinalgOp>(producer);
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  return !producing || !consumer || !readsOutput(producing) ||
         !readsAgain(consumer, operand);
}

/// Returns true if fusing the producer of \p operand saves a buffer without
/// repeated work. A reduction must not get branches in its body, e.g. from
/// concatenation or padding. Moving elements counts as no work.
static bool mayFuse(OpOperand *operand) {
  if (!isFusable(operand))
    return false;
  auto producing = dyn_cast<linalg::LinalgOp>(operand->get().getDefiningOp());
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
    const auto control = repeats ? isFusable : mayFuse;
    linalg::populateElementwiseOpsFusionPatterns(patterns, control);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, control);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()
        ->getCanonicalizationPatterns(patterns);
    linalg::populateConstantFoldLinalgOperations(patterns, control);
    // Each fusion changes uses, so go from the first to the last op.
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal();
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      getOperation().emitWarning()
          << "fusion stopped at the iteration limit; some ops are not fused";
  }
};
} // namespace
