//===- ByteSize.cpp - Options of passes for sizes -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Pass/ByteSize.h"

#include "memplace/Problem/Size.h"

using namespace memplace;
using ByteSizeParser = llvm::cl::parser<ByteSize>;

bool ByteSizeParser::parse(Option &option, StringRef name, StringRef text,
                           ByteSize &value) {
  if (text == "0") {
    value = 0;
    return false;
  }
  Result<int64_t> size = parseSize(text);
  if (!size)
    return option.error("'" + name + "' " + size.error());
  value = *size;
  return false;
}

void ByteSizeParser::printOptionDiff(const Option &option, ByteSize,
                                     const OptionValue<ByteSize> &,
                                     size_t width) const {
  printOptionNoValue(option, width);
}

void ByteSizeParser::anchor() {}
