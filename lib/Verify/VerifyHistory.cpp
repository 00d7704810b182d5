//===- VerifyHistory.cpp - R6: newest data --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyHistory.h"

#include <algorithm>

using namespace memplace;

using Outcome = std::optional<Violation>;

std::optional<size_t> History::heldSince(ResidencyId residency, BufferId buffer,
                                         Time time) const {
  const std::vector<Acquisition> &got = acquisitions[residency];
  auto last =
      std::upper_bound(got.begin(), got.end(), time,
                       [](Time t, const Acquisition &a) { return t < a.time; });
  if (last == got.begin())
    return std::nullopt;
  --last;
  const std::vector<Time> &written = writes[buffer];
  auto write = std::upper_bound(written.begin(), written.end(), time);
  if (write != written.begin() && *std::prev(write) > last->time)
    return std::nullopt;
  return static_cast<size_t>(last - got.begin());
}

namespace {

/// See `runOnce`.
class Run {
public:
  Run(const Subject &subject, const LoopForest &nest, History &history,
      std::vector<Reliance> &reliances);
  Outcome run();

private:
  void start();
  void arrive(size_t transfer);
  void boundary(Step step);
  Outcome issue(Step step);
  Outcome access(Step step);
  Outcome read(Step step, size_t index);
  void acquire(ResidencyId id) {
    history.acquisitions[id].push_back({now, loop});
  }
  Violation stale(const std::string &who, ResidencyId id) const;

  const Subject &subject;
  const LoopForest &nest;
  History &history;
  std::vector<Reliance> &reliances;
  Time now = 0;
  int32_t loop = LoopForest::none;         // The innermost open loop.
  size_t nextLoop = 0;                     // Index into LoopForest::order.
  std::vector<std::vector<size_t>> issued; // By step: transfers issued there.
  /// By step: transfers with a wait, latest start first: transfers of inner
  /// loops precede transfers of outer loops. Transfers with start == done are
  /// not listed.
  std::vector<std::vector<size_t>> done;
  // By step: wrapped transfers with a wait.
  std::vector<std::vector<size_t>> wrapped;
  std::vector<Step> lastWrite; // By buffer, -1 before the first.
};

Run::Run(const Subject &subject, const LoopForest &nest, History &history,
         std::vector<Reliance> &reliances)
    : subject(subject), nest(nest), history(history), reliances(reliances),
      issued(subject.problem.numSteps() + 1),
      done(subject.problem.numSteps() + 1),
      wrapped(subject.problem.numSteps() + 1),
      lastWrite(subject.problem.buffers.size(), -1) {
  const std::vector<Transfer> &transfers = subject.solution.transfers;
  history.acquisitions.resize(subject.solution.residencies.size());
  history.writes.resize(subject.problem.buffers.size());
  history.firstContents.resize(subject.problem.buffers.size(), never);
  history.entry.resize(subject.problem.loops.size(), never);
  history.end.resize(subject.problem.loops.size(), never);
  for (size_t i = 0; i < transfers.size(); ++i) {
    issued[transfers[i].start].push_back(i);
    if (transfers[i].isWrapped())
      wrapped[transfers[i].done].push_back(i);
    else if (transfers[i].start < transfers[i].done)
      done[transfers[i].done].push_back(i);
  }
  for (std::vector<size_t> &arrivals : done)
    std::sort(arrivals.begin(), arrivals.end(), [&](size_t a, size_t b) {
      return transfers[a].start > transfers[b].start;
    });
}

/// R6 (a), and continued places. Their contents are checked at a reliance.
void Run::start() {
  const Problem &problem = subject.problem;
  const auto &residencies = subject.solution.residencies;
  for (size_t id = 0; id < residencies.size(); ++id)
    if (subject.continuity.continues(static_cast<ResidencyId>(id)))
      history.acquisitions[id].push_back({beforeProgram});
  for (size_t id = 0; id < residencies.size(); ++id) {
    BufferId buffer = residencies[id].buffer;
    if (!problem.buffers[buffer].liveIn || !subject.isHome(id) ||
        residencies[id].range.begin != 0 ||
        history.firstContents[buffer] != never)
      continue;
    history.firstContents[buffer] = now;
    acquire(id);
  }
  // A live-in buffer has contents even if no access can reach them.
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    if (problem.buffers[id].liveIn)
      history.firstContents[id] = now;
}

/// R6 (c). R6 held at the transfer's start, and by R7 nothing has written the
/// buffer since.
void Run::arrive(size_t transfer) {
  ++now;
  const Transfer &arrived = subject.solution.transfers[transfer];
  acquire(arrived.isWrapped() ? subject.continuity.headOf(arrived.to)
                              : arrived.to);
}

/// Handles the boundary before op `step`, up to the first issue. First, the
/// loops that end here end, innermost first; the transfers that started inside
/// a loop arrive just before its end. Then all other transfers that are awaited
/// here arrive. Finally, the loops that begin here begin, outermost first.
void Run::boundary(Step step) {
  const std::vector<Loop> &loops = subject.problem.loops;
  const std::vector<size_t> &arrivals = done[step];
  size_t next = 0;
  for (; loop != LoopForest::none && loops[loop].range.end == step;
       loop = nest.parent[loop]) {
    for (; next < arrivals.size() &&
           subject.solution.transfers[arrivals[next]].start >=
               loops[loop].range.begin;
         ++next)
      arrive(arrivals[next]);
    history.end[loop] = ++now;
  }
  for (; next < arrivals.size(); ++next)
    arrive(arrivals[next]);
  for (size_t arrival : wrapped[step])
    arrive(arrival);
  for (; nextLoop < nest.order.size() &&
         loops[nest.order[nextLoop]].range.begin == step;
       ++nextLoop) {
    loop = nest.order[nextLoop];
    history.entry[loop] = ++now;
  }
}

Violation Run::stale(const std::string &who, ResidencyId id) const {
  BufferId buffer = subject.solution.residencies[id].buffer;
  std::string text = who + " " + subject.residency(id);
  if (history.firstContents[buffer] == never)
    text += ", but the buffer has no contents before its first access";
  else if (history.acquisitions[id].empty())
    text += ", which never got the newest contents";
  else
    text += ", which is stale since " + subject.op(lastWrite[buffer]) +
            " wrote the buffer elsewhere";
  return {Rule::R6NewestData, text};
}

/// Transfers with start == step: all are issued in the order of the file, then
/// the blocking ones arrive. No issue sees the contents of these arrivals: "a
/// copy A -> B -> C needs two boundaries".
Outcome Run::issue(Step step) {
  ++now;
  for (size_t index : issued[step]) {
    const Transfer &transfer = subject.solution.transfers[index];
    ResidencyId id = transfer.isWrapped()
                         ? subject.continuity.tailOf(transfer.from)
                         : transfer.from;
    const Residency &from = subject.solution.residencies[id];
    auto who = [&] { return subject.transfer(index) + ", copies from"; };
    if (from.range.begin > step || from.range.end < step)
      return Violation{Rule::R6NewestData, who() + " " + subject.residency(id) +
                                               ", which is not there then"};
    auto since = history.heldSince(id, from.buffer, now);
    if (!since)
      return stale(who(), id);
    reliances.push_back(
        {id, *since, loop, {Cause::Kind::Transfer, int64_t(index)}});
  }
  for (size_t index : issued[step])
    if (subject.solution.transfers[index].done == step)
      arrive(index);
  return std::nullopt;
}

/// An access of op `step` as a reader, or as the first access.
Outcome Run::read(Step step, size_t index) {
  const Access &access = subject.problem.ops[step].accesses[index];
  ResidencyId id = subject.solution.served[step][index];
  Time &first = history.firstContents[access.buffer];
  // R6 (b), "the first access of a buffer that is not live-in, in any mode".
  if (first == never) {
    first = now;
    acquire(id);
  }
  if (!access.reads())
    return std::nullopt;
  auto since = history.heldSince(id, access.buffer, now);
  if (!since)
    return stale(subject.op(step) + " reads", id);
  reliances.push_back(
      {id, *since, loop, {Cause::Kind::Op, step}, first == now});
  return std::nullopt;
}

/// Op `step`: "an op's reads see the contents from before its writes".
Outcome Run::access(Step step) {
  const std::vector<Access> &accesses = subject.problem.ops[step].accesses;
  ++now;
  for (size_t i = 0; i < accesses.size(); ++i)
    if (Outcome violation = read(step, i))
      return violation;
  ++now;
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (!accesses[i].writes())
      continue;
    // R6 (b). The newest write makes all other residencies stale.
    history.writes[accesses[i].buffer].push_back(now);
    lastWrite[accesses[i].buffer] = step;
    acquire(subject.solution.served[step][i]);
  }
  return std::nullopt;
}

Outcome Run::run() {
  start();
  for (Step step = 0; step <= subject.problem.numSteps(); ++step) {
    boundary(step);
    if (Outcome violation = issue(step))
      return violation;
    if (step == subject.problem.numSteps())
      break;
    if (Outcome violation = access(step))
      return violation;
  }
  return std::nullopt;
}

} // namespace

std::optional<Violation> memplace::runOnce(const Subject &subject,
                                           const LoopForest &nest,
                                           History &history,
                                           std::vector<Reliance> &reliances) {
  return Run(subject, nest, history, reliances).run();
}
