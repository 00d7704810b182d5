//===- Models.h - Helpers to write models with ---------------- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_MODELS_H
#define MEMPLACE_LIB_INTERFACES_MODELS_H

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/IR/DialectRegistry.h"

namespace memplace {

/// An op fully described by its kind.
template <MemoryOpKind kind, typename OpTy>
struct KindModel
    : MemoryOpInterface::ExternalModel<KindModel<kind, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const { return kind; }
};

/// Attaches a `KindModel` to each of `OpTys`.
template <MemoryOpKind kind, typename... OpTys>
void attachKind(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<KindModel<kind, OpTys>>(*context), ...);
}

/// An op with memref operands in any memory space, but without memory accesses.
template <typename OpTy>
struct AnyMemorySpaceModel
    : MemoryOpInterface::ExternalModel<AnyMemorySpaceModel<OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const {
    return MemoryOpKind::None;
  }
  MemorySpaceUse getMemorySpaceUse(mlir::Operation *, mlir::OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

template <typename... OpTys>
void attachAnyMemorySpace(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<AnyMemorySpaceModel<OpTys>>(*context), ...);
}

/// A refused op, with the reason `Reason::text`.
template <typename Reason, typename OpTy>
struct RefusedModel
    : MemoryOpInterface::ExternalModel<RefusedModel<Reason, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const {
    return MemoryOpKind::Refused;
  }
  llvm::StringRef getRefusedReason(mlir::Operation *) const {
    return Reason::text;
  }
};

template <typename Reason, typename... OpTys>
void attachRefused(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<RefusedModel<Reason, OpTys>>(*context), ...);
}

/// Reason for refusing an asynchronous op.
struct AsynchronousReason {
  static constexpr llvm::StringLiteral text =
      "it is asynchronous, and a schedule has one op at a time";
};

/// Returns \p flops for each element of a value of \p type; none for `index`
/// and `i1`. A complex number has the element type of its parts.
ComputeWork getArithmeticWork(int64_t flops, mlir::Type type);

/// Arithmetic: `flops` for each element of the first result. `index` and `i1`
/// are bookkeeping and have no flops.
template <int64_t flops, typename OpTy>
struct ArithmeticModel
    : MemoryOpInterface::ExternalModel<ArithmeticModel<flops, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const {
    return MemoryOpKind::None;
  }
  ComputeWork getComputeWork(mlir::Operation *op) const {
    return getArithmeticWork(flops, op->getResult(0).getType());
  }
};

template <int64_t flops, typename... OpTys>
void attachArithmetic(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<ArithmeticModel<flops, OpTys>>(*context),
   ...);
}

/// An op with a view of its first operand as its first result.
template <MemorySpaceUse use, typename OpTy>
struct ViewModel
    : MemoryOpInterface::ExternalModel<ViewModel<use, OpTy>, OpTy> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const {
    return MemoryOpKind::None;
  }
  void getViews(mlir::Operation *op,
                llvm::SmallVectorImpl<MemoryView> &views) const {
    views.push_back({op->getResult(0), op->getOperand(0)});
  }
  MemorySpaceUse getMemorySpaceUse(mlir::Operation *, mlir::OpOperand &) const {
    return use;
  }
};

template <MemorySpaceUse use, typename... OpTys>
void attachViews(mlir::MLIRContext *context) {
  (OpTys::template attachInterface<ViewModel<use, OpTys>>(*context), ...);
}

/// Returns an access of \p op to all of \p memref.
inline MemoryAccess accessAll(mlir::Operation *op, mlir::Value memref,
                              AccessMode mode) {
  return {memref, mode, getTrafficInBytes(memref.getType(), op)};
}

/// Returns an access to an element or vector of type \p accessed of \p memref,
/// at the address given by \p addressValues.
MemoryAccess accessAt(mlir::Operation *op, mlir::Value memref, AccessMode mode,
                      mlir::Type accessed, mlir::ValueRange addressValues);

/// Returns an access to the element at \p subscripts, one subscript for each
/// dimension.
MemoryAccess accessElement(mlir::Operation *op, mlir::Value memref,
                           AccessMode mode, mlir::ValueRange subscripts);

// One function for each upstream dialect, and for memplace.
void registerAffineModels(mlir::DialectRegistry &registry);
void registerArithModels(mlir::DialectRegistry &registry);
void registerAsyncModels(mlir::DialectRegistry &registry);
void registerBufferizationModels(mlir::DialectRegistry &registry);
void registerComplexModels(mlir::DialectRegistry &registry);
void registerControlFlowModels(mlir::DialectRegistry &registry);
void registerFuncModels(mlir::DialectRegistry &registry);
void registerGPUModels(mlir::DialectRegistry &registry);
void registerLinalgModels(mlir::DialectRegistry &registry);
void registerMathModels(mlir::DialectRegistry &registry);
void registerMemPlaceModels(mlir::DialectRegistry &registry);
void registerMemRefModels(mlir::DialectRegistry &registry);
void registerSCFModels(mlir::DialectRegistry &registry);
void registerVectorModels(mlir::DialectRegistry &registry);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_MODELS_H
