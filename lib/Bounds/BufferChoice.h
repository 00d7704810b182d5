//===- BufferChoice.h - One buffer's cheapest way through -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H
#define MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H

#include "NearModel.h"

namespace memplace {

/// What things cost. Seconds of makespan.
struct NearPrices {
  std::vector<double> held;   // Being near while an op runs; not below 0.
  std::vector<double> served; // What an op pays for being served near; >= 0.
  std::vector<double> time;   // By step: a second of `far`; in [0, 1].
};

/// How much is used of what has a price.
struct NearAmounts {
  std::vector<double> held;   // 1 for each buffer that is near.
  std::vector<double> served; // 1 for each use that is served near.
  std::vector<double> time;   // Seconds of `far` that transfers take.
};

/// Finds the cheapest way of one buffer through the program: when it is near,
/// what is served near, and which transfers that takes. Has no limits of room
/// or time: these are in the prices.
class BufferChoice {
public:
  BufferChoice(const NearModel &model, const NearPrices &prices);

  /// Returns what the way of \p buffer costs, and adds to \p amounts what it
  /// uses.
  double choose(const NearBuffer &buffer, NearAmounts &amounts);

private:
  /// Where the newest contents are.
  enum Where { Far, Both, Near };
  static constexpr int numWheres = 3;
  /// What happens between two uses, or before the first, or after the last.
  enum Between { Nothing, Keep, KeepAndCopyOut, CopyOut, CopyIn, OutAndIn };

  struct Slot {
    double price;
    double seconds;
    Step step;
  };
  static bool isCheaper(const Slot &a, const Slot &b) {
    return a.price != b.price ? a.price < b.price : a.step < b.step;
  }
  /// Some blocks in a row, first and last.
  struct Blocks {
    int64_t first = 0, last = -1;
    bool isEmpty() const { return last < first; }
  };
  /// A block of which a transfer may take more.
  struct OpenBlock {
    const Slot *next; // The cheapest that is left.
    const Slot *end;
  };
  /// From one use to the next.
  struct Gap {
    Step begin = 0, end = 0; // Steps between the uses.
    Step made = 0;           // The first since which the contents are the same.
    Step outFirst = 0;   // A transfer out that ends here begins at least there.
    Step keptOutEnd = 0; // And ends at most there if they stay near.
    double keep = 0;
    double copyOut = 0; // Until the contents are far, and gone from near.
    Step outEnd = 0;    // The steps before it are held for that.
    bool isOutFree = false;
    /// Beyond the window: blocks that it flows in; none if it is nearer.
    Blocks outBlocks;
    double copyOutKept = 0; // The time alone.
    bool isKeptOutFar = false;
    Blocks keptOutBlocks; // If it is.
    double copyIn = 0;
    Step inBegin = 0;
    bool isInFree = false;
    Blocks inBlocks;
  };
  struct Choice {
    double cost = 0;
    Where before = Far; // After the use before.
    Between between = Nothing;
    bool isServedNear = false;
    bool isHeld = false; // Near while the op runs.
  };

  double heldCost(const NearBuffer &buffer, Step step) const;
  double fillCost(double seconds) const;
  void addSlot(Step step);
  void addSlots(Step begin, Step end);
  int64_t blockOf(Step step) const { return step / model.blockLength; }
  template <typename Visit>
  double flowIn(const Blocks &blocks, double seconds, Visit visit);
  const Slot *cheapestIn(int64_t block) const;
  double fillCost(const Blocks &blocks, double seconds);
  double fillCost(const Blocks &blocks, double seconds, double least);
  double leastPrice(const Blocks &blocks) const;
  /// Whether a transfer is priced as if all of it flowed in the cheapest step.
  bool isLong(const Blocks &blocks) const {
    return blocks.last - blocks.first >= maxBlocksInFull;
  }
  template <typename Visit>
  double flowInCheapest(const Blocks &blocks, double seconds, Visit visit);
  void sortBlocks();
  void setTimesOut(const NearBuffer &buffer, size_t use, Gap &gap) const;
  void priceOut(const NearBuffer &buffer, Gap &gap);
  void priceFarOut(const NearBuffer &buffer, double held, Step step, Gap &gap);
  void priceFarIn(const NearBuffer &buffer, double held, Step first, Step begin,
                  Step step, Gap &gap);
  void priceKeptOut(const NearBuffer &buffer, Gap &gap);
  void priceIn(const NearBuffer &buffer, size_t use, Gap &gap);
  void priceGaps(const NearBuffer &buffer);
  void improve(Choice &choice, const Choice &candidate);
  void arrive(const NearBuffer &buffer, size_t use);
  void serve(const NearBuffer &buffer, size_t use);
  void record(const NearBuffer &buffer, size_t use, const Choice &choice,
              NearAmounts &amounts);
  void recordHeld(const NearBuffer &buffer, Step begin, Step end,
                  NearAmounts &amounts) const;
  void recordFill(Step begin, Step end, double seconds, NearAmounts &amounts);
  void recordFar(const NearBuffer &buffer, const Blocks &blocks, Step begin,
                 Step end, double seconds, NearAmounts &amounts);

  const NearModel &model;
  const NearPrices &prices;
  bool costsToHold = false;          // Being near, at some step.
  std::vector<Gap> gaps;             // By use: the one before it; one more.
  std::vector<Choice> states;        // By use and where, after it.
  Choice arrivals[numWheres];        // Just before a use.
  std::vector<Slot> slots;           // Sorted by price.
  std::vector<Slot> inBlocks;        // By block, sorted by price in each.
  std::vector<size_t> firstInBlock;  // Into inBlocks; one more.
  int64_t maxBlocksInFull = 9;       // That are filled in one by one.
  std::vector<OpenBlock> openBlocks; // In flowIn.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H
