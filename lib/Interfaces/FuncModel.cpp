//===- FuncModel.cpp - Memory models of calls -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace memplace;

/// Returns true if attributes of argument \p index of \p callee state that the
/// callee only reads it.
static bool isOnlyRead(func::FuncOp callee, unsigned index) {
  auto access = callee.getArgAttrOfType<StringAttr>(
      index, bufferization::BufferizationDialect::kBufferAccessAttrName);
  return (access && access.getValue() == "read") ||
         callee.getArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName());
}

namespace {
/// Updates each memref operand, except those only read by the callee.
struct CallModel : MemoryOpInterface::ExternalModel<CallModel, func::CallOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Barrier;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    auto call = cast<func::CallOp>(op);
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    llvm::MapVector<Value, AccessMode> modes; // A memref may be passed twice.
    for (auto [index, operand] : llvm::enumerate(call.getOperands())) {
      if (!isa<BaseMemRefType>(operand.getType()))
        continue;
      AccessMode &mode =
          modes.try_emplace(operand, AccessMode::Read).first->second;
      if (!callee || index >= callee.getNumArguments() ||
          !isOnlyRead(callee, index))
        mode = AccessMode::Update;
    }
    for (auto [memref, mode] : modes)
      accesses.push_back(accessAll(op, memref, mode));
  }
};
} // namespace

void memplace::registerFuncModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallModel>(*context);
    attachKind<MemoryOpKind::Barrier, func::CallIndirectOp>(context);
  });
}
