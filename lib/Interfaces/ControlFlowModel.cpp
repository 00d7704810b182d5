//===- ControlFlowModel.cpp - Memory models of cf ops ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace memplace;

namespace {
struct BranchReason {
  static constexpr StringLiteral text =
      "a schedule is one block; run --lift-cf-to-scf first";
};
} // namespace

void memplace::registerControlFlowModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cf::ControlFlowDialect *) {
    attachKind<MemoryOpKind::None, cf::AssertOp>(context);
    attachRefused<BranchReason, cf::BranchOp, cf::CondBranchOp, cf::SwitchOp>(
        context);
  });
}
