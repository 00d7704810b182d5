//===- RoomDual.h - Prices that all buffers share ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The strong bound's prices are one a buffer and step, some hundred thousand.
// Here they follow from three a block of steps: what a byte of near costs at
// the step that the block begins with, what a second of `far` costs, and which
// share of what near service saves is paid for. Any prices give a bound, so
// these do; and they say within some iterations where room and time are short
// in a long program, from where the ascent of all prices goes on.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_ROOMDUAL_H
#define MEMPLACE_LIB_BOUNDS_ROOMDUAL_H

#include "PricedProblem.h"
#include "memplace/Bounds/Subgradient.h"

#include <functional>

namespace memplace {

/// The bound as a function of prices by block. The model must have blocks.
class RoomDual : public DualFunction {
public:
  /// \p prices are those that \p priced is asked with. \p askWhether, if
  /// there is one, is asked before each iteration whether to go on.
  RoomDual(const NearModel &model, PricedProblem &priced, NearPrices &prices,
           std::function<bool()> askWhether);

  /// All room and service free, and each second of `far` at \p timePrice.
  void startWith(double timePrice);
  /// Writes to all prices what those by block say.
  void spread();

  std::vector<PriceBlock> blocks() override;
  double evaluate() override;
  void findSlopes() override;
  bool shouldContinue(int64_t) override { return !askWhether || askWhether(); }

private:
  /// One kind of price, by block.
  struct Kind {
    std::vector<double> prices, slopes, units;
  };
  void addSlopesOf(size_t step);

  const NearModel &model;
  PricedProblem &priced;
  NearPrices &prices;
  const std::function<bool()> askWhether;
  Kind room;  // Seconds a byte.
  Kind time;  // Of a second of `far`; in [0, 1].
  Kind worth; // Share of a saving that its buffer gets; in [0, 1].
  std::vector<double> none; // As long as the others, all 0.
  /// By step: which part of all operands' savings the op can have at most.
  std::vector<double> savedShares;
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_ROOMDUAL_H
