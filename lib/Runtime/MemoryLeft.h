//===- MemoryLeft.h - Memory available to a process -------------*- C++ -*-===//
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

/// Returns the bytes that this process may still allocate before the kernel
/// kills it, by its memory cgroups (version 1 or 2) and their ancestors; null
/// without a limit. The page cache counts as free. \p proc and \p cgroups are
/// parameters for tests.
std::optional<int64_t>
memoryLeft(const std::string &proc = "/proc/self",
           const std::string &cgroups = "/sys/fs/cgroup");

/// Returns a message if \p bytes of memory for \p what do not fit with
/// \p reserve bytes left free; null if they fit.
std::optional<std::string> findShortage(int64_t bytes, int64_t reserve,
                                        const std::string &what);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_MEMORYLEFT_H
