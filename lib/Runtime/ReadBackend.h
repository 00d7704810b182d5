//===- ReadBackend.h - Concurrent file reads and writes -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_READBACKEND_H
#define MEMPLACE_LIB_RUNTIME_READBACKEND_H

#include "memplace/Runtime/Session.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace memplace::runtime {

/// A read or write request. Its result has the same `id`.
struct ReadRequest {
  uint64_t id = 0;
  int fd = -1;
  char *buffer = nullptr;
  size_t bytes = 0;
  int64_t offset = 0; // Bytes from the start of the file.
  bool isWrite = false;
  const char *memory = nullptr; // The whole file, if pinned.
};

/// Number of bytes transferred, possibly fewer than requested, or -errno.
struct ReadResult {
  uint64_t id = 0;
  int64_t result = 0;
};

/// Interface to the kernel's reads and writes. Not thread-safe except for
/// `wake`.
class ReadBackend {
public:
  virtual ~ReadBackend() = default;

  /// Starts a request. The number in flight must not exceed the backend's
  /// depth.
  virtual void submit(const ReadRequest &request) = 0;
  /// Waits for any request in flight, and returns its result. There must be a
  /// request in flight. Returns null if `wake` was called first.
  virtual std::optional<ReadResult> wait() = 0;
  /// Ends the current or next `wait`, if the backend accepts more requests
  /// meanwhile. May be called from any thread.
  virtual void wake() {}
  /// Name in statistics.
  virtual const char *name() const = 0;
};

/// Creates an io_uring backend with up to \p depth requests in flight. Falls
/// back to `pread` and `pwrite`, one at a time, if kernel or build lack
/// io_uring or \p allowUring is false. A \p hook with a `read` function
/// replaces the kernel, one request at a time.
std::unique_ptr<ReadBackend>
createReadBackend(unsigned depth, bool allowUring,
                  const memplace_rt_read_hook *hook);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_READBACKEND_H
