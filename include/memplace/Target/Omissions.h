//===- Omissions.h - What a target's times leave out ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TARGET_OMISSIONS_H
#define MEMPLACE_TARGET_OMISSIONS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// What takes time on a machine but none by the numbers of \p target, as
/// phrases for a report: that ops start at no cost, that transfers have no
/// latency, that f32 is as fast as a narrower type. Programs of small ops come
/// out too fast by the first two. Empty if none of them holds.
std::vector<std::string> omissionsOf(const Target &target);

} // namespace memplace

#endif // MEMPLACE_TARGET_OMISSIONS_H
