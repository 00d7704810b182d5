//===- LocalSearch.h - Better packings by better orders ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_LOCALSEARCH_H
#define MEMPLACE_LIB_PACKING_LOCALSEARCH_H

#include "PackPart.h"

namespace memplace::packing {

void searchOrders(Workspace &workspace, int64_t goal, int64_t rounds,
                  Budget &budget, PartResult &result);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_LOCALSEARCH_H
