//===- Scheduling.h - Order and recomputation of ops ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule of a problem runs the ops in another order, and some ops again.
// The scheduled problem is an ordinary problem.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SCHEDULE_SCHEDULING_H
#define MEMPLACE_SCHEDULE_SCHEDULING_H

#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Solution.h"
#include "memplace/Problem/StopToken.h"

#include <functional>
#include <utility>

namespace memplace {

/// Origin of the ops and buffers of a scheduled problem.
struct ScheduleMap {
  /// By op of the scheduled problem: the op of the problem that it runs.
  std::vector<Step> ops;
  /// By buffer of the scheduled problem: the same buffer of the problem, or the
  /// one whose contents it holds.
  std::vector<BufferId> buffers;

  bool operator==(const ScheduleMap &) const = default;
};

struct ScheduledProblem {
  Problem problem;
  ScheduleMap map;
};

struct ScheduleOptions {
  /// Time of repeated ops that the schedule may add, percent of the time of the
  /// program with all operands in their home tiers. 0: no op runs twice.
  double recomputePercent = 0;
  /// A peak this low needs no better order and no more repeated ops, bytes.
  int64_t enoughBytes = 0;
  uint64_t seed = 0;
  /// Pairs of ops, by index: the first, with the lower index, runs before the
  /// second. They add to the order that follows from the accesses.
  std::vector<std::pair<Step, Step>> needs;
};

struct ScheduleResult {
  ScheduledProblem scheduled;
  /// Peaks are the most bytes live at one step, of buffers that the program
  /// allocates (those that are not external), in all tiers.
  int64_t givenPeak = 0; // Of the problem.
  int64_t peak = 0;      // Of the scheduled problem.
  /// Proven: no schedule within the options has a lower peak. With recomputed
  /// ops or loops, the bound is usually low.
  int64_t bound = 0;
  int64_t movedOps = 0;    // Ops at another place among the given ops.
  int64_t repeatedOps = 0; // Additional runs of ops.
  int64_t repeatedPs = 0;  // Their time, picoseconds.
  int64_t programPs = 0;   // Time of the program without them, picoseconds.
};

/// Returns the number of ops that run after the first run of a later op.
int64_t countMovedOps(const ScheduleMap &map);

/// Returns an error if the buffers that \p problem allocates have more than
/// 2^61 bytes together, or more than 64 loops are in each other. The other
/// functions of this header need a problem without this error.
std::optional<Error> checkSchedulable(const Problem &problem);

/// Finds a schedule of \p problem with a low peak, at most that of the given
/// order. The result is the same on every machine, unless \p stop ends the
/// search. It passes `checkSchedule`.
ScheduleResult scheduleForPeak(const Problem &problem,
                               const ScheduleOptions &options, StopToken &stop);

/// Returns another order of \p problem, chosen by the seed of \p options, with
/// at most \p peak bytes live, or nothing. No op runs twice. Orders with the
/// same peak differ in the bytes lost to gaps between buffers.
std::optional<ScheduledProblem> findOrderAt(const Problem &problem,
                                            int64_t peak,
                                            const ScheduleOptions &options,
                                            StopToken &stop);

/// Returns the bytes of an order once it is packed.
using BytesOf = std::function<int64_t(ScheduledProblem)>;

/// Packs other orders of \p problem by \p bytesOf, with \p peak live bytes or a
/// few more, up to a limit. Stops as soon as the fewest bytes found, at first
/// \p bytes, are not more than \p peak. \p needs: as ScheduleOptions::needs.
void packOtherOrders(const Problem &problem, int64_t peak, int64_t bytes,
                     const std::vector<std::pair<Step, Step>> &needs,
                     const BytesOf &bytesOf, StopToken &stop);

/// Replaces \p schedule of \p problem by the given order, which changes
/// nothing. The bound and the time of the program stay.
void keepOrder(const Problem &problem, ScheduleResult &schedule);

/// Returns the makespan of the best known placement of a problem, seconds, or
/// nothing if there is no placement.
using MakespanOf = std::function<std::optional<double>(const Problem &)>;

/// Finds a schedule of \p problem with a low makespan, as \p makespanOf judges
/// at most \p tries schedules. Starts from the given order and from those of
/// `scheduleForPeak`, then moves single ops, also in loops. The result is never
/// slower than the given order by \p makespanOf; its bound is 0.
ScheduleResult scheduleForMakespan(const Problem &problem,
                                   const ScheduleOptions &options,
                                   const MakespanOf &makespanOf, int64_t tries,
                                   StopToken &stop);

/// Returns a placement of all buffers in their home tiers for their whole
/// ranges, packed as tightly as \p limits allow; nothing if that is not legal
/// or a tier is too small.
std::optional<Solution> placeAtHome(const Problem &problem,
                                    const PackLimits &limits);

/// A placement of a scheduled problem in the home tiers of its buffers.
struct PackedSchedule {
  Solution solution;
  int64_t arenaBytes = 0; // Of all arenas.
  /// The same in the given order; none if it has no such placement.
  std::optional<int64_t> givenArenaBytes;
};

/// Places the result \p schedule of `scheduleForPeak` for \p problem by
/// `placeAtHome`. Replaces its order by another with as low a peak, or nearly,
/// if that packs better, and by the given order if that packs best. Returns
/// nothing if there is no placement at home.
std::optional<PackedSchedule> packSchedule(const Problem &problem,
                                           const ScheduleOptions &options,
                                           ScheduleResult &schedule,
                                           PackLimits limits, StopToken &stop);

/// Returns the first reason why \p scheduled may compute something else than
/// \p problem, or nothing. Shares no code with the search. Each op must occur,
/// with the same accesses to buffers of the same size, in loops of the same
/// trip counts; each of its runs must see the contents that it saw before; and
/// ops with `isOnce` must run once, in their order.
std::optional<Error> checkSchedule(const Problem &problem,
                                   const ScheduledProblem &scheduled);

/// Returns the most bytes live at one step, of buffers that are not external.
int64_t liveBytesAtPeak(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_SCHEDULE_SCHEDULING_H
