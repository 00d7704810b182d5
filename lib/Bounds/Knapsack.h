//===- Knapsack.h - What one memory can hold at one step --------*- C++ -*-===//
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

/// Something that may be put into a memory, and perhaps be used there.
struct KnapsackItem {
  int64_t size = 0;  // Bytes, at least 1.
  double held = 0;   // What it is worth to be there, not below 0.
  double used = 0;   // What it is worth there if it is used, of any sign.
  double saving = 0; // What using it saves, not below 0.
};

/// What is chosen for an item.
enum class Taken : uint8_t { No, Held, Used };

/// Chooses items that fit into \p capacity bytes together, so that the sum of
/// `held` or `used` of what is taken plus the gain from the sum s of `saving`
/// of what is used is largest. The gain is concave: s up to \p limit, and from
/// there on \p slope of what is more, up to \p end.
class Knapsack {
public:
  int64_t capacity = 0;
  double limit = 0; // Not below 0.
  double slope = 0; // From 0 to 1.
  double end = 0;   // Of s, finite; not below limit, unless the slope is 0.
  std::vector<KnapsackItem> items;

  /// Returns a value that no choice exceeds (but for rounding); the largest
  /// there is if branch and bound ends within \p nodeLimit, 0 for no branching.
  /// Fills choice().
  double solve(int64_t nodeLimit);

  /// By item: the best choice that the last solve() found.
  const std::vector<Taken> &choice() const { return best; }

  /// How many nodes the last solve() searched.
  int64_t nodes() const { return numNodes; }

private:
  double gain(double saved) const {
    if (slope == 0 || saved <= limit)
      return saved < limit ? saved : limit;
    return limit + slope * ((saved < end ? saved : end) - limit);
  }
  /// An item in an order of worth, with what that goes by.
  struct Ranked {
    double worth;
    int64_t size;
    size_t item;
    size_t rank; // In byDensity.
  };
  /// Items in an order of their own, of which those that are decided can be
  /// left out and put back, the last one first.
  class Order {
  public:
    std::vector<Ranked> items;
    void begin(size_t numRanks);
    void leaveOut(size_t rank);
    void putBack(size_t rank);
    /// The first, and from one to the next; items.size() is the end.
    size_t first() const { return after(items.size()); }
    size_t after(size_t place) const { return links[place].next; }

  private:
    struct Link {
      size_t previous, next;
    };
    std::vector<Link> links;    // By place, that of the end included.
    std::vector<size_t> places; // By rank; the end: not in this order.
  };
  /// What \p item can be worth if \p share of its saving counts.
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
  std::vector<Ranked> byDensity; // The items that are worth anything.
  Order byHeld;                  // Likewise, without their savings.
  Order bySlope;                 // Likewise, with `slope` of their savings.
  double bestValue = 0;
  double openBound = 0; // Of what was not searched.
  int64_t numNodes = 0;
  int64_t maxNodes = 0;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_KNAPSACK_H
