//===- LargePages.h - Memory in large pages -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_LARGEPAGES_H
#define MEMPLACE_LIB_RUNTIME_LARGEPAGES_H

#include <cstddef>

namespace memplace::runtime {

/// Maps zeroed memory aligned to \p alignment, a power of two; null if there is
/// no memory. Requests large pages where whole ones fit. Direct reads then pass
/// the kernel a few pieces instead of thousands of pages, and matrix products
/// have fewer TLB misses. All \p bytes are resident afterwards; large pages add
/// nothing.
void *mapLargePages(size_t bytes, size_t alignment = 1);

/// Unmaps memory of `mapLargePages`, always the whole mapping.
void unmapLargePages(void *memory, size_t bytes);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_LARGEPAGES_H
