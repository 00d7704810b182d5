//===- Models.cpp - All models --------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Models.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace memplace;

MemoryAccess memplace::accessAt(Operation *op, Value memref, AccessMode mode,
                                Type accessed, ValueRange addressValues) {
  // A vector in a register lacks the padding of a vector element in memory.
  auto vector = dyn_cast<VectorType>(accessed);
  bool isElement =
      accessed == cast<BaseMemRefType>(memref.getType()).getElementType();
  std::optional<int64_t> bytes =
      getElementBytes(vector && !isElement ? vector.getElementType() : accessed,
                      DataLayout::closest(op));
  if (bytes && vector && !isElement)
    bytes = multiplyCounts(*bytes, vector.getNumElements());
  MemoryAccess access{memref, mode, bytes};
  access.isIndexed = true;
  access.addressValues.assign(addressValues.begin(), addressValues.end());
  return access;
}

MemoryAccess memplace::accessElement(Operation *op, Value memref,
                                     AccessMode mode, ValueRange subscripts) {
  Type element = cast<BaseMemRefType>(memref.getType()).getElementType();
  MemoryAccess access = accessAt(op, memref, mode, element, subscripts);
  access.subscripts = access.addressValues;
  return access;
}

ComputeWork memplace::getArithmeticWork(int64_t flops, Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  if (element.isIndex() || element.isInteger(1))
    return {};
  if (auto shaped = dyn_cast<ShapedType>(type);
      shaped && shaped.hasStaticShape())
    for (int64_t size : shaped.getShape())
      flops = multiplyCounts(flops, size);
  return {flops, element};
}

void memplace::registerMemoryOpModels(DialectRegistry &registry) {
  registerAffineModels(registry);
  registerArithModels(registry);
  registerAsyncModels(registry);
  registerBufferizationModels(registry);
  registerComplexModels(registry);
  registerControlFlowModels(registry);
  registerFuncModels(registry);
  registerGPUModels(registry);
  registerLinalgModels(registry);
  registerMathModels(registry);
  registerMemPlaceModels(registry);
  registerMemRefModels(registry);
  registerSCFModels(registry);
  registerVectorModels(registry);
}
