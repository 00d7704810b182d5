//===- FolderLock.cpp - One training at a time in a folder ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FolderLock.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace memplace;
using namespace memplace::agent;

FolderLock::~FolderLock() {
  if (isTaken())
    ::close(descriptor);
}

std::optional<Error> FolderLock::take(const std::string &folder) {
  assert(!isTaken() && "a lock is for one folder");
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0)
    return Error{folder + ": cannot open the folder: " + std::strerror(errno)};
  if (::flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(opened);
    return Error{folder +
                 ": another training is at work in this folder; wait for it, "
                 "stop it, or give another --out"};
  }
  descriptor = opened;
  return std::nullopt;
}
