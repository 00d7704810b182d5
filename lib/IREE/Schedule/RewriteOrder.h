//===- RewriteOrder.h - Order of ops, written into the IR -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_SCHEDULE_REWRITEORDER_H
#define MEMPLACE_LIB_IREE_SCHEDULE_REWRITEORDER_H

#include "PlanOrder.h"

namespace memplace {

/// Moves the ops of \p region into the order \p steps. Dissolves the waves that
/// are no step.
void rewriteOrder(const AsyncRegion &region, const RegionSteps &steps);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_SCHEDULE_REWRITEORDER_H
