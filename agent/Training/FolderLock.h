//===- FolderLock.h - One training at a time in a folder --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H
#define MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <string>
#include <utility>

namespace memplace::agent {

/// Keeps other trainings out of a folder: two would replace each other's
/// networks, and take each other's half-written lines for cut off. It is let go
/// when this or the process ends, in whichever way; no file is made for it.
class FolderLock {
public:
  FolderLock() = default;
  FolderLock(FolderLock &&other) noexcept
      : descriptor(std::exchange(other.descriptor, notTaken)) {}
  FolderLock &operator=(FolderLock &&other) noexcept {
    std::swap(descriptor, other.descriptor);
    return *this;
  }
  ~FolderLock();

  /// Locks \p folder, which must be there. A file system that knows no locks
  /// of folders, as NFS, is no error.
  std::optional<Error> take(const std::string &folder);
  bool isTaken() const { return descriptor != notTaken; }

private:
  static constexpr int notTaken = -1;
  int descriptor = notTaken; // Of the folder.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H
