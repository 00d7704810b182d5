//===- ComplexModel.cpp - Compute models of complex ops -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace memplace;

// Flops of the underlying real arithmetic. (a+bi)(c+di) has 4 multiplications
// and 2 additions. A division is a multiplication by the conjugate (6), |c+di|²
// (3) and 2 divisions. An elementary function has one flop per part.
// Construction, extraction and comparison have none.
void memplace::registerComplexModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, complex::ComplexDialect *) {
    attachArithmetic<1, complex::AbsOp, complex::AngleOp, complex::ConjOp>(
        context);
    attachArithmetic<2, complex::AddOp, complex::SubOp, complex::NegOp,
                     complex::Atan2Op, complex::CosOp, complex::ExpOp,
                     complex::Expm1Op, complex::Log1pOp, complex::LogOp,
                     complex::PowOp, complex::PowiOp, complex::RsqrtOp,
                     complex::SignOp, complex::SinOp, complex::SqrtOp,
                     complex::TanOp, complex::TanhOp>(context);
    attachArithmetic<6, complex::MulOp>(context);
    attachArithmetic<11, complex::DivOp>(context);
  });
}
