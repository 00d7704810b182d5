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

/// Holds this thread until the process ends.
[[noreturn]] inline void waitForTheEnd() {
  while (true)
    pause();
}

/// Gives the interpreter's lock back while it lives, as nb::gil_scoped_release.
///
/// While the interpreter ends, it ends each daemon thread that asks for the
/// lock by pthread_exit, which unwinds the stack. There is no way through
/// frames of C++ that do not expect that, and the process would abort. So such
/// a thread waits here for the end of the process, as from Python 3.14 on
/// (https://docs.python.org/3.14/c-api/init.html, PyEval_RestoreThread).
class Unlocked {
public:
  /// Sets \p cancel, if any, when the thread waits like that.
  explicit Unlocked(std::atomic<bool> *cancel = nullptr)
      : state(PyEval_SaveThread()), cancel(cancel) {}
  ~Unlocked() noexcept(false) {
    try {
      PyEval_RestoreThread(state);
    } catch (const abi::__forced_unwind &) {
      if (cancel)
        *cancel = true;
      waitForTheEnd();
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
