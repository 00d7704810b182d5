//===- FuncModel.cpp - Memory models of calls -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "StatedAccess.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace memplace;

/// Returns the access of \p call to each memref operand, by `memplace.access`
/// or by attributes of the callee's arguments.
static SmallVector<std::pair<Value, AccessMode>> getModes(func::CallOp call) {
  SmallVector<std::pair<Value, AccessMode>> modes;
  if (const auto stated = getStatedAccesses(call)) {
    for (const StatedAccess &access : *stated)
      if (std::optional<AccessMode> mode = access.getMode())
        modes.push_back({access.operand->get(), *mode});
    return modes;
  }
  auto callee = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      call, call.getCalleeAttr());
  for (auto [index, operand] : llvm::enumerate(call.getOperands()))
    if (isa<BaseMemRefType>(operand.getType()))
      modes.push_back(
          {operand,
           getStatedAccess(callee, index).value_or(AccessMode::Update)});
  return modes;
}

/// Returns an access to all of \p memref. Casts may hide static sizes.
static MemoryAccess accessThroughCasts(Operation *op, Value memref,
                                       AccessMode mode) {
  MemoryAccess access = accessAll(op, memref, mode);
  while (!access.bytes &&
         isa_and_nonnull<memref::CastOp, memref::MemorySpaceCastOp>(
             memref.getDefiningOp())) {
    memref = memref.getDefiningOp()->getOperand(0);
    access.bytes = getTrafficInBytes(memref.getType(), op);
  }
  return access;
}

namespace {
/// Accesses each memref operand as the attributes of the callee's argument
/// state.
struct CallModel : MemoryOpInterface::ExternalModel<CallModel, func::CallOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Barrier;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    llvm::MapVector<Value, AccessMode> modes; // A memref may be passed twice.
    for (auto [memref, mode] : getModes(cast<func::CallOp>(op))) {
      auto [known, isNew] = modes.try_emplace(memref, mode);
      if (!isNew && known->second != mode)
        known->second = AccessMode::Update;
    }
    for (auto [memref, mode] : modes)
      accesses.push_back(accessThroughCasts(op, memref, mode));
  }
  ComputeWork getComputeWork(Operation *op) const {
    auto flops = op->getAttrOfType<IntegerAttr>(MemPlaceDialect::flopsAttrName);
    auto memref =
        llvm::find_if(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
    if (!flops || memref == op->operand_type_end())
      return {};
    return getArithmeticWork(flops.getInt(),
                             cast<BaseMemRefType>(*memref).getElementType());
  }
};
} // namespace

void memplace::registerFuncModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallModel>(*context);
    attachKind<MemoryOpKind::Barrier, func::CallIndirectOp>(context);
  });
}
