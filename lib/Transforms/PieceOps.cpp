//===- PieceOps.cpp - Ops that do a part of the work of another -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace memplace;

void memplace::shiftIndices(Operation *piece, int64_t loop, int64_t begin) {
  if (!isa<linalg::LinalgOp>(piece) || begin == 0)
    return;
  piece->walk([&](linalg::IndexOp index) {
    if (index->getParentOp() != piece ||
        static_cast<int64_t>(index.getDim()) != loop)
      return;
    OpBuilder builder(index->getContext());
    builder.setInsertionPointAfter(index);
    Value first =
        arith::ConstantIndexOp::create(builder, index.getLoc(), begin);
    auto sum = arith::AddIOp::create(builder, index.getLoc(), index, first);
    index.getResult().replaceAllUsesExcept(sum, sum);
  });
}

static int64_t getShare(int64_t total, Share share) {
  return static_cast<int64_t>(static_cast<double>(total) *
                              static_cast<double>(share.part) /
                              static_cast<double>(share.whole));
}

CostAttr memplace::shareCost(CostAttr cost, Share work,
                             ArrayRef<Share> traffic) {
  SmallVector<int64_t> bytes(cost.getBytes());
  for (auto [count, share] : llvm::zip(bytes, traffic))
    count = getShare(count, share);
  return CostAttr::get(cost.getContext(), getShare(cost.getComputePs(), work),
                       bytes, cost.getOverlap(), cost.getEfficiency());
}

std::string memplace::verifyQuietly(Operation *op) {
  std::string message;
  ScopedDiagnosticHandler handler(op->getContext(), [&](Diagnostic &error) {
    if (message.empty())
      message = error.str();
    return success();
  });
  if (failed(verify(op)) && message.empty())
    message = "it is not valid";
  return message;
}
