//===- PlacementClock.h - Measured time of a placement ----------*- C++ -*-===//
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

/// Returns the time of a legal placement, in seconds above 0, e.g. from a real
/// run. An empty result ends the solve: no more times are available.
using PlacementClock = std::function<std::optional<double>(const Solution &)>;

} // namespace memplace

#endif // MEMPLACE_PROBLEM_PLACEMENTCLOCK_H
