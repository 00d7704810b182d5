//===- StartOrderFit.h - Best fit below a high-water mark -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_STARTORDERFIT_H
#define MEMPLACE_LIB_PACKING_STARTORDERFIT_H

#include "Fit.h"

namespace memplace::packing {

/// Places items in order of their first section. An item gets the smallest
/// sufficient gap between live items, or between the highest live item and the
/// highest byte used so far. Without such a gap, the item lies above this byte.
/// An item uses its bytes from its first to its last section. Returns offsets
/// by item, -1 for items without a place. No fixed offsets.
std::vector<Offset> fitByStart(const Items &items, const FitLimits &limits);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_STARTORDERFIT_H
