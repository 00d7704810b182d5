//===- ExactMath.cpp - Replace approximated math functions ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Conversion/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace memplace {
#define GEN_PASS_DEF_EXACTMATHPASS
#include "memplace/Conversion/Passes.h.inc"
} // namespace memplace

using namespace mlir;

/// Returns a type of fewer than 16 bits in which \p op computes; null if there
/// is none. The LLVM dialect has no such floats, only the bits that hold them.
static Type getNarrowFloat(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
    return {};
  auto isNarrow = [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 16;
  };
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  const auto *it = llvm::find_if(types, isNarrow);
  return it == types.end() ? Type() : *it;
}

static LogicalResult checkFloats(ModuleOp module) {
  return failure(module
                     .walk([](Operation *op) {
                       const Type narrow = getNarrowFloat(op);
                       if (!narrow)
                         return WalkResult::advance();
                       InFlightDiagnostic error =
                           op->emitError("no code for the CPU computes with ")
                           << narrow << ", as '" << op->getName() << "' does";
                       error.attachNote()
                           << "the program can be placed, but only hardware "
                              "with such numbers can run it";
                       return WalkResult::interrupt();
                     })
                     .wasInterrupted());
}

namespace {
/// Copies the sign of a bf16 in 32 bits: LLVM has no code for it on x86.
struct WidenCopySign : OpConversionPattern<math::CopySignOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(math::CopySignOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type wide = rewriter.getF32Type();
    if (auto shaped = dyn_cast<ShapedType>(op.getType()))
      wide = shaped.clone(wide);
    auto widen = [&](Value value) {
      return arith::ExtFOp::create(rewriter, op.getLoc(), wide, value);
    };
    Value result =
        math::CopySignOp::create(rewriter, op.getLoc(), widen(adaptor.getLhs()),
                                 widen(adaptor.getRhs()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), result);
    return success();
  }
};

struct ExactMathPass : memplace::impl::ExactMathPassBase<ExactMathPass> {
  using ExactMathPassBase::ExactMathPassBase;

  void runOnOperation() override {
    if (failed(checkFloats(getOperation())))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    patterns.add<WidenCopySign>(&getContext(), /*benefit=*/2);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::ExpM1Op, math::Log1pOp>();
    target.addDynamicallyLegalOp<math::CopySignOp>([](math::CopySignOp op) {
      return !getElementTypeOrSelf(op.getType()).isBF16();
    });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
