//===- MemoryOpInterfaceTest.cpp ------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect unknown to memplace, and models attached from outside as
// docs/reference/op-models.md describes.
//
//===----------------------------------------------------------------------===//

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace toy {

/// toy.scale(%from, %to): reads %from and overwrites %to.
struct ScaleOp : mlir::Op<ScaleOp, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                          OpTrait::NOperands<2>::Impl> {
  using Op::Op;
  static StringRef getOperationName() { return "toy.scale"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

/// toy.twice { ... }: runs its region; nothing more is known to callers.
struct TwiceOp : mlir::Op<TwiceOp, OpTrait::OneRegion, OpTrait::ZeroResults,
                          OpTrait::ZeroOperands, OpTrait::NoTerminator> {
  using Op::Op;
  static StringRef getOperationName() { return "toy.twice"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

struct ToyDialect : Dialect {
  explicit ToyDialect(MLIRContext *context)
      : Dialect("toy", context, TypeID::get<ToyDialect>()) {
    addOperations<ScaleOp, TwiceOp>();
  }
  static StringRef getDialectNamespace() { return "toy"; }
};

/// Returns the op's attribute \p name, or none.
std::optional<double> getShare(Operation *op, StringRef name) {
  if (auto attr = op->getAttrOfType<FloatAttr>(name))
    return attr.getValueAsDouble();
  return std::nullopt;
}

struct ScaleModel : MemoryOpInterface::ExternalModel<ScaleModel, ScaleOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    std::optional<int64_t> bytes =
        getTrafficInBytes(op->getOperand(0).getType(), op);
    accesses.push_back({op->getOperand(0), AccessMode::Read, bytes});
    accesses.push_back({op->getOperand(1), AccessMode::Write, bytes});
    accesses.back().efficiency = getShare(op, "efficiency");
  }
  std::optional<double> getOverlap(Operation *op) const {
    return getShare(op, "overlap");
  }
  ComputeWork getComputeWork(Operation *op) const {
    return {100, BFloat16Type::get(op->getContext())};
  }
};

struct TwiceModel : MemoryOpInterface::ExternalModel<TwiceModel, TwiceOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Region;
  }
};

} // namespace toy

namespace {

class MemoryOpInterfaceTest : public testing::Test {
protected:
  /// Creates a context with the toy dialect, with or without its models.
  void load(bool withModels) {
    DialectRegistry registry;
    registry.insert<toy::ToyDialect, func::FuncDialect, memref::MemRefDialect,
                    affine::AffineDialect, scf::SCFDialect, MemPlaceDialect>();
    registerMemoryOpModels(registry);
    if (withModels)
      registry.addExtension(+[](MLIRContext *context, toy::ToyDialect *) {
        toy::ScaleOp::attachInterface<toy::ScaleModel>(*context);
        toy::TwiceOp::attachInterface<toy::TwiceModel>(*context);
      });
    context.appendDialectRegistry(registry);
  }

  /// Parses the first op of a function with the arguments %x, %y :
  /// memref<8xf32>.
  Operation *parse(StringRef body) {
    std::string text =
        "func.func @f(%x: memref<8xf32>, %y: memref<8xf32>) {\n" + body.str() +
        "\nreturn\n}";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    auto function = cast<func::FuncOp>(module->getBody()->front());
    x = function.getArgument(0);
    y = function.getArgument(1);
    return &function.getBody().front().front();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Value x, y;
};

constexpr StringLiteral scale =
    "\"toy.scale\"(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()";

TEST_F(MemoryOpInterfaceTest, UsesTheModelOfAnotherDialect) {
  load(/*withModels=*/true);

  Operation *op = parse(scale);

  EXPECT_EQ(getMemoryOpKind(op), MemoryOpKind::Access);
  SmallVector<MemoryAccess> accesses = getMemoryAccesses(op);
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_EQ(accesses[0].memref, x);
  EXPECT_EQ(accesses[0].mode, AccessMode::Read);
  EXPECT_EQ(accesses[1].memref, y);
  EXPECT_EQ(accesses[1].mode, AccessMode::Write);
  EXPECT_EQ(accesses[1].bytes, 32);
}

TEST_F(MemoryOpInterfaceTest, AnOpWithoutAModelMayAccessItsMemRefs) {
  load(/*withModels=*/false);

  Operation *op = parse(scale);

  EXPECT_EQ(getMemoryOpKind(op), std::nullopt);
  EXPECT_TRUE(touchesMemory(op));
  StepCost cost = getStepCost(op);
  EXPECT_EQ(cost.unknownOp, op);
  ASSERT_EQ(cost.accesses.size(), 2u);
  EXPECT_EQ(cost.accesses[0].mode, AccessMode::Update);
  EXPECT_EQ(cost.accesses[1].mode, AccessMode::Update);
}

TEST_F(MemoryOpInterfaceTest, CapturesOfAnUnknownOpCountOnce) {
  load(/*withModels=*/false);

  StepCost cost = getStepCost(parse(
      ("\"toy.twice\"() ({" + scale + "\n" + scale + "}) : () -> ()").str()));

  ASSERT_EQ(cost.accesses.size(), 2u);
  EXPECT_EQ(cost.accesses[0].bytes, 32);
  EXPECT_EQ(cost.unknownOp->getName().getStringRef(), "toy.twice");
}

TEST_F(MemoryOpInterfaceTest, ModelsOfSeveralDialectsNest) {
  load(/*withModels=*/true);

  StepCost cost = getStepCost(parse(
      ("affine.for %i = 0 to 3 {\"toy.twice\"() ({" + scale + "}) : () -> ()}")
          .str()));

  EXPECT_EQ(cost.unknownOp, nullptr);
  ASSERT_EQ(cost.accesses.size(), 2u);
  EXPECT_EQ(cost.accesses[0].bytes, 3 * 32);
  EXPECT_EQ(cost.accesses[1].mode, AccessMode::Write);
  ASSERT_EQ(cost.work.size(), 1u);
  EXPECT_EQ(cost.work[0].flops, 3 * 100);
  EXPECT_TRUE(cost.work[0].elementType.isBF16());
}

TEST_F(MemoryOpInterfaceTest, AModelMaySetOverlapAndEfficiency) {
  load(/*withModels=*/true);
  auto costOf = [&](StringRef attributes) {
    return getStepCost(parse(("\"toy.scale\"(%x, %y) {" + attributes +
                              "} : (memref<8xf32>, memref<8xf32>) -> ()")
                                 .str()),
                       {/*overlap=*/0.75, /*efficiency=*/0.875});
  };

  StepCost silent = costOf("");
  EXPECT_EQ(silent.overlap, 0.75);
  EXPECT_EQ(silent.accesses[0].efficiency, 0.875);
  EXPECT_EQ(silent.accesses[1].efficiency, 0.875);

  StepCost said = costOf("overlap = 0.25, efficiency = 0.5");
  EXPECT_EQ(said.overlap, 0.25);
  EXPECT_EQ(said.accesses[0].efficiency, 0.875);
  EXPECT_EQ(said.accesses[1].efficiency, 0.5);

  StepCost profiled = costOf(
      "overlap = 0.25, efficiency = 0.5, memplace.cost = "
      "#memplace.cost<compute_ps = 1, overlap = 1, efficiency = [1, 1]>");
  EXPECT_EQ(profiled.overlap, 1);
  EXPECT_EQ(profiled.accesses[0].efficiency, 1);
  EXPECT_EQ(profiled.accesses[1].efficiency, 1);
}

TEST_F(MemoryOpInterfaceTest, RejectsModelValuesOutOfRange) {
  load(/*withModels=*/true);
  auto errorOf = [&](StringRef attributes) {
    // The ops in a region are checked, not only the outermost op.
    Operation *op =
        parse(("affine.for %i = 0 to 3 {\"toy.scale\"(%x, %y) {" + attributes +
               "} : (memref<8xf32>, memref<8xf32>) -> ()}")
                  .str());
    std::string text = "none";
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { text = diagnostic.str(); });
    auto extracted = extractFunction(op->getParentOfType<func::FuncOp>(),
                                     *findBuiltinTarget("toy"), {});
    EXPECT_EQ(succeeded(extracted), text == "none");
    return text;
  };
  const std::string says = "'toy.scale' has a model with an ";

  EXPECT_EQ(errorOf("overlap = 0.0, efficiency = 1.0e-12"), "none");
  EXPECT_EQ(errorOf("overlap = 1.0, efficiency = 1.0"), "none");
  EXPECT_EQ(errorOf("overlap = -0.125"),
            says + "overlap outside of 0 to 1, got -0.125");
  EXPECT_EQ(errorOf("overlap = 1.125"),
            says + "overlap outside of 0 to 1, got 1.125");
  EXPECT_EQ(errorOf("overlap = 0x7FF8000000000000 : f64"),
            says + "overlap outside of 0 to 1, got nan");
  EXPECT_EQ(errorOf("efficiency = 0.0"),
            says + "efficiency outside of 1e-12 to 1, got 0");
  EXPECT_EQ(errorOf("efficiency = 1.5"),
            says + "efficiency outside of 1e-12 to 1, got 1.5");
}

TEST(EfficiencyTest, JoinedAccessesTakeAsLongAsSeparateOnes) {
  EXPECT_DOUBLE_EQ(joinEfficiency(16, 1, 16, 0.25), 32 / (16 / 1. + 16 / 0.25));
  EXPECT_DOUBLE_EQ(joinEfficiency(1, 0.5, 3, 0.125), 4 / (2. + 24.));
  // Accesses of no bytes do not count, and equal efficiencies are not rounded.
  EXPECT_EQ(joinEfficiency(0, 0.5, 16, 0.25), 0.25);
  EXPECT_EQ(joinEfficiency(16, 0.5, 0, 0.25), 0.5);
  EXPECT_EQ(joinEfficiency(3, 0.1, 5, 0.1), 0.1);
  EXPECT_EQ(joinEfficiency(maxCount, 1e-12, maxCount, 1e-12), 1e-12);
}

TEST_F(MemoryOpInterfaceTest, ALaterRegistryAddsModelsToALoadedDialect) {
  load(/*withModels=*/false);
  context.loadDialect<toy::ToyDialect>();

  load(/*withModels=*/true);

  EXPECT_EQ(getMemoryOpKind(parse(scale)), MemoryOpKind::Access);
}

TEST(CountTest, SaturatesAtTheMaximum) {
  EXPECT_EQ(addCounts(maxCount - 2, 1), maxCount - 1);
  EXPECT_EQ(addCounts(maxCount - 1, 1), maxCount);
  EXPECT_EQ(addCounts(maxCount, maxCount), maxCount);
  EXPECT_EQ(multiplyCounts(int64_t(1) << 31, int64_t(1) << 30), int64_t(1)
                                                                    << 61);
  EXPECT_EQ(multiplyCounts(int64_t(1) << 31, int64_t(1) << 31), maxCount);
  EXPECT_EQ(multiplyCounts(int64_t(1) << 32, int64_t(1) << 32), maxCount);
  EXPECT_EQ(multiplyCounts(maxCount, 0), 0);
}

} // namespace
