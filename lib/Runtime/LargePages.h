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

/// Maps zeros that begin at a multiple of \p alignment, a power of two; null if
/// there is no memory. The kernel is asked for large pages, as far as whole
/// ones fit in: reads past the page cache then hand it a few pieces instead of
/// thousands of pages, and products of matrices miss fewer translations. All
/// \p bytes are resident from then on, and no more for the large pages.
void *mapLargePages(size_t bytes, size_t alignment = 1);

/// Gives back what `mapLargePages` mapped, all of it.
void unmapLargePages(void *memory, size_t bytes);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_LARGEPAGES_H
