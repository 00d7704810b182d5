//===- ReadBackend.cpp - Concurrent file reads and writes -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadBackend.h"

#include "Fatal.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <sys/eventfd.h>
#include <unistd.h>

#ifdef MEMPLACE_HAS_LIBURING
#include <liburing.h>
#endif

using namespace memplace::runtime;

namespace {

/// Executes one request at a time, when its result is requested.
class BlockingBackend : public ReadBackend {
public:
  explicit BlockingBackend(const memplace_rt_read_hook *hook) {
    if (hook)
      this->hook = *hook;
  }

  void submit(const ReadRequest &request) override {
    requests.push_back(request);
  }

  std::optional<ReadResult> wait() override {
    ReadRequest request = requests.front();
    requests.pop_front();
    auto *function = request.isWrite ? hook.write : hook.read;
    if (function)
      return ReadResult{request.id,
                        function(hook.context, request.fd, request.buffer,
                                 static_cast<int64_t>(request.bytes),
                                 request.offset)};
    ssize_t count =
        request.isWrite
            ? pwrite(request.fd, request.buffer, request.bytes, request.offset)
            : pread(request.fd, request.buffer, request.bytes, request.offset);
    return ReadResult{request.id, count < 0 ? -errno : count};
  }

  const char *name() const override { return hook.read ? "hook" : "pread"; }

private:
  memplace_rt_read_hook hook = {};
  std::deque<ReadRequest> requests;
};

#ifdef MEMPLACE_HAS_LIBURING
class UringBackend : public ReadBackend {
public:
  ~UringBackend() override {
    if (isOpen)
      io_uring_queue_exit(&ring);
    if (wakeUps >= 0)
      close(wakeUps);
  }

  /// Returns true if the kernel allows this process a ring.
  bool open(unsigned depth) {
    wakeUps = eventfd(0, EFD_CLOEXEC);
    // One more entry for the read of `wakeUps`.
    isOpen = wakeUps >= 0 && io_uring_queue_init(depth + 1, &ring, 0) == 0;
    return isOpen;
  }

  void submit(const ReadRequest &request) override {
    // Always succeeds: the ring has an entry for each request in flight.
    io_uring_sqe *entry = io_uring_get_sqe(&ring);
    auto bytes = static_cast<unsigned>(request.bytes);
    auto offset = static_cast<uint64_t>(request.offset);
    if (request.isWrite)
      io_uring_prep_write(entry, request.fd, request.buffer, bytes, offset);
    else
      io_uring_prep_read(entry, request.fd, request.buffer, bytes, offset);
    io_uring_sqe_set_data64(entry, request.id);
  }

  std::optional<ReadResult> wait() override {
    if (!isListening) {
      io_uring_sqe *entry = io_uring_get_sqe(&ring);
      io_uring_prep_read(entry, wakeUps, &numWakeUps, sizeof numWakeUps, 0);
      io_uring_sqe_set_data64(entry, wakeUpId);
      isListening = true;
    }
    // A single system call submits all prepared requests. Repeat it after a
    // signal or a temporary lack of memory.
    io_uring_cqe *entry = nullptr;
    int error = 0;
    do {
      error = io_uring_submit(&ring);
    } while (error == -EINTR || error == -EAGAIN || error == -EBUSY);
    while (error >= 0 && !entry) {
      error = io_uring_wait_cqe(&ring, &entry);
      if (error == -EINTR || error == -EAGAIN)
        error = 0;
    }
    // Failed reads are reported in their results, so here the ring itself is
    // broken. The process must end, because requests in flight may still write
    // to memory.
    if (error < 0)
      fatal(MEMPLACE_RT_EXIT_MISUSE, "io_uring: %s", strerror(-error));
    ReadResult result = {entry->user_data, entry->res};
    io_uring_cqe_seen(&ring, entry);
    if (result.id != wakeUpId)
      return result;
    isListening = false;
    return std::nullopt;
  }

  void wake() override {
    const uint64_t one = 1;
    // Cannot fail: the counter is far from its limit.
    [[maybe_unused]] ssize_t count = write(wakeUps, &one, sizeof one);
  }

  const char *name() const override { return "io_uring"; }

private:
  static constexpr uint64_t wakeUpId = ~uint64_t(0); // Unlike any request's id.
  io_uring ring = {};
  bool isOpen = false;
  int wakeUps = -1; // An eventfd.
  uint64_t numWakeUps = 0;
  bool isListening = false; // A read of `wakeUps` is in flight.
};
#endif

} // namespace

std::unique_ptr<ReadBackend>
memplace::runtime::createReadBackend(unsigned depth, bool allowUring,
                                     const memplace_rt_read_hook *hook) {
#ifdef MEMPLACE_HAS_LIBURING
  if (allowUring && !(hook && hook->read)) {
    auto backend = std::make_unique<UringBackend>();
    if (backend->open(depth))
      return backend;
  }
#else
  static_cast<void>(depth);
  static_cast<void>(allowUring);
#endif
  return std::make_unique<BlockingBackend>(hook);
}
