//===- Fatal.h - Fatal errors of the runtime ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_FATAL_H
#define MEMPLACE_LIB_RUNTIME_FATAL_H

namespace memplace::runtime {

/// Writes "memplace runtime: <message>" to standard error and ends the process
/// at once. Destructors do not run, because other threads may be copying.
[[noreturn]] void fatal(int exitCode, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_FATAL_H
