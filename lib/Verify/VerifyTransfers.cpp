//===- VerifyTransfers.cpp - R3, R7, R8: places and transfers -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyParts.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

using namespace memplace;

using Outcome = std::optional<Violation>;

//===----------------------------------------------------------------------===//
// R3: no overlap
//===----------------------------------------------------------------------===//

/// Returns by residency the end of the steps that count for R3.
static std::vector<Step> occupiedEnds(const Subject &subject) {
  std::vector<Step> ends(subject.solution.residencies.size());
  for (size_t id = 0; id < ends.size(); ++id)
    ends[id] = subject.lastingEnd(id);
  // "The source of a transfer with start == done counts here as lasting through
  // that step." R6 checks sources with an earlier end.
  for (const Transfer &transfer : subject.solution.transfers)
    if (transfer.start == transfer.done &&
        subject.lastingEnd(transfer.from) == transfer.done)
      ends[transfer.from] = transfer.done + 1;
  return ends;
}

static Violation overlap(const Subject &subject, ResidencyId a, ResidencyId b,
                         const std::vector<Step> &ends) {
  auto place = [&](ResidencyId id) {
    const Residency &residency = subject.solution.residencies[id];
    std::string text =
        "bytes " + showRange({*residency.offset,
                              *residency.offset + subject.bufferOf(id).size});
    if (ends[id] != residency.range.end)
      text += " (counted through step " + std::to_string(ends[id] - 1) + ")";
    return text;
  };
  return {Rule::R3NoOverlap, subject.residency(a) + ", " + place(a) +
                                 " overlaps " + subject.residency(b) + ", " +
                                 place(b)};
}

Outcome memplace::checkOverlaps(const Subject &subject) {
  const std::vector<Residency> &residencies = subject.solution.residencies;
  std::vector<Step> ends = occupiedEnds(subject);
  std::vector<ResidencyId> order;
  for (size_t id = 0; id < residencies.size(); ++id)
    if (!subject.isExternalHome(id))
      order.push_back(static_cast<ResidencyId>(id));
  std::sort(order.begin(), order.end(), [&](ResidencyId a, ResidencyId b) {
    Step beginA = residencies[a].range.begin;
    Step beginB = residencies[b].range.begin;
    return beginA != beginB ? beginA < beginB : a < b;
  });
  // By tier the residencies at the present step of the sweep. They are
  // disjoint, so a new residency is only compared with its two neighbours.
  std::vector<std::map<Offset, ResidencyId>> present(
      subject.problem.target.tiers.size());
  using Leaving = std::pair<Step, ResidencyId>;
  std::priority_queue<Leaving, std::vector<Leaving>, std::greater<>> leaving;
  for (ResidencyId id : order) {
    const Residency &residency = residencies[id];
    for (; !leaving.empty() && leaving.top().first <= residency.range.begin;
         leaving.pop()) {
      const Residency &gone = residencies[leaving.top().second];
      present[gone.tier].erase(*gone.offset);
    }
    std::map<Offset, ResidencyId> &tier = present[residency.tier];
    auto above = tier.lower_bound(*residency.offset);
    if (above != tier.end() &&
        above->first < *residency.offset + subject.bufferOf(id).size)
      return overlap(subject, above->second, id, ends);
    if (above != tier.begin()) {
      auto below = std::prev(above);
      if (below->first + subject.bufferOf(below->second).size >
          *residency.offset)
        return overlap(subject, below->second, id, ends);
    }
    tier.emplace_hint(above, *residency.offset, id);
    leaving.push({ends[id], id});
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LoopForest::LoopForest(const Problem &problem)
    : order(problem.loops.size()), parent(problem.loops.size(), none),
      innermost(problem.ops.size(), none),
      across(problem.ops.size() + 1, none) {
  auto rangeOf = [&](int32_t loop) { return problem.loops[loop].range; };
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<int32_t>(i);
  // Loops over the same steps nest in the order of the file.
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    LiveRange rangeA = rangeOf(a), rangeB = rangeOf(b);
    if (rangeA.begin != rangeB.begin)
      return rangeA.begin < rangeB.begin;
    return rangeA.end != rangeB.end ? rangeA.end > rangeB.end : a < b;
  });
  std::vector<int32_t> open; // Loops around the step, outermost first.
  size_t next = 0;
  for (Step step = 0; step <= problem.numSteps(); ++step) {
    while (!open.empty() && rangeOf(open.back()).end <= step)
      open.pop_back();
    // Loops open by now began before this boundary.
    across[step] = open.empty() ? none : open.back();
    for (; next < order.size() && rangeOf(order[next]).begin == step; ++next) {
      parent[order[next]] = open.empty() ? none : open.back();
      open.push_back(order[next]);
    }
    if (step < problem.numSteps())
      innermost[step] = open.empty() ? none : open.back();
  }
}

//===----------------------------------------------------------------------===//
// R7 and R8: transfers
//===----------------------------------------------------------------------===//

namespace {

/// Steps in ascending order, for look-ups of the first step in a range.
class Steps {
public:
  void add(Step step) { steps.push_back(step); }
  /// Returns the first step within \p range, if any.
  std::optional<Step> firstIn(LiveRange range) const {
    auto it = std::lower_bound(steps.begin(), steps.end(), range.begin);
    if (it == steps.end() || *it >= range.end)
      return std::nullopt;
    return *it;
  }

private:
  std::vector<Step> steps;
};

/// Steps at which each residency serves, and each buffer is written.
struct AccessSteps {
  std::vector<Steps> servedBy;  // By residency.
  std::vector<Steps> writtenAt; // By buffer.
};

} // namespace

static AccessSteps collectUses(const Subject &subject) {
  AccessSteps uses{std::vector<Steps>(subject.solution.residencies.size()),
                   std::vector<Steps>(subject.problem.buffers.size())};
  for (Step step = 0; step < subject.problem.numSteps(); ++step) {
    const std::vector<Access> &accesses = subject.problem.ops[step].accesses;
    for (size_t i = 0; i < accesses.size(); ++i) {
      uses.servedBy[subject.solution.served[step][i]].add(step);
      if (accesses[i].writes())
        uses.writtenAt[accesses[i].buffer].add(step);
    }
  }
  return uses;
}

static Outcome checkChannel(const Subject &subject, size_t index) {
  const Transfer &transfer = subject.solution.transfers[index];
  const Target &target = subject.problem.target;
  const Channel &channel = target.channels[transfer.channel];
  if (channel.from != subject.solution.residencies[transfer.from].tier ||
      channel.to != subject.solution.residencies[transfer.to].tier)
    return Violation{Rule::R8Channel,
                     subject.transfer(index) + ": channel " +
                         showName(channel.name) + " copies from tier " +
                         showName(target.tiers[channel.from].name) + " to " +
                         showName(target.tiers[channel.to].name) +
                         ", but the residencies are in " +
                         showName(subject.tierOf(transfer.from).name) +
                         " and " + showName(subject.tierOf(transfer.to).name)};
  if (target.tiers[channel.to].isReadOnly())
    return Violation{Rule::R8Channel,
                     subject.transfer(index) + ": ends in tier " +
                         showName(target.tiers[channel.to].name) +
                         ", which is read-only"};
  return std::nullopt;
}

static Outcome checkStable(const Subject &subject, const AccessSteps &uses,
                           size_t index) {
  const Transfer &transfer = subject.solution.transfers[index];
  const Residency &from = subject.solution.residencies[transfer.from];
  const Residency &to = subject.solution.residencies[transfer.to];
  auto unstable = [&](const std::string &what) {
    return Violation{Rule::R7StableTransfers,
                     subject.transfer(index) + ": " + what};
  };
  LiveRange flight = {transfer.start, transfer.done};
  bool isInstant = transfer.start == transfer.done;
  // An instant transfer's flight is empty, so its source is not checked here;
  // R6 checks the contents at `start`.
  if (!isInstant && !from.range.covers(flight))
    return unstable("its source, " + subject.residency(transfer.from) +
                    ", does not last from start to done");
  if (auto step = uses.writtenAt[from.buffer].firstIn(flight))
    return unstable(subject.op(*step) + " writes the buffer meanwhile");
  if (to.range.begin > transfer.start)
    return unstable("its destination, " + subject.residency(transfer.to) +
                    ", begins after start");
  if (subject.lastingEnd(transfer.to) < transfer.done + isInstant)
    return unstable("its destination, " + subject.residency(transfer.to) +
                    ", ends too early: it must last " +
                    (isInstant ? "through step " : "to step ") +
                    std::to_string(transfer.done));
  // A place that is used, left and filled again is two residencies, but an
  // external buffer's home residency stays one.
  LiveRange closed = {subject.isExternalHome(transfer.to) ? transfer.start : 0,
                      transfer.done};
  if (auto step = uses.servedBy[transfer.to].firstIn(closed))
    return unstable("its destination, " + subject.residency(transfer.to) +
                    ", serves " + subject.op(*step) + " before done");
  return std::nullopt;
}

/// R7 for a wrapped transfer between places: at both places the tail must be
/// there at the issue and the head at the wait.
static Outcome checkWrapped(const Subject &subject, const AccessSteps &uses,
                            size_t index) {
  const Transfer &transfer = subject.solution.transfers[index];
  const Continuity &continuity = subject.continuity;
  auto rangeOf = [&](ResidencyId id) {
    return subject.solution.residencies[id].range;
  };
  auto unstable = [&](const std::string &what) {
    return Violation{Rule::R7StableTransfers,
                     subject.transfer(index) + ": " + what};
  };
  for (auto [id, what] : {std::pair(transfer.from, "source"),
                          std::pair(transfer.to, "destination")}) {
    std::string who = std::string("its ") + what + ", ";
    ResidencyId tail = continuity.tailOf(id), head = continuity.headOf(id);
    if (tail == Continuity::none)
      return unstable(who + subject.residency(id) +
                      ", does not continue in the next invocation");
    if (rangeOf(tail).begin > transfer.start)
      return unstable(who + subject.residency(tail) + ", begins after start");
    if (rangeOf(head).end < transfer.done)
      return unstable(who + subject.residency(head) + ", ends before done");
  }
  BufferId buffer = subject.solution.residencies[transfer.from].buffer;
  for (LiveRange flight :
       {LiveRange{transfer.start, subject.problem.numSteps()},
        LiveRange{0, transfer.done}})
    if (auto step = uses.writtenAt[buffer].firstIn(flight))
      return unstable(subject.op(*step) + " writes the buffer meanwhile");
  ResidencyId tail = continuity.tailOf(transfer.to);
  ResidencyId head = continuity.headOf(transfer.to);
  if (tail == head)
    return unstable("its destination, " + subject.residency(tail) +
                    ", must be one residency where it is issued and another "
                    "one where it is awaited");
  for (auto [id, end] : {std::pair(tail, subject.problem.numSteps()),
                         std::pair(head, transfer.done)})
    if (auto step = uses.servedBy[id].firstIn({0, end}))
      return unstable("its destination, " + subject.residency(id) +
                      ", serves " + subject.op(*step) + " before done");
  return std::nullopt;
}

/// R10: a transfer with its start inside a loop is done by the loop's end; a
/// transfer with an earlier start is done by the time the loop begins, or not
/// before it ends.
static Outcome checkAcrossLoops(const Subject &subject, const LoopForest &nest,
                                size_t index) {
  const Transfer &transfer = subject.solution.transfers[index];
  const std::vector<Loop> &loops = subject.problem.loops;
  auto crosses = [&](int32_t loop, const char *what) {
    return Violation{Rule::R10Loops, subject.transfer(index) + ": " + what +
                                         " loop " + std::to_string(loop) +
                                         ", " + showRange(loops[loop].range)};
  };
  // The innermost loop ends first, so checking it covers the loops around it.
  if (transfer.start < subject.problem.numSteps()) {
    int32_t loop = nest.innermost[transfer.start];
    if (loop != LoopForest::none &&
        (transfer.done > loops[loop].range.end || transfer.isWrapped()))
      return crosses(loop, "starts inside, but is done after the end of");
  }
  // The innermost loop begins last, so checking it covers the loops around it.
  int32_t loop = nest.across[transfer.done];
  if (loop != LoopForest::none &&
      (transfer.start < loops[loop].range.begin || transfer.isWrapped()))
    return crosses(loop, "starts before, but is done inside");
  return std::nullopt;
}

/// R8: the limits of channels. Transfers awaited at the boundary where they are
/// issued follow one another, so they count as one.
static Outcome checkInFlight(const Subject &subject, ChannelId id) {
  const Channel &channel = subject.problem.target.channels[id];
  std::map<Step, int64_t> changes; // Of the number in flight, by boundary.
  std::set<Step> instants;
  for (const Transfer &transfer : subject.solution.transfers) {
    if (transfer.channel != id)
      continue;
    if (transfer.start == transfer.done)
      instants.insert(transfer.start);
    ++changes[transfer.start];
    --changes[transfer.done];
  }
  int64_t inFlight = 0;
  for (auto [step, change] : changes) {
    inFlight += change;
    const int64_t count = inFlight + (instants.contains(step) ? 1 : 0);
    if (count > channel.outstanding)
      return Violation{Rule::R8Channel,
                       "channel " + showName(channel.name) + " has " +
                           std::to_string(count) +
                           " transfers in flight from boundary " +
                           std::to_string(step) + " on, and takes " +
                           std::to_string(channel.outstanding)};
  }
  return std::nullopt;
}

Outcome memplace::checkTransfers(const Subject &subject,
                                 const LoopForest &nest) {
  AccessSteps uses = collectUses(subject);
  for (size_t i = 0; i < subject.solution.transfers.size(); ++i) {
    if (Outcome violation = checkChannel(subject, i))
      return violation;
    bool isWrapped = subject.solution.transfers[i].isWrapped();
    if (Outcome violation = isWrapped ? checkWrapped(subject, uses, i)
                                      : checkStable(subject, uses, i))
      return violation;
    if (Outcome violation = checkAcrossLoops(subject, nest, i))
      return violation;
  }
  const std::vector<Channel> &channels = subject.problem.target.channels;
  for (ChannelId id = 0; static_cast<size_t>(id) < channels.size(); ++id)
    if (channels[id].outstanding > 0)
      if (Outcome violation = checkInFlight(subject, id))
        return violation;
  return std::nullopt;
}
