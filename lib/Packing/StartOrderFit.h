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

/// Places items in order of their first section, each in the smallest
/// sufficient gap between the items live then, or between the highest of them
/// and the highest byte used so far; or above this byte. Bytes of an item count
/// as used from its first to its last section. Returns offsets by item, -1 for
/// items without a place. No fixed offsets.
std::vector<Offset> fitByStart(const Items &items, const FitLimits &limits);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_STARTORDERFIT_H
