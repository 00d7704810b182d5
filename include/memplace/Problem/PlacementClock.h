//===- PlacementClock.h - How long a placement takes ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_PLACEMENTCLOCK_H
#define MEMPLACE_PROBLEM_PLACEMENTCLOCK_H

#include "memplace/Problem/Solution.h"

#include <functional>

namespace memplace {

/// Says how long a legal placement takes, seconds above 0, by running it, say;
/// none: nothing can be said any more, and whoever asked ends.
using PlacementClock = std::function<std::optional<double>(const Solution &)>;

} // namespace memplace

#endif // MEMPLACE_PROBLEM_PLACEMENTCLOCK_H
