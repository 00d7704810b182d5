//===- Picker.cpp - Start and end of copies -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two interval pickers of XLA's memory space assignment (see
// docs/guide/solvers.md, section `msa`): by cost and by number of steps. With
// the cost picker, the steps that hide a prefetch preferably last a given
// multiple of its duration. From this start on, candidates alternate between
// both sides, within limits on the same ratio. Bisection on elapsed time finds
// the starts.
//
//===----------------------------------------------------------------------===//

#include "Picker.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// Share of the time before a use by which the search moves back at once if no
/// later candidate is left.
static constexpr double earlierStride = 0.01;

/// Count picker: the longest wait of a buffer for its use, and the least length
/// of a prefetch, in steps; XLA's defaults.
static constexpr Step maxSteps = 10;
static constexpr Step minSteps = 2;

Step Picker::nextStart(const AccessIndex &uses, LoopId level, Step step,
                       Step limit) {
  while (step <= limit && !uses.mayStartAt(level, step)) {
    const LoopId child = uses.childAt(level, step);
    if (child == noLoop || uses.parentOf(child) != level)
      return limit + 1; // The end of the level itself.
    step = uses.rangeOf(child).end;
  }
  return std::min(step, limit + 1);
}

Step Picker::previousStart(const AccessIndex &uses, LoopId level, Step step,
                           Step limit) {
  if (step == uses.rangeOf(level).end && !uses.mayStartAt(level, step))
    --step;
  while (step >= limit && !uses.mayStartAt(level, step))
    step = uses.rangeOf(uses.childAt(level, step)).begin - 1;
  return std::max(step, limit - 1);
}

bool Picker::allowsKeeping(LoopId level, Step from, Step to) const {
  if (options.picker == PickerKind::Count)
    return to - from + 1 <= maxSteps;
  return cost.elapsed(level, from, to) < options.maxOverlap * tierCopySeconds;
}

Step Picker::evictionEnd(LoopId level, Step start, Step latest,
                         double copySeconds, int64_t retry) const {
  if (options.picker == PickerKind::Count)
    return std::min(start - 1 + minSteps, latest);
  const double wanted = (1 + 2 * static_cast<double>(retry)) *
                        options.preferredOverlap * copySeconds;
  Step low = start, high = latest;
  while (low < high) {
    const Step middle = low + (high - low) / 2;
    if (cost.elapsed(level, start, middle) >= wanted)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

bool Picker::begin(const PrefetchWindow &newWindow) {
  window = newWindow;
  if (window.earliest > window.by)
    return false;
  return options.picker == PickerKind::Count ? beginBySteps() : beginByCost();
}

std::optional<Step> Picker::next() {
  if (options.picker == PickerKind::Cost)
    return nextByCost();
  if (laterNext > latest)
    return std::nullopt;
  const Step step = laterNext;
  laterNext = nextStart(uses, window.level, step + 1, latest);
  return step;
}

bool Picker::beginBySteps() {
  // XLA counts start times t = step - 1, from use - maxSteps to before use -
  // minSteps.
  earliest = std::max(window.earliest, window.by - maxSteps + 1);
  earliest = nextStart(uses, window.level, earliest, window.by);
  latest = previousStart(uses, window.level, window.by - minSteps, earliest);
  laterNext = earliest;
  return earliest <= latest;
}

// Returns the first boundary from low to high at most `seconds` before the use;
// high + 1 if none exists.
Step Picker::firstWithin(double seconds, Step low, Step high) const {
  ++high;
  while (low < high) {
    const Step middle = low + (high - low) / 2;
    if (cost.elapsed(window.level, middle, window.by) <= seconds)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

bool Picker::beginByCost() {
  const auto ahead = [&](Step step) {
    return cost.elapsed(window.level, step, window.by);
  };
  earliest = firstWithin(options.maxOverlap * tierCopySeconds, window.earliest,
                         window.by);
  earliest = nextStart(uses, window.level, earliest, window.by);

  // The last boundary at least `least` seconds before the use.
  const double least = window.copySeconds - window.reduction;
  Step low = window.earliest - 1, high = window.by;
  while (low < high) {
    const Step middle = low + (high - low + 1) / 2;
    if (ahead(middle) >= least)
      low = middle;
    else
      high = middle - 1;
  }
  latest = previousStart(uses, window.level, low, earliest);
  if (earliest > latest)
    return false;

  const double preferred = options.preferredOverlap * window.copySeconds;
  Step best = firstWithin(preferred, earliest, latest);
  best = best > latest ? latest : nextStart(uses, window.level, best, latest);
  if (best > latest)
    best = latest;
  if (Step before = previousStart(uses, window.level, best - 1, earliest);
      before >= earliest &&
      std::abs(ahead(before) - preferred) < std::abs(ahead(best) - preferred))
    best = before;
  laterNext = best;
  earlierNext = previousStart(uses, window.level, best - 1, earliest);
  isEarliersTurn = false;
  return true;
}

std::optional<Step> Picker::nextByCost() {
  const bool hasLater = laterNext <= latest;
  const bool hasEarlier = earlierNext >= earliest;
  if (!hasLater && !hasEarlier)
    return std::nullopt;
  if (hasLater && !(isEarliersTurn && hasEarlier)) {
    const Step step = laterNext;
    laterNext = nextStart(uses, window.level, step + 1, latest);
    isEarliersTurn = true;
    return step;
  }
  const Step step = earlierNext;
  isEarliersTurn = false;
  earlierNext = previousStart(uses, window.level, step - 1, earliest);
  if (hasLater || earlierNext < earliest)
    return step;
  // No later candidate is left: go back in strides.
  const double stride =
      earlierStride * cost.elapsed(window.level, earliest, window.by);
  const double wanted = cost.elapsed(window.level, step, window.by) + stride;
  Step low = earliest - 1, high = earlierNext;
  while (low < high) {
    const Step middle = low + (high - low + 1) / 2;
    if (cost.elapsed(window.level, middle, window.by) >= wanted)
      low = middle;
    else
      high = middle - 1;
  }
  earlierNext =
      previousStart(uses, window.level, std::max(low, earliest), earliest);
  return step;
}
