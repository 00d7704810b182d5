//===- RoomDual.h - Common prices for all buffers ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strong bound has a price per buffer and step, some hundred thousand
// prices. Here the prices follow from three numbers per block of steps: the
// price of a byte of the fast tier at the first step of the block, the price of
// a second of `slow`, and the share of the savings to be paid for fast service.
// Any prices give a bound, hence these prices do. Within some iterations they
// locate shortages of room and time in a long program, and the ascent of all
// prices continues from there.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_ROOMDUAL_H
#define MEMPLACE_LIB_BOUNDS_ROOMDUAL_H

#include "PricedProblem.h"
#include "Subgradient.h"

#include <functional>

namespace memplace {

/// The bound as a function of prices by block. The model must have blocks.
class RoomDual : public DualFunction {
public:
  /// \p prices receives the prices for \p priced. \p mayContinue, if set, is
  /// called before each iteration; false stops the ascent.
  RoomDual(const FastTierModel &model, PricedProblem &priced,
           FastTierPrices &prices, std::function<bool()> mayContinue);

  /// Sets the prices of room and service to 0, and of each second of `slow` to
  /// \p timePrice.
  void startWith(double timePrice);
  /// Sets all prices from the prices by block.
  void spread();

  std::vector<PriceBlock> blocks() override;
  double evaluate() override;
  void findSlopes() override;
  bool shouldContinue(int64_t) override {
    return !mayContinue || mayContinue();
  }

private:
  /// One kind of price, by block.
  struct Kind {
    std::vector<double> prices, slopes, units;
  };
  void addSlopesOf(size_t step);

  const FastTierModel &model;
  PricedProblem &priced;
  FastTierPrices &prices;
  const std::function<bool()> mayContinue;
  Kind room;                // Seconds per byte.
  Kind time;                // Of a second of `slow`; in [0, 1].
  Kind worth;               // Share of a saving for its buffer; in [0, 1].
  std::vector<double> none; // All 0, same length.
  /// By step: largest share of its operands' savings that the op can realize.
  std::vector<double> savedShares;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_ROOMDUAL_H
