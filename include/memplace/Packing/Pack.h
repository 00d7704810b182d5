//===- Pack.h - Solvers of packing problems ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PACKING_PACK_H
#define MEMPLACE_PACKING_PACK_H

#include "memplace/Packing/Packing.h"

#include <atomic>
#include <chrono>

namespace memplace {

/// When to stop, and the seed of all randomness.
struct PackLimits {
  std::optional<std::chrono::duration<double>> wallTime;
  /// Nodes of the exact search and steps of the local search, together. With
  /// it and no wall time the result is the same on every machine.
  std::optional<int64_t> nodes;
  uint64_t seed = 0;
  /// Set from another thread, asks to stop with the best packing so far.
  const std::atomic<bool> *cancel = nullptr;
};

enum class PackStatus {
  Packed, // A packing within the capacity.
  /// A packing whose peak is proven least; with several arenas, one with as
  /// few bytes as possible in arenas that are not most wanted.
  Optimal,
  Infeasible,   // Proven: there is no packing within the capacity.
  LimitReached, // None found within the limits, or by this heuristic.
};

/// "packed", "optimal", "infeasible", "limit-reached".
std::string_view statusName(PackStatus status);

struct PackResult {
  PackStatus status = PackStatus::LimitReached;
  std::optional<Packing> packing; // With Packed and Optimal.
  int64_t peak = 0;               // Bytes, the largest of all arenas.
  /// Proven: no packing has a smaller peak.
  int64_t bound = 0;
  int64_t nodes = 0;
  std::string packer;  // Which of `packerNames`, "local-search" or "exact".
  std::string message; // Why there is none.

  /// Nothing is left to search for: optimal, or infeasible.
  bool isProven() const {
    return status == PackStatus::Optimal || status == PackStatus::Infeasible;
  }
};

/// Packs by the whole portfolio, then by local and exact search. With the
/// capacity of an arena stops at the first packing that fits; without one
/// minimises the peak. Expects a problem that passes `check`; the caller runs
/// `verifyPacking`.
PackResult pack(const PackingProblem &problem, const PackLimits &limits = {});

/// Packs all of arena 0 by one heuristic of `packerNames`, which must be known.
/// It gives up when it is cancelled or out of time, and counts no nodes.
PackResult packBy(std::string_view packer, const PackingProblem &problem,
                  const PackLimits &limits = {});

/// The heuristics, in the order of the portfolio.
std::vector<std::string> packerNames();

/// One line about one of them, for users: "largest size first, lowest offset
/// that fits (TensorFlow Lite Micro)".
std::string_view packerSummary(std::string_view packer);

/// A proven bound on the peak: the largest live load in bytes, with gaps,
/// groups, fixed offsets and a common alignment counted. Saturates at 2^63 - 1.
int64_t lowerBoundOnPeak(const PackingProblem &problem);

} // namespace memplace

#endif // MEMPLACE_PACKING_PACK_H
