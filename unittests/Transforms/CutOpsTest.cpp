//===- CutOpsTest.cpp -----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// memplace-cut on ops of a dialect unknown to memplace. The models of the ops
// declare cuts, in some tests wrongly.
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace scaled {

/// scaled.scale(%to) overwrites a memref with an even number of elements.
struct ScaleOp : mlir::Op<ScaleOp, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                          OpTrait::OneOperand> {
  using Op::Op;
  static StringRef getOperationName() { return "scaled.scale"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  LogicalResult verify() {
    auto type = cast<MemRefType>(getOperand().getType());
    if (type.getNumElements() % 2 == 0)
      return success();
    return emitOpError("needs an even number of elements");
  }
};

struct ScaledDialect : Dialect {
  explicit ScaledDialect(MLIRContext *context)
      : Dialect("scaled", context, TypeID::get<ScaledDialect>()) {
    addOperations<ScaleOp>();
  }
  static StringRef getDialectNamespace() { return "scaled"; }
};

/// Declares wrongly that each element is a piece.
struct ScaleModel : MemoryOpInterface::ExternalModel<ScaleModel, ScaleOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    accesses.push_back({op->getOperand(0), AccessMode::Write,
                        getTrafficInBytes(op->getOperand(0).getType(), op)});
  }
  void getCuts(Operation *op, SmallVectorImpl<MemoryCut> &cuts) const {
    cuts.push_back({8, {{op->getOperand(0), 0}}, 0});
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

} // namespace scaled

namespace {

class CutOpsTest : public testing::Test {
protected:
  CutOpsTest() {
    DialectRegistry registry;
    registry.insert<scaled::ScaledDialect, func::FuncDialect,
                    memref::MemRefDialect, MemPlaceDialect>();
    registerMemoryOpModels(registry);
    registry.addExtension(+[](MLIRContext *context, scaled::ScaledDialect *) {
      scaled::ScaleOp::attachInterface<scaled::ScaleModel>(*context);
    });
    registry.addExtension(+[](MLIRContext *, MemPlaceDialect *dialect) {
      registerAllSolvers(dialect->getSolvers());
    });
    context.appendDialectRegistry(registry);
  }

  /// Cuts the only op of a function in \p pieces. Returns the error, or an
  /// empty string.
  std::string cut(int64_t pieces) {
    const std::string text = R"(
      module attributes {memplace.target = #memplace.target<"toy">} {
        func.func @f(%a: memref<8xf32>) {
          "scaled.scale"(%a)
            {memplace.cut = #memplace.cut<dim = 0, pieces = )" +
                             std::to_string(pieces) +
                             R"(>} : (memref<8xf32>) -> ()
          return
        }
      })";
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
      return success();
    });
    module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    passes.addPass(createCutOpsPass());
    EXPECT_EQ(failed(passes.run(*module)), !error.empty());
    return error;
  }

  size_t countOps() {
    size_t count = 0;
    module->walk([&](scaled::ScaleOp) { ++count; });
    return count;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(CutOpsTest, CutsAnOpOfAnotherDialectByItsModel) {
  EXPECT_EQ(cut(4), "");
  EXPECT_EQ(countOps(), 4u);
}

TEST_F(CutOpsTest, ReportsAModelWhoseCutMakesAnInvalidOp) {
  EXPECT_EQ(cut(8),
            "'scaled.scale' op has a model that allows cuts along "
            "dimension 0, but the piece of indices 0 to 0 is not valid: "
            "'scaled.scale' op needs an even number of elements");
  EXPECT_EQ(countOps(), 1u);
}

} // namespace
