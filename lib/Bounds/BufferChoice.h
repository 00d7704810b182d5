//===- BufferChoice.h - Cheapest path of one buffer -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H
#define MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H

#include "TransferCosts.h"

namespace memplace {

/// Prices of the relaxation, in seconds of makespan. FastTierModel has the
/// indices of `held` and `served`.
struct FastTierPrices {
  std::vector<double> held;   // For being fast while an op runs; >= 0.
  std::vector<double> served; // Paid by an op for fast service; >= 0.
  std::vector<double> time;   // By step: a second of `slow`; in [0, 1].
};

/// Amounts of each priced resource.
struct FastTierAmounts {
  std::vector<double> held;   // 1 for each buffer in the fast tier.
  std::vector<double> served; // 1 for each use served by the fast tier.
  std::vector<double> time;   // Seconds of `slow` taken by transfers.
};

/// Finds the cheapest path of one buffer through the program: its time in the
/// fast tier, the uses served there, and the necessary transfers. Ignores
/// limits of room and time, since prices represent them. "Fast" means in the
/// fast tier and "slow" in the slow tier of FastTierModel.h.
class BufferChoice {
public:
  BufferChoice(const FastTierModel &model, const FastTierPrices &prices);

  /// Returns the cost of the path of \p buffer, and adds its amounts to
  /// \p amounts.
  double choose(const FastTierBuffer &buffer, FastTierAmounts &amounts);

private:
  /// Location of the newest contents.
  enum Location { Slow, Both, Fast };
  static constexpr int numLocations = 3;
  /// Action between two uses, before the first use or after the last use.
  enum Between { Nothing, Keep, KeepAndCopyOut, CopyOut, CopyIn, OutAndIn };

  /// Costs between two successive uses, in seconds of makespan.
  struct Gap {
    Step begin = 0, end = 0; // Steps between the uses.
    Step made = 0;           // First step with the present contents.
    Step outFirst = 0;       // Earliest start of a copy out.
    Step keptOutEnd = 0; // Latest end of a copy out if the contents stay fast.
    double keep = 0;     // Of a place in the fast tier during the gap.
    /// Of a copy out, and of the place until `outEnd`. The place is then free.
    double copyOut = 0;
    Step outEnd = 0;
    bool isOutFree = false; // No price for the time of the copy out.
    /// Blocks of a copy out beyond the window; empty within the window.
    BlockRange outBlocks;
    double copyOutKept = 0;    // Cost of the transfer time alone.
    bool isKeptOutFar = false; // That copy out reaches beyond the window.
    BlockRange keptOutBlocks;  // If `isKeptOutFar`.
    double copyIn = 0; // Of a copy in, and of the place from `inBegin` on.
    Step inBegin = 0;
    bool isInFree = false; // No price for the time of the copy in.
    BlockRange inBlocks;
  };
  struct Choice {
    double cost = 0;
    Location before = Slow; // After the previous use.
    Between between = Nothing;
    bool isServedFromFast = false;
    bool isHeld = false; // Fast while the op runs.
  };

  double heldCost(const FastTierBuffer &buffer, Step step) const;
  void setTimesOut(const FastTierBuffer &buffer, size_t use, Gap &gap) const;
  void priceOut(const FastTierBuffer &buffer, Gap &gap);
  void priceFarOut(const FastTierBuffer &buffer, double held, Step step,
                   Gap &gap);
  void priceFarIn(const FastTierBuffer &buffer, double held, Step first,
                  Step begin, Step step, Gap &gap);
  void priceKeptOut(const FastTierBuffer &buffer, Gap &gap);
  void priceIn(const FastTierBuffer &buffer, size_t use, Gap &gap);
  void priceGaps(const FastTierBuffer &buffer);
  void improve(Choice &choice, const Choice &candidate);
  void arrive(const FastTierBuffer &buffer, size_t use);
  void serve(const FastTierBuffer &buffer, size_t use);
  void record(const FastTierBuffer &buffer, size_t use, const Choice &choice,
              FastTierAmounts &amounts);
  void recordHeld(const FastTierBuffer &buffer, Step begin, Step end,
                  FastTierAmounts &amounts) const;
  void recordFill(Step begin, Step end, double seconds,
                  FastTierAmounts &amounts);
  void recordFar(const FastTierBuffer &buffer, const BlockRange &blocks,
                 Step begin, Step end, double seconds,
                 FastTierAmounts &amounts);

  const FastTierModel &model;
  const FastTierPrices &prices;
  TransferCosts transfers;
  bool costsToHold = false;      // Some step has a price for being fast.
  std::vector<Gap> gaps;         // By use: the gap before it; and the last gap.
  std::vector<Choice> states;    // By use and location after it.
  Choice arrivals[numLocations]; // Just before a use.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_BUFFERCHOICE_H
