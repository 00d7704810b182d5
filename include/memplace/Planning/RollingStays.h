//===- RollingStays.h - Stays that go on in the next trip -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_ROLLINGSTAYS_H
#define MEMPLACE_PLANNING_ROLLINGSTAYS_H

#include "memplace/Planning/Placement.h"

namespace memplace::planning {

/// Gives buffers of the caller that get new contents at home in each trip of a
/// loop, such as windows that move, a place in a faster tier that they keep
/// from one trip to the next: what a trip begins with is there at the end of
/// the one before. It takes those first that save most for their size, as long
/// as there is room. They are part of the base that is returned; none if there
/// is no such stay.
///
/// A stay of Placement::addStay is around a loop or within a trip.
std::optional<Placement> withRollingStays(const Uses &uses,
                                          const Placement &base);

/// Whether \p solution has one of the stays of \p rolling, which has got them
/// by `withRollingStays`.
bool hasRollingStays(const Placement &rolling, const Solution &solution);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_ROLLINGSTAYS_H
