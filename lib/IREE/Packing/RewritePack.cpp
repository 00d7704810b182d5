//===- RewritePack.cpp - Offsets of slices, written into the IR -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewritePack.h"

#include "GenericOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Creates a pack op for the slices of dynamic size, with base \p start.
static Operation *makeDynamicPack(OpBuilder &builder, const StreamPack &pack,
                                  ArrayRef<unsigned> slices, Value start) {
  OperationState state(pack.op->getLoc(), packOpName);
  SmallVector<Attribute> intervals;
  state.addOperands(start);
  for (unsigned slice : slices) {
    state.addOperands(pack.getSize(slice));
    intervals.push_back(builder.getIndexAttr(pack.ranges[slice].begin));
    intervals.push_back(builder.getIndexAttr(pack.ranges[slice].end - 1));
  }
  state.addTypes(SmallVector<Type>(slices.size() + 1, builder.getIndexType()));
  // Keep other attributes, such as the affinity, in their form.
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(pack.op->getPropertiesAsAttribute());
  NamedAttrList inherent(properties ? properties
                                    : pack.op->getDiscardableAttrDictionary());
  inherent.set(intervalsName, builder.getArrayAttr(intervals));
  inherent.set(
      operandSegmentsName,
      builder.getDenseI32ArrayAttr({1, static_cast<int32_t>(slices.size())}));
  if (properties) {
    state.addAttributes(pack.op->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = inherent.getDictionary(builder.getContext());
  } else {
    state.addAttributes(inherent);
  }
  return builder.create(state);
}

void memplace::rewriteStreamPack(const StreamPack &pack, int64_t size,
                                 ArrayRef<Offset> offsets) {
  OpBuilder builder(pack.op);
  Location loc = pack.op->getLoc();
  auto fromBase = [&](int64_t bytes) -> Value {
    Value constant = arith::ConstantIndexOp::create(builder, loc, bytes);
    if (!pack.hasBase)
      return constant;
    return arith::AddIOp::create(builder, loc, pack.op->getOperand(0),
                                 constant);
  };

  for (auto [slice, offset] : llvm::zip_equal(pack.staticSlices, offsets))
    pack.op->getResult(slice + 1).replaceAllUsesWith(fromBase(offset));
  if (!pack.isDynamic()) {
    pack.op->getResult(0).replaceAllUsesWith(fromBase(size));
    pack.op->erase();
    return;
  }
  SmallVector<unsigned> left;
  for (unsigned slice = 0; slice < pack.numSlices(); ++slice)
    if (!llvm::is_contained(pack.staticSlices, slice))
      left.push_back(slice);
  int64_t top = llvm::alignTo(size, pack.alignment.offset);
  Operation *dynamic = makeDynamicPack(builder, pack, left, fromBase(top));
  pack.op->getResult(0).replaceAllUsesWith(dynamic->getResult(0));
  for (auto [index, slice] : llvm::enumerate(left))
    pack.op->getResult(slice + 1).replaceAllUsesWith(
        dynamic->getResult(index + 1));
  pack.op->erase();
}
