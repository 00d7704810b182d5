//===- ToolMain.h - What the tools without MLIR share --------- -*- C++ -*-===//
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

/// Parses the command line into the llvm::cl options that the caller has made
/// as local variables in \p category; LLVM's own options are hidden.
/// \p overview says what the tool does; \p exitStatus, a line per exit code,
/// comes last in --help. Exits the process on --help, --version and bad
/// options (with 1).
void parseCommandLine(int argc, char **argv, llvm::cl::OptionCategory &category,
                      const char *overview, const char *exitStatus);

/// Prints "error: \p message" to stderr, as one line. Returns 1, for
/// `return fail(...)`.
int fail(const std::string &message);

/// The value of an llvm::cl option; none if it was not given.
template <typename Value, typename Option>
std::optional<Value> ifGiven(const Option &option) {
  if (option.getNumOccurrences() == 0)
    return std::nullopt;
  return static_cast<const Value &>(option);
}

/// Ends a tool whose work is done: 0, or 1 with an error if what was printed to
/// standard output could not be written (the disk is full).
int finish();

/// What a tool exits with that Ctrl-C has ended: 128 + SIGINT, as a shell says
/// it of a process that the signal has ended.
inline constexpr int exitInterrupted = 130;

/// From now on Ctrl-C sets what is returned, and a second one ends the process.
/// Who starts the tool with the signal ignored (nohup) has it ignored.
const std::atomic<bool> &watchForInterrupts();

/// Whether \p a and \p b are one regular file.
bool isSameFile(const std::string &a, const std::string &b);

/// What is wrong with the options that tools with -o and --time-limit share:
/// \p output and \p timeLimit, seconds, are none if they were not given. The
/// input is \p what, "the problem".
std::optional<Error> checkOptions(const std::optional<std::string> &output,
                                  const std::string &input,
                                  const std::string &what,
                                  std::optional<double> timeLimit);

/// Reads and checks a problem, which may name a built-in target.
Result<Problem> loadProblem(const std::string &path);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_COMMON_TOOLMAIN_H
