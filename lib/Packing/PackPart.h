//===- PackPart.h - Packing of one part -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_PACKPART_H
#define MEMPLACE_LIB_PACKING_PACKPART_H

#include "Budget.h"
#include "Portfolio.h"

namespace memplace::packing {

/// The best packing of some items so far, and its proven bound.
struct PartResult {
  // By item; meaningless if the peak is unreachable.
  std::vector<Offset> offsets;
  int64_t peak = infiniteOffset;
  int64_t bound = 0; // Proven.
  std::string_view packer;

  /// Accepts \p fresh if it is better.
  void offer(const Items &items, std::vector<Offset> fresh,
             std::string_view by);
};

/// Tries the portfolio until the peak is at most \p goal.
void packByPortfolio(Workspace &workspace, int64_t goal, Budget &budget,
                     PartResult &result);

/// Runs local search and exact search until the peak is at most \p goal, the
/// bound is above \p limit or reaches the peak, or \p budget is spent. A
/// packing above \p limit is of no use to the caller.
void improve(Workspace &workspace, int64_t goal, int64_t limit, Budget &budget,
             PartResult &result);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_PACKPART_H
