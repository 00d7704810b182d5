//===- CheckSchedule.cpp - A schedule computes the same -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both problems run with numbers in place of contents. An op writes a hash of
// the numbers that it reads, of its index in the original problem, and of the
// access. Each op must read the same numbers in both problems. Bodies of loops
// run twice, since contents reach a third trip in the same way as the second.
// Bodies below eight nested loops run once. Loops that may be skipped run in
// several patterns.
//
// This file uses nothing of the search but the interface.
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include "../Problem/LoopOrder.h"

#include <algorithm>
#include <set>

using namespace memplace;

/// Mixes \p value into \p hash (splitmix64).
static uint64_t mix(uint64_t hash, uint64_t value) {
  uint64_t z = hash * 0x9e3779b97f4a7c15 + value + 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

namespace {

/// Numbers read by each op of the original problem, and those left at the end.
struct Trace {
  std::vector<std::set<uint64_t>> seen; // By op of the original problem.
  std::vector<uint64_t> left;           // By buffer of the original problem.
};

/// A choice of the skippable loops that run. The choice is all, none, or a half
/// by one bit of a hash of each loop's first op.
class Pattern {
public:
  static constexpr int count = 10;

  explicit Pattern(int number) : number(number) {}

  /// \p firstOp: of the original problem.
  bool runs(Step firstOp) const {
    if (number < 2)
      return number == 0;
    const uint64_t bits = mix(3, static_cast<uint64_t>(firstOp));
    return (bits >> (number / 2) & 1) == static_cast<uint64_t>(number % 2);
  }

private:
  int number;
};

/// Runs a problem with numbers.
class NumberRun {
public:
  /// \p localDepths: by buffer of the original problem, see `localDepthsOf`.
  NumberRun(const Problem &problem, const ScheduleMap &map,
            const std::vector<size_t> &localDepths, Pattern pattern)
      : problem(problem), map(map), localDepths(localDepths), pattern(pattern),
        order(outerLoopsFirst(problem)), contents(problem.buffers.size(), 0) {
    for (const Loop &loop : problem.loops)
      firstOps.push_back(*std::min_element(map.ops.begin() + loop.range.begin,
                                           map.ops.begin() + loop.range.end));
  }

  /// \p numOps and \p numBuffers: of the original problem.
  Trace run(size_t numOps, size_t numBuffers) {
    trace.seen.resize(numOps);
    trace.left.resize(numBuffers, 0);
    for (size_t id = 0; id < contents.size(); ++id)
      if (problem.buffers[id].liveIn)
        contents[id] = mix(1, map.buffers[id]);
    runSteps({0, problem.numSteps()}, 0, 0);
    for (size_t id = 0; id < contents.size(); ++id)
      if (problem.buffers[id].liveOut)
        trace.left[map.buffers[id]] = contents[id];
    return std::move(trace);
  }

private:
  /// Runs steps \p range, inside \p depth loops, with the loops from
  /// `order[loop]` on; returns the first loop after them.
  size_t runSteps(LiveRange range, size_t loop, size_t depth) {
    for (Step step = range.begin; step < range.end;) {
      while (loop < order.size() &&
             problem.loops[order[loop]].range.begin < step)
        ++loop;
      if (loop == order.size() ||
          problem.loops[order[loop]].range.begin != step) {
        runOp(step++);
        continue;
      }
      const Loop &inner = problem.loops[order[loop]];
      size_t next = loop + 1;
      const int64_t trips = tripsOf(order[loop], depth);
      for (int64_t trip = 0; trip < trips; ++trip) {
        dropLocals(inner.range, depth + 1);
        next = runSteps(inner.range, loop + 1, depth + 1);
      }
      while (next < order.size() &&
             problem.loops[order[next]].range.begin < inner.range.end)
        ++next;
      loop = next;
      step = inner.range.end;
    }
    return loop;
  }

  int64_t tripsOf(int32_t id, size_t depth) const {
    const Loop &loop = problem.loops[id];
    if (loop.maySkip && !pattern.runs(firstOps[id]))
      return 0;
    return depth < 8 ? std::min<int64_t>(loop.tripCount, 2) : 1;
  }

  /// Drops the contents of the buffers that live only inside a trip of the loop
  /// with the steps \p body, the \p depth-th of its nest.
  void dropLocals(LiveRange body, size_t depth) {
    for (size_t id = 0; id < contents.size(); ++id)
      if (localDepths[map.buffers[id]] >= depth &&
          body.covers(problem.buffers[id].range))
        contents[id] = 0;
  }

  void runOp(Step step) {
    const Op &op = problem.ops[step];
    uint64_t inputs = mix(2, static_cast<uint64_t>(map.ops[step]));
    for (const Access &access : op.accesses)
      if (access.reads())
        inputs = mix(inputs, contents[access.buffer]);
    trace.seen[map.ops[step]].insert(inputs);
    for (size_t k = 0; k < op.accesses.size(); ++k)
      if (op.accesses[k].writes())
        contents[op.accesses[k].buffer] = mix(inputs, k);
  }

  const Problem &problem;
  const ScheduleMap &map;
  const std::vector<size_t> &localDepths;
  const Pattern pattern;
  const std::vector<int32_t> order; // As `outerLoopsFirst`.
  std::vector<Step> firstOps;       // By loop, of the original problem.
  std::vector<uint64_t> contents;   // By buffer; 0: no contents yet.
  Trace trace;
};

} // namespace

/// Returns, by buffer, the number of loops of which each trip makes the
/// contents anew, since the buffer lives in a part of the body only. Contents
/// from before the program or for after it stay.
static std::vector<size_t> localDepthsOf(const Problem &problem) {
  std::vector<size_t> depths(problem.buffers.size(), 0);
  for (size_t id = 0; id < depths.size(); ++id)
    if (const Buffer &buffer = problem.buffers[id];
        !buffer.liveIn && !buffer.liveOut)
      for (const Loop &loop : problem.loops)
        depths[id] +=
            loop.range.covers(buffer.range) && loop.range != buffer.range;
  return depths;
}

/// Returns "op 3 ('conv')".
static std::string nameOf(const Problem &problem, Step step) {
  return "op " + std::to_string(step) + " ('" + problem.ops[step].name + "')";
}

static std::optional<Error> checkMap(const Problem &problem,
                                     const ScheduledProblem &scheduled) {
  const ScheduleMap &map = scheduled.map;
  if (map.ops.size() != scheduled.problem.ops.size() ||
      map.buffers.size() != scheduled.problem.buffers.size())
    return Error{"the map has " + std::to_string(map.ops.size()) + " ops and " +
                 std::to_string(map.buffers.size()) +
                 " buffers, the scheduled problem has " +
                 std::to_string(scheduled.problem.ops.size()) + " and " +
                 std::to_string(scheduled.problem.buffers.size())};
  for (size_t k = 0; k < map.ops.size(); ++k)
    if (map.ops[k] < 0 || map.ops[k] >= problem.numSteps())
      return Error{"the map names op " + std::to_string(map.ops[k]) +
                   ", which the problem does not have"};
  for (size_t k = 0; k < map.buffers.size(); ++k)
    if (map.buffers[k] < 0 ||
        static_cast<size_t>(map.buffers[k]) >= problem.buffers.size())
      return Error{"the map names buffer " + std::to_string(map.buffers[k]) +
                   ", which the problem does not have"};
  return std::nullopt;
}

static std::optional<Error> checkBuffers(const Problem &problem,
                                         const ScheduledProblem &scheduled) {
  std::vector<int> ins(problem.buffers.size(), 0), outs = ins;
  for (size_t k = 0; k < scheduled.map.buffers.size(); ++k) {
    const BufferId of = scheduled.map.buffers[k];
    const Buffer &now = scheduled.problem.buffers[k];
    const Buffer &was = problem.buffers[of];
    if (now.size != was.size || now.alignment != was.alignment ||
        now.tiers != was.tiers || now.rows != was.rows ||
        scheduled.problem.homeOf(now) != problem.homeOf(was) ||
        scheduled.problem.isExternal(now) != problem.isExternal(was))
      return Error{"buffer " + std::to_string(k) + " ('" + now.name +
                   "') differs from buffer " + std::to_string(of) +
                   " of the problem"};
    ins[of] += now.liveIn;
    outs[of] += now.liveOut;
    if (problem.isCyclic && was.liveIn && was.liveOut &&
        now.liveIn != now.liveOut)
      return Error{"buffer " + std::to_string(k) + " ('" + now.name +
                   "') does not pass its contents to the next invocation"};
  }
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    if (ins[id] != problem.buffers[id].liveIn ||
        outs[id] != problem.buffers[id].liveOut)
      return Error{"buffer " + std::to_string(id) + " ('" +
                   problem.buffers[id].name +
                   "') of the problem is live-in or live-out another number "
                   "of times"};
  return std::nullopt;
}

/// Returns the trip counts around each step, outermost first; a loop that may
/// be skipped is negative.
static std::vector<std::vector<int64_t>> nestsOf(const Problem &problem) {
  std::vector<std::vector<int64_t>> nests(problem.ops.size());
  for (int32_t k : outerLoopsFirst(problem)) {
    const Loop &loop = problem.loops[k];
    for (Step step = loop.range.begin; step < loop.range.end; ++step)
      nests[step].push_back(loop.maySkip ? -loop.tripCount : loop.tripCount);
  }
  return nests;
}

/// Compares each op with the op that it runs, but for the buffers' contents.
static std::optional<Error> checkOps(const Problem &problem,
                                     const ScheduledProblem &scheduled) {
  const auto was = nestsOf(problem), now = nestsOf(scheduled.problem);
  std::vector<int64_t> runs(problem.ops.size(), 0);
  Step lastOnce = -1;
  for (Step step = 0; step < scheduled.problem.numSteps(); ++step) {
    const Step of = scheduled.map.ops[step];
    Op op = scheduled.problem.ops[step];
    for (Access &access : op.accesses)
      access.buffer = scheduled.map.buffers[access.buffer];
    op.isOnce = problem.ops[of].isOnce;
    if (op != problem.ops[of] || now[step] != was[of])
      return Error{nameOf(scheduled.problem, step) + " differs from " +
                   nameOf(problem, of) + " of the problem"};
    ++runs[of];
    if (!op.isOnce)
      continue;
    if (runs[of] > 1 || of < lastOnce)
      return Error{nameOf(problem, of) +
                   " of the problem runs again, or out of order, but must run "
                   "once"};
    lastOnce = of;
  }
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (runs[step] == 0)
      return Error{nameOf(problem, step) + " of the problem never runs"};
  return std::nullopt;
}

static std::optional<Error> checkContents(const Problem &problem,
                                          const ScheduledProblem &scheduled,
                                          Pattern pattern) {
  ScheduleMap same;
  for (Step step = 0; step < problem.numSteps(); ++step)
    same.ops.push_back(step);
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    same.buffers.push_back(static_cast<BufferId>(id));
  const size_t ops = problem.ops.size(), buffers = problem.buffers.size();
  const std::vector<size_t> depths = localDepthsOf(problem);
  const Trace was = NumberRun(problem, same, depths, pattern).run(ops, buffers);
  const Trace now = NumberRun(scheduled.problem, scheduled.map, depths, pattern)
                        .run(ops, buffers);
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (was.seen[step] != now.seen[step])
      return Error{nameOf(problem, step) +
                   " of the problem reads other contents in the schedule"};
  for (size_t id = 0; id < buffers; ++id)
    if (was.left[id] != now.left[id])
      return Error{"buffer " + std::to_string(id) + " ('" +
                   problem.buffers[id].name +
                   "') of the problem ends with other contents"};
  return std::nullopt;
}

std::optional<Error>
memplace::checkSchedule(const Problem &problem,
                        const ScheduledProblem &scheduled) {
  if (auto error = checkMap(problem, scheduled))
    return error;
  if (auto error = check(scheduled.problem))
    return Error{"the scheduled problem is malformed: " + error->message};
  if (auto error = checkBuffers(problem, scheduled))
    return error;
  if (auto error = checkOps(problem, scheduled))
    return error;
  const bool hasSkippable =
      std::any_of(problem.loops.begin(), problem.loops.end(),
                  [](const Loop &loop) { return loop.maySkip; });
  for (int number = 0; number < (hasSkippable ? Pattern::count : 1); ++number)
    if (auto error = checkContents(problem, scheduled, Pattern(number)))
      return error;
  return std::nullopt;
}

int64_t memplace::liveBytesAtPeak(const Problem &problem) {
  std::vector<int64_t> change(problem.ops.size() + 1, 0);
  for (const Buffer &buffer : problem.buffers)
    if (!problem.isExternal(buffer)) {
      change[buffer.range.begin] += buffer.size;
      change[buffer.range.end] -= buffer.size;
    }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change)
    peak = std::max(peak, live += bytes);
  return peak;
}
