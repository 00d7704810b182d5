//===- MemPlaceModel.cpp - Memory models of memplace's own ops ------------===//
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

/// A move changes the contents of a window without traffic.
struct MoveModel : MemoryOpInterface::ExternalModel<MoveModel, MoveOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    accesses.push_back({cast<MoveOp>(op).getWindow(), AccessMode::Update, 0});
  }
};

// memplace's ops state the places of buffers. Only a move touches memory.
void memplace::registerMemPlaceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MemPlaceDialect *) {
    attachKind<MemoryOpKind::None, ArenaOp, FreeArenaOp, SlotOp,
               StartTransferOp, WaitOp, AcquireOp, ReleaseOp, EnterArmOp,
               LaunchOverheadOp, WindowOp>(context);
    MoveOp::attachInterface<MoveModel>(*context);
  });
}
