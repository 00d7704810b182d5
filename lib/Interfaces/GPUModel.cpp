//===- GPUModel.cpp - Kernel launches are refused -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace memplace;

void memplace::registerGPUModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *) {
    attachRefused<AsynchronousReason, gpu::LaunchFuncOp, gpu::LaunchOp,
                  gpu::WaitOp>(context);
  });
}
