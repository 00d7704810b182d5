//===- Boundaries.cpp - Events between steps ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Boundaries.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

using namespace memplace;

namespace {
/// Order of events at a boundary.
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
  /// Within a phase, lower priorities come first.
  int64_t priority = 0;
  /// Order of creation, to break ties.
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
  void startBlocking(int64_t id, const BoundaryEvent &start);
  BoundaryEvent waitFor(int64_t id) const;
  void planResidency(ResidencyId id);
  void splitAtLoop(ResidencyId id, const Loop &loop);
  bool keepsContents(const Residency &residency) const;
  void add(Phase phase, const BoundaryEvent &event, int64_t priority = 0) {
    events.push_back({phase, priority, events.size(), event});
  }

  const Problem &problem;
  const Solution &solution;
  std::vector<int64_t> trips;
  /// By ResidencyId: true for the source of a blocking transfer (start == done)
  /// right at its end.
  std::vector<bool> isCopiedAtItsEnd;
  /// The last blocking transfer started, by channel with a limit and boundary.
  std::map<std::pair<ChannelId, Step>, int64_t> lastBlocking;
  std::vector<PhasedEvent> events;
};
} // namespace

BoundaryEvent Planner::waitFor(int64_t id) const {
  const Transfer &transfer = solution.transfers[id];
  return {.step = transfer.done,
          .nest = transfer.start,
          .action = BoundaryAction::Wait,
          .id = id};
}

/// Starts blocking transfer \p id. A channel with a limit takes the copies of a
/// boundary one after another (R8).
void Planner::startBlocking(int64_t id, const BoundaryEvent &start) {
  const Transfer &transfer = solution.transfers[id];
  if (problem.target.channels[transfer.channel].outstanding == 0) {
    add(StartTransfers, start);
    return add(WaitForCopies, waitFor(id));
  }
  auto [copy, isFirst] =
      lastBlocking.try_emplace({transfer.channel, transfer.start}, id);
  if (!isFirst)
    add(StartTransfers, waitFor(std::exchange(copy->second, id)));
  add(StartTransfers, start);
}

void Planner::planTransfer(int64_t id) {
  const Transfer &transfer = solution.transfers[id];
  BoundaryEvent start = {.step = transfer.start,
                         .nest = transfer.start,
                         .action = BoundaryAction::Start,
                         .id = id};
  if (transfer.start < transfer.done) {
    add(StartTransfers, start);
    // Transfers issued in more trips are awaited first (problem.md, section 4).
    return add(WaitForEarlier, waitFor(id), -trips[transfer.start]);
  }
  startBlocking(id, start);
  if (transfer.start == solution.residencies[transfer.from].range.end)
    isCopiedAtItsEnd[transfer.from] = true;
}

/// Returns true if an acquire at the start of \p residency must keep contents:
/// the residency begins with the body of a loop, and its buffer lives through
/// the loop. The first access in the loop may then read contents of the trip
/// before (R10, last sentence). An op or a transfer fills any other residency
/// after its start (R6). May return true without need if each trip begins with
/// a write or a transfer.
bool Planner::keepsContents(const Residency &residency) const {
  const Buffer &buffer = problem.buffers[residency.buffer];
  return std::any_of(problem.loops.begin(), problem.loops.end(),
                     [&](const Loop &loop) {
                       return loop.range.begin == residency.range.begin &&
                              buffer.range.covers(loop.range);
                     });
}

/// Returns true if \p residency ends in each trip of \p loop. The source of a
/// blocking transfer ends after the copy.
static bool endsInside(const Loop &loop, const Residency &residency,
                       bool isSource) {
  auto [begin, end] = residency.range;
  if (isSource)
    return loop.range.contains(end);
  return (loop.range.begin < end && end < loop.range.end) ||
         (end == loop.range.end && loop.range.contains(begin));
}

/// Splits residency \p id at the edge of \p loop: releases it on one side and
/// acquires it on the other. Does nothing unless the residency is alive on only
/// one side of the edge.
void Planner::splitAtLoop(ResidencyId id, const Loop &loop) {
  const Residency &residency = solution.residencies[id];
  bool begins = loop.range.contains(residency.range.begin);
  bool ends = endsInside(loop, residency, isCopiedAtItsEnd[id]);
  if (begins == ends)
    return;
  // The null step before a loop is outside the loop, and the first step of its
  // body is not in an inner loop.
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
    return; // The caller's residency.
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
  for (const auto &[place, id] : lastBlocking)
    add(WaitForCopies, waitFor(id));
  // After the transfers, which set isCopiedAtItsEnd.
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
