//===- Boundaries.cpp - What happens between steps ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boundaries.h"

#include <algorithm>
#include <tuple>

using namespace memplace;

namespace {
/// The order of events at one boundary.
enum Phase {
  WaitForEarlier,
  ReleasePlaces,
  AcquirePlaces,
  StartTransfers,
  WaitForCopies,
  ReleaseSources,
};

struct PhasedEvent {
  Phase phase;
  /// Within a phase: smaller first.
  int64_t priority = 0;
  /// Where all else is equal: as they were planned.
  size_t order = 0;
  BoundaryEvent event;
};

class Planner {
public:
  Planner(const Problem &problem, const Solution &solution)
      : problem(problem), solution(solution), trips(tripsOfSteps(problem)),
        isCopiedAtItsEnd(solution.residencies.size()) {}
  std::vector<BoundaryEvent> plan();

private:
  void planTransfer(int64_t id);
  void planResidency(ResidencyId id);
  void splitAtLoop(ResidencyId id, const Loop &loop);
  bool keepsContents(const Residency &residency) const;
  void add(Phase phase, const BoundaryEvent &event, int64_t priority = 0) {
    events.push_back({phase, priority, events.size(), event});
  }

  const Problem &problem;
  const Solution &solution;
  std::vector<int64_t> trips;
  /// By ResidencyId: a copy that nothing hides reads it just after its end.
  std::vector<bool> isCopiedAtItsEnd;
  std::vector<PhasedEvent> events;
};
} // namespace

void Planner::planTransfer(int64_t id) {
  const Transfer &transfer = solution.transfers[id];
  BoundaryEvent start = {.step = transfer.start,
                         .nest = transfer.start,
                         .action = BoundaryAction::Start,
                         .id = id};
  add(StartTransfers, start);
  BoundaryEvent wait = {.step = transfer.done,
                        .nest = transfer.start,
                        .action = BoundaryAction::Wait,
                        .id = id};
  if (transfer.start < transfer.done)
    return add(WaitForEarlier, wait, -trips[transfer.start]);
  add(WaitForCopies, wait);
  if (transfer.start == solution.residencies[transfer.from].range.end)
    isCopiedAtItsEnd[transfer.from] = true;
}

/// Whether the buffer may have contents from the trip before when \p residency
/// begins. Never false where something relies on them: by R6, an op or a
/// transfer gives a residency its contents after it began, but for R10's last
/// sentence, about a first access that reads or updates. That one's residency
/// begins with the body at the latest, and its buffer lives through the loop,
/// which a buffer of one trip does not: nothing uses it at the null step that
/// ends the body. (One that began before the loop is split there, which keeps
/// contents always.) It may be true for nothing, where each trip begins with a
/// write or a transfer.
bool Planner::keepsContents(const Residency &residency) const {
  const Buffer &buffer = problem.buffers[residency.buffer];
  return std::any_of(problem.loops.begin(), problem.loops.end(),
                     [&](const Loop &loop) {
                       return loop.range.begin == residency.range.begin &&
                              buffer.range.covers(loop.range);
                     });
}

/// Whether \p residency ends while \p loop runs, in each of its trips. A source
/// of a copy that nothing hides ends behind the copy.
static bool endsInside(const Loop &loop, const Residency &residency,
                       bool isSource) {
  auto [begin, end] = residency.range;
  if (isSource)
    return loop.range.contains(end);
  return (loop.range.begin < end && end < loop.range.end) ||
         (end == loop.range.end && loop.range.contains(begin));
}

/// Releases residency \p id at one side of where \p loop begins or ends and
/// acquires it at the other side, if it is alive at one side only.
void Planner::splitAtLoop(ResidencyId id, const Loop &loop) {
  const Residency &residency = solution.residencies[id];
  bool begins = loop.range.contains(residency.range.begin);
  bool ends = endsInside(loop, residency, isCopiedAtItsEnd[id]);
  if (begins == ends)
    return;
  // The null step before a loop is outside of it, the first step of its body is
  // in no inner one.
  Step outside = loop.range.begin - 1;
  Step inside = loop.range.begin;
  Step step = ends ? loop.range.begin : loop.range.end;
  add(ReleasePlaces, {.step = step,
                      .nest = ends ? outside : inside,
                      .action = BoundaryAction::Release,
                      .id = id});
  add(AcquirePlaces, {.step = step,
                      .nest = ends ? inside : outside,
                      .action = BoundaryAction::Acquire,
                      .id = id,
                      .keepContents = true});
}

void Planner::planResidency(ResidencyId id) {
  const Residency &residency = solution.residencies[id];
  if (!residency.offset)
    return; // The caller's.
  bool isSource = isCopiedAtItsEnd[id];
  Step endNest = problem.numSteps();
  const Loop *innermost = nullptr;
  for (const Loop &loop : problem.loops) {
    splitAtLoop(id, loop);
    if (!endsInside(loop, residency, isSource))
      continue;
    if (!innermost || innermost->range.covers(loop.range)) {
      innermost = &loop;
      endNest = loop.range.begin;
    }
  }
  add(AcquirePlaces, {.step = residency.range.begin,
                      .nest = residency.range.begin,
                      .action = BoundaryAction::Acquire,
                      .id = id,
                      .keepContents = keepsContents(residency)});
  add(isSource ? ReleaseSources : ReleasePlaces,
      {.step = residency.range.end,
       .nest = endNest,
       .action = BoundaryAction::Release,
       .id = id});
}

std::vector<BoundaryEvent> Planner::plan() {
  for (size_t id = 0; id < solution.transfers.size(); ++id)
    planTransfer(id);
  // After the transfers, which say who is copied at its end.
  for (size_t id = 0; id < solution.residencies.size(); ++id)
    planResidency(id);
  std::sort(events.begin(), events.end(),
            [](const PhasedEvent &a, const PhasedEvent &b) {
              return std::tie(a.event.step, a.phase, a.priority, a.order) <
                     std::tie(b.event.step, b.phase, b.priority, b.order);
            });
  std::vector<BoundaryEvent> result;
  for (const PhasedEvent &event : events)
    result.push_back(event.event);
  return result;
}

std::vector<BoundaryEvent> memplace::planBoundaries(const Problem &problem,
                                                    const Solution &solution) {
  return Planner(problem, solution).plan();
}
