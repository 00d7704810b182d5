//===- LeaveCall.h - Out of a program in the middle -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_LEAVECALL_H
#define MEMPLACE_LIB_RUNTIME_LEAVECALL_H

namespace memplace::runtime {

/// Returns to the `memplace_rt_session_call` that this thread is in, past the
/// frames of the compiled program, which have nothing to clean up.
[[noreturn]] void leaveCall();

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_LEAVECALL_H
