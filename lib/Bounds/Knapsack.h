//===- Knapsack.h - Knapsack with a concave gain ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_KNAPSACK_H
#define MEMPLACE_LIB_BOUNDS_KNAPSACK_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace memplace {

/// A buffer that a memory may hold and possibly serve.
struct KnapsackItem {
  int64_t size = 0;  // Bytes, at least 1.
  double held = 0;   // Value of holding the item; >= 0.
  double used = 0;   // Value of holding and using it; any sign.
  double saving = 0; // Saving by using the item; >= 0.
};

/// Choice for an item.
enum class Taken : uint8_t { No, Held, Used };

/// Chooses items of at most \p capacity bytes in total. Maximizes the sum of
/// `held` or `used` of the chosen items plus a concave gain of s, the sum of
/// `saving` of the used items. The gain is s up to \p limit, and from there to
/// \p end it rises by \p slope per unit.
class Knapsack {
public:
  int64_t capacity = 0;
  double limit = 0; // At least 0.
  double slope = 0; // From 0 to 1.
  double end = 0;   // Finite; >= limit unless the slope is 0.
  std::vector<KnapsackItem> items;

  /// Returns an upper bound on the value of any choice, apart from rounding.
  /// The bound is exact if branch and bound ends within \p nodeLimit nodes; 0
  /// disables branching. Fills choice().
  double solve(int64_t nodeLimit);

  /// Returns, by item, the best choice found by the last solve().
  const std::vector<Taken> &choice() const { return best; }

  /// Returns the number of nodes searched by the last solve().
  int64_t nodes() const { return numNodes; }

private:
  double gain(double saved) const {
    if (slope == 0 || saved <= limit)
      return saved < limit ? saved : limit;
    return limit + slope * ((saved < end ? saved : end) - limit);
  }
  /// An item in an order by value per byte.
  struct Ranked {
    double worth;
    int64_t size;
    size_t item;
    size_t rank; // Index into byDensity.
  };
  /// Items in an order of their own. Decided items are unlinked, and linked
  /// again in reverse order.
  class Order {
  public:
    std::vector<Ranked> items;
    void begin(size_t numRanks);
    void exclude(size_t rank);
    void putBack(size_t rank);
    /// Iteration over linked items; items.size() is the end.
    size_t first() const { return after(items.size()); }
    size_t after(size_t place) const { return links[place].next; }

  private:
    struct Link {
      size_t previous, next;
    };
    std::vector<Link> links;    // By place, including the end.
    std::vector<size_t> places; // By rank; the end: not in this order.
  };
  /// Returns the largest value of \p item if \p share of its saving counts.
  static double worth(const KnapsackItem &item, double share);
  static void sortByDensity(std::vector<Ranked> &order);
  static double fill(double start, const Order &order, int64_t room,
                     double enough);
  double boundFrom(size_t index, int64_t room, double value,
                   double saved) const;
  void takeGreedily();
  void branch(size_t index, int64_t room, double value, double saved);
  void decide(size_t index, int64_t room, double value, double saved);

  std::vector<Taken> best;
  std::vector<Taken> current;
  std::vector<Ranked> byDensity; // All items with a positive value.
  Order byHeld;                  // The same, without savings.
  Order bySlope;                 // The same, with `slope` of the savings.
  double bestValue = 0;
  double openBound = 0; // Bound of unsearched nodes.
  int64_t numNodes = 0;
  int64_t maxNodes = 0;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_KNAPSACK_H
