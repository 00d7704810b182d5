//===- Canonicalize.cpp - Canonicalization that keeps attributes ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace memplace {
#define GEN_PASS_DEF_CANONICALIZEPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Returns true if \p op states the cost of its whole body, so that the body
/// must not be inlined beside other ops.
static bool isOneStep(Operation *op) {
  return op->getNumRegions() > 0 && op->hasAttr(MemPlaceDialect::costAttrName);
}

namespace {
/// A pattern that skips ops with a cost for their whole body (`isOneStep`).
class GuardedPattern : public RewritePattern {
public:
  static std::unique_ptr<RewritePattern>
  guard(std::unique_ptr<RewritePattern> pattern) {
    if (std::optional<OperationName> root = pattern->getRootKind())
      return std::make_unique<GuardedPattern>(std::move(pattern),
                                              root->getStringRef());
    if (std::optional<TypeID> root = pattern->getRootInterfaceID())
      return std::make_unique<GuardedPattern>(std::move(pattern),
                                              MatchInterfaceOpTypeTag(), *root);
    if (std::optional<TypeID> root = pattern->getRootTraitID())
      return std::make_unique<GuardedPattern>(std::move(pattern),
                                              MatchTraitOpTypeTag(), *root);
    return std::make_unique<GuardedPattern>(std::move(pattern),
                                            MatchAnyOpTypeTag());
  }

  template <typename... Root>
  GuardedPattern(std::unique_ptr<RewritePattern> pattern, Root &&...root)
      : RewritePattern(std::forward<Root>(root)..., pattern->getBenefit(),
                       pattern->getContext()),
        pattern(std::move(pattern)) {
    setHasBoundedRewriteRecursion(this->pattern->hasBoundedRewriteRecursion());
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (isOneStep(op))
      return rewriter.notifyMatchFailure(op, "says what all of it costs");
    return pattern->matchAndRewrite(op, rewriter);
  }

private:
  std::unique_ptr<RewritePattern> pattern;
};

/// Transfers memplace attributes of an erased op to an op of the same kind
/// inserted by the same pattern.
class AttributeKeeper : public RewriterBase::Listener {
public:
  void notifyPatternBegin(const Pattern &, Operation *) override {
    inserted.clear();
  }
  void notifyPatternEnd(const Pattern &, LogicalResult) override {
    inserted.clear();
  }
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    inserted.push_back(op);
  }
  void notifyOperationErased(Operation *op) override {
    llvm::erase(inserted, op);
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (attr.getNameDialect() && attr.getNameDialect()->getNamespace() ==
                                       MemPlaceDialect::getDialectNamespace())
        give(op->getName(), attr);
  }

private:
  void give(OperationName kind, NamedAttribute attr) {
    for (Operation *op : inserted)
      if (op->getName() == kind && !op->hasAttr(attr.getName()))
        return op->setDiscardableAttr(attr.getName(), attr.getValue());
  }

  SmallVector<Operation *> inserted; // By the current pattern.
};
} // namespace

namespace {
struct CanonicalizePass
    : memplace::impl::CanonicalizePassBase<CanonicalizePass> {
  using CanonicalizePassBase::CanonicalizePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    RewritePatternSet guarded(context);
    for (std::unique_ptr<RewritePattern> &pattern : all.getNativePatterns())
      guarded.add(GuardedPattern::guard(std::move(pattern)));
    patterns = std::make_shared<FrozenRewritePatternSet>(std::move(guarded));
    return success();
  }

  void runOnOperation() override {
    AttributeKeeper keeper;
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal().setListener(&keeper);
    // As in MLIR's pass, a missing fixed point is no failure.
    (void)applyPatternsGreedily(getOperation(), *patterns, config);
  }

private:
  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};
} // namespace
