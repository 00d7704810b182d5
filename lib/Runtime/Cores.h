//===- Cores.h - Interrupts and core affinity -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_RUNTIME_CORES_H
#define MEMPLACE_LIB_RUNTIME_CORES_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace memplace::runtime {

/// Returns the number of device interrupts so far, by core; empty if unknown.
/// \p path is a parameter for tests.
std::vector<int64_t>
countInterrupts(const std::string &path = "/proc/interrupts");

/// Returns the core that handled nearly all interrupts between two counts. Null
/// if there were too few interrupts or several cores handled them.
std::optional<int> findInterrupted(const std::vector<int64_t> &before,
                                   const std::vector<int64_t> &after);

/// Excludes a core from this thread's affinity unless it is the only core left.
/// Returns true if excluded.
bool leaveCore(int core);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CORES_H
