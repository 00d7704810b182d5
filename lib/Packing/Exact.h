//===- Exact.h - Exact search for a packing ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_EXACT_H
#define MEMPLACE_LIB_PACKING_EXACT_H

#include "Budget.h"
#include "ItemOverlaps.h"
#include "PackItems.h"

namespace memplace::packing {

/// Result of an exact search.
enum class Verdict {
  Found,      // A packing within the capacity.
  Impossible, // Proven: no packing exists.
  Spent,      // Undecided within the nodes.
};

/// Branching rules of a search.
struct BranchOrder {
  enum class Section { FewestChoices, LeastSlack, Lowest };

  Section section = Section::FewestChoices;
  std::vector<int32_t> rankOf; // By item: lowest rank first.
};

/// State of a depth-first search: the placed items, from below, and the
/// consequences for the others. A trail undoes changes.
///
/// Packings may be assumed to be bottom-justified: each item is at 0, at its
/// fixed offset, or on top of another item with an overlap in time. Moving all
/// items down as far as possible makes any packing bottom-justified. The search
/// therefore decides, in a valley of the skyline, whether an item lies on the
/// valley's floor or higher; in the second case the item lies on top of an item
/// not placed yet.
class ExactState {
public:
  ExactState(const Items &items, int64_t capacity);

  /// Restarts; returns false if no packing exists within \p capacity.
  bool reset(int64_t capacity);
  /// Both return false if the state then has no solution. Both can be undone.
  bool place(int32_t item);
  bool exclude(int32_t item);
  size_t mark() const { return trail.size(); }
  void undoTo(size_t mark);

  /// Returns true if a placed item supports \p item at its least offset.
  bool isSupported(int32_t item) const;
  /// Returns true if no unplaced item is in both \p section and the next.
  bool isCut(int32_t section) const { return crossing[section] == 0; }
  int64_t slack(int32_t section) const {
    return capacity - floor[section] - total[section];
  }
  /// Calls \p visit(item) for the candidates for the floor of \p section.
  template <typename Visit>
  void forEachCandidate(int32_t section, Visit visit) const {
    for (const auto &at : overlaps.itemsOf(section, section + 1))
      if (!isPlaced[at.item] && least[at.item] == floor[section])
        visit(at.item);
  }

  const Items &items;
  int64_t capacity;
  // By item: lower bound of the offset; the offset if placed.
  std::vector<Offset> least;
  std::vector<bool> isPlaced;      // By item.
  std::vector<Offset> floor;       // By section: lower bound of unplaced items.
  std::vector<int32_t> numLeft;    // By section: not placed yet.
  std::vector<int32_t> numAtFloor; // By section: unplaced, at its floor.
  int64_t work = 0; // Items and sections that propagation has visited.

private:
  enum class What : int32_t { Least, Floor, Top, AtFloor, Placed };
  struct Change {
    What what;
    int32_t index;
    int64_t old;
  };
  void touch(int32_t section);
  bool raise(int32_t item, Offset offset);
  Offset minSupport(int32_t item) const;
  bool propagate();
  bool refresh(int32_t section);
  bool rescan(int32_t section);
  void addRelease(Offset offset, int64_t size);
  void set(What what, std::vector<int64_t> &values, int32_t index,
           int64_t value) {
    trail.push_back({what, index, values[index]});
    values[index] = value;
  }

  const ItemOverlaps overlaps;
  std::vector<Offset> top;     // By section: of placed items.
  std::vector<int64_t> total;  // By section: bytes not placed yet.
  std::vector<Offset> highest; // By section: upper bound of all least offsets.
  std::vector<int32_t> crossing; // By section: items in it and the next.
  std::vector<Change> trail;
  std::vector<int32_t> touched; // Sections to refresh.
  std::vector<bool> isTouched;
  std::vector<std::pair<Offset, int64_t>> releases; // Of one section.
};

/// Depth-first search with restarts.
class ExactSearch {
public:
  static constexpr int numOrders = 12;

  /// \p items must not have windows.
  explicit ExactSearch(const Items &items);

  /// Tries to pack within \p capacity for at most \p nodes, in the order of
  /// restart number \p which. Orders from `numOrders` on are partly random.
  Verdict run(int64_t capacity, int which, int64_t nodes, Budget &budget);

  /// By item, after `Found`.
  const std::vector<Offset> &offsets() const { return state.least; }

private:
  struct Decision {
    int32_t item;
    size_t mark;
    bool isFinal; // Its part is solved: undoing it alone is useless.
  };
  /// A range of sections solved by itself.
  struct Frame {
    size_t numDecisions; // Before the frame was entered.
    int32_t begin;
    int32_t end;
  };
  struct Choice {
    int32_t section = -1;
    int32_t begin = 0; // Of its part.
    int32_t end = 0;
    int numParts = 0;
  };
  using ValleyKey = std::pair<int64_t, int64_t>;
  ValleyKey keyOf(int32_t section, BranchOrder::Section by) const;
  Offset lowestIn(const Frame &frame) const;
  Choice choose(const Frame &frame, BranchOrder::Section by) const;
  BranchOrder makeOrder(int which, uint64_t seed) const;
  int32_t candidateAt(int32_t section, const BranchOrder &order) const;
  bool step(const BranchOrder &order, bool &isDone);
  bool backtrack();

  ExactState state;
  bool onlyLowest; // Items have gaps: only the lowest valley is safe.
  std::vector<BranchOrder> orders; // The first `numOrders`.
  std::vector<Decision> decisions;
  std::vector<Frame> frames;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_EXACT_H
