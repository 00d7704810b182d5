//===- GenericOps.cpp - IREE ops in generic form --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericOps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace memplace;

std::optional<std::pair<unsigned, unsigned>>
memplace::getSegment(Operation *op, unsigned index) {
  auto segments = op->getAttrOfType<DenseI32ArrayAttr>(operandSegmentsName);
  if (!segments || index >= unsigned(segments.size()))
    return std::nullopt;
  int64_t first = 0, total = 0;
  for (auto [i, size] : llvm::enumerate(segments.asArrayRef())) {
    if (size < 0)
      return std::nullopt;
    if (i < index)
      first += size;
    total += size;
  }
  if (total != op->getNumOperands())
    return std::nullopt;
  return std::pair(unsigned(first), unsigned(segments[index]));
}

Value memplace::createText(OpBuilder &builder, Location loc, StringRef text) {
  OperationState state(loc, "util.buffer.constant");
  state.addTypes(parseType("!util.buffer", builder.getContext()));
  state.propertiesAttr = builder.getDictionaryAttr(
      builder.getNamedAttr("value", builder.getStringAttr(text)));
  return builder.create(state)->getResult(0);
}

void memplace::copyAttributes(
    Operation *op, OperationState &state,
    ArrayRef<std::pair<StringRef, Attribute>> changed) {
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  NamedAttrList inherent(properties ? properties
                                    : op->getDiscardableAttrDictionary());
  for (auto [name, value] : changed)
    inherent.set(name, value);
  if (!properties) {
    state.addAttributes(inherent);
    return;
  }
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = inherent.getDictionary(op->getContext());
}
