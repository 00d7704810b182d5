//===- FastTierModel.h - Relaxed model of the fast tier ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relaxation used for the strong bound; docs/reference/bounds.md has the
// proof. The first tier is the fast tier, called `fast`. The default tier is
// the slow tier, called `slow`; ops and transfers share its time. All other
// tiers count as slow, too, but their time is free.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_FASTTIERMODEL_H
#define MEMPLACE_LIB_BOUNDS_FASTTIERMODEL_H

#include "OpTimes.h"

#include <algorithm>
#include <optional>
#include <span>

namespace memplace {

/// An op's use of a buffer that can be in the fast tier.
struct FastTierUse {
  Step step = 0;
  bool needsContents = false; // Reads previous contents.
  bool makesContents = false; // Writes, or is the first use.
  bool mayBeInFast = false;   // Some access may be served fast.
  bool mayBeInSlow = true;    // All accesses may be served slowly.
  int32_t price = -1;         // Index of its served price; -1: none.
};

/// A step with a price for being in the fast tier.
struct PricedStep {
  int32_t step = 0;
  int32_t price = -1; // Index of the price.
};

/// A buffer that can be in the fast tier.
struct FastTierBuffer {
  BufferId id = 0;
  int64_t size = 0;          // Bytes.
  bool startsInFast = false; // Its contents are there before step 0.
  bool startsInSlow = false;
  bool mustEndInSlow = false;
  /// True if the buffer may enter the fast tier at no cost, provided its place
  /// is held from step 0 on.
  bool mayArriveBefore = false;
  double inSeconds = 0;   // Time of `slow` for a copy in.
  double outSeconds = 0;  // Time of `slow` for a copy out.
  double moveSeconds = 0; // Time of a copy in, even if not counted.
  std::vector<FastTierUse> uses;
  /// Steps [firstStep, firstStep + prices.size()): index of the price of being
  /// fast while the op runs; -1: no price, too far from any use.
  Step firstStep = 0;
  std::vector<int32_t> prices;
  std::vector<PricedStep> pricedSteps;  // Only steps with a price.
  int32_t firstPrice = 0, endPrice = 0; // Range of the buffer's prices.

  /// Returns the priced steps in [begin, end).
  std::span<const PricedStep> pricedIn(Step begin, Step end) const {
    const auto isBefore = [](const PricedStep &priced, Step step) {
      return priced.step < step;
    };
    const auto first = std::lower_bound(pricedSteps.begin(), pricedSteps.end(),
                                        begin, isBefore);
    return {first, std::lower_bound(first, pricedSteps.end(),
                                    std::max(begin, end), isBefore)};
  }
  int32_t priceAt(Step step) const {
    Step at = step - firstStep;
    return at >= 0 && at < static_cast<Step>(prices.size()) ? prices[at] : -1;
  }
};

/// A buffer that may be in the fast tier while an op runs.
struct FastTierPlace {
  int64_t size = 0;
  int32_t heldPrice = -1;
  int32_t servedPrice = -1; // -1: not used by the op, or not fast.
  double saving = 0;        // As in FastTierOperand.
  double slowSeconds = 0;
  double moveSeconds = 0; // Approximate time of a transfer.
};

/// Step and buffer of a price of being in the fast tier.
struct HeldPlace {
  int32_t step = 0;
  int32_t block = -1; // Block that begins with the step, if any.
  int64_t size = 0;   // Bytes.
};

/// One op.
struct FastTierOp {
  OpTimes times; // Without operands; see `places`.
  double trips = 1;
  int64_t capacity = 0;              // Without buffers that must be fast.
  std::vector<FastTierPlace> places; // In the order of heldPrice.
  size_t firstServed = 0;            // Range in FastTierModel::servedPlaces.
  size_t endServed = 0;
};

/// The relaxed problem, and the numbering of its prices.
struct FastTierModel {
  /// Number of blocks before the first use and after the last use with prices
  /// for a buffer's place. Beyond these blocks the place is free. A transfer of
  /// a whole fast memory fits in this range, and each further block would cost
  /// time.
  static constexpr int64_t maxBlocks = 8;

  /// \p window: steps before and after a use with a price for each step; none:
  /// as many as the budget of prices allows. \p blockLength: distance of the
  /// steps with a price for all buffers; 0: no such steps.
  FastTierModel(const Problem &problem, std::optional<Step> window,
                Step blockLength);

  std::vector<FastTierOp> ops;
  std::vector<double> freeAtMost; // From the times of each op, contiguous.
  /// By op: least time of `slow` that no transfer can use during one run,
  /// seconds; empty: not modelled.
  std::vector<double> notFree;
  std::vector<FastTierBuffer> buffers;
  std::vector<HeldPlace> heldPlaces; // By price.
  std::vector<FastTierPlace>
      servedPlaces; // Places with a servedPrice, op by op.

  std::span<const FastTierPlace> servedPlacesOf(const FastTierOp &op) const {
    return std::span(servedPlaces)
        .subspan(op.firstServed, op.endServed - op.firstServed);
  }
  Step window = 0;
  Step blockLength;           // Block i begins with step i * blockLength.
  bool mayLeaveEarly = false; // As in BoundLimits.
  int32_t numHeldPrices = 0;
  int32_t numServedPrices = 0;

private:
  void addOps(const Problem &problem);
  void addUses(const Problem &problem, std::vector<int32_t> &indexOf);
  void addBuffer(const Problem &problem, BufferId id);
  Step widestWindow(Step numSteps) const;
  void addPrices(FastTierBuffer &buffer, Step numSteps);
  void addPlaces(const FastTierBuffer &buffer);
  void listServedPlaces();

  TierId fast = 0;
  TierId slow = 0;
  std::vector<std::vector<FastTierOperand>>
      operands; // By op, sorted by buffer.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_FASTTIERMODEL_H
