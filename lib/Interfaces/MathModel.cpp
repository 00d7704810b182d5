//===- MathModel.cpp - Compute models of math ops -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace memplace;

// Each elementary function counts as one flop, because targets have a single
// rate. Classification (isnan, ...) has no flops, like a comparison.
void memplace::registerMathModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachArithmetic<2, math::FmaOp>(context);
    attachArithmetic<
        1, math::AbsFOp, math::AbsIOp, math::AcosOp, math::AcoshOp,
        math::AsinOp, math::AsinhOp, math::Atan2Op, math::AtanOp, math::AtanhOp,
        math::CbrtOp, math::CeilOp, math::ClampFOp, math::CopySignOp,
        math::CosOp, math::CoshOp, math::CountLeadingZerosOp,
        math::CountTrailingZerosOp, math::CtPopOp, math::ErfOp, math::ErfcOp,
        math::Exp2Op, math::ExpM1Op, math::ExpOp, math::FPowIOp, math::FloorOp,
        math::IPowIOp, math::Log10Op, math::Log1pOp, math::Log2Op, math::LogOp,
        math::PowFOp, math::RoundEvenOp, math::RoundOp, math::RsqrtOp,
        math::SinOp, math::SincosOp, math::SinhOp, math::SqrtOp, math::TanOp,
        math::TanhOp, math::TruncOp>(context);
  });
}
