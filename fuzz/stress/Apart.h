//===- Apart.h - Runs a check in a process of its own -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_APART_H
#define MEMPLACE_FUZZ_STRESS_APART_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace memplace::stress {

/// A promise that is not kept. Two failures are the same bug, as far as a
/// program can tell, if their promises are equal.
struct Failure {
  std::string
      promise; // One line, without numbers: "greedy: a placement is ...".
  std::string detail; // Numbers; any number of lines.
};

/// What a check saw, and the first failure.
struct Outcome {
  std::map<std::string, int64_t> counts;
  std::optional<Failure> failure;
};

/// Where a check says what it sees.
class Log {
public:
  explicit Log(int descriptor) : descriptor(descriptor) {}

  /// Ends the process if \p isKept is false.
  void require(bool isKept, const std::string &promise,
               std::string_view detail = "");
  /// One more \p what.
  void count(const std::string &what);

private:
  void write(std::string_view text);

  const int descriptor;
};

/// Runs \p check in a process of its own, so that a crash is a failure like any
/// other, and so is taking more than \p cpuSeconds, or more than \p bytes of
/// memory (0: any; with sanitizers it must be).
Outcome runApart(const std::function<void(Log &)> &check, double cpuSeconds,
                 int64_t bytes);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_APART_H
