//===- ToolMain.cpp - Common parts of the tools without MLIR --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolMain.h"

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <csignal>
#include <filesystem>

using namespace memplace;

void tools::parseCommandLine(int argc, char **argv,
                             llvm::cl::OptionCategory &category,
                             const char *overview, const char *exitStatus) {
  std::string status = std::string("\nEXIT STATUS:\n\n") + exitStatus;
  llvm::cl::extrahelp exitStatusHelp(status);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &out) {
    out << "memplace " << MEMPLACE_VERSION_STRING << "\n";
  });
  llvm::cl::ParseCommandLineOptions(argc, argv, overview);
}

int tools::fail(const std::string &message) {
  llvm::errs() << "error: " << oneLine(message) << "\n";
  return 1;
}

/// Set by Ctrl-C. A signal handler may only set this flag, and can only reach
/// global state.
static std::atomic<bool> isInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free,
              "a signal handler must not wait");

const std::atomic<bool> &tools::watchForInterrupts() {
  struct sigaction previous = {};
  sigaction(SIGINT, nullptr, &previous);
  if (previous.sa_handler == SIG_IGN)
    return isInterrupted;
  struct sigaction action = {};
  action.sa_handler = [](int) { isInterrupted = true; };
  // A second Ctrl-C ends the process. After the first, system calls resume.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  return isInterrupted;
}

int tools::finish() {
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (!out.has_error())
    return 0;
  std::string reason = out.error().message();
  // Otherwise the stream's destructor would end the process.
  out.clear_error();
  return fail("standard output: cannot write: " + reason);
}

bool tools::isSameFile(const std::string &a, const std::string &b) {
  std::error_code error;
  return std::filesystem::is_regular_file(a, error) &&
         std::filesystem::equivalent(a, b, error);
}

std::optional<Error>
tools::checkOptions(const std::optional<std::string> &output,
                    const std::string &input, const std::string &what,
                    std::optional<double> timeLimit) {
  if (output && output->empty())
    return Error{"-o needs the name of a file"};
  if (output && isSameFile(*output, input))
    return Error{*output + ": -o would overwrite " + what};
  if (timeLimit && !(std::isfinite(*timeLimit) && *timeLimit > 0))
    return Error{"--time-limit must be above 0 seconds"};
  return std::nullopt;
}

Result<Problem> tools::loadProblem(const std::string &path) {
  return readProblem(path, findBuiltinTarget);
}
