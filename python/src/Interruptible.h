//===- Interruptible.h - Long work that Ctrl-C can end ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PYTHON_INTERRUPTIBLE_H
#define MEMPLACE_PYTHON_INTERRUPTIBLE_H

#include <atomic>
#include <functional>

namespace memplace::python {

/// Runs \p work on a thread of its own and waits without the interpreter's
/// lock, so that other Python threads go on.
///
/// About 20 times a second \p poll (unless empty) is called on the calling
/// thread with the lock held. If \p poll throws, or a signal handler of Python
/// raises (Ctrl-C), \p cancel is set, and the exception is rethrown after
/// \p work has returned; \p work should therefore check \p cancel. Exceptions
/// of \p work are rethrown, too. \p work must not touch Python.
void runInterruptible(const std::function<void()> &work,
                      std::atomic<bool> &cancel,
                      const std::function<void()> &poll);

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_INTERRUPTIBLE_H
