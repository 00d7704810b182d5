//===- LeaveCall.h - Abandons a running program ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_LEAVECALL_H
#define MEMPLACE_LIB_RUNTIME_LEAVECALL_H

namespace memplace::runtime {

/// Returns to this thread's `memplace_rt_session_call` by `longjmp`. The
/// skipped frames belong to the compiled program and have nothing to clean up.
[[noreturn]] void leaveCall();

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_LEAVECALL_H
