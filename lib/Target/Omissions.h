//===- Omissions.h - Times that a target does not model ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TARGET_OMISSIONS_H
#define MEMPLACE_LIB_TARGET_OMISSIONS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns effects with a cost on a real machine but none in \p target, as
/// phrases for a report: no launch time, no transfer latency, f32 as fast as a
/// narrower type. Without launch times and latencies, programs of small ops
/// look too fast. Empty if the target models all three effects.
std::vector<std::string> omissionsOf(const Target &target);

/// Returns a warning if a slower tier comes before a faster tier: "tier 'ddr'
/// (4e+09 bytes/s) comes before 'sram' (6.4e+10 bytes/s) in target 'npu', but
/// ...". Solvers fill the first tier.
std::optional<std::string> findSlowFirst(const Target &target);

} // namespace memplace

#endif // MEMPLACE_LIB_TARGET_OMISSIONS_H
