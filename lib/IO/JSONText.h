//===- JSONText.h - Strict JSON text to a tree of values ------ -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IO_JSONTEXT_H
#define MEMPLACE_LIB_IO_JSONTEXT_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace memplace {

/// A parsed JSON value. Arrays and objects nest at most 64 deep.
struct JSONValue {
  enum class Kind {
    Null,
    Bool,
    Integer,    // Written without fraction and exponent, fits in 64 bits.
    BigInteger, // Likewise, but does not fit; `number` is near it.
    Number,     // Finite.
    String,
    Array,
    Object,
  };

  Kind kind = Kind::Null;
  bool boolean = false;
  int64_t integer = 0;
  double number = 0;               // Of every kind of number.
  std::string string;              // Of strings; of numbers, as written.
  std::vector<JSONValue> elements; // Of an array, or the values of an object.
  std::vector<std::string> keys;   // Of an object, unique.

  /// "an object", "the integer 5": for messages.
  std::string describe() const;
};

/// A problem of a million buffers has some 20 million. A value takes some 100
/// bytes: without a limit a small gzip file could fill any memory.
constexpr size_t defaultMaxJSONValues = size_t(1) << 25;

/// Parses \p text, which must be one JSON value and nothing else. Never throws
/// nor recurses on the depth of the input. Errors: syntax (with line and
/// column), invalid UTF-8, NUL, nesting deeper than 64, duplicate keys, numbers
/// out of the range of double, more than \p maxValues values, more than there
/// is memory for. \p file is for messages.
Result<JSONValue> parseJSON(std::string_view text, std::string_view file,
                            size_t maxValues = defaultMaxJSONValues);

} // namespace memplace

#endif // MEMPLACE_LIB_IO_JSONTEXT_H
