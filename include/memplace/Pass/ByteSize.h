//===- ByteSize.h - Options of passes for sizes -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PASS_BYTESIZE_H
#define MEMPLACE_PASS_BYTESIZE_H

#include "llvm/Support/CommandLine.h"

#include <cstdint>

namespace memplace {

/// Value of an option: a number of bytes, or 0, that may be written as 2GiB.
struct ByteSize {
  ByteSize(int64_t bytes = 0) : bytes(bytes) {}
  operator int64_t() const { return bytes; }

  int64_t bytes;
};

} // namespace memplace

namespace llvm::cl {

template <>
class parser<memplace::ByteSize> : public basic_parser<memplace::ByteSize> {
public:
  using basic_parser::basic_parser;
  /// Returns true on an error, which is printed.
  bool parse(Option &option, StringRef name, StringRef text,
             memplace::ByteSize &value);
  StringRef getValueName() const override { return "bytes"; }
  void printOptionDiff(const Option &option, memplace::ByteSize value,
                       const OptionValue<memplace::ByteSize> &fallback,
                       size_t width) const;
  void anchor() override;
};

} // namespace llvm::cl

#endif // MEMPLACE_PASS_BYTESIZE_H
