//===- Isolated.cpp - Runs a check in a separate process ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolated.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace memplace;
using namespace memplace::stress;

/// Exit code of a check after logging its failure.
static constexpr int failedExitCode = 99;

/// Ends the program if the system lacks memory or processes.
[[noreturn]] static void die(const char *what) {
  perror(what);
  exit(2);
}

void Log::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0)
      die("stress: cannot write the log");
    text.remove_prefix(static_cast<size_t>(count));
  }
}

void Log::count(const std::string &what) { write("+" + what + "\n"); }

void Log::require(bool isKept, const std::string &promise,
                  std::string_view detail) {
  if (isKept)
    return;
  write("!" + promise + "\n" + std::string(detail));
  _exit(failedExitCode);
}

namespace {

/// An in-memory file shared by parent and child.
class SharedFile {
public:
  SharedFile() : descriptor(memfd_create("stress", 0)) {
    if (descriptor < 0)
      die("stress: cannot make a file in memory");
  }
  ~SharedFile() { close(descriptor); }
  SharedFile(const SharedFile &) = delete;
  SharedFile &operator=(const SharedFile &) = delete;

  std::string read() const {
    std::string text;
    char chunk[4096];
    for (ssize_t count; (count = pread(descriptor, chunk, sizeof(chunk),
                                       static_cast<off_t>(text.size()))) > 0;)
      text.append(chunk, static_cast<size_t>(count));
    return text;
  }

  const int descriptor;
};

} // namespace

static void limitResources(double cpuSeconds, int64_t bytes) {
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (bytes > 0) {
    rlimit maxSpace = {static_cast<rlim_t>(bytes), static_cast<rlim_t>(bytes)};
    setrlimit(RLIMIT_AS, &maxSpace);
  }
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(cpuSeconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (cpuSeconds - std::floor(cpuSeconds)));
  setitimer(ITIMER_PROF, &timer, nullptr);
}

/// Returns the last lines, which usually explain a crash.
static std::string endOf(const std::string &text) {
  constexpr size_t maxLength = 4000;
  return text.size() > maxLength ? text.substr(text.size() - maxLength) : text;
}

static Outcome readOutcome(const std::string &log) {
  Outcome outcome;
  for (size_t begin = 0; begin < log.size();) {
    const size_t end = std::min(log.find('\n', begin), log.size());
    const std::string line = log.substr(begin + 1, end - begin - 1);
    if (log[begin] == '!') {
      outcome.failure = {line, log.substr(std::min(end + 1, log.size()))};
      break;
    }
    ++outcome.counts[line];
    begin = end + 1;
  }
  return outcome;
}

Outcome stress::runApart(const std::function<void(Log &)> &check,
                         double cpuSeconds, int64_t bytes) {
  SharedFile log, errors;
  fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    die("stress: cannot make a process");
  if (child == 0) {
    dup2(errors.descriptor, STDERR_FILENO);
    limitResources(cpuSeconds, bytes);
    Log ours(log.descriptor);
    check(ours);
    _exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child)
    die("stress: cannot wait for a process");
  Outcome outcome = readOutcome(log.read());
  if (outcome.failure || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
    return outcome;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
    outcome.failure = {"nothing takes very long",
                       "more than " + std::to_string(cpuSeconds) +
                           " s of CPU time\n"};
  else if (WIFSIGNALED(status))
    outcome.failure = {"nothing crashes",
                       std::string(strsignal(WTERMSIG(status))) + "\n" +
                           endOf(errors.read())};
  else
    outcome.failure = {"nothing ends the process", endOf(errors.read())};
  return outcome;
}
