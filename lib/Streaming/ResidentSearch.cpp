//===- ResidentSearch.cpp - Items that stay in memory ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidentSearch.h"

#include "memplace/Problem/Random.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

using namespace memplace;

/// Bytes left free by the simple sets beside one copy at a time: as multiples
/// of the largest copy, and as shares of the memory that is free without
/// resident items.
static constexpr double reserveCopies[] = {0, 0.25, 1, 1.25, 2.25, 3.25, 5.25};
static constexpr double reserveShares[] = {0.125, 0.25, 0.5, 0.75};

/// Attempts of local search per evaluation; most repeat a known set if there
/// are few.
static constexpr int64_t attemptsPerEvaluation = 16;

std::vector<size_t> memplace::spreadOrder(size_t count) {
  constexpr double golden = 0.6180339887498949;
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t(0));
  const auto place = [](size_t number) {
    return std::fmod(static_cast<double>(number) * golden, 1.0);
  };
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return place(a) < place(b); });
  return order;
}

namespace {

/// The memory with some resident items, and one copy at a time of the others.
class Occupancy {
public:
  explicit Occupancy(const ResidentItems &items)
      : items(items), need(items.others), isIn(items.sizes.size(), false) {
    for (const std::vector<ResidentItems::Copy> &copies : items.copies)
      for (const ResidentItems::Copy &copy : copies)
        need[static_cast<size_t>(copy.step)] += copy.size;
  }

  void flip(size_t item) {
    const int64_t sign = isIn[item] ? 1 : -1;
    isIn[item] = !isIn[item];
    held -= sign * items.sizes[item];
    for (const ResidentItems::Copy &copy : items.copies[item])
      need[static_cast<size_t>(copy.step)] += sign * copy.size;
  }
  bool has(size_t item) const { return isIn[item]; }
  /// Returns the free bytes at the fullest step; negative without room.
  int64_t left() const {
    const auto fullest = std::max_element(need.begin(), need.end());
    return items.room - held - (fullest == need.end() ? 0 : *fullest);
  }
  ResidentSet set() const {
    ResidentSet set;
    for (size_t item = 0; item < isIn.size(); ++item)
      if (isIn[item])
        set.push_back(item);
    return set;
  }

private:
  const ResidentItems &items;
  int64_t held = 0;          // Bytes of resident items.
  std::vector<int64_t> need; // By step, bytes of all others.
  std::vector<bool> isIn;
};

class ResidentSearch {
public:
  ResidentSearch(const ResidentItems &items, int64_t evaluations, uint64_t seed,
                 const ResidentCost &cost)
      : items(items), cost(cost), evaluations(evaluations), random(seed) {}

  std::optional<ResidentSet> run();

private:
  size_t size() const { return items.sizes.size(); }
  void consider(const Occupancy &memory);
  bool tryAll();
  std::vector<std::vector<size_t>> getOrders() const;
  std::vector<int64_t> getReserves() const;
  void fill(const std::vector<size_t> &order, int64_t reserve);
  void climb();
  void flipSome(Occupancy &memory, bool areResident);

  const ResidentItems &items;
  const ResidentCost &cost;
  int64_t evaluations; // Left.
  Random random;
  std::set<ResidentSet> tried;
  std::optional<ResidentSet> best;
  StreamCost least; // Of the best set.
};

} // namespace

/// Evaluates a set that is new and fits, and keeps the set if it is the best.
void ResidentSearch::consider(const Occupancy &memory) {
  ResidentSet set = memory.set();
  const bool isFree = set.empty();
  if (memory.left() < 0 || (evaluations <= 0 && !isFree) ||
      !tried.insert(set).second)
    return;
  evaluations -= isFree ? 0 : 1;
  const StreamCost found = cost(set, least);
  if (std::isinf(found.seconds) || !(found < least))
    return;
  least = found;
  best = std::move(set);
}

/// Considers all sets if there are few. Returns true if so.
bool ResidentSearch::tryAll() {
  if (size() >= 62 || (int64_t(1) << size()) - 1 > evaluations)
    return false;
  Occupancy memory(items);
  // A Gray code: consecutive sets differ by one item.
  for (uint64_t number = 1; number < uint64_t(1) << size(); ++number) {
    memory.flip(static_cast<size_t>(std::countr_zero(number)));
    consider(memory);
  }
  return true;
}

/// Returns orders in which simple sets take items: spread evenly, by first use
/// (nothing hides the first reads), reversed, largest first, smallest first.
/// Items without copies come last.
std::vector<std::vector<size_t>> ResidentSearch::getOrders() const {
  const auto firstUse = [&](size_t item) {
    const std::vector<ResidentItems::Copy> &copies = items.copies[item];
    return copies.empty() ? Step(0) : copies[0].step;
  };
  const auto sortBy = [&](const auto &key) {
    std::vector<size_t> order(size());
    std::iota(order.begin(), order.end(), size_t(0));
    const auto full = [&](size_t item) {
      return std::tuple(items.copies[item].empty(), key(item), firstUse(item),
                        item);
    };
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return full(a) < full(b); });
    return order;
  };
  const std::vector<size_t> byUse = sortBy(firstUse);
  std::vector<size_t> rank(size());
  const std::vector<size_t> spread = spreadOrder(size());
  for (size_t place = 0; place < size(); ++place)
    rank[byUse[spread[place]]] = place;
  return {sortBy([&](size_t item) { return rank[item]; }), byUse,
          sortBy([&](size_t item) { return -firstUse(item); }),
          sortBy([&](size_t item) { return -items.sizes[item]; }),
          sortBy([&](size_t item) { return items.sizes[item]; })};
}

std::vector<int64_t> ResidentSearch::getReserves() const {
  int64_t largest = 0;
  for (const std::vector<ResidentItems::Copy> &copies : items.copies)
    for (const ResidentItems::Copy &copy : copies)
      largest = std::max(largest, copy.size);
  const int64_t free = Occupancy(items).left();
  std::vector<int64_t> reserves;
  const auto add = [&](double factor, int64_t bytes) {
    reserves.push_back(
        static_cast<int64_t>(factor * static_cast<double>(bytes)));
  };
  for (const double copies : reserveCopies)
    add(copies, largest);
  for (const double share : reserveShares)
    add(share, free);
  return reserves;
}

/// Considers the set that takes items of \p order while there is room beside
/// \p reserve bytes.
void ResidentSearch::fill(const std::vector<size_t> &order, int64_t reserve) {
  Occupancy memory(items);
  for (const size_t item : order) {
    memory.flip(item);
    if (memory.left() < reserve)
      memory.flip(item);
  }
  consider(memory);
}

/// Removes up to two random resident items, or adds up to two random items that
/// fit.
void ResidentSearch::flipSome(Occupancy &memory, bool areResident) {
  std::vector<size_t> from;
  for (size_t item = 0; item < size(); ++item)
    if (memory.has(item) == areResident)
      from.push_back(item);
  constexpr size_t counts[] = {0, 1, 1, 2};
  const size_t count = std::min(counts[random.below(4)], from.size());
  for (size_t number = 0; number < count; ++number) {
    std::swap(from[number], from[number + random.below(from.size() - number)]);
    memory.flip(from[number]);
    if (!areResident && memory.left() < 0)
      memory.flip(from[number]);
  }
}

void ResidentSearch::climb() {
  const int64_t attempts = evaluations * attemptsPerEvaluation;
  for (int64_t attempt = 0; attempt < attempts && evaluations > 0; ++attempt) {
    Occupancy memory(items);
    for (const size_t item : *best)
      memory.flip(item);
    flipSome(memory, true);
    flipSome(memory, false);
    consider(memory);
  }
}

std::optional<ResidentSet> ResidentSearch::run() {
  consider(Occupancy(items));
  Occupancy everything(items);
  for (size_t item = 0; item < size(); ++item)
    everything.flip(item);
  consider(everything);
  if ((best && best->size() == size()) || tryAll())
    return best;
  const std::vector<std::vector<size_t>> orders = getOrders();
  for (const int64_t reserve : getReserves())
    for (const std::vector<size_t> &order : orders)
      fill(order, reserve);
  if (best)
    climb();
  return best;
}

std::optional<ResidentSet> memplace::chooseResident(const ResidentItems &items,
                                                    int64_t evaluations,
                                                    uint64_t seed,
                                                    const ResidentCost &cost) {
  return ResidentSearch(items, evaluations, seed, cost).run();
}
