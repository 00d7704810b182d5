//===- MemoryLeft.h - How much memory a process may still take --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_MEMORYLEFT_H
#define MEMPLACE_LIB_RUNTIME_MEMORYLEFT_H

#include <cstdint>
#include <optional>
#include <string>

namespace memplace::runtime {

/// Bytes that this process may take until the kernel ends it, by its memory
/// cgroups of version 1 or 2 and those around them; null: it has no limit. The
/// page cache of files counts as free. \p proc and \p cgroups are folders,
/// which tests have others for.
std::optional<int64_t>
memoryLeft(const std::string &proc = "/proc/self",
           const std::string &cgroups = "/sys/fs/cgroup");

/// Why \p bytes of memory for \p what, and \p reserve beside them, can't be
/// taken; null if they can.
std::optional<std::string> findShortage(int64_t bytes, int64_t reserve,
                                        const std::string &what);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_MEMORYLEFT_H
