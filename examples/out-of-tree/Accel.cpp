// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Accel.h"
#include "StackSolver.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "AccelDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "AccelAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "AccelOps.cpp.inc"

using memplace::AccessMode;
using memplace::MemoryAccess;
using memplace::MemoryOpKind;

void accel::AccelDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "AccelOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "AccelAttributes.cpp.inc"
      >();
}

namespace {
/// accel.scale reads `from` once, overwrites `to`, and multiplies once per
/// element. Both operands may be in any memory.
struct ScaleModel
    : memplace::MemoryOpInterface::ExternalModel<ScaleModel, accel::ScaleOp> {
  MemoryOpKind getMemoryOpKind(mlir::Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(mlir::Operation *op,
                         llvm::SmallVectorImpl<MemoryAccess> &accesses) const {
    auto scale = llvm::cast<accel::ScaleOp>(op);
    accesses.push_back(
        {scale.getFrom(), AccessMode::Read,
         memplace::getTrafficInBytes(scale.getFrom().getType(), op)});
    accesses.push_back(
        {scale.getTo(), AccessMode::Write,
         memplace::getTrafficInBytes(scale.getTo().getType(), op)});
  }
  memplace::ComputeWork getComputeWork(mlir::Operation *op) const {
    auto type = llvm::cast<mlir::MemRefType>(op->getOperand(0).getType());
    return {type.getNumElements(), type.getElementType()};
  }
  memplace::MemorySpaceUse getMemorySpaceUse(mlir::Operation *,
                                             mlir::OpOperand &) const {
    return memplace::MemorySpaceUse::Any;
  }
};
} // namespace

void accel::registerAccel(mlir::DialectRegistry &registry) {
  registry.insert<AccelDialect>();
  registry.addExtension(+[](mlir::MLIRContext *context, AccelDialect *) {
    ScaleOp::attachInterface<ScaleModel>(*context);
  });
  registry.addExtension(
      +[](mlir::MLIRContext *, memplace::MemPlaceDialect *dialect) {
        dialect->getSolvers().add("stack", "all at home, one above the other",
                                  createStackSolver);
      });
}
