//===- FolderLock.h - One training at a time in a folder --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H
#define MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H

#include <string>

namespace memplace::agent {

/// Keeps other trainings out of a folder: two would replace each other's
/// networks, and take each other's half-written lines for cut off. It is let go
/// when this or the process ends, in whichever way; no file is made for it.
class FolderLock {
public:
  FolderLock() = default;
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;
  ~FolderLock();

  /// Locks \p folder, which must be there. Returns the error, or "". A file
  /// system that knows no locks of folders, as NFS, is none.
  std::string take(const std::string &folder);
  bool isTaken() const { return descriptor >= 0; }

private:
  int descriptor = -1;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_TRAINING_FOLDERLOCK_H
