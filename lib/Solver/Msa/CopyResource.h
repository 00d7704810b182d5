//===- CopyResource.h - Time for the copies of one direction ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_COPYRESOURCE_H
#define MEMPLACE_LIB_SOLVER_MSA_COPYRESOURCE_H

#include "../PlanningNames.h"

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
  /// \p seconds, by step: available working time; empty: unlimited.
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
  double tolerance = 0;
  size_t numLeaves = 0;
  std::vector<Effect> tree;                   // By start.
  std::vector<std::vector<TimedCopy>> copies; // By start.
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_COPYRESOURCE_H
