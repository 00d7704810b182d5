//===- LinalgModel.cpp - Memory models of linalg ops ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgCuts.h"
#include "LinalgTraffic.h"
#include "Models.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace memplace;

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
}

namespace {

struct TensorReason {
  static constexpr StringLiteral text =
      "it works on tensors, which have no storage yet; bufferize first";
};

/// A structured op, modelled by its iteration space, indexing maps and payload.
template <typename OpTy>
struct StructuredModel
    : MemoryOpInterface::ExternalModel<StructuredModel<OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *op) const {
    return hasTensors(op) ? MemoryOpKind::Refused : MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    appendStructuredAccesses(cast<linalg::LinalgOp>(op), accesses);
  }
  ComputeWork getComputeWork(Operation *op) const {
    return getStructuredWork(cast<linalg::LinalgOp>(op));
  }
  void getCuts(Operation *op, SmallVectorImpl<MemoryCut> &cuts) const {
    appendStructuredCuts(cast<linalg::LinalgOp>(op), cuts);
  }
  bool ownsRegions(Operation *) const { return true; }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
  StringRef getRefusedReason(Operation *) const { return TensorReason::text; }
};

/// An op that reads all its inputs and overwrites all its outputs.
template <int64_t flopsPerElement, typename OpTy>
struct WholeModel
    : MemoryOpInterface::ExternalModel<WholeModel<flopsPerElement, OpTy>,
                                       OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *op) const {
    return hasTensors(op) ? MemoryOpKind::Refused : MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()))
        accesses.push_back(
            accessAll(op, operand.get(),
                      cast<DestinationStyleOpInterface>(op).isDpsInit(&operand)
                          ? AccessMode::Write
                          : AccessMode::Read));
  }
  ComputeWork getComputeWork(Operation *op) const {
    return getArithmeticWork(flopsPerElement, op->getOperand(0).getType());
  }
  StringRef getRefusedReason(Operation *) const { return TensorReason::text; }
};

} // namespace

template <typename... OpTys>
static void attachStructured(MLIRContext *context) {
  (OpTys::template attachInterface<StructuredModel<OpTys>>(*context), ...);
}

template <int64_t flopsPerElement, typename... OpTys>
static void attachWhole(MLIRContext *context) {
  (OpTys::template attachInterface<WholeModel<flopsPerElement, OpTys>>(
       *context),
   ...);
}

void memplace::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachStructured<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
    attachWhole<0, linalg::PackOp, linalg::UnPackOp>(context);
    // Flops per element of a softmax: maximum, subtraction, exponential, sum,
    // division.
    attachWhole<5, linalg::SoftmaxOp>(context);
    attachRefused<TensorReason, linalg::WinogradFilterTransformOp,
                  linalg::WinogradInputTransformOp,
                  linalg::WinogradOutputTransformOp>(context);
  });
}
