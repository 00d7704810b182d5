//===- AffineModel.cpp - Memory models of affine ops ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace memplace;

/// Returns the operand equal to each result of \p map; null for a result that
/// is an expression.
static SmallVector<Value, 2> getPlainSubscripts(AffineMap map,
                                                ValueRange operands) {
  SmallVector<Value, 2> subscripts;
  for (AffineExpr expr : map.getResults()) {
    Value &subscript = subscripts.emplace_back();
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      subscript = operands[dim.getPosition()];
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      subscript = operands[map.getNumDims() + symbol.getPosition()];
  }
  return subscripts;
}

namespace {

/// affine.load, affine.store, affine.vector_load, affine.vector_store.
template <AccessMode mode, typename OpTy>
struct AffineAccessModel
    : MemoryOpInterface::ExternalModel<AffineAccessModel<mode, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto access = cast<OpTy>(op);
    Type accessed;
    if constexpr (mode == AccessMode::Read)
      accessed = access.getResult().getType();
    else
      accessed = access.getValue().getType();
    accesses.push_back(accessAt(op, access.getMemref(), mode, accessed,
                                access.getMapOperands()));
    if (accessed == access.getMemRefType().getElementType())
      accesses.back().subscripts =
          getPlainSubscripts(access.getAffineMap(), access.getMapOperands());
  }
  /// A stored memref has the memref's element type, so it cannot change.
  MemorySpaceUse getMemorySpaceUse(Operation *op, OpOperand &operand) const {
    return operand.get() == cast<OpTy>(op).getMemref() ? MemorySpaceUse::Any
                                                       : MemorySpaceUse::Fixed;
  }
};

} // namespace

template <AccessMode mode, typename... OpTys>
static void attachAccesses(MLIRContext *context) {
  (OpTys::template attachInterface<AffineAccessModel<mode, OpTys>>(*context),
   ...);
}

void memplace::registerAffineModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    attachKind<MemoryOpKind::None, affine::AffinePrefetchOp>(context);
    attachKind<MemoryOpKind::Region, affine::AffineForOp, affine::AffineIfOp,
               affine::AffineParallelOp>(context);
    attachRefused<AsynchronousReason, affine::AffineDmaStartOp,
                  affine::AffineDmaWaitOp>(context);
    attachAccesses<AccessMode::Read, affine::AffineLoadOp,
                   affine::AffineVectorLoadOp>(context);
    attachAccesses<AccessMode::Write, affine::AffineStoreOp,
                   affine::AffineVectorStoreOp>(context);
  });
}
