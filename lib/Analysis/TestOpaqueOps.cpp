//===- TestOpaqueOps.cpp - Ops known by their attributes alone ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into memplace-opt only.
//
//===----------------------------------------------------------------------===//

#include "../Interfaces/StatedAccess.h"
#include "memplace/Analysis/OpCost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Replaces each structured op whose memrefs are operands by an op of an
/// unregistered dialect with attributes that state its cost, accesses and cuts.
/// Without `replace`, only sets the cost, so that both programs have the same
/// times.
struct MakeOpaqueOpsPass
    : PassWrapper<MakeOpaqueOpsPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeOpaqueOpsPass)
  MakeOpaqueOpsPass() = default;
  MakeOpaqueOpsPass(const MakeOpaqueOpsPass &other) : PassWrapper(other) {}
  StringRef getArgument() const override {
    return "test-memplace-make-opaque-ops";
  }
  StringRef getDescription() const override {
    return "Replace structured ops by unregistered ops with attributes";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<MemPlaceDialect>();
  }
  void runOnOperation() override;

  Option<bool> replace{*this, "replace", llvm::cl::init(true),
                       llvm::cl::desc("Replace the ops, not only set costs")};
};

} // namespace

/// Returns the word for the accesses of \p op to \p operand.
static StringRef getWord(Operation *op, ArrayRef<MemoryAccess> accesses,
                         Value operand) {
  const bool isSum = llvm::any_of(
      getMemoryCuts(op), [](const MemoryCut &cut) { return cut.isSum; });
  for (const MemoryAccess &access : accesses)
    if (access.memref == operand)
      return isSum && access.mode == AccessMode::Update
                 ? "sum"
                 : memplace::toString(access.mode);
  return "none";
}

/// Sets the cost of \p op, at 1 ps per flop.
static void setCost(linalg::LinalgOp op) {
  const SmallVector<MemoryAccess> accesses = getMemoryAccesses(op);
  SmallVector<int64_t> bytes;
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType())) {
      const auto *access = llvm::find_if(accesses, [&](const auto &candidate) {
        return candidate.memref == operand;
      });
      bytes.push_back(access == accesses.end() ? 0 : access->bytes.value_or(0));
    }
  op->setAttr(MemPlaceDialect::costAttrName,
              CostAttr::get(op.getContext(), getComputeWork(op).flops, bytes,
                            FloatAttr(), {}));
}

/// Returns true if the body of \p op accesses memrefs that are no operands.
static bool usesMemRefsOutside(linalg::LinalgOp op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::any_of(
      used, [](Value value) { return isa<BaseMemRefType>(value.getType()); });
}

static void makeOpaque(linalg::LinalgOp op) {
  Builder builder(op.getContext());
  const SmallVector<MemoryAccess> accesses = getMemoryAccesses(op);
  SmallVector<Attribute> words, maps;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    words.push_back(
        builder.getStringAttr(getWord(op, accesses, operand.get())));
    maps.push_back(AffineMapAttr::get(op.getMatchingIndexingMap(&operand)));
  }
  OperationState state(op.getLoc(),
                       ("opaque." + op->getName().stripDialect()).str());
  state.addOperands(op->getOperands());
  for (NamedAttribute attr : op->getDiscardableAttrs())
    if (attr.getName().getValue().starts_with("memplace."))
      state.attributes.push_back(attr);
  state.addAttribute(MemPlaceDialect::accessAttrName,
                     builder.getArrayAttr(words));
  state.addAttribute(MemPlaceDialect::cutDimsAttrName,
                     builder.getArrayAttr(maps));
  OpBuilder(op).create(state);
  op->erase();
}

void MakeOpaqueOpsPass::runOnOperation() {
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics() && !usesMemRefsOutside(op))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops) {
    setCost(op);
    if (replace)
      makeOpaque(op);
  }
}

namespace memplace {
/// Called by registerTestPasses().
void registerTestOpaqueOpsPass();
} // namespace memplace

void memplace::registerTestOpaqueOpsPass() {
  PassRegistration<MakeOpaqueOpsPass>();
}
