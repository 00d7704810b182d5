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

/// Runs \p work on a thread of its own and waits for it without the
/// interpreter's lock, so that other Python threads go on.
///
/// About 20 times a second \p poll is called on the calling thread with the
/// lock held; it may be empty. If it throws, or if Python has a signal to
/// handle that raises (Ctrl-C), \p cancel is set, and what was raised goes on
/// once \p work has returned: soon, if it looks at \p cancel. What \p work
/// throws goes on, too; it must not touch Python.
void runInterruptible(const std::function<void()> &work,
                      std::atomic<bool> &cancel,
                      const std::function<void()> &poll);

} // namespace memplace::python

#endif // MEMPLACE_PYTHON_INTERRUPTIBLE_H
