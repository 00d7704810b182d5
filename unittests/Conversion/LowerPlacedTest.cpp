//===- LowerPlacedTest.cpp ----------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lowerPlaced with patterns that create ops of an unregistered dialect.
//
//===----------------------------------------------------------------------===//

#include "memplace/Conversion/LowerPlaced.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Two branches start a transfer, and the token of either is awaited.
constexpr const char *program = R"mlir(
  func.func @f(%from: memref<8xf32>, %condition: i1) {
    %arena = memplace.arena : memref<32xi8, #memplace.tier<"fast">>
    %to = memplace.slot %arena[0] for "x" : memref<32xi8, #memplace.tier<"fast">> to memref<8xf32, #memplace.tier<"fast">>
    memplace.acquire %to : memref<8xf32, #memplace.tier<"fast">>
    %token = scf.if %condition -> !memplace.token {
      %a = memplace.start_transfer %from to %to on "in" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
      scf.yield %a : !memplace.token
    } else {
      %b = memplace.start_transfer %from to %to on "other" : memref<8xf32> to memref<8xf32, #memplace.tier<"fast">>
      scf.yield %b : !memplace.token
    }
    memplace.wait %token
    memplace.release %to : memref<8xf32, #memplace.tier<"fast">>
    memplace.free_arena %arena : memref<32xi8, #memplace.tier<"fast">>
    return
  }
)mlir";

struct StartPattern : OpRewritePattern<StartTransferOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StartTransferOp op,
                                PatternRewriter &rewriter) const override {
    OperationState state(op.getLoc(), "npu.load");
    state.addOperands({op.getSource(), op.getDestination()});
    state.addTypes(op.getToken().getType());
    state.addAttribute("channel", op.getChannelAttr());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

struct WaitPattern : OpRewritePattern<WaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WaitOp op,
                                PatternRewriter &rewriter) const override {
    OperationState state(op.getLoc(), "npu.wait");
    state.addOperands(op.getToken());
    rewriter.replaceOp(op, rewriter.create(state));
    return success();
  }
};

class LowerPlacedTest : public ::testing::Test {
protected:
  LowerPlacedTest() {
    context.allowUnregisteredDialects();
    context.loadDialect<MemPlaceDialect, arith::ArithDialect, func::FuncDialect,
                        memref::MemRefDialect, scf::SCFDialect>();
    module = parseSourceString<ModuleOp>(program, &context);
  }

  /// Lowers the program with `Patterns`, and keeps the first error.
  template <typename... Patterns> LogicalResult lower() {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
      return success();
    });
    RewritePatternSet patterns(&context);
    patterns.add<Patterns...>(&context);
    Builder builder(&context);
    return lowerPlaced(
        *module, std::move(patterns),
        [&](TierAttr) { return builder.getI64IntegerAttr(1); },
        builder.getI32Type());
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string error;
};

} // namespace

TEST_F(LowerPlacedTest, TokensThroughBranchesGetTheGivenType) {
  ASSERT_TRUE(succeeded((lower<StartPattern, WaitPattern>())));
  EXPECT_TRUE(succeeded(verify(*module)));
  const std::string text = print();
  EXPECT_EQ(text.find("memplace"), std::string::npos) << text;
  EXPECT_NE(text.find("scf.if %arg1 -> (i32)"), std::string::npos) << text;
  EXPECT_NE(text.find("\"npu.load\"(%arg0, %view) {channel = \"other\"} : "
                      "(memref<8xf32>, memref<8xf32, 1>) -> i32"),
            std::string::npos)
      << text;
}

TEST_F(LowerPlacedTest, TransferWithoutAPatternIsAnErrorWithItsChannel) {
  EXPECT_TRUE(failed(lower<WaitPattern>()));
  EXPECT_EQ(error, "'memplace.start_transfer' op is lowered by no pattern; it "
                   "is on channel 'in'");
}

TEST_F(LowerPlacedTest, WaitWithoutAPatternIsAnError) {
  EXPECT_TRUE(failed(lower<StartPattern>()));
  EXPECT_EQ(error, "'memplace.wait' op is lowered by no pattern");
}
