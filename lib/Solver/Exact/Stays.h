//===- Stays.h - Exact search for stays of buffers --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First part of the exact search. Decides for each unit (ExactModel.h) on the
// serving tier, and on the origin of the copy in this tier: kept since the last
// unit served from there, or filled again. The result is a *partial timetable*
// (`PartialTimetable`): a set of stays, each a copy of a buffer in one tier
// that serves some units, and the necessary fills. The other parts decide on
// the timing of transfers (Starts.h, Timing.h).
//
// Every legal placement has a partial timetable, constructed as follows. The
// tier of a unit is the tier of its residency. Let u < v be two units of one
// buffer and tier, with no write and no unit of the same buffer and tier in
// between. If some transfer to this tier starts at boundary u + 2 or later and
// is done by v, then v is *filled again* with release u + 2. Otherwise v is
// *kept*: the tier has a copy of the buffer at each step from u to v. The
// reason: a transfer that started by boundary u + 1 filled the residency of v,
// so that the residency begins by then; or its contents are older still.
//
// If a copy is kept from before a loop and read in the loop, and the loop does
// not write the buffer, then a copy also exists at the last step of the loop
// (R10), because the contents came from before the loop. The same holds if u is
// the last op before the loop and made the contents: only this copy could be a
// source at boundary u + 1.
//
// Let a reading unit be the first unit of its tier since the contents were
// written by op w (w = -1: before the program). Unless its tier is the origin
// of the contents, the unit needs a transfer which starts at w + h or later and
// is done by the unit's step. Here h is the least number of transfers from the
// origin; each transfer must start at a later boundary than its predecessor
// (R6).
//
// So a bound for a partial timetable, from the durations of its ops, the room
// of the kept stays and the fills, holds for all placements with this partial
// timetable.
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
  Step begin = 0; // First step, if not filled.
  Step end = 0;   // After the last service; `begin` if unused.
  bool isFilled = false;
  Step release = 0;         // Earliest start of the fill.
  Step due = 0;             // Step for which the fill is needed.
  int32_t firstVersion = 0; // Number of writes before its contents.
  int32_t lastVersion = 0;  // Updates create new versions in place.
};

/// Tiers of all units, and the stays behind them, without times of fills.
struct PartialTimetable {
  std::vector<Stay> stays;
  std::vector<const OpChoice *> choices;     // By step.
  std::vector<std::vector<int32_t>> serving; // Stays, by step and unit.
};

/// Handles partial timetables that pass the bound.
class PartialTimetableVisitor {
public:
  virtual ~PartialTimetableVisitor() = default;
  /// Handles \p partial with bound \p bound; \p occupancy contains the room of
  /// its stays. Returns false if the search must stop.
  virtual bool visit(const PartialTimetable &partial, double bound,
                     Occupancy &occupancy) = 0;
};

/// Depth-first search for all partial timetables that may improve on the
/// incumbent.
class StaySearch {
public:
  /// \p prices may be null; otherwise the price bound also prunes the search.
  StaySearch(const Model &model, NodeBudget &budget, const Incumbent &incumbent,
             PartialTimetableVisitor &visitor, const PriceBound *prices);

  /// Runs the search. Returns a bound on the part not searched before the end
  /// of the budget; infinite after a complete search.
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
  PartialTimetableVisitor &visitor;
  PartialTimetable partial;
  Occupancy occupancy;
  StallBound stalls;
  StallBound refined;           // Scratch.
  std::vector<int32_t> held;    // [buffers, tiers]: current stay or -1.
  std::vector<int32_t> version; // By buffer.
  std::vector<Step> since;      // By buffer: first boundary of the version.
  std::vector<TierId> origin; // By buffer: tier in which the version was made.
  std::vector<bool> hasContents; // By buffer.
  std::vector<double> opSeconds; // [step + 1]: ops so far, all trips.
  std::vector<Step> tails;       // Ends of loops with reserved room.
  double unsearched = infinity;
  std::optional<PricedWalk> priced;
  std::vector<PricedWalk::Change> changes; // Undo log of `priced`.
  std::vector<Serving> how;                // Scratch, by tier.
  std::vector<Step> releases;              // Scratch, by tier.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STAYS_H
