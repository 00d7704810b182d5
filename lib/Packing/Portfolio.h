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

/// What the heuristics share, made once for the items.
struct Workspace {
  explicit Workspace(const Items &items);

  /// Offsets by item in the order \p order, -1 for what did not get packed: by
  /// a skyline, or by first fit if there are fixed offsets.
  std::vector<Offset> packInOrder(std::span<const int32_t> order,
                                  int64_t limit);

  const Items &items;
  std::optional<Skyline> skyline; // Not with fixed offsets.
  /// Stops a heuristic that takes too long, with nothing; null: never.
  Budget *budget = nullptr;
  /// By item, where ties are broken by name; empty: as in the file.
  std::vector<int32_t> nameRanks;
};

/// A heuristic: quick, without randomness.
struct Packer {
  std::string_view name;
  std::string_view summary;
  /// Offsets by item; -1 for those it did not pack below the limit.
  std::vector<Offset> (*pack)(Workspace &workspace, int64_t limit);
  bool isSkyline = false;
  bool takesFixed = false; // Can do fixed offsets.
  bool usesNames = false;  // Breaks ties by the names of buffers.
};

/// In the order in which they are tried.
std::span<const Packer> portfolio();

/// The orders of the skylines, number 0 to 5: item by rank.
std::vector<int32_t> skylineOrder(const Items &items, int which);

/// Rank by item, of an order of items by rank.
std::vector<int32_t> ranksOf(std::span<const int32_t> order);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_PORTFOLIO_H
