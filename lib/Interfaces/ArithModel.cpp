//===- ArithModel.cpp - Memory models of arith ops ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace memplace;

namespace {

/// A select of two memrefs may return either.
struct SelectModel
    : MemoryOpInterface::ExternalModel<SelectModel, arith::SelectOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  void getViews(Operation *op, SmallVectorImpl<MemoryView> &views) const {
    auto select = cast<arith::SelectOp>(op);
    if (!isa<BaseMemRefType>(select.getType()))
      return;
    views.push_back({select.getResult(), select.getTrueValue()});
    views.push_back({select.getResult(), select.getFalseValue()});
  }
};

} // namespace

// Constants, comparisons and conversions have no flops.
void memplace::registerArithModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachArithmetic<1, arith::AddFOp, arith::SubFOp, arith::MulFOp,
                     arith::DivFOp, arith::RemFOp, arith::NegFOp,
                     arith::MaximumFOp, arith::MaxNumFOp, arith::MinimumFOp,
                     arith::MinNumFOp>(context);
    attachArithmetic<1, arith::AddIOp, arith::AddUIExtendedOp, arith::SubIOp,
                     arith::MulIOp, arith::MulSIExtendedOp,
                     arith::MulUIExtendedOp, arith::DivUIOp, arith::DivSIOp,
                     arith::CeilDivUIOp, arith::CeilDivSIOp,
                     arith::FloorDivSIOp, arith::RemUIOp, arith::RemSIOp,
                     arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp,
                     arith::ShRUIOp, arith::ShRSIOp, arith::MaxSIOp,
                     arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(context);
    arith::SelectOp::attachInterface<SelectModel>(*context);
  });
}
