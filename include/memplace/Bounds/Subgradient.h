//===- Subgradient.h - Subgradient ascent of a dual function ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Lagrangian relaxation has a price for each constraint that it leaves out,
// and any prices give a bound. As a function of the prices the bound is concave
// and made of linear pieces; its slope by a price is how much more of that is
// demanded than supplied. The ascent moves all prices along the slopes:
//
// * by as much as would reach the target if the bound were linear (Polyak 1969,
//   "Minimization of unsmooth functionals"), times a length that begins with 1
//   and shrinks when the bound has not risen for some time (Held, Wolfe and
//   Crowder 1974, "Validation of subgradient optimization"),
// * in the direction of the slopes, plus so much of the last direction that it
//   does not turn back (Camerini, Fratta and Maffioli 1975, "On improving
//   relaxation methods by modified gradient techniques"),
// * in rounds, each from the best prices so far with long steps again, and with
//   other units for the prices if the function likes. That is our own: what is
//   stuck with one choice of units often goes on with another.
//
// It is a heuristic: it ends when its iterations do, not when it has proof of a
// maximum. An iteration takes time in proportion to the number of prices,
// besides one evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_BOUNDS_SUBGRADIENT_H
#define MEMPLACE_BOUNDS_SUBGRADIENT_H

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
  std::span<const double> units; // A step of 1 changes the price by so much.
  double min = 0;                // Of each price.
  double max = std::numeric_limits<double>::infinity();
};

/// A bound as a function of prices, which it holds.
class DualFunction {
public:
  virtual ~DualFunction() = default;

  /// The prices, and what the last `findSlopes` found.
  virtual std::vector<PriceBlock> blocks() = 0;
  /// Returns the bound for the prices as they are.
  virtual double evaluate() = 0;
  /// Fills demand and supply; comes after `evaluate` for the same prices.
  virtual void findSlopes() {}
  /// Moves the prices to the nearest that are allowed, where that is more than
  /// `min` and `max` of each.
  virtual void project() {}
  /// The prices are the best so far, and \p bound is the bound for them. May
  /// change units, and leave out what no longer matters. Returns the bound.
  virtual double beginRound(int64_t /*round*/, double bound) { return bound; }
  /// Asked before each evaluation; false: stop. Results depend on when that is.
  virtual bool shouldContinue(int64_t /*iteration*/) { return true; }
  /// An iteration has evaluated its prices.
  virtual void noteIteration() {}
};

struct AscentOptions {
  int64_t iterations = 0;
  /// What the bound can't exceed, as something was found that is as good. It
  /// says how far to go; the ascent ends once the bound is there, but for this
  /// share. Where there is none, steps aim at a few percent more than the best
  /// bound, which must then be above 0 from some start on.
  double target = std::numeric_limits<double>::infinity();
  double targetTolerance = 0;
  /// Ends at a bound that is at least this.
  double enough = std::numeric_limits<double>::infinity();
  int64_t roundLength = 250; // Iterations.
  /// So many iterations without a rise, and steps get shorter.
  int patience = 20;
  /// A step is as long as for a rise of at least this share of the bound, for
  /// targets that are nearly reached.
  double minRise = 0;
  /// Without a target: goes back to the best prices when the bound has fallen
  /// by so many times the rise that is hoped for.
  double maxFall = std::numeric_limits<double>::infinity();
};

class SubgradientAscent {
public:
  /// \p known is a bound that was found otherwise.
  SubgradientAscent(DualFunction &dual, const AscentOptions &options,
                    double known = -std::numeric_limits<double>::infinity());

  /// Begins at the prices as they are, if they are better than what was tried
  /// before. At least once before `run`.
  void tryStart();
  /// Returns the best bound, and leaves the prices for which it was found; or
  /// \p known, if that is better.
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
  std::vector<double> direction;  // Likewise: of the last step, in units.
  double length = 1;              // Of a step, as a part of Polyak's.
  int numWithoutRise = 0;         // Iterations.
};

} // namespace memplace

#endif // MEMPLACE_BOUNDS_SUBGRADIENT_H
