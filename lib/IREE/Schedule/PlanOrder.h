//===- PlanOrder.h - Order of the ops of a region ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_SCHEDULE_PLANORDER_H
#define MEMPLACE_LIB_IREE_SCHEDULE_PLANORDER_H

#include "ExtractRegion.h"

#include "memplace/Packing/Pack.h"

namespace memplace {

/// Steps of a region in their order: each is one op, or all ops of a wave.
/// Numbers are indices into AsyncRegion::ops.
using RegionSteps = std::vector<std::vector<Step>>;

/// The steps of a region, and their quality. Sizes are of the packed
/// transients, in bytes.
struct PlannedOrder {
  RegionSteps steps;
  int64_t given = 0;     // Size of the given steps.
  int64_t size = 0;      // Size of `steps`.
  int64_t bound = 0;     // Proven lower bound on the size of any order.
  int64_t movedOps = 0;  // Ops at another place among the given ops.
  int64_t keptWaves = 0; // Waves whose ops may still run at the same time.

  bool isChanged() const { return size < given; }
};

/// Finds steps whose transients need few bytes. Keeps the given steps unless
/// others need fewer. A wave stays whole if its ops can run at the same time
/// within these bytes. The result is the same on every machine if \p limits
/// have no time limit.
Result<PlannedOrder> planOrder(const AsyncRegion &region,
                               const PackLimits &limits);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_SCHEDULE_PLANORDER_H
