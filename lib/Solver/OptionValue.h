//===- OptionValue.h - Values of solver options -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_OPTIONVALUE_H
#define MEMPLACE_LIB_SOLVER_OPTIONVALUE_H

#include "memplace/Problem/Result.h"

#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace memplace::solver {

/// Prints a number such that `readNumber` returns exactly the same number.
template <typename Number> std::string printNumber(Number value) {
  char text[32];
  auto end = std::to_chars(text, text + sizeof(text), value);
  return std::string(text, end.ptr);
}

/// Parses \p text as a whole, without surrounding characters, to a number from
/// \p min to \p max. The error explains what is wrong with the text; \p number
/// is then unchanged.
template <typename Number>
std::optional<Error> readNumber(std::string_view text, Number min, Number max,
                                Number &number) {
  Number value{};
  auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size())
    return Error{std::integral<Number>
                     ? "must be a whole number, got '" + std::string(text) + "'"
                     : "must be a number, got '" + std::string(text) + "'"};
  // NaN also fails this test.
  if (value >= min && value <= max) {
    number = value;
    return std::nullopt;
  }
  const std::string range =
      max == std::numeric_limits<Number>::max()
          ? "at least " + printNumber(min)
          : "from " + printNumber(min) + " to " + printNumber(max);
  return Error{"must be " + range + ", got " + std::string(text)};
}

/// Like `readNumber` with limits, without an upper one.
template <typename Number>
std::optional<Error> readNumber(std::string_view text, Number min,
                                Number &number) {
  return readNumber(text, min, std::numeric_limits<Number>::max(), number);
}

/// Parses 'true' or 'false'. On any other text returns an error and leaves
/// \p flag unchanged.
inline std::optional<Error> readFlag(std::string_view text, bool &flag) {
  if (text != "true" && text != "false")
    return Error{"must be 'true' or 'false', got '" + std::string(text) + "'"};
  flag = text == "true";
  return std::nullopt;
}

/// Prints the names of \p choices: "'a', 'b' or 'c'".
template <typename Choice, size_t count>
std::string printChoices(const Choice (&choices)[count]) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0)
      text += i + 1 < count ? ", " : " or ";
    text += "'" + std::string(choices[i].name) + "'";
  }
  return text;
}

/// Sets \p chosen to the element of \p choices with the name \p text. Returns
/// an error if there is none.
template <typename Choice, size_t count>
std::optional<Error> readChoice(std::string_view text,
                                const Choice (&choices)[count],
                                const Choice *&chosen) {
  for (const Choice &choice : choices)
    if (choice.name == text) {
      chosen = &choice;
      return std::nullopt;
    }
  return Error{"must be " + printChoices(choices) + ", got '" +
               std::string(text) + "'"};
}

/// Largest value of the option `budget`, out of reach of any solve.
inline constexpr int64_t maxBudget = int64_t(1) << 50;

/// Description of the option `pareto`.
inline constexpr const char *paretoText =
    "keep the Pareto front of makespan and bytes to and from the slowest tier";

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_OPTIONVALUE_H
