//===- VectorModel.cpp - Memory models of vector ops ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace memplace;

namespace {

/// An op that reads or writes a vector at an address of `getBase()`.
template <AccessMode mode, typename OpTy>
struct VectorAccessModel
    : MemoryOpInterface::ExternalModel<VectorAccessModel<mode, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *op) const {
    return isa<BaseMemRefType>(cast<OpTy>(op).getBase().getType())
               ? MemoryOpKind::Access
               : MemoryOpKind::None;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto access = cast<OpTy>(op);
    if (!isa<MemRefType>(access.getBase().getType()))
      return;
    SmallVector<Value> address(ValueRange(access.getIndices()));
    if constexpr (requires { access.getOffsets(); })
      llvm::append_range(address, access.getOffsets());
    accesses.push_back(
        accessAt(op, access.getBase(), mode, getAccessedType(access), address));
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }

private:
  /// Returns the type without the dimensions broadcast by a transfer.
  static VectorType getAccessedType(OpTy access) {
    VectorType type = access.getVectorType();
    if constexpr (requires { access.getPermutationMap(); }) {
      SmallVector<int64_t> shape(type.getShape());
      for (auto [size, expr] :
           llvm::zip_equal(shape, access.getPermutationMap().getResults()))
        if (isa<AffineConstantExpr>(expr))
          size = 1;
      return VectorType::get(shape, type.getElementType());
    }
    return type;
  }
};

/// A contraction: two flops for each point of the iteration space.
struct ContractionModel
    : MemoryOpInterface::ExternalModel<ContractionModel,
                                       vector::ContractionOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  ComputeWork getComputeWork(Operation *op) const {
    auto contraction = cast<vector::ContractionOp>(op);
    SmallVector<int64_t> shape = *contraction.getShapeForUnroll();
    int64_t flops = 2;
    for (int64_t size : shape)
      flops = multiplyCounts(flops, size);
    return {flops, contraction.getLhsType().getElementType()};
  }
};

/// A reduction: a flop for each element of the first operand.
template <typename OpTy>
struct ReductionModel
    : MemoryOpInterface::ExternalModel<ReductionModel<OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  ComputeWork getComputeWork(Operation *op) const {
    return getArithmeticWork(1, op->getOperand(0).getType());
  }
};

} // namespace

template <AccessMode mode, typename... OpTys>
static void attachAccesses(MLIRContext *context) {
  (OpTys::template attachInterface<VectorAccessModel<mode, OpTys>>(*context),
   ...);
}

void memplace::registerVectorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, vector::VectorDialect *) {
    attachKind<MemoryOpKind::None, vector::PrintOp>(context);
    attachKind<MemoryOpKind::Region, vector::MaskOp>(context);
    attachViews<MemorySpaceUse::Fixed, vector::TypeCastOp>(context);
    attachArithmetic<2, vector::FMAOp, vector::OuterProductOp>(context);
    attachAccesses<AccessMode::Read, vector::ExpandLoadOp, vector::GatherOp,
                   vector::LoadOp, vector::MaskedLoadOp,
                   vector::TransferReadOp>(context);
    attachAccesses<AccessMode::Write, vector::CompressStoreOp,
                   vector::MaskedStoreOp, vector::ScatterOp, vector::StoreOp,
                   vector::TransferWriteOp>(context);
    vector::ContractionOp::attachInterface<ContractionModel>(*context);
    vector::MultiDimReductionOp::attachInterface<
        ReductionModel<vector::MultiDimReductionOp>>(*context);
    vector::ReductionOp::attachInterface<ReductionModel<vector::ReductionOp>>(
        *context);
    vector::ScanOp::attachInterface<ReductionModel<vector::ScanOp>>(*context);
  });
}
