//===- ToolMain.h - Common parts of the tools without MLIR ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_COMMON_TOOLMAIN_H
#define MEMPLACE_TOOLS_COMMON_TOOLMAIN_H

#include "memplace/Problem/Solution.h"

#include <atomic>
#include <optional>
#include <string>

namespace llvm::cl {
class OptionCategory;
} // namespace llvm::cl

namespace memplace::tools {

/// Parses the command line into llvm::cl options of \p category, which the
/// caller has created as local variables. Hides LLVM's own options. --help
/// prints \p overview, the options, and \p exitStatus (one line per exit code).
/// Exits the process on --help, --version and bad options (with 1).
void parseCommandLine(int argc, char **argv, llvm::cl::OptionCategory &category,
                      const char *overview, const char *exitStatus);

/// Prints "error: \p message" to stderr, as one line. Returns 1, for `return
/// fail(...)`.
int fail(const std::string &message);

/// Returns the value of an llvm::cl option; none if it was not given.
template <typename Value, typename Option>
std::optional<Value> ifGiven(const Option &option) {
  if (option.getNumOccurrences() == 0)
    return std::nullopt;
  return static_cast<const Value &>(option);
}

/// Flushes standard output at the end of a tool. Returns 0, or prints an error
/// and returns 1 if the output could not be written (e.g. disk full).
int finish();

/// Exit code after Ctrl-C: 128 + SIGINT, the shell's convention.
inline constexpr int exitInterrupted = 130;

/// Makes Ctrl-C set the returned flag, and a second Ctrl-C end the process. If
/// the tool was started with SIGINT ignored (nohup), the signal stays ignored.
const std::atomic<bool> &watchForInterrupts();

/// Returns true if \p a and \p b are the same regular file.
bool isSameFile(const std::string &a, const std::string &b);

/// Checks the options shared by tools with -o and --time-limit. \p output and
/// \p timeLimit (seconds) are none if not given. \p what names the input in
/// messages: "the problem".
std::optional<Error> checkOptions(const std::optional<std::string> &output,
                                  const std::string &input,
                                  const std::string &what,
                                  std::optional<double> timeLimit);

/// Reads and checks a problem, which may name a built-in target.
Result<Problem> loadProblem(const std::string &path);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_COMMON_TOOLMAIN_H
