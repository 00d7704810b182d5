//===- Results.h - Results in tests -----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_AGENT_RESULTS_H
#define MEMPLACE_UNITTESTS_AGENT_RESULTS_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <stdexcept>

namespace memplace::testing {

/// Returns the message of the error, or "" on success.
template <typename T> std::string errorOf(const Result<T> &result) {
  return result ? "" : result.error();
}
inline std::string errorOf(const std::optional<Error> &error) {
  return error ? error->message : "";
}

/// Returns the value. Fails the test with the message of the error if there is
/// none.
template <typename T> T valueOf(Result<T> result) {
  if (!result)
    throw std::runtime_error(result.error());
  return std::move(*result);
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_AGENT_RESULTS_H
