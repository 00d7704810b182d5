//===- LargePages.cpp - Memory in large pages -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargePages.h"

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

// Since Linux 5.14; older headers lack it, and older kernels reject it.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

using namespace memplace::runtime;

// Size on x86-64, and on AArch64 with 4 KiB pages. Kernels with larger base
// pages ignore the request without harm.
constexpr size_t largePageBytes = 2 << 20;

static size_t roundToPages(size_t bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

void *memplace::runtime::mapLargePages(size_t bytes, size_t alignment) {
  bytes = roundToPages(bytes);
  alignment = std::max(alignment, largePageBytes);
  // Map more than requested, to find an aligned start inside.
  void *memory = mmap(nullptr, bytes + alignment, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  char *all = static_cast<char *>(memory);
  const size_t skew = reinterpret_cast<uintptr_t>(all) % alignment;
  const size_t head = skew == 0 ? 0 : alignment - skew;
  if (head > 0)
    munmap(all, head);
  if (head < alignment)
    munmap(all + head + bytes, alignment - head);
  // Kernels without large pages reject the advice, which does no harm.
  const size_t whole = bytes / largePageBytes * largePageBytes;
  if (whole > 0)
    madvise(all + head, whole, MADV_HUGEPAGE);
  // Populate now, not during reads.
  madvise(all + head, bytes, MADV_POPULATE_WRITE);
  return all + head;
}

void memplace::runtime::unmapLargePages(void *memory, size_t bytes) {
  munmap(memory, roundToPages(bytes));
}
