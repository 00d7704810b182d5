//===- TestDialect.cpp - An op with an arbitrary cut model ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

using namespace mlir;
using namespace memplace;

namespace {

struct MapOp : mlir::Op<MapOp, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                        OpTrait::AtLeastNOperands<1>::Impl> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MapOp)
  using Op::Op;
  static StringRef getOperationName() { return "memplace_test.map"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  LogicalResult verify() {
    auto first = dyn_cast<MemRefType>(getOperand(0).getType());
    for (Type type : getOperation()->getOperandTypes()) {
      auto other = dyn_cast<MemRefType>(type);
      if (!first || !other || first.getRank() == 0 || other.getRank() == 0 ||
          (other.getRank() == 1 ? other.getDimSize(0) != first.getDimSize(0)
                                : other.getShape() != first.getShape()))
        return emitOpError("needs memrefs of one shape, or as many elements as "
                           "that has rows");
    }
    return success();
  }
};

struct TestDialect : Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  explicit TestDialect(MLIRContext *context)
      : Dialect("memplace_test", context, TypeID::get<TestDialect>()) {
    addOperations<MapOp>();
  }
  static StringRef getDialectNamespace() { return "memplace_test"; }
};

struct MapModel : MemoryOpInterface::ExternalModel<MapModel, MapOp> {
  MemoryOpKind getMemoryOpKind(Operation *) const {
    return MemoryOpKind::Access;
  }
  void getMemoryAccesses(Operation *op,
                         SmallVectorImpl<MemoryAccess> &accesses) const {
    for (OpOperand &operand : op->getOpOperands()) {
      const bool isLast =
          operand.getOperandNumber() + 1 == op->getNumOperands();
      accesses.push_back({operand.get(),
                          isLast ? AccessMode::Write : AccessMode::Read,
                          getTrafficInBytes(operand.get().getType(), op)});
    }
  }
  void getCuts(Operation *op, SmallVectorImpl<MemoryCut> &cuts) const {
    auto extent = op->getAttrOfType<IntegerAttr>("extent");
    auto parts = op->getAttrOfType<DenseI64ArrayAttr>("parts");
    if (!extent || !parts)
      return;
    MemoryCut &cut = cuts.emplace_back();
    cut.extent = extent.getInt();
    ArrayRef<int64_t> left = parts.asArrayRef();
    for (; left.size() >= 5; left = left.drop_front(5))
      cut.accesses.push_back({op->getOperand(static_cast<unsigned>(left[0]) %
                                             op->getNumOperands()),
                              static_cast<unsigned>(left[1]), left[2], left[3],
                              left[4]});
  }
  MemorySpaceUse getMemorySpaceUse(Operation *, OpOperand &) const {
    return MemorySpaceUse::Any;
  }
};

} // namespace

void memplace::registerTestDialect(DialectRegistry &registry) {
  registry.insert<TestDialect>();
  registry.addExtension(+[](MLIRContext *context, TestDialect *) {
    MapOp::attachInterface<MapModel>(*context);
  });
}
