//===- ReadBackend.h - Reads and writes of files, several at a time -------===//
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

/// A read or write that is asked for. `id` comes back with its result.
struct ReadRequest {
  uint64_t id = 0;
  int fd = -1;
  char *buffer = nullptr;
  size_t bytes = 0;
  int64_t offset = 0; // Bytes from the start of the file.
  bool isWrite = false;
  const char *memory = nullptr; // Where all of the file is, if it is pinned.
};

/// Bytes that were read or written, which may be fewer than asked for, or
/// -errno.
struct ReadResult {
  uint64_t id = 0;
  int64_t result = 0;
};

/// How reads and writes get to the kernel. For one thread, but for `wake`.
class ReadBackend {
public:
  virtual ~ReadBackend() = default;

  /// Starts one. At most as many as the backend was made for may be in
  /// flight.
  virtual void submit(const ReadRequest &request) = 0;
  /// Returns the result of one of those in flight, of which there must be
  /// one, as soon as there is one; null if somebody woke it before.
  virtual std::optional<ReadResult> wait() = 0;
  /// From any thread: ends a `wait`, now or the next one, if the backend can
  /// have more in flight meanwhile.
  virtual void wake() {}
  /// What statistics call it.
  virtual const char *name() const = 0;
};

/// io_uring with up to \p depth requests in flight; `pread` and `pwrite`, one
/// after another, where the kernel or the build has no io_uring or \p
/// allowUring is false; \p hook, one after another, if it is there.
std::unique_ptr<ReadBackend>
createReadBackend(unsigned depth, bool allowUring,
                  const memplace_rt_read_hook *hook);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_READBACKEND_H
