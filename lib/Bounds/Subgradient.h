//===- Subgradient.h - Subgradient ascent of a dual function ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Lagrangian relaxation has a price for each relaxed constraint, and any
// prices give a bound. The bound is a concave, piecewise linear function of the
// prices. Its slope by a price is the demand for the constrained resource less
// the supply. The ascent moves all prices along the slopes:
//
// * The step would reach the target if the bound were linear (Polyak 1969,
//   "Minimization of unsmooth functionals"), times a length. The length begins
//   with 1 and shrinks when the bound has not risen for some time (Held, Wolfe
//   and Crowder 1974, "Validation of subgradient optimization").
// * The direction is the slopes plus a share of the last direction, to keep the
//   ascent from turning back (Camerini, Fratta and Maffioli 1975, "On improving
//   relaxation methods by modified gradient techniques").
// * The ascent runs in rounds. Each round starts at the best prices so far,
//   with long steps and, at the choice of the function, other units of the
//   prices. Rounds are our own addition: an ascent with one choice of units
//   often continues with another choice after getting stuck.
//
// The ascent is a heuristic and ends after a number of iterations, without a
// proof of a maximum. One iteration takes one evaluation and time linear in the
// number of prices.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_SUBGRADIENT_H
#define MEMPLACE_LIB_BOUNDS_SUBGRADIENT_H

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace memplace {

/// Prices of one kind. All spans have the same length.
struct PriceBlock {
  std::span<double> prices;
  std::span<const double> demand; // The slope is demand less supply.
  std::span<const double> supply;
  std::span<const double> units; // Change of each price in a step of length 1.
  double min = 0;                // Limits of every price.
  double max = std::numeric_limits<double>::infinity();
};

/// A bound as a function of prices. Owns the prices.
class DualFunction {
public:
  virtual ~DualFunction() = default;

  /// Returns the prices, with demand and supply of the last `findSlopes`.
  virtual std::vector<PriceBlock> blocks() = 0;
  /// Returns the bound for the current prices.
  virtual double evaluate() = 0;
  /// Fills demand and supply. Called after `evaluate` with the same prices.
  virtual void findSlopes() {}
  /// Projects the prices onto the allowed set, for constraints other than `min`
  /// and `max` of each price.
  virtual void project() {}
  /// Called with the best prices so far and their \p bound. May change units
  /// and drop constraints that no longer matter. Returns the bound after that.
  virtual double beginRound(int64_t /*round*/, double bound) { return bound; }
  /// Called before each evaluation; false stops the ascent.
  virtual bool shouldContinue(int64_t /*iteration*/) { return true; }
  /// Called after the evaluation of each iteration.
  virtual void noteIteration() {}
};

/// Options of an ascent.
struct AscentOptions {
  int64_t iterations = 0;
  /// Value of a known solution, which the bound cannot exceed. It sets the step
  /// length. Without a target, steps aim at a few percent above the best bound,
  /// which must be above 0 for at least one start.
  double target = std::numeric_limits<double>::infinity();
  /// The ascent ends within this share of the target.
  double targetTolerance = 0;
  /// The ascent ends at a bound of at least this.
  double enough = std::numeric_limits<double>::infinity();
  int64_t roundLength = 250; // Iterations.
  /// Iterations without a rise after which steps become shorter.
  int patience = 20;
  /// Least rise, as a share of the bound, for which steps aim when the target
  /// is nearly reached.
  double minRise = 0;
  /// Without a target: the ascent returns to the best prices once the bound has
  /// fallen by this multiple of the rise for which steps aim.
  double maxFall = std::numeric_limits<double>::infinity();
};

/// Ascent of one function, from the best of some starts.
class SubgradientAscent {
public:
  /// \p known is a bound from another source.
  SubgradientAscent(DualFunction &dual, const AscentOptions &options,
                    double known = -std::numeric_limits<double>::infinity());

  /// Takes the current prices as the start if they are better than earlier
  /// starts. Must be called at least once before `run`.
  void tryStart();
  /// Returns the larger of the best bound found and `known`. Leaves the prices
  /// of the best bound found.
  double run();

private:
  double best() const;
  double goal() const;
  void keep();
  void restore();
  void beginRound(int64_t round);
  void note(double bound);
  bool isLost(double bound) const;
  void goBack();
  double findDirection();
  bool step(double bound);

  DualFunction &dual;
  const AscentOptions options;
  const double known;
  double bestBound = -std::numeric_limits<double>::infinity();
  std::vector<double> bestPrices; // Block after block.
  std::vector<double> direction;  // Of the last step, in units; same order.
  double length = 1;              // Step length, as a share of Polyak's.
  int numWithoutRise = 0;         // Iterations.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_SUBGRADIENT_H
