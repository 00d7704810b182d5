//===- AsmFields.h - Fields of attributes as text ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsers and printers of the fields in the assembly formats. Each comment
// shows the printed form.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_DIALECT_MEMPLACE_IR_ASMFIELDS_H
#define MEMPLACE_LIB_DIALECT_MEMPLACE_IR_ASMFIELDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace memplace {

/// `"name"`
mlir::ParseResult parseName(mlir::AsmParser &parser, mlir::StringAttr &name);
void printName(mlir::AsmPrinter &printer, mlir::StringAttr name);

/// `1.5`, an f64; the point is optional. A hexadecimal number is the bits of a
/// double, MLIR's form for numbers without a short decimal form. Error messages
/// name \p keyword.
mlir::ParseResult parseNumber(mlir::AsmParser &parser, llvm::StringRef keyword,
                              mlir::FloatAttr &value);

/// `, keyword =`
mlir::ParseResult parseField(mlir::AsmParser &parser, llvm::StringRef keyword);
/// `, keyword = 12`
mlir::ParseResult parseField(mlir::AsmParser &parser, llvm::StringRef keyword,
                             int64_t &value);
/// `, keyword = 1.5`
mlir::ParseResult parseField(mlir::AsmParser &parser, llvm::StringRef keyword,
                             mlir::FloatAttr &value);
void printField(mlir::AsmPrinter &printer, llvm::StringRef keyword,
                int64_t value);
void printField(mlir::AsmPrinter &printer, llvm::StringRef keyword,
                mlir::FloatAttr value);

/// `, keyword =` with one of \p keywords, if there is a comma. Sets \p keyword
/// to the keyword found, or to empty. Drops the found keyword and all keywords
/// before it from \p keywords, because fields come in this order, each at most
/// once.
mlir::ParseResult parseOptionalField(mlir::AsmParser &parser,
                                     llvm::ArrayRef<llvm::StringRef> &keywords,
                                     llvm::StringRef &keyword);

/// `[#memplace.x<...>, ...]`
template <typename AttrT>
mlir::ParseResult parseList(mlir::AsmParser &parser,
                            llvm::SmallVectorImpl<AttrT> &list) {
  return parser.parseCommaSeparatedList(
      mlir::AsmParser::Delimiter::Square,
      [&] { return parser.parseAttribute(list.emplace_back()); });
}

/// `, keyword = [#memplace.x<...>, ...]`
template <typename AttrT>
void printList(mlir::AsmPrinter &printer, llvm::StringRef keyword,
               llvm::ArrayRef<AttrT> list) {
  printer << ", " << keyword << " = [";
  llvm::interleaveComma(list, printer,
                        [&](AttrT attr) { printer.printAttribute(attr); });
  printer << "]";
}

} // namespace memplace

#endif // MEMPLACE_LIB_DIALECT_MEMPLACE_IR_ASMFIELDS_H
