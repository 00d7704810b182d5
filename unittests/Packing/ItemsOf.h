//===- ItemsOf.h - All items of a packing problem ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PACKING_ITEMSOF_H
#define MEMPLACE_UNITTESTS_PACKING_ITEMSOF_H

#include "../../lib/Packing/PackItems.h"

#include <numeric>
#include <vector>

namespace memplace {

inline packing::Items itemsOf(const PackingProblem &problem) {
  std::vector<int32_t> all(problem.buffers.size());
  std::iota(all.begin(), all.end(), 0);
  return packing::makeItems(problem, all);
}

} // namespace memplace

#endif // MEMPLACE_UNITTESTS_PACKING_ITEMSOF_H
