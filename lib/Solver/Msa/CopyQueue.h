//===- CopyQueue.h - Limits on the copies of one direction ------*- C++ -*-===//
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

/// A copy issued at boundary `start`, awaited at boundary `done`, and hidden by
/// the steps in between.
struct TimedCopy {
  Step start = 0;
  Step done = 0;
  double seconds = 0; // Demand on the copy resource.
};

/// The copy resource: a single server which works while ops run, and serves
/// copies in the order of (start, insertion). A set of copies is feasible if
/// each copy is served before its end. Each change takes O(log steps).
class CopyResource {
public:
  /// \p seconds, by step: available working time.
  explicit CopyResource(const std::vector<double> &seconds);

  /// Adds a copy if all copies are then served in time; otherwise changes
  /// nothing.
  bool tryAdd(const TimedCopy &copy);
  void remove(const TimedCopy &copy);

private:
  /// Effect of some copies on the time x at which the server becomes free, in
  /// seconds of work. The new time is max(x + delay, free), and the greatest
  /// lateness of any copy is max(x + lateAfter, late).
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

/// Limit broken by a copy, if any.
enum class CopyVerdict { Fits, TooMany, OutOfOrder, NoBandwidth };

/// All copies of one direction between two tiers.
class CopyQueue {
public:
  /// \p seconds, by step: working time of the copy resource; empty: no copy
  /// resource. \p limit: maximum number of outstanding copies; none: unlimited.
  CopyQueue(Step numSteps, const std::vector<double> &seconds,
            std::optional<int64_t> limit, bool isFifo);

  /// Adds a copy if it respects all limits; otherwise changes nothing.
  CopyVerdict tryAdd(const TimedCopy &copy);
  void remove(const TimedCopy &copy);

  /// Returns the number of copies in flight at the same time as a copy from
  /// \p start to \p done.
  int64_t numOverlapping(Step start, Step done) const;

private:
  /// Counts by boundary, with prefix sums.
  class Counter {
  public:
    explicit Counter(Step size) : sums(size + 1) {}
    void add(Step at, int64_t amount);
    int64_t before(Step end) const; // Sum over boundaries < end.

  private:
    std::vector<int64_t> sums;
  };
  bool isNested(Step start, Step done) const;

  std::optional<int64_t> limit;
  bool isFifo;
  std::optional<CopyResource> resource;
  Counter starts, dones;
  /// (start, done) of all copies. Only with isFifo; then both values ascend.
  std::multiset<std::pair<Step, Step>> inOrder;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_COPYQUEUE_H
