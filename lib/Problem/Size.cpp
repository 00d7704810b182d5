//===- Size.cpp - Sizes as texts ------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Size.h"

#include <algorithm>
#include <charconv>

using namespace memplace;

static constexpr std::string_view spaces = " \t\n\r\f\v";
static constexpr std::string_view digits = "0123456789";

/// Removes and returns the characters of \p set at the front of \p text.
static std::string_view take(std::string_view &text, std::string_view set) {
  const size_t count = std::min(text.find_first_not_of(set), text.size());
  const std::string_view taken = text.substr(0, count);
  text.remove_prefix(count);
  return taken;
}

/// Returns the bytes of a unit such as "", "B", "MB", "Ki"; 0 for any other
/// text.
static int64_t bytesOfUnit(std::string_view unit) {
  if (unit.ends_with('B'))
    unit.remove_suffix(1);
  if (unit.empty())
    return 1;
  const bool isBinary = unit.size() == 2 && unit[1] == 'i';
  const size_t power =
      std::string_view("kMGT").find(unit[0] == 'K' ? 'k' : unit[0]);
  if (power == std::string_view::npos || (unit.size() > 1 && !isBinary))
    return 0;
  int64_t bytes = 1;
  for (size_t i = 0; i <= power; ++i)
    bytes *= isBinary ? 1024 : 1000;
  return bytes;
}

/// Returns the number of bytes; 0 if \p text is not a size from 1 to 2^62.
static int64_t bytesOf(std::string_view text) {
  constexpr size_t mostDigits = 19;
  const char *begin = text.data();
  const size_t whole = take(text, digits).size();
  size_t fraction = 0;
  const bool hasPoint = text.starts_with('.');
  if (hasPoint) {
    text.remove_prefix(1);
    fraction = take(text, digits).size();
  }
  if (whole < 1 || std::max(whole, fraction) > mostDigits ||
      (hasPoint && fraction < 1))
    return 0;
  double value = 0;
  uint64_t integer = 0; // Exact, unlike doubles above 2^53.
  std::from_chars(begin, text.data(), value);
  std::from_chars(begin, text.data(), integer);
  take(text, spaces);
  // A fraction of a byte is a mistake.
  if (hasPoint && (text.empty() || text == "B"))
    return 0;
  const int64_t unit = bytesOfUnit(text);
  value *= static_cast<double>(unit);
  if (!(value >= 1 && value <= 0x1p62))
    return 0;
  return hasPoint ? static_cast<int64_t>(value)
                  : static_cast<int64_t>(integer) * unit;
}

Result<int64_t> memplace::parseSize(std::string_view text) {
  std::string_view trimmed = text;
  take(trimmed, spaces);
  trimmed = trimmed.substr(0, trimmed.find_last_not_of(spaces) + 1);
  constexpr int64_t most = int64_t(1) << 62;
  if (const int64_t bytes = bytesOf(trimmed); bytes >= 1 && bytes <= most)
    return bytes;
  constexpr size_t longest = 40;
  return Error{"must be a positive size such as 4096, 500MB or 2GiB, got '" +
               std::string(text.substr(0, longest)) +
               (text.size() > longest ? "...'" : "'")};
}
