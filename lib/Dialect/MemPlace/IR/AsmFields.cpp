//===- AsmFields.cpp - Fields of attributes as text -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmFields.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace memplace;

ParseResult memplace::parseName(AsmParser &parser, StringAttr &name) {
  std::string text;
  if (parser.parseString(&text))
    return failure();
  name = StringAttr::get(parser.getContext(), text);
  return success();
}

void memplace::printName(AsmPrinter &printer, StringAttr name) {
  printer.printString(name.getValue());
}

ParseResult memplace::parseField(AsmParser &parser, StringRef keyword) {
  return failure(parser.parseComma() || parser.parseKeyword(keyword) ||
                 parser.parseEqual());
}

ParseResult memplace::parseField(AsmParser &parser, StringRef keyword,
                                 int64_t &value) {
  return failure(parseField(parser, keyword) || parser.parseInteger(value));
}

ParseResult memplace::parseNumber(AsmParser &parser, StringRef keyword,
                                  FloatAttr &value) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef start(loc.getPointer(), strnlen(loc.getPointer(), 2));
  if (start.starts_with("-"))
    return parser.emitError(loc, "'") << keyword << "' must not be negative";
  Type f64 = Float64Type::get(parser.getContext());
  int64_t whole = 0;
  OptionalParseResult isWhole;
  if (start != "0x")
    isWhole = parser.parseOptionalInteger(whole);
  if (isWhole.has_value()) {
    value = FloatAttr::get(f64, static_cast<double>(whole));
    return *isWhole;
  }
  double number = 0;
  if (parser.parseFloat(number))
    return failure();
  value = FloatAttr::get(f64, number);
  return success();
}

ParseResult memplace::parseField(AsmParser &parser, StringRef keyword,
                                 FloatAttr &value) {
  return failure(parseField(parser, keyword) ||
                 parseNumber(parser, keyword, value));
}

ParseResult memplace::parseOptionalField(AsmParser &parser,
                                         ArrayRef<StringRef> &keywords,
                                         StringRef &keyword) {
  keyword = "";
  if (failed(parser.parseOptionalComma()))
    return success();
  for (auto [index, candidate] : llvm::enumerate(keywords))
    if (succeeded(parser.parseOptionalKeyword(candidate))) {
      keyword = candidate;
      keywords = keywords.drop_front(index + 1);
      return parser.parseEqual();
    }
  InFlightDiagnostic error =
      parser.emitError(parser.getCurrentLocation(), "expected ");
  if (keywords.empty())
    return error << "'>'";
  llvm::interleave(
      keywords, [&](StringRef name) { error << "'" << name << "'"; },
      [&] { error << " or "; });
  return error;
}

void memplace::printField(AsmPrinter &printer, StringRef keyword,
                          int64_t value) {
  printer << ", " << keyword << " = " << value;
}

void memplace::printField(AsmPrinter &printer, StringRef keyword,
                          FloatAttr value) {
  printer << ", " << keyword << " = ";
  printer.printFloat(value.getValue());
}
