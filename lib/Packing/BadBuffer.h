//===- BadBuffer.h - A buffer that check rejects ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BADBUFFER_H
#define MEMPLACE_LIB_PACKING_BADBUFFER_H

#include "memplace/Packing/Packing.h"

namespace memplace {

/// A buffer for which a problem is not well formed.
struct BadBuffer {
  size_t buffer = 0;
  std::string what; // Names the buffer.
};

/// Returns the first bad buffer, or nothing. Does not check the arenas.
std::optional<BadBuffer> findBadBuffer(const PackingProblem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_PACKING_BADBUFFER_H
