//===- Schema.cpp - Selection of the active change ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema.h"
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace mutation {

int active = 0;
unsigned char *marks = nullptr;

namespace {

/// A change may allocate without end; no test needs more than this.
constexpr rlim_t kBytes = rlim_t(4) << 30;

/// Exit status if the process cannot be confined.
constexpr int kCannotConfine = 97;

/// Maps the marks, shared with the test's child processes and kept even if a
/// child is killed.
unsigned char *mapMarks(const char *path) {
  int file = open(path, O_RDWR);
  struct stat info;
  if (file < 0 || fstat(file, &info) != 0)
    std::abort();
  void *mapped =
      mmap(nullptr, info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED)
    std::abort();
  close(file);
  return static_cast<unsigned char *>(mapped);
}

/// Ends the program by a signal after \p seconds of CPU time.
void endAfter(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>((seconds - timer.it_value.tv_sec) * 1e6);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

/// Allows \p access to \p path, a folder or a file.
void allow(int ruleset, const char *path, uint64_t access) {
  int place = open(path, O_PATH | O_CLOEXEC);
  landlock_path_beneath_attr rule = {access, place};
  if (place < 0 || syscall(SYS_landlock_add_rule, ruleset,
                           LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0)
    _exit(kCannotConfine);
  close(place);
}

/// Restricts this process and its children to changing files in \p folder.
/// Changes can damage other files: a changed file test once replaced /dev/null.
void confineTo(const char *folder) {
  const uint64_t write = LANDLOCK_ACCESS_FS_WRITE_FILE;
  // Includes LANDLOCK_ACCESS_FS_REFER, which needs the second version.
  const uint64_t change =
      write | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
      LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
      LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
      LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
      LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;
  landlock_ruleset_attr attributes = {};
  attributes.handled_access_fs = change;
  int ruleset = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &attributes, sizeof(attributes), 0));
  if (ruleset < 0)
    _exit(kCannotConfine);
  allow(ruleset, folder, change);
  for (const char *device : {"/dev/null", "/dev/full"})
    allow(ruleset, device, write);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
    _exit(kCannotConfine);
  close(ruleset);
}

/// Runs before all initialisers of default priority, because initialisers may
/// be changed, too.
__attribute__((constructor(101))) void readEnvironment() {
  if (const char *number = std::getenv("MEMPLACE_MUTANT"))
    active = std::atoi(number);
  if (const char *path = std::getenv("MEMPLACE_MUTANT_MARKS"))
    marks = mapMarks(path);
  if (const char *seconds = std::getenv("MEMPLACE_MUTANT_SECONDS")) {
    endAfter(std::atof(seconds));
    rlimit bytes = {kBytes, kBytes};
    setrlimit(RLIMIT_AS, &bytes);
    rlimit noCore = {0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
  }
  if (const char *folder = std::getenv("MEMPLACE_MUTANT_FOLDER"))
    confineTo(folder);
}

} // namespace
} // namespace mutation
