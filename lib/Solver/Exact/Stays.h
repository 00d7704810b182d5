//===- Stays.h - Which copies serve what ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first part of exact search decides for each unit (see Model.h) from which
// tier it is served, and whether the copy there has been there since the last
// unit that it served, or is filled again. That gives an *outline*: stays, each
// a copy of a buffer in one tier that serves some units, and the fills that
// they need. When transfers run is left to the other parts (Starts.h,
// Timing.h).
//
// Every legal placement has an outline, read off like this. A unit's tier is
// the tier of the residency that serves it. Take two units u < v of one buffer
// and tier with no write in between and no unit of both in between. If some
// transfer to that tier starts at boundary u + 2 or later and is done by v,
// then v is *filled again*, release u + 2. Otherwise it is *kept*: the tier has
// a copy of the buffer at each step from u to v, since the residency that
// serves v got its contents from a transfer that started by boundary u + 1,
// where its residency begins at the latest, or got them before that.
// If it is kept into a loop, from before the boundary where that begins, to be
// read there, and the loop does not write the buffer, there is a copy at the
// last step of the loop, too (R10): the contents came from before the loop. So
// it is if u is the last op before the loop, and made the contents: nothing but
// that copy could be a source at the boundary u + 1.
// A unit that reads and is the first of its tier since the contents were
// written (by op w, or before the program: w = -1) needs a transfer that starts
// at w + h or later and is done by then, unless it is in the tier in which they
// were written or started. h is the number of transfers, at least, from there
// to here: each has to start at a later boundary than the one before (R6).
//
// So a bound for an outline, from the durations of its ops, the room that the
// kept stays take, and the fills, holds for all placements that have it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_STAYS_H
#define MEMPLACE_LIB_SOLVER_EXACT_STAYS_H

#include "Incumbent.h"
#include "NodeBudget.h"
#include "PricedWalk.h"
#include "StallBound.h"

namespace memplace::solver::exact {

/// A copy of a buffer in one tier.
struct Stay {
  BufferId buffer = 0;
  TierId tier = 0;
  Step begin = 0; // Without a fill: where it begins.
  Step end = 0;   // After what it has served; `begin` if nothing.
  bool isFilled = false;
  Step release = 0;         // The fill starts here at the earliest.
  Step due = 0;             // What the fill is needed for.
  int32_t firstVersion = 0; // Of the contents: number of writes before.
  int32_t lastVersion = 0;  // Updates make new versions in the same place.
};

struct Outline {
  std::vector<Stay> stays;
  std::vector<const OpChoice *> choices;     // By step.
  std::vector<std::vector<int32_t>> serving; // Stays, by step and unit.
};

/// What becomes of an outline that the bound does not reject.
class OutlineVisitor {
public:
  virtual ~OutlineVisitor() = default;
  /// \p bound is that of the outline, and \p occupancy has the room that its
  /// stays take. False: the search has to stop.
  virtual bool visit(const Outline &outline, double bound,
                     Occupancy &occupancy) = 0;
};

/// Depth-first search for all outlines that may be better than the incumbent.
class StaySearch {
public:
  /// \p prices, if there, bound what is decided and what is not.
  StaySearch(const Model &model, NodeBudget &budget, const Incumbent &incumbent,
             OutlineVisitor &visitor, const PriceBound *prices);

  /// Visits them. Returns a bound on what was not searched before the budget
  /// ended; infinite if nothing.
  double run();

private:
  void explore(Step step);
  void serve(Step step, size_t unit);
  void serveFrom(Step step, size_t unit, int32_t stay);
  void keep(Step step, size_t unit, int32_t stay);
  void fill(Step step, size_t unit, Step release);
  void create(Step step, size_t unit);
  void finishStep(Step step);
  void pay(Step step);
  void leaf();
  double refinedBound();
  int32_t &heldIn(BufferId buffer, TierId tier) {
    return held[buffer * model.numTiers + tier];
  }

  const Model &model;
  NodeBudget &budget;
  const Incumbent &incumbent;
  OutlineVisitor &visitor;
  Outline outline;
  Occupancy occupancy;
  StallBound stalls;
  StallBound refined;           // Scratch.
  std::vector<int32_t> held;    // [buffers, tiers]: stay of this version or -1.
  std::vector<int32_t> version; // By buffer.
  std::vector<Step> since;      // By buffer: first boundary of this version.
  std::vector<TierId> origin;   // By buffer: where this version came to be.
  std::vector<bool> hasContents; // By buffer.
  std::vector<double> opSeconds; // [step + 1]: all ops up to it, all trips.
  std::vector<Step> tails;       // Ends of loops for which room is taken.
  double unsearched = infinity;
  std::optional<PricedWalk> priced;
  std::vector<PricedWalk::Change> changes; // Of `priced`, to go back.
  std::vector<Serving> how;                // Scratch, by tier.
  std::vector<Step> releases;              // Scratch, by tier.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STAYS_H
