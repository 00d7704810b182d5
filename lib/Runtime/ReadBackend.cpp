//===- ReadBackend.cpp - Reads and writes of files, several at a time -----===//
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

/// One request after another, made when its result is asked for.
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

  /// Whether the kernel lets this process have a ring.
  bool open(unsigned depth) {
    wakeUps = eventfd(0, EFD_CLOEXEC);
    // One more for the read of `wakeUps`.
    isOpen = wakeUps >= 0 && io_uring_queue_init(depth + 1, &ring, 0) == 0;
    return isOpen;
  }

  void submit(const ReadRequest &request) override {
    // There is room: no more are in flight than the ring was made for.
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
    // What was prepared is handed over here, in one call of the kernel. It is
    // asked again where a signal came between or it has no memory for now.
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
    // Reads that fail say so in their results: the ring itself is broken. What
    // is in flight may still be written to memory, so that nobody can go on.
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
    // It can't fail: the sum of all is far from its bound.
    [[maybe_unused]] ssize_t count = write(wakeUps, &one, sizeof one);
  }

  const char *name() const override { return "io_uring"; }

private:
  static constexpr uint64_t wakeUpId = ~uint64_t(0); // Of no other request.
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
