//===- PeakBound.h - Lower bounds on the peak of orders ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SCHEDULE_PEAKBOUND_H
#define MEMPLACE_LIB_SCHEDULE_PEAKBOUND_H

#include "OrderGraph.h"

namespace memplace::schedule {

/// Both bounds are for graphs without loops: the values of a loop may be live
/// in only a part of the loop.
///
/// Returns a lower bound on the peak of every order in which each node runs
/// once, bytes. While a node runs, its own values are live. A further value is
/// live if one of its users must run earlier and another one later.
int64_t boundOnPeak(const OrderGraph &graph);

/// Returns a lower bound on the peak of every order, also with repeated nodes
/// that take at most \p budgetPs. A value between two users need not be live
/// if its maker runs again, and all but `once` ops may. So at each node the
/// budget frees the values with the most bytes for their makers' time.
int64_t boundOnPeak(const OrderGraph &graph, int64_t budgetPs);

} // namespace memplace::schedule

#endif // MEMPLACE_LIB_SCHEDULE_PEAKBOUND_H
