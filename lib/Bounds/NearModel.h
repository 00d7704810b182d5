//===- NearModel.h - Who may be in the fast tier, and when ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relaxation that docs/reference/bounds.md proves the strong bound with.
// One tier is `near`, the first one; one is `far`, the default tier, whose time
// ops and transfers share. All others count as far too, but cost no time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_NEARMODEL_H
#define MEMPLACE_LIB_BOUNDS_NEARMODEL_H

#include "OpTimes.h"

#include <algorithm>
#include <optional>
#include <span>

namespace memplace {

/// One op's use of a buffer that may be near at some time.
struct NearUse {
  Step step = 0;
  bool needsContents = false; // Reads what was there before.
  bool makesContents = false; // Writes, or is the first to give it contents.
  bool mayBeNear = false;     // Some access may be served near.
  bool mayBeFar = true;       // All accesses may be served far.
  int32_t price = -1; // Index of the price of serving it near; -1: none.
};

/// A step at which being near has a price.
struct PricedStep {
  int32_t step = 0;
  int32_t price = -1; // Index of the price.
};

/// A buffer that may be near at some time.
struct NearBuffer {
  BufferId id = 0;
  int64_t size = 0;        // Bytes.
  bool startsNear = false; // Has its contents near before step 0.
  bool startsFar = false;
  bool mustEndFar = false;
  /// Whether it may come near at no cost if its place is held from step 0 on.
  bool mayArriveBefore = false;
  double inSeconds = 0;   // Time of `far` that a transfer to `near` takes.
  double outSeconds = 0;  // And one back.
  double moveSeconds = 0; // The first, also where time of `far` is not counted.
  std::vector<NearUse> uses;
  /// Steps [firstStep, firstStep + prices.size()): index of the price of
  /// being near while that op runs; -1: none, as it is far from each use.
  Step firstStep = 0;
  std::vector<int32_t> prices;
  std::vector<PricedStep> pricedSteps;  // The same, of those with a price.
  int32_t firstPrice = 0, endPrice = 0; // All of these prices are in between.

  /// Those in [begin, end).
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

/// That a buffer may be near while an op runs.
struct NearPlace {
  int64_t size = 0;
  int32_t heldPrice = -1;
  int32_t servedPrice = -1; // -1: the op does not use it, or not near.
  double saving = 0;        // As in NearOperand.
  double farSeconds = 0;
  double moveSeconds = 0; // About what a transfer of it takes.
};

/// The step and the buffer that a price of being near is of.
struct HeldPlace {
  int32_t step = 0;
  int32_t block = -1; // That begins with the step, if one does.
  int64_t size = 0;   // Bytes.
};

/// One op.
struct NearOp {
  OpTimes times; // Without operands: they are in `places`.
  double trips = 1;
  int64_t capacity = 0;          // Less what must be near.
  std::vector<NearPlace> places; // By heldPrice.
  size_t firstServed = 0; // Into servedPlaces of the model; then one after all.
  size_t endServed = 0;
};

struct NearModel {
  /// How many blocks before its first use, and after its last, a buffer's place
  /// has prices; further away it is free. A transfer of a whole fast memory
  /// fits in, and more of them would cost time for each.
  static constexpr int64_t maxBlocks = 8;

  /// \p window is the number of steps around a use that prices reach at each
  /// step (none: as many as there are prices to spare), \p blockLength that of
  /// steps between those that all prices reach; 0: there are none of these.
  NearModel(const Problem &problem, std::optional<Step> window,
            Step blockLength);

  std::vector<NearOp> ops;
  std::vector<double> freeAtMost; // That of each op's times, beside each other.
  /// By op: seconds of time of `far` that no transfer has while it runs once,
  /// at least; nothing if that does not count.
  std::vector<double> notFree;
  std::vector<NearBuffer> buffers;
  std::vector<HeldPlace> heldPlaces;   // By price.
  std::vector<NearPlace> servedPlaces; // Those with a servedPrice, op by op.

  std::span<const NearPlace> servedPlacesOf(const NearOp &op) const {
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
  void addPrices(NearBuffer &buffer, Step numSteps);
  void addPlaces(const NearBuffer &buffer);
  void listServedPlaces();

  TierId near = 0;
  TierId far = 0;
  std::vector<std::vector<NearOperand>> operands; // By op, sorted by buffer.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_NEARMODEL_H
