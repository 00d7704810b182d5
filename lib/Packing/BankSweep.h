//===- BankSweep.h - Exact choice of banks by live bytes --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKSWEEP_H
#define MEMPLACE_LIB_PACKING_BANKSWEEP_H

#include "BankBound.h"

namespace memplace::packing {

/// Least cost of a choice of banks whose live bytes are within the capacities.
struct SweepResult {
  bool isComplete = false; // False: too many states, or no budget left.
  /// The least cost below the limit; infinity if there is none.
  double cost = std::numeric_limits<double>::infinity();
  std::vector<int32_t> banks; // By item, if the cost is finite.
};

/// Finds the least cost below \p limit by dynamic programming over sections,
/// with at most \p maxStates states for each item and twenty times as many in
/// total.
SweepResult sweepBanks(const BankModel &model, const BankBound &bound,
                       double limit, size_t maxStates, Budget &budget);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKSWEEP_H
