//===- Timing.h - Exact search for order and waits --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Last part of the exact search. For given transfers and starts (Starts.h),
// tries at each boundary, with the exact fluid state, all orders of issue and
// all waits. Omitted variants cost the same as some tried variant:
//
// * A transfer that has arrived by a boundary is done there. Its wait takes no
//   time, its source may leave sooner, and its destination may be read sooner.
//   The same applies to transfers arriving during the wait for another
//   transfer.
// * So among several waits at one boundary only the last to end counts. A
//   boundary has two places for waits, before and after the issues; at each
//   place at most one wait not required by any op is tried.
// * FIFO channels are independent except for shared tiers, so the order of
//   issue across channels at one boundary is irrelevant.
// * On channels by deadline, the flow depends on the deadlines. So the deadline
//   is chosen at the issue, among all boundaries up to the latest possible one,
//   and it alone determines the end of the transfer. The order of issue at one
//   boundary then matters only between equal deadlines, and only for the trips
//   with which a wait counts; without loops it does not matter.
// * Offsets matter only for R3 and are found last (Offsets.h).
//
// The search assumes nothing else. In particular, an early start or a late wait
// is not always best: max-min sharing and latencies have anomalies.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
#define MEMPLACE_LIB_SOLVER_EXACT_TIMING_H

#include "FlowState.h"
#include "Offsets.h"
#include "Stays.h"

namespace memplace::solver::exact {

/// A stay and its state in the timetable.
struct Copy : Stay {
  int32_t move = -1;  // Index of its fill.
  bool isUsed = true; // False for a relay without a use so far.
};

/// A transfer that fills a copy.
struct PlannedTransfer {
  int32_t from = 0, to = 0; // Copies.
  ChannelId channel = 0;
  Step start = 0;
  Step due = 0; // Due step of the copy, or earlier if the copy is a source.
};

/// Timetable: all copies and their fills. Ranges of copies grow with their use.
class Timetable {
public:
  Timetable(const Model &model, const PartialTimetable &partial,
            Occupancy &occupancy);

  const Model &model;
  const PartialTimetable &partial;
  Occupancy &occupancy;
  std::vector<Copy> copies;
  std::vector<PlannedTransfer> plannedTransfers; // By start.

  /// Extends a copy to [begin, end). Returns false if the room does not
  /// suffice.
  bool take(int32_t copy, Step begin, Step end);
  /// Reserves room for a copy at a single step, without extending the copy.
  bool reserve(int32_t copy, Step step);
  /// Number of changes by `take` and `reserve` so far; `giveBack` returns to
  /// such a number.
  size_t numTaken() const { return taken.size(); }
  void giveBack(size_t numBefore);
  double bytesOf(const PlannedTransfer &move) const {
    return static_cast<double>(
        model.problem.buffers[copies[move.to].buffer].size);
  }
  Load loadOf(const PlannedTransfer &move) const;
  /// Returns the residencies that need an offset, extended for R10: a copy
  /// present at the start of a loop and read in the loop lasts to the end of
  /// the loop.
  std::vector<Place> places() const;
  /// Returns the timetable as a solution, with \p done for each transfer.
  Solution assemble(const std::vector<Place> &places,
                    const std::vector<Step> &done) const;

private:
  struct Taken {
    int32_t copy;
    Step begin, end; // Additional room.
    Step oldBegin, oldEnd;
  };
  bool isReadIn(int32_t copy, LiveRange body) const;
  LiveRange rangeOf(int32_t copy) const;
  bool hasOffset(const Copy &copy) const {
    return copy.begin < copy.end &&
           !model.isExternalHome(copy.buffer, copy.tier);
  }

  std::vector<Taken> taken;
};

/// Prefix sums of the time that ops take and leave to transfers. Equal for all
/// timings of a timetable.
struct StepSums {
  explicit StepSums(const Model &model);
  /// Sums up the ops with the choices of \p partial.
  void add(const Model &model, const PartialTimetable &partial);

  std::vector<double> opsFrom; ///< By step: op and all later ops, all trips.
  std::vector<double> time;    ///< By step: seconds of all earlier ops.
  std::vector<std::vector<double>> reach; ///< [channel][step]: bytes so far.
  std::vector<std::vector<double>> slack; ///< [tier][step]: seconds so far.
};

/// Finds the best timing of one timetable after another.
class TimingSearch {
public:
  /// \p skipWaits: waits that no op requires yet make no difference.
  TimingSearch(const Model &model, NodeBudget &budget, Incumbent &incumbent,
               bool skipWaits);

  /// Tries all timings of \p timetable, within \p maxNodes nodes.
  void run(Timetable &timetable, int64_t maxNodes);
  /// Returns true if a timing was left out for lack of offsets. Even if the
  /// lack is proven, a copy by way of another tier to another offset might
  /// help.
  bool isIncomplete() const { return isLeftOut; }

private:
  static constexpr Step notDone = -1;
  /// Values changed by a branch, for backtracking.
  struct State {
    FlowState::State fluid;
    double cost;
    size_t numTaken, numMarks, numIssued;
  };

  void boundary(Step step);
  void awaitMore(Step step);
  void issue(Step step);
  void permute(Step step, size_t begin, size_t end);
  void chooseDeadlines(Step step, size_t next, size_t begin, size_t last,
                       size_t end);
  void awaitIssued(Step step);
  void runOp(Step step);
  void finish();
  bool isOver(Step step);
  double stallsFrom(Step step);
  double stallsByDeadline(ChannelId channel, Step step);
  State save() const;
  void restore(const State &state);
  void await(Step step, size_t move);
  void mark(Step step, size_t move);
  void markArrived(Step step, bool hidden);
  bool isInFlight(size_t move) const { return done[move] == notDone; }
  /// Returns the boundary by which the transfer must be done; on a channel by
  /// deadline, once chosen, the exact boundary.
  Step deadlineOf(size_t move) const {
    return chosen[move] != notDone
               ? chosen[move]
               : model.deadline(timetable->plannedTransfers[move].start,
                                timetable->plannedTransfers[move].due);
  }
  bool isByDeadline(size_t move) const {
    return model.channelModels[timetable->plannedTransfers[move].channel]
        .isByDeadline();
  }

  const Model &model;
  NodeBudget &budget;
  Incumbent &incumbent;
  FlowState fluid;
  Timetable *timetable = nullptr;
  std::vector<size_t> order;    // Order of issue: transfers by start.
  size_t numIssued = 0;         // Of `order`.
  std::vector<Flow> flows;      // By transfer.
  std::vector<Step> done;       // By transfer.
  std::vector<Step> chosen;     // By transfer, on channels by deadline.
  std::vector<double> dueBytes; // By boundary, scratch.
  std::vector<size_t> marks;    // Transfers marked as done.
  StepSums sums;
  std::vector<double> needed; // [tier][boundary]: seconds due, scratch.
  double cost = 0;            // Seconds so far.
  int64_t nodesLeft = 0;      // For this timetable.
  bool isLeftOut = false;
  const bool skipWaits;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
