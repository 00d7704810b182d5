//===- Cores.h - Which core does what -------------------------------------===//
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

/// Interrupts of devices so far, by core; empty if the kernel does not tell.
/// \p path is a file, which tests have others for.
std::vector<int64_t>
countInterrupts(const std::string &path = "/proc/interrupts");

/// The core that nearly all interrupts between two counts came to; null: there
/// were too few to tell, or they came to several.
std::optional<int> findInterrupted(const std::vector<int64_t> &before,
                                   const std::vector<int64_t> &after);

/// Keeps this thread off a core, if it may run on others as well; returns
/// whether it does now.
bool leaveCore(int core);

} // namespace memplace::runtime

#endif // MEMPLACE_LIB_RUNTIME_CORES_H
