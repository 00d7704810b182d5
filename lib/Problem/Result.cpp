//===- Result.cpp - Escaping of messages ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Result.h"

using namespace memplace;

std::string memplace::oneLine(std::string_view message) {
  std::string text;
  for (char c : message) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      text += c;
      continue;
    }
    constexpr const char *digits = "0123456789abcdef";
    text += c == '\n'
                ? std::string("\\n")
                : std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
  }
  return text;
}
