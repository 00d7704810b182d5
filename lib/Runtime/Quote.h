//===- Quote.h - Strings of JSON ------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_QUOTE_H
#define MEMPLACE_LIB_RUNTIME_QUOTE_H

#include <string>

namespace memplace::runtime {

/// A JSON string; what JSON must not hold is escaped.
std::string quote(const std::string &text);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_QUOTE_H
