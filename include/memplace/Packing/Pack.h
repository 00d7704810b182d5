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

/// Limits of a packing search, and the seed of all randomness.
struct PackLimits {
  std::optional<std::chrono::duration<double>> timeLimit;
  /// Nodes of the exact search plus steps of the local search. With this limit
  /// and no wall time, the result is the same on every machine.
  std::optional<int64_t> nodes;
  uint64_t seed = 0;
  /// True requests a stop with the best packing so far; another thread may
  /// write this flag.
  const std::atomic<bool> *cancel = nullptr;
};

/// Outcome of a packing search.
enum class PackStatus {
  Packed, // A packing within the capacity.
  /// A packing with the least peak, proven. With several arenas: with the
  /// fewest bytes in less preferred arenas, proven.
  Optimal,
  Infeasible,   // No packing within the capacity exists, proven.
  LimitReached, // No packing within the limits, or by this heuristic.
};

/// Returns "packed", "optimal", "infeasible" or "limit-reached".
std::string_view statusName(PackStatus status);

/// Result of `pack` and `packBy`.
struct PackResult {
  PackStatus status = PackStatus::LimitReached;
  std::optional<Packing> packing; // With Packed and Optimal.
  int64_t peak = 0;               // Bytes; the largest of all arenas.
  /// Proven lower bound on the peak, bytes.
  int64_t bound = 0;
  int64_t nodes = 0;   // Spent, counted as in PackLimits.
  std::string packer;  // One of `packerNames`, "local-search" or "exact".
  std::string message; // Reason for the absence of a packing.

  /// Returns true if more search cannot change the result.
  bool isProven() const {
    return status == PackStatus::Optimal || status == PackStatus::Infeasible;
  }
};

/// Packs by the portfolio of heuristics, then by local and exact search. With a
/// capacity, stops at the first packing that fits; without one, minimises the
/// peak. Without any limit, spends at most 2,000,000 nodes. Expects a problem
/// that passes `check`; the caller runs `verifyPacking`.
PackResult pack(const PackingProblem &problem, const PackLimits &limits = {});

/// Packs everything into arena 0 by one heuristic, which must be one of
/// `packerNames`. Stops without a packing on cancellation or timeout; counts no
/// nodes.
PackResult packBy(std::string_view packer, const PackingProblem &problem,
                  const PackLimits &limits = {});

/// Returns the names of the heuristics, in the order of the portfolio.
std::vector<std::string> packerNames();

/// Returns a one-line description of a heuristic for users: "largest size
/// first, lowest offset that fits (TensorFlow Lite Micro)".
std::string_view packerSummary(std::string_view packer);

/// Returns a lower bound on the peak, bytes: the largest live load, with gaps,
/// groups, fixed offsets and a common alignment. Saturates at 2^63 - 1.
int64_t lowerBoundOnPeak(const PackingProblem &problem);

} // namespace memplace

#endif // MEMPLACE_PACKING_PACK_H
