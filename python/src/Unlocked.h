//===- Unlocked.h - Work without the interpreter's lock ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PYTHON_UNLOCKED_H
#define MEMPLACE_PYTHON_UNLOCKED_H

#include <nanobind/nanobind.h>

#include <atomic>
#include <cxxabi.h>
#include <unistd.h>

namespace memplace::python {

/// Blocks this thread until the process ends.
[[noreturn]] inline void blockForever() {
  while (true)
    pause();
}

/// Releases the interpreter's lock for its lifetime, like
/// nb::gil_scoped_release.
///
/// At its end, the interpreter stops each daemon thread that asks for the lock
/// by pthread_exit, which unwinds the stack. C++ frames not prepared for the
/// unwinding would abort the process. So such a thread waits here for the end
/// of the process, as in Python 3.14 and later
/// (https://docs.python.org/3.14/c-api/init.html, PyEval_RestoreThread).
class Unlocked {
public:
  /// \p cancel, if any, is set before the thread blocks at the interpreter's
  /// end.
  explicit Unlocked(std::atomic<bool> *cancel = nullptr)
      : state(PyEval_SaveThread()), cancel(cancel) {}
  ~Unlocked() noexcept(false) {
    try {
      PyEval_RestoreThread(state);
    } catch (const abi::__forced_unwind &) {
      if (cancel)
        *cancel = true;
      blockForever();
    }
  }
  Unlocked(const Unlocked &) = delete;
  Unlocked &operator=(const Unlocked &) = delete;

private:
  PyThreadState *state;
  std::atomic<bool> *cancel;
};

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_UNLOCKED_H
