//===- Timing.h - In which order, and when to wait --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last part of exact search. For given transfers with their starts
// (Starts.h), tries at each boundary, with the exact fluid state: in which
// order those that start there are issued, and which to wait for. What is left
// out costs the same as something that is tried:
//
// * A transfer that has arrived by a boundary is done there. Its wait takes no
//   time, its source may leave sooner, and its destination may be read sooner.
//   The same goes for what arrives while another transfer is awaited.
// * So of several waits at one boundary only the last to end counts. Hence at
//   most one wait that nothing needs is tried at each of the two places for
//   waits of a boundary: before and after the issues.
// * Channels are FIFO and independent but for the shared tiers, so the order of
//   issue across channels at one boundary makes no difference.
// * On channels by deadline, what flows depends on when it is awaited. So that
//   is chosen when a transfer is issued, of all boundaries up to the last that
//   will do, and nothing but that decides when it is done. The order of issue
//   at one boundary then makes a difference only to equal ones, and of these
//   only as to which wait counts for more trips: without loops, to none.
// * Offsets matter for nothing but R3. They are looked for last (Offsets.h).
//
// Nothing else is assumed. In particular an early start or a late wait is not
// always best: max-min sharing and latencies have anomalies.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
#define MEMPLACE_LIB_SOLVER_EXACT_TIMING_H

#include "FlowState.h"
#include "Offsets.h"
#include "Stays.h"

namespace memplace::solver::exact {

/// A stay and what has become of it.
struct Copy : Stay {
  int32_t move = -1;  // Index of its fill.
  bool isUsed = true; // Not yet, if it is only on the way to elsewhere.
};

/// A transfer that fills a copy.
struct Move {
  int32_t from = 0, to = 0; // Copies.
  ChannelId channel = 0;
  Step start = 0;
  Step due = 0; // Of the copy, or sooner, if that is a source by then.
};

/// Which copies there are and what fills them. Ranges grow as they are used.
class Plot {
public:
  Plot(const Model &model, const Outline &outline, Occupancy &occupancy);

  const Model &model;
  const Outline &outline;
  Occupancy &occupancy;
  std::vector<Copy> copies;
  std::vector<Move> moves; // By start.

  /// Makes a copy last over [begin, end), too, if there is room.
  bool take(int32_t copy, Step begin, Step end);
  /// Takes room for a copy at one step that it need not last to.
  bool reserve(int32_t copy, Step step);
  /// What `take` and `reserve` have done so far, and back to that.
  size_t numTaken() const { return taken.size(); }
  void giveBack(size_t numBefore);
  double bytesOf(const Move &move) const {
    return static_cast<double>(
        model.problem.buffers[copies[move.to].buffer].size);
  }
  Load loadOf(const Move &move) const;
  /// The residencies that need an offset, lengthened as R10 asks for: a copy
  /// that a loop finds at its begin and reads lasts to its end.
  std::vector<Place> places() const;
  /// As a solution, with a step of `done` for each move.
  Solution assemble(const std::vector<Place> &places,
                    const std::vector<Step> &done) const;

private:
  struct Taken {
    int32_t copy;
    Step begin, end; // More room.
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

/// What ops take, and leave to transfers, up to a step: they are the same for
/// all timings of a plot.
struct StepSums {
  explicit StepSums(const Model &model);
  /// Adds up the ops as \p outline chooses them.
  void add(const Model &model, const Outline &outline);

  std::vector<double> opsFrom; ///< By step: it and all later ops, all trips.
  std::vector<double> time;    ///< By step: seconds of all ops before.
  std::vector<std::vector<double>> reach; ///< [channel][step]: bytes before.
  std::vector<std::vector<double>> slack; ///< [tier][step]: seconds before.
};

class TimingSearch {
public:
  /// \p skipWaits: waits that nothing needs yet make no difference.
  TimingSearch(const Model &model, NodeBudget &budget, Incumbent &incumbent,
               bool skipWaits);

  /// Tries all timings of \p plot, or what so many nodes allow.
  void run(Plot &plot, int64_t maxNodes);
  /// Whether something was left out: there were no offsets. If that is proven,
  /// a copy from another tier to another offset might still help.
  bool isIncomplete() const { return isLeftOut; }

private:
  static constexpr Step notDone = -1;
  /// What a branch changes, to go back.
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
  /// When it must be done at the latest; by deadline, once chosen, exactly.
  Step deadlineOf(size_t move) const {
    return chosen[move] != notDone
               ? chosen[move]
               : model.deadline(plot->moves[move].start, plot->moves[move].due);
  }
  bool isByDeadline(size_t move) const {
    return model.engines[plot->moves[move].channel].isByDeadline();
  }

  const Model &model;
  NodeBudget &budget;
  Incumbent &incumbent;
  FlowState fluid;
  Plot *plot = nullptr;
  std::vector<size_t> order;    // Of issue: moves, by start.
  size_t numIssued = 0;         // Of `order`.
  std::vector<Flow> flows;      // By move.
  std::vector<Step> done;       // By move.
  std::vector<Step> chosen;     // By move on a channel by deadline.
  std::vector<double> dueBytes; // By boundary, scratch.
  std::vector<size_t> marks;    // Moves that were marked as done.
  StepSums sums;
  std::vector<double> needed; // [tier][boundary]: seconds due there, scratch.
  double cost = 0;            // Seconds so far.
  int64_t nodesLeft = 0;      // Of this plot.
  bool isLeftOut = false;
  const bool skipWaits;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
