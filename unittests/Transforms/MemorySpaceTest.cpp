//===- MemorySpaceTest.cpp ------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// memplace-insert-transfers on ops of a dialect unknown to memplace, by the
// memory spaces that their models declare.
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace toy {

/// toy.any(%to) and toy.plain(%to) overwrite a memref.
template <typename OpTy>
struct WriteOp : mlir::Op<OpTy, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                          OpTrait::OneOperand> {
  using Base = WriteOp;
  using mlir::Op<OpTy, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                 OpTrait::OneOperand>::Op;
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};
struct AnyOp : WriteOp<AnyOp> {
  using Base::Base;
  static StringRef getOperationName() { return "toy.any"; }
};
struct PlainOp : WriteOp<PlainOp> {
  using Base::Base;
  static StringRef getOperationName() { return "toy.plain"; }
};

/// toy.view(%memref): returns the same memref.
struct ViewOp : mlir::Op<ViewOp, OpTrait::ZeroRegions, OpTrait::OneResult,
                         OpTrait::OneOperand, MemoryEffectOpInterface::Trait> {
  using Op::Op;
  void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &) {}
  static StringRef getOperationName() { return "toy.view"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

struct ToyDialect : Dialect {
  explicit ToyDialect(MLIRContext *context)
      : Dialect("toy", context, TypeID::get<ToyDialect>()) {
    addOperations<AnyOp, PlainOp, ViewOp>();
  }
  static StringRef getDialectNamespace() { return "toy"; }
};

void appendWrite(Operation *op, SmallVectorImpl<MemoryAccess> &accesses) {
  accesses.push_back({op->getOperand(0), AccessMode::Write,
                      getTrafficInBytes(op->getOperand(0).getType(), op)});
}

struct AnyModel : MemoryOpInterface::ExternalModel<AnyModel, AnyOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    appendWrite(op, accesses);
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

/// Declares no memory spaces.
struct PlainModel : MemoryOpInterface::ExternalModel<PlainModel, PlainOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    appendWrite(op, accesses);
  }
};

struct ViewModel : MemoryOpInterface::ExternalModel<ViewModel, ViewOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  void getViews(Operation *op, SmallVectorImpl<MemoryView> &views) const {
    views.push_back({op->getResult(0), op->getOperand(0)});
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Inherited;
  }
};

} // namespace toy

namespace {

class MemorySpaceTest : public testing::Test {
protected:
  MemorySpaceTest() {
    DialectRegistry registry;
    registry.insert<toy::ToyDialect, func::FuncDialect, memref::MemRefDialect,
                    MemPlaceDialect>();
    registerMemoryOpModels(registry);
    registry.addExtension(+[](MLIRContext *context, toy::ToyDialect *) {
      toy::AnyOp::attachInterface<toy::AnyModel>(*context);
      toy::PlainOp::attachInterface<toy::PlainModel>(*context);
      toy::ViewOp::attachInterface<toy::ViewModel>(*context);
    });
    context.appendDialectRegistry(registry);
  }

  /// Places the buffer %a, used by step 0 of \p body, in the fast tier.
  void insertTransfers(StringRef body) {
    std::string text = R"(
      module attributes {memplace.target = #memplace.target<"toy">} {
        func.func @f() attributes {memplace.transfers = []} {
          %a = memref.alloc() {memplace.residencies =
            [#memplace.residency<"fast", offset = 0, steps = 0 to 1>]}
            : memref<8xf32>
    )" + body.str() + "\nreturn\n}\n}";
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createInsertTransfersPass());
    ASSERT_TRUE(succeeded(passes.run(*module)));
  }

  /// Returns the only op of type \p OpTy.
  template <typename OpTy> OpTy find() {
    SmallVector<OpTy> ops;
    module->walk([&](OpTy op) { ops.push_back(op); });
    EXPECT_EQ(ops.size(), 1u);
    return ops.front();
  }

  static Attribute spaceOf(Value memref) {
    return cast<MemRefType>(memref.getType()).getMemorySpace();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral step =
    "{memplace.step = 0, memplace.served = array<i64: 0>}"
    " : (memref<8xf32>) -> ()";

TEST_F(MemorySpaceTest, AnOpWithoutDeclaredSpacesKeepsItsTypeByACast) {
  insertTransfers(("\"toy.plain\"(%a) " + step).str());

  Value operand = find<toy::PlainOp>()->getOperand(0);

  EXPECT_EQ(spaceOf(operand), Attribute());
  auto cast = operand.getDefiningOp<memref::MemorySpaceCastOp>();
  ASSERT_TRUE(cast);
  EXPECT_TRUE(isa<TierAttr>(spaceOf(cast.getSource())));
}

TEST_F(MemorySpaceTest, AnOpThatAcceptsAnySpaceUsesTheNewAllocation) {
  insertTransfers(("\"toy.any\"(%a) " + step).str());

  Value operand = find<toy::AnyOp>()->getOperand(0);

  EXPECT_TRUE(isa_and_nonnull<TierAttr>(spaceOf(operand)));
  EXPECT_TRUE(operand.getDefiningOp<memref::AllocOp>());
}

TEST_F(MemorySpaceTest, AViewThatInheritsItsSpaceIsRetyped) {
  insertTransfers(("%v = \"toy.view\"(%a) : (memref<8xf32>) -> memref<8xf32>\n"
                   "\"toy.any\"(%v) " +
                   step)
                      .str());

  auto view = find<toy::ViewOp>();

  EXPECT_TRUE(isa_and_nonnull<TierAttr>(spaceOf(view->getOperand(0))));
  EXPECT_EQ(spaceOf(view->getResult(0)), spaceOf(view->getOperand(0)));
  EXPECT_EQ(find<toy::AnyOp>()->getOperand(0), view->getResult(0));
}

TEST_F(MemorySpaceTest, OnlyTheMemRefOfAStoreMayHaveAnySpace) {
  OwningOpRef<ModuleOp> stores = parseSourceString<ModuleOp>(
      R"(func.func @f(%x: memref<f32>, %to: memref<memref<f32>>) {
           memref.store %x, %to[] : memref<memref<f32>>
           return
         })",
      &context);
  ASSERT_TRUE(stores);
  memref::StoreOp store;
  stores->walk([&](memref::StoreOp op) { store = op; });

  EXPECT_EQ(getMemorySpaceUse(store->getOpOperand(0)), MemorySpaceUse::Fixed);
  EXPECT_EQ(getMemorySpaceUse(store->getOpOperand(1)), MemorySpaceUse::Any);
}

} // namespace
