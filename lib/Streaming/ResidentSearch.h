//===- ResidentSearch.h - Items that stay in memory -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If memory has no room for all items, e.g. weights, some stay resident and a
// stream reads the others during each call (ReadSchedule.h). The search for
// resident items is common to weights of IREE's programs, weights served from a
// file, and arguments of JAX's functions. A model of the caller gives the cost
// of a set.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_STREAMING_RESIDENTSEARCH_H
#define MEMPLACE_LIB_STREAMING_RESIDENTSEARCH_H

#include "memplace/Problem/Problem.h"

#include <compare>
#include <functional>
#include <limits>

namespace memplace {

/// Items of one memory, over the steps of a program.
struct ResidentItems {
  /// A copy of an item that is read for one step.
  struct Copy {
    Step step = 0;
    int64_t size = 0; // Bytes.
  };

  std::vector<int64_t> sizes; // By item, bytes while resident.
  /// By item: copies needed unless the item is resident, by step. Without
  /// copies, ops use the item in place, in the slower memory.
  std::vector<std::vector<Copy>> copies;
  std::vector<int64_t> others; // By step: bytes of everything else in memory.
  int64_t room = 0;            // Bytes.
};

/// Indices of the resident items, ascending.
using ResidentSet = std::vector<size_t>;

/// Value of the plan for a resident set. Compared field by field.
struct StreamCost {
  double seconds = std::numeric_limits<double>::infinity(); // Of a call.
  int64_t bytesRead = 0;                                    // Per call.
  int64_t peak = 0;                                         // Bytes.

  auto operator<=>(const StreamCost &) const = default;
};

/// Returns the cost of a set; infinite seconds if the set has no plan. The
/// function may return infinite seconds for each set whose cost is not below
/// the given limit.
using ResidentCost =
    std::function<StreamCost(const ResidentSet &, const StreamCost &limit)>;

/// Returns the cheapest set found; none if no set has a plan. If `evaluations`
/// suffice for all sets with room for one copy at a time, the set is the
/// cheapest of all. Otherwise local search improves the best of several simple
/// sets. `evaluations` is the number of calls of \p cost besides the call for
/// the empty set. The result is the same on every machine.
std::optional<ResidentSet> chooseResident(const ResidentItems &items,
                                          int64_t evaluations, uint64_t seed,
                                          const ResidentCost &cost);

/// Returns the numbers below \p count in an order whose every prefix is spread
/// evenly.
std::vector<size_t> spreadOrder(size_t count);

} // namespace memplace

#endif // MEMPLACE_LIB_STREAMING_RESIDENTSEARCH_H
