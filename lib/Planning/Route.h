//===- Route.h - Channels that lead to a tier -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ROUTE_H
#define MEMPLACE_LIB_PLANNING_ROUTE_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Returns the channels of the route with the fewest hops between two tiers,
/// the fastest channel for each hop. All tiers after \p from are writable, and
/// \p buffer fits and is allowed there. Empty if there is no route.
std::vector<ChannelId> findRoute(const Problem &problem, BufferId buffer,
                                 TierId from, TierId to);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ROUTE_H
