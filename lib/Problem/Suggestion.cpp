//===- Suggestion.cpp - Nearest known name for a misspelt name ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Suggestion.h"

#include <algorithm>

using namespace memplace;

static char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns the number of characters to insert, delete or replace to get from
/// \p a to \p b.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string memplace::findNearest(std::string_view name,
                                  const std::vector<std::string> &known) {
  constexpr size_t longest = 40; // The distance takes quadratic time.
  if (name.size() > longest)
    return {};
  std::string nearest;
  size_t least = (name.size() + 1) / 3 + 1;
  for (const std::string &candidate : known)
    if (size_t distance = editDistance(name, candidate); distance < least) {
      least = distance;
      nearest = candidate;
    }
  return nearest;
}

std::string memplace::suggestion(std::string_view name,
                                 const std::vector<std::string> &known,
                                 std::string_view others) {
  if (std::string nearest = findNearest(name, known); !nearest.empty())
    return "; did you mean '" + nearest + "'?";
  std::string text(others);
  for (const std::string &candidate : known)
    text += (&candidate == known.data() ? "'" : ", '") + candidate + "'";
  return text;
}
