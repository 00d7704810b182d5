//===- MemPlaceModel.cpp - What memplace's own ops do to memory -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

// They say where buffers are, not what is done to them: none is a step.
void memplace::registerMemPlaceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MemPlaceDialect *) {
    attachKind<MemoryOpKind::None, ArenaOp, FreeArenaOp, SlotOp,
               StartTransferOp, WaitOp, AcquireOp, ReleaseOp>(context);
  });
}
