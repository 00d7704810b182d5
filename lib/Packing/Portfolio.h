//===- Portfolio.h - Heuristics by name -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_PORTFOLIO_H
#define MEMPLACE_LIB_PACKING_PORTFOLIO_H

#include "PackItems.h"
#include "Skyline.h"

namespace memplace::packing {

/// Data shared by all heuristics, computed once for the items.
struct Workspace {
  explicit Workspace(const Items &items);

  /// Returns offsets by item, packed in the order \p order by a skyline, or by
  /// first fit with fixed offsets; -1 for unpacked items.
  std::vector<Offset> packInOrder(std::span<const int32_t> order,
                                  int64_t limit);

  const Items &items;
  std::optional<Skyline> skyline; // Not with fixed offsets.
  /// Stops a slow heuristic, without a result; null: never.
  Budget *budget = nullptr;
  /// By item, to break ties by name; empty: as in the file.
  std::vector<int32_t> nameRanks;
};

/// A heuristic: fast, deterministic.
struct Packer {
  std::string_view name;
  std::string_view summary;
  /// Returns offsets by item; -1 for items not packed below the limit.
  std::vector<Offset> (*pack)(Workspace &workspace, int64_t limit);
  bool isSkyline = false;
  bool takesFixed = false; // Supports fixed offsets.
  bool usesNames = false;  // Breaks ties by the names of buffers.
};

/// Returns all heuristics in the order of attempts.
std::span<const Packer> portfolio();

/// Returns the orders of the skylines, number 0 to 5: item by rank.
std::vector<int32_t> skylineOrder(const Items &items, int which);

/// Converts an order of items by rank into the rank by item.
std::vector<int32_t> ranksOf(std::span<const int32_t> order);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_PORTFOLIO_H
