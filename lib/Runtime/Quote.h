//===- Quote.h - JSON strings ---------------------------------------------===//
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

/// Returns \p text as a JSON string, with escapes as needed.
std::string quote(const std::string &text);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_QUOTE_H
