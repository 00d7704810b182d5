//===- FuncModel.cpp - What calls do to memory ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace memplace;

void memplace::registerFuncModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attachKind<MemoryOpKind::Barrier, func::CallOp, func::CallIndirectOp>(
        context);
  });
}
