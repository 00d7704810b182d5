//===- Result.h - A value or one sentence for the user ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_RESULT_H
#define MEMPLACE_PROBLEM_RESULT_H

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace memplace {

/// An error in an input: one sentence, lower case, no full stop, with the place
/// (file, field, index), the number, and the way out.
struct Error {
  std::string message;
};

/// Returns \p message with control characters escaped. Names from files may
/// hold control characters, but an error is one line.
std::string oneLine(std::string_view message);

/// Either a value or an `Error`. For bad *input* only; bugs are asserts.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Error error) : state(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state); }

  /// Returns the value. The result must hold one.
  T &operator*() { return *get(); }
  const T &operator*() const { return *get(); }
  T *operator->() { return get(); }
  const T *operator->() const { return get(); }

  /// Returns the message of the error. The result must not hold a value.
  const std::string &error() const {
    assert(!*this && "no error in a result that holds a value");
    return std::get_if<Error>(&state)->message;
  }

  /// Moves the error out, to return it from a caller with another result type.
  /// The result must not hold a value.
  Error takeError() {
    assert(!*this && "no error in a result that holds a value");
    return std::move(*std::get_if<Error>(&state));
  }

private:
  T *get() {
    assert(*this && "no value in a result that holds an error");
    return std::get_if<T>(&state);
  }
  const T *get() const {
    assert(*this && "no value in a result that holds an error");
    return std::get_if<T>(&state);
  }

  std::variant<T, Error> state;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_RESULT_H
