//===- Isolated.h - Runs a check in a separate process ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_ISOLATED_H
#define MEMPLACE_FUZZ_STRESS_ISOLATED_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace memplace::stress {

/// A broken promise. Failures with equal promises are treated as the same bug.
struct Failure {
  std::string promise; // One line, without numbers.
  std::string detail;  // Numbers; any number of lines.
};

/// Counts logged by a check, and its first failure.
struct Outcome {
  std::map<std::string, int64_t> counts;
  std::optional<Failure> failure;
};

/// Interface of a check for logging its findings.
class Log {
public:
  explicit Log(int descriptor) : descriptor(descriptor) {}

  /// If \p isKept is false, logs a failure and ends the process.
  void require(bool isKept, const std::string &promise,
               std::string_view detail = "");
  /// Increments the counter \p what.
  void count(const std::string &what);

private:
  void write(std::string_view text);

  const int descriptor;
};

/// Runs \p check in a separate process, so a crash counts as an ordinary
/// failure. More than \p cpuSeconds of CPU time or \p bytes of memory are
/// failures, too (0: unlimited, as sanitizers require).
Outcome runApart(const std::function<void(Log &)> &check, double cpuSeconds,
                 int64_t bytes);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_ISOLATED_H
