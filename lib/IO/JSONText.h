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
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace memplace {

struct JSONMembers;

/// A parsed JSON value. Arrays and objects nest at most 64 deep.
struct JSONValue {
  JSONValue();
  JSONValue(JSONValue &&) noexcept;
  JSONValue &operator=(JSONValue &&) noexcept;
  ~JSONValue();

  enum class Kind {
    Null,
    Bool,
    Integer,    // Written without fraction and exponent, fits in 64 bits.
    BigInteger, // An integer above 64 bits; `number` approximates it.
    Number,     // Finite.
    String,
    Array,
    Object,
  };

  Kind kind = Kind::Null;
  bool boolean = false;
  int64_t integer = 0;
  double number = 0;                    // Of every kind of number.
  std::string string;                   // Of strings; of numbers, as written.
  std::unique_ptr<JSONMembers> members; // Null: none.

  /// Elements of an array, or values of an object.
  std::span<const JSONValue> elements() const;
  /// Keys of an object, unique.
  std::span<const std::string> keys() const;

  /// "an object", "the integer 5": for messages.
  std::string describe() const;
};

/// Contents of an array or object; an array has no keys.
struct JSONMembers {
  std::vector<JSONValue> elements;
  std::vector<std::string> keys;
};

/// Limits of a text. Without limits a small gzip file could fill any memory.
struct JSONLimits {
  /// Number of values; a problem of a million buffers has some 20 million.
  size_t maxValues = size_t(1) << 25;
  /// Memory for the text and its values, at some 100 bytes per value.
  size_t maxBytes = size_t(3) << 30;
};

/// Parses \p text, which must be a single JSON value. Never throws, and never
/// recurses on the depth of the input. Errors: syntax (with line and column),
/// invalid UTF-8, NUL, nesting deeper than 64, duplicate keys, numbers out of
/// the range of double, violations of \p limits, and lack of memory. \p file is
/// for messages.
Result<JSONValue> parseJSON(std::string_view text, std::string_view file,
                            const JSONLimits &limits = {});

} // namespace memplace

#endif // MEMPLACE_LIB_IO_JSONTEXT_H
