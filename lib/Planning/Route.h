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

/// Returns the channels of a shortest route between two tiers; all tiers passed
/// are writable and allowed for \p buffer. Empty if there is no route.
std::vector<ChannelId> findRoute(const Problem &problem, BufferId buffer,
                                 TierId from, TierId to);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ROUTE_H
