//===- CopyQueue.h - What limits the copies of one direction ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_COPYQUEUE_H
#define MEMPLACE_LIB_SOLVER_MSA_COPYQUEUE_H

#include "../PlanningNames.h"
#include "MsaOptions.h"

#include <set>

namespace memplace::solver::msa {

/// A copy that is issued at boundary `start`, awaited at boundary `done`, and
/// hidden by the steps between.
struct TimedCopy {
  Step start = 0;
  Step done = 0;
  double seconds = 0; // Of the resource that it needs.
};

/// The copy resource: one server that works while ops run, and serves copies in
/// the order of (start, insertion). A set of copies is feasible if each is
/// served before its end. Each change takes O(log steps).
class CopyResource {
public:
  /// \p seconds: how long it can work in each step.
  explicit CopyResource(const std::vector<double> &seconds);

  /// Adds a copy if all are served in time then; otherwise changes nothing.
  bool tryAdd(const TimedCopy &copy);
  void remove(const TimedCopy &copy);

private:
  /// What copies do to the time at which the server gets free, x, in seconds
  /// of work: it becomes max(x + delay, free); the one that is most late is so
  /// by max(x + lateAfter, late).
  struct Effect {
    double delay = 0;
    double free = -infinity;
    double lateAfter = -infinity;
    double late = -infinity;
  };
  Effect effectOf(const TimedCopy &copy) const;
  static Effect then(const Effect &first, const Effect &second);
  void setLeaf(Step start, const Effect &effect);

  std::vector<double> before; // Seconds of work before each boundary.
  double tolerance;
  size_t numLeaves;
  std::vector<Effect> tree;                   // By start.
  std::vector<std::vector<TimedCopy>> copies; // By start.
};

/// Which of the limits a copy breaks.
enum class CopyVerdict { Fits, TooMany, OutOfOrder, NoBandwidth };

/// All copies of one direction between two tiers.
class CopyQueue {
public:
  /// \p seconds as above; empty: no copy resource. \p limit: outstanding
  /// copies; none: any number.
  CopyQueue(Step numSteps, const std::vector<double> &seconds,
            std::optional<int64_t> limit, bool isFifo);

  /// Adds a copy if it keeps all limits; otherwise changes nothing.
  CopyVerdict tryAdd(const TimedCopy &copy);
  void remove(const TimedCopy &copy);

  /// Copies that are on their way at the same time as one from \p start to
  /// \p done.
  int64_t numOverlapping(Step start, Step done) const;

private:
  /// Counts by boundary.
  class Counter {
  public:
    explicit Counter(Step size) : sums(size + 1) {}
    void add(Step at, int64_t amount);
    int64_t before(Step end) const; // Of boundaries < end.

  private:
    std::vector<int64_t> sums;
  };
  bool isNested(Step start, Step done) const;

  std::optional<int64_t> limit;
  bool isFifo;
  std::optional<CopyResource> resource;
  Counter starts, dones;
  /// (start, done) of all copies; only with isFifo, so that both ascend.
  std::multiset<std::pair<Step, Step>> inOrder;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_COPYQUEUE_H
