//===- Banks.h - Packing into memories of different cost --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bank is an arena with a cost for each accessed byte, e.g. its energy or
// time. A buffer stays in one bank for its whole life.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_BANKS_H
#define MEMPLACE_PACKING_BANKS_H

#include "memplace/Packing/Pack.h"

namespace memplace {

/// Costs of the arenas of a packing problem.
struct BankCosts {
  /// By buffer: bytes that ops read and write over its life, not negative.
  std::vector<int64_t> accessed;
  /// By arena: cost for each accessed byte, finite, not negative. Any unit.
  std::vector<double> perByte;
};

/// Result of `packBanks`.
struct BankResult {
  PackStatus status = PackStatus::LimitReached; // Optimal: of the least cost.
  std::optional<Packing> packing;               // With Packed and Optimal.
  double cost = 0;     // `costOf` the packing, if there is one.
  double bound = 0;    // Proven lower bound on the cost of any packing.
  std::string message; // Reason for the absence of a packing.
};

/// Packs a problem with the least cost, and among equal costs with low peaks.
/// The traits of buffers may have only `arenas`; their order does not matter.
/// Expects a problem that passes `check`; the caller runs `verifyPacking`.
BankResult packBanks(const PackingProblem &problem, const BankCosts &costs,
                     const PackLimits &limits = {});

/// Packs greedily, for comparison: largest buffer first, each in the bank of
/// least cost with room in its shared slots (ExecuTorch's `banked_greedy`). The
/// status is Packed or LimitReached, and there is no bound.
BankResult packBanksGreedily(const PackingProblem &problem,
                             const BankCosts &costs);

/// Returns the cost of a packing: for each buffer its accessed bytes times the
/// cost of its arena.
double costOf(const BankCosts &costs, const Packing &packing);

} // namespace memplace

#endif // MEMPLACE_PACKING_BANKS_H
