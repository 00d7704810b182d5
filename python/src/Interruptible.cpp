//===- Interruptible.cpp - Long work that Ctrl-C can end ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interruptible.h"
#include "Unlocked.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

using namespace memplace;
namespace nb = nanobind;

namespace {

/// Work on a thread, joined by the destructor.
class Worker {
public:
  explicit Worker(const std::function<void()> &work)
      : thread([this, &work] { run(work); }) {}
  ~Worker() { thread.join(); }

  /// Waits at most \p time; returns true if the work has ended.
  bool waitFor(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, time, [this] { return hasEnded; });
  }
  /// Returns the exception thrown by the work, if any. The work must have
  /// ended.
  std::exception_ptr getFailure() const { return failure; }

private:
  void run(const std::function<void()> &work) {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    hasEnded = true;
    changed.notify_one();
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool hasEnded = false;
  std::exception_ptr failure;
  std::thread thread; // Last: uses the other members.
};

} // namespace

void python::runInterruptible(const std::function<void()> &work,
                              std::atomic<bool> &cancel,
                              const std::function<void()> &poll) {
  constexpr std::chrono::milliseconds interval(50);
  std::exception_ptr interruption;
  Worker worker(work);
  const auto hasEnded = [&] {
    const python::Unlocked unlocked(&cancel);
    return worker.waitFor(interval);
  };
  while (!hasEnded()) {
    if (interruption)
      continue;
    try {
      if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
      if (poll)
        poll();
    } catch (const abi::__forced_unwind &) {
      // The interpreter ends, and with it this thread (Unlocked.h).
      cancel = true;
      python::blockForever();
    } catch (...) {
      interruption = std::current_exception();
      cancel = true;
    }
  }
  if (interruption)
    std::rethrow_exception(interruption);
  if (worker.getFailure())
    std::rethrow_exception(worker.getFailure());
}
