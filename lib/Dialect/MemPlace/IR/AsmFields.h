//===- AsmFields.h - Fields of attributes as text ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pieces of the assembly formats: each is as the dialect prints it.
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

/// `1.5`, an f64; whole numbers need no point. A hexadecimal number is the bits
/// of a double, as elsewhere in MLIR: that is how those are printed that have
/// no short decimal form. Messages say what \p keyword must not be.
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

/// `, keyword =` with one of \p keywords, if there is a comma. \p keyword is
/// the one that is there, empty if none is; it and those before it are taken
/// from \p keywords: they come in this order, each at most once.
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
