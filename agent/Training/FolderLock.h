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

/// Keeps other trainers out of a folder. Two trainers would overwrite each
/// other's networks and truncate each other's half-written lines. The lock ends
/// with this object or the process, even after a crash, and creates no file.
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

  /// Locks \p folder, which must exist. Returns no error if the file system
  /// does not support locks on folders (NFS).
  std::optional<Error> take(const std::string &folder);
  bool isTaken() const { return descriptor != notTaken; }

private:
  static constexpr int notTaken = -1;
  int descriptor = notTaken; // Of the folder.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H
