//===- MemRefModel.cpp - Memory models of memref ops ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

namespace {

struct CopyModel : MemoryOpInterface::ExternalModel<CopyModel, memref::CopyOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto copy = cast<memref::CopyOp>(op);
    accesses.push_back(accessAll(op, copy.getSource(), AccessMode::Read));
    accesses.push_back(accessAll(op, copy.getTarget(), AccessMode::Write));
    // Source and target have the same shape, so either type may give the bytes.
    std::optional<int64_t> &read = accesses.end()[-2].bytes;
    std::optional<int64_t> &written = accesses.end()[-1].bytes;
    if (!read)
      read = written;
    if (!written)
      written = read;
  }
  /// A copy can be cut along each axis.
  void getCuts(Operation *op, SmallVectorImpl<MemoryCut> &cuts) const {
    auto copy = cast<memref::CopyOp>(op);
    auto type = dyn_cast<MemRefType>(copy.getSource().getType());
    if (!type || !type.hasStaticShape())
      return;
    for (auto [axis, extent] : llvm::enumerate(type.getShape()))
      if (extent > 1)
        cuts.push_back({extent,
                        {{copy.getSource(), static_cast<unsigned>(axis)},
                         {copy.getTarget(), static_cast<unsigned>(axis)}},
                        static_cast<int64_t>(axis)});
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

struct LoadModel : MemoryOpInterface::ExternalModel<LoadModel, memref::LoadOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto load = cast<memref::LoadOp>(op);
    accesses.push_back(accessElement(op, load.getMemref(), AccessMode::Read,
                                     load.getIndices()));
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

struct StoreModel
    : MemoryOpInterface::ExternalModel<StoreModel, memref::StoreOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto store = cast<memref::StoreOp>(op);
    accesses.push_back(accessElement(op, store.getMemref(), AccessMode::Write,
                                     store.getIndices()));
  }
  /// A stored memref has the memref's element type, so it cannot change.
  MemorySpaceUse getMemorySpaceUse(Operation *op, OpOperand &operand) const {
    return &operand == &cast<memref::StoreOp>(op).getMemrefMutable()
               ? MemorySpaceUse::Any
               : MemorySpaceUse::Fixed;
  }
};

/// memref.atomic_rmw and memref.generic_atomic_rmw. The ops in the region of
/// the latter state its work.
template <typename OpTy>
struct AtomicModel : MemoryOpInterface::ExternalModel<AtomicModel<OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto atomic = cast<OpTy>(op);
    accesses.push_back(accessElement(op, atomic.getMemref(), AccessMode::Update,
                                     atomic.getIndices()));
  }
  ComputeWork getComputeWork(Operation *op) const {
    return {op->getNumRegions() == 0 ? 1 : 0, op->getResult(0).getType()};
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

/// A view with a shape read from a memref.
struct ReshapeModel
    : MemoryOpInterface::ExternalModel<ReshapeModel, memref::ReshapeOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto reshape = cast<memref::ReshapeOp>(op);
    accesses.push_back(accessAll(op, reshape.getShape(), AccessMode::Read));
  }
  void getViews(Operation *op, SmallVectorImpl<MemoryView> &views) const {
    auto reshape = cast<memref::ReshapeOp>(op);
    views.push_back({reshape.getResult(), reshape.getSource()});
  }
  MemorySpaceUse getMemorySpaceUse(Operation *op, OpOperand &operand) const {
    return &operand == &cast<memref::ReshapeOp>(op).getSourceMutable()
               ? MemorySpaceUse::Inherited
               : MemorySpaceUse::Any;
  }
};

struct DistinctObjectsModel
    : MemoryOpInterface::ExternalModel<DistinctObjectsModel,
                                       memref::DistinctObjectsOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const { return MemoryOpKind::None; }
  void getViews(Operation *op, SmallVectorImpl<MemoryView> &views) const {
    for (auto [result, operand] :
         llvm::zip_equal(op->getResults(), op->getOperands()))
      views.push_back({result, operand});
  }
};

struct ReallocReason {
  static constexpr StringLiteral text =
      "its result may or may not be its operand's storage; run "
      "--expand-realloc first";
};

} // namespace

void memplace::registerMemRefModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    attachKind<MemoryOpKind::None, memref::GlobalOp>(context);
    attachAnyMemorySpace<memref::DimOp, memref::PrefetchOp, memref::RankOp>(
        context);
    attachKind<MemoryOpKind::Allocate, memref::AllocOp, memref::AllocaOp>(
        context);
    attachKind<MemoryOpKind::Deallocate, memref::DeallocOp>(context);
    attachKind<MemoryOpKind::Global, memref::GetGlobalOp>(context);
    attachKind<MemoryOpKind::Region, memref::AllocaScopeOp>(context);
    attachKind<MemoryOpKind::Escape, memref::ExtractAlignedPointerAsIndexOp>(
        context);
    attachRefused<AsynchronousReason, memref::DmaStartOp, memref::DmaWaitOp>(
        context);
    attachRefused<ReallocReason, memref::ReallocOp>(context);
    attachViews<MemorySpaceUse::Inherited, memref::AssumeAlignmentOp,
                memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
                memref::ExtractStridedMetadataOp, memref::ReinterpretCastOp,
                memref::SubViewOp, memref::TransposeOp, memref::ViewOp>(
        context);
    attachViews<MemorySpaceUse::Any, memref::MemorySpaceCastOp>(context);
    memref::AtomicRMWOp::attachInterface<AtomicModel<memref::AtomicRMWOp>>(
        *context);
    memref::GenericAtomicRMWOp::attachInterface<
        AtomicModel<memref::GenericAtomicRMWOp>>(*context);
    memref::CopyOp::attachInterface<CopyModel>(*context);
    memref::DistinctObjectsOp::attachInterface<DistinctObjectsModel>(*context);
    memref::LoadOp::attachInterface<LoadModel>(*context);
    memref::ReshapeOp::attachInterface<ReshapeModel>(*context);
    memref::StoreOp::attachInterface<StoreModel>(*context);
  });
}
