//===- BufferizationModel.cpp - Memory models of bufferization ops --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Allocates a new buffer with the source's contents. Lowering may let both
/// share storage; the model takes the more expensive case, separate buffers.
struct CloneModel
    : MemoryOpInterface::ExternalModel<CloneModel, bufferization::CloneOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Allocate;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto clone = cast<bufferization::CloneOp>(op);
    accesses.push_back(accessAll(op, clone.getInput(), AccessMode::Read));
    accesses.push_back(accessAll(op, clone.getOutput(), AccessMode::Write));
  }
};

struct TensorReason {
  static constexpr StringLiteral text =
      "it works on tensors, which have no storage yet; bufferize first";
};

} // namespace

void memplace::registerBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        attachKind<MemoryOpKind::Deallocate, bufferization::DeallocOp>(context);
        attachRefused<TensorReason, bufferization::AllocTensorOp,
                      bufferization::DeallocTensorOp,
                      bufferization::MaterializeInDestinationOp,
                      bufferization::ToBufferOp, bufferization::ToTensorOp>(
            context);
        bufferization::CloneOp::attachInterface<CloneModel>(*context);
      });
}
