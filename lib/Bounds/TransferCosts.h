//===- TransferCosts.h - Cheapest time for transfers ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_TRANSFERCOSTS_H
#define MEMPLACE_LIB_BOUNDS_TRANSFERCOSTS_H

#include "FastTierModel.h"

#include <vector>

namespace memplace {

/// Consecutive blocks of steps (FastTierModel.h), inclusive.
struct BlockRange {
  int64_t first = 0, last = -1;
  bool isEmpty() const { return last < first; }
};

/// Finds the cheapest steps for a transfer, and the cost in seconds of
/// makespan. A transfer flows while ops run, at the price of each step, and the
/// remainder flows while the program waits, at price 1. A transfer within the
/// window flows in *slots*, which the caller adds step by step. A transfer
/// beyond the window flows in any blocks from its start to its end.
class TransferCosts {
public:
  /// \p prices: by step, the price of a second of `slow`. Keeps references to
  /// both arguments.
  TransferCosts(const FastTierModel &model, const std::vector<double> &prices);

  /// Removes all slots.
  void clearSlots() { slots.clear(); }
  /// Allows a transfer to flow while op \p step runs, too.
  void addSlot(Step step);
  /// Allows the transfer to flow in all steps of [\p begin, \p end). Requires
  /// that there are no slots so far.
  void addSlots(Step begin, Step end);
  /// Returns the cost of \p seconds of transfer: in the cheapest slots, and the
  /// remainder while the program waits.
  double fillCost(double seconds) const;
  /// Adds the seconds that such a transfer flows in each step to \p times.
  void record(double seconds, std::vector<double> &times) const;

  /// Returns the block of \p step.
  int64_t blockOf(Step step) const { return step / model.blockLength; }
  /// Returns the cost of \p seconds of transfer in \p blocks.
  double fillCost(const BlockRange &blocks, double seconds);
  /// Like `fillCost` without \p least, which must be the least price of
  /// \p blocks.
  double fillCost(const BlockRange &blocks, double seconds, double least);
  /// Returns a lower bound on the price of a second of transfer in \p blocks:
  /// the price of the cheapest step or of waiting.
  double minPrice(const BlockRange &blocks) const;
  /// Adds the seconds that a transfer in \p blocks flows in each step to
  /// \p times.
  void record(const BlockRange &blocks, double seconds,
              std::vector<double> &times);

private:
  struct Slot {
    double price;
    double seconds;
    Step step;
  };
  static bool isCheaper(const Slot &a, const Slot &b) {
    return a.price != b.price ? a.price < b.price : a.step < b.step;
  }
  /// A block with time left for a transfer.
  struct OpenBlock {
    const Slot *next; // The cheapest remaining slot.
    const Slot *end;
  };

  void sortBlocks();
  const Slot *cheapestIn(int64_t block) const;
  /// Returns true if a transfer is priced as if the whole transfer flowed in
  /// the cheapest step.
  bool isLong(const BlockRange &blocks) const {
    return blocks.last - blocks.first >= maxBlocksInFull;
  }
  template <typename Visit>
  double flowIn(const BlockRange &blocks, double seconds, Visit visit);
  template <typename Visit>
  double flowInCheapest(const BlockRange &blocks, double seconds, Visit visit);

  const FastTierModel &model;
  const std::vector<double> &prices; // By step.
  std::vector<Slot> slots;           // Sorted by price.
  std::vector<Slot> inBlocks;        // By block, sorted by price in each.
  std::vector<size_t> firstInBlock; // Into inBlocks; one more entry at the end.
  int64_t maxBlocksInFull = 9;      // Transfers over more blocks are isLong().
  std::vector<OpenBlock> openBlocks; // Scratch of flowIn.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_TRANSFERCOSTS_H
