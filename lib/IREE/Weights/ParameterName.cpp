//===- ParameterName.cpp - Names of weights in an archive -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParameterName.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace memplace;

std::string ParameterName::getLabel() const {
  return offset ? key + sliceMark.str() + std::to_string(*offset) : key;
}

/// Consumes a quoted string at the front of \p text.
static std::optional<std::string> takeString(StringRef &text,
                                             MLIRContext *context) {
  if (!text.starts_with("\""))
    return std::nullopt;
  size_t end = 1;
  while (end < text.size() && text[end] != '"')
    end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size())
    return std::nullopt;
  auto string = dyn_cast_or_null<StringAttr>(
      parseAttribute(text.take_front(end + 1), context));
  text = text.drop_front(end + 1).ltrim();
  return string ? std::optional(string.getValue().str()) : std::nullopt;
}

std::optional<ParameterName> memplace::readParameterName(Attribute value) {
  // Printing other attributes, such as constants, may be slow.
  if (!isa_and_nonnull<OpaqueAttr>(value))
    return std::nullopt;
  std::string printed;
  llvm::raw_string_ostream(printed) << value;
  StringRef text = printed;
  if (!text.consume_front("#stream.parameter.named<") &&
      !text.consume_front("#flow.parameter.named<"))
    return std::nullopt;
  std::optional<std::string> first = takeString(text, value.getContext());
  if (!first)
    return std::nullopt;
  ParameterName name;
  name.key = *first;
  if (text.consume_front("::")) {
    text = text.ltrim();
    std::optional<std::string> second = takeString(text, value.getContext());
    if (!second)
      return std::nullopt;
    name.scope = name.key;
    name.key = *second;
  }
  // Reject unknown further content, such as a configuration.
  if (!text.starts_with(">"))
    return std::nullopt;
  int64_t offset = 0;
  auto [whole, tail] = StringRef(name.key).rsplit(sliceMark);
  if (!tail.getAsInteger(10, offset)) {
    name.offset = offset;
    name.key = whole.str();
  }
  return name;
}

Attribute memplace::makeFlowParameter(const ParameterName &name, Type type) {
  MLIRContext *context = type.getContext();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "#flow.parameter.named<";
  if (name.scope)
    stream << StringAttr::get(context, *name.scope) << "::";
  stream << StringAttr::get(context, name.getLabel()) << "> : " << type;
  return parseAttribute(text, context);
}
