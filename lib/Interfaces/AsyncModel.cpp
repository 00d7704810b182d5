//===- AsyncModel.cpp - Asynchronous regions are refused ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Async/IR/Async.h"

using namespace mlir;
using namespace memplace;

void memplace::registerAsyncModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, async::AsyncDialect *) {
    attachRefused<AsynchronousReason, async::AddToGroupOp, async::AwaitAllOp,
                  async::AwaitOp, async::CallOp, async::CreateGroupOp,
                  async::ExecuteOp>(context);
  });
}
