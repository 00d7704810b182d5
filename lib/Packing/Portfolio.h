//===- Portfolio.h - Heuristics by name -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_PORTFOLIO_H
#define MEMPLACE_LIB_PACKING_PORTFOLIO_H

#include "Items.h"
#include "Skyline.h"

namespace memplace::packing {

/// What the heuristics share, made once for the items.
struct Workspace {
  explicit Workspace(const Items &items);

  const Items &items;
  std::optional<Skyline> skyline; // Not with fixed offsets.
};

/// A heuristic: quick, without randomness.
struct Packer {
  std::string_view name;
  std::string_view summary;
  /// Offsets by item; -1 for those it did not pack below the limit.
  std::vector<Offset> (*pack)(Workspace &workspace, int64_t limit);
  bool isSlow = false;     // Quadratic.
  bool takesFixed = false; // Can do fixed offsets.
};

/// In the order in which they are tried.
std::span<const Packer> portfolio();

/// The orders of the skylines, best of six: item by rank.
constexpr int numSkylineOrders = 6;
std::vector<int32_t> skylineOrder(const Items &items, int which);

/// Rank by item, of an order of items by rank.
std::vector<int32_t> ranksOf(std::span<const int32_t> order);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_PORTFOLIO_H
