//===- LowerBound.cpp - Proven bounds -------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/problem.md, section 6, with a proof of each term. What the proofs use:
//
// (1) The makespan is the sum over ops of trips * duration plus that over
//     stalls of trips * stall, where trips >= 1 and the duration of an op is
//     launch + max(compute, memory), at least its `busy` time on every tier.
// (2) All transfers arrive within the single simulated run of the program,
//     whose length S is the same sum with all trips 1. While op t runs, they
//     get at most duration_t - busy_t of a tier's time, and while the stream
//     waits, all of it. A transfer takes size / read bandwidth of its source
//     tier's time and size / write bandwidth of its destination tier's. So
//     S >= sum of busy_t + the transfers' time, on each tier, and hence
//     makespan = S + sum of (trips - 1) * (durations and stalls)
//             >= sum of trips * busy_t + the transfers' time.
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/LowerBound.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace memplace;

/// Whether \p buffer may be in \p tier and fits there. An external buffer's
/// place in its home tier is the caller's, who made room for it.
static bool fits(const Problem &problem, const Buffer &buffer, TierId tier) {
  bool isExternalHome =
      problem.isExternal(buffer) && problem.homeOf(buffer) == tier;
  return problem.mayBeIn(buffer, tier) &&
         (isExternalHome || buffer.size <= problem.target.tiers[tier].capacity);
}

/// Seconds that \p access keeps \p tier busy.
static double accessSeconds(const Access &access, const Tier &tier) {
  double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes / tier.readBytesPerSecond;
  if (access.writes())
    seconds += bytes / tier.writeBytesPerSecond;
  return seconds;
}

//===----------------------------------------------------------------------===//
// The ops' bound
//===----------------------------------------------------------------------===//

/// Seconds of \p access in the fastest tier that may serve it; 0 if none may,
/// as then no placement is legal and any bound is true.
static double fastestSeconds(const Problem &problem, const Access &access) {
  double fastest = std::numeric_limits<double>::infinity();
  const std::vector<Tier> &tiers = problem.target.tiers;
  for (size_t tier = 0; tier < tiers.size(); ++tier)
    if (fits(problem, problem.buffers[access.buffer], tier) &&
        mayServe(problem.target, access, tier))
      fastest = std::min(fastest, accessSeconds(access, tiers[tier]));
  return std::isfinite(fastest) ? fastest : 0;
}

/// An access takes at least its time in the fastest tier. For `sum` their times
/// add up. For `max`, the busiest tier is at least as busy as its slowest
/// access, and at least as busy as the average of all tiers.
static double opSeconds(const Problem &problem, const Op &op) {
  if (op.isNull())
    return 0;
  double sum = 0;
  double largest = 0;
  for (const Access &access : op.accesses) {
    double seconds = fastestSeconds(problem, access);
    sum += seconds;
    largest = std::max(largest, seconds);
  }
  double memory = sum;
  if (problem.target.combine == Combine::Max)
    memory = std::max(largest,
                      sum / static_cast<double>(problem.target.tiers.size()));
  double compute = static_cast<double>(op.computePs) * 1e-12;
  double launch = static_cast<double>(problem.target.launchPs) * 1e-12;
  return launch + std::max(compute, memory);
}

//===----------------------------------------------------------------------===//
// Each tier's own work
//===----------------------------------------------------------------------===//

namespace {

/// What the program does with one buffer, bytes times trips.
struct Traffic {
  double readBeforeWrite = 0;
  double lastWrite = 0;
  Step firstWriteStep = -1; // -1: not written so far.
  Step lastWriteStep = -1;
};

/// Sums up the work of each tier, seconds.
class TierWork {
public:
  TierWork(const Problem &problem, const std::vector<int64_t> &trips)
      : problem(problem), trips(trips), work(problem.target.tiers.size()),
        onlyTier(problem.buffers.size(), noTier) {
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      findOnlyTier(id);
  }

  double largest() {
    addAccesses();
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (onlyTier[id] == noTier)
        addHome(problem.buffers[id], traffic[id]);
    double most = 0;
    for (double seconds : work)
      most = std::max(most, seconds);
    return most;
  }

private:
  static constexpr TierId noTier = -1;

  void findOnlyTier(size_t id) {
    int count = 0;
    for (size_t tier = 0; tier < work.size(); ++tier)
      if (fits(problem, problem.buffers[id], tier)) {
        ++count;
        onlyTier[id] = static_cast<TierId>(tier);
      }
    if (count != 1)
      onlyTier[id] = noTier;
  }

  void addAccesses() {
    traffic.resize(problem.buffers.size());
    for (Step step = 0; step < problem.numSteps(); ++step) {
      // Reads before the writes: an op's reads see what was there before.
      for (const Access &access : problem.ops[step].accesses)
        addRead(step, access);
      for (const Access &access : problem.ops[step].accesses)
        addWrite(step, access);
    }
  }

  /// Also all traffic of a buffer that fits in one tier only: each of its
  /// accesses is served from there, by (2) at its full time in each trip.
  void addRead(Step step, const Access &access) {
    double count = static_cast<double>(trips[step]);
    if (TierId only = onlyTier[access.buffer]; only != noTier) {
      const Tier &tier = problem.target.tiers[only];
      if (mayServe(problem.target, access, only))
        work[only] += count * accessSeconds(access, tier);
      return;
    }
    Traffic &of = traffic[access.buffer];
    if (access.reads() && of.firstWriteStep < 0)
      of.readBeforeWrite += count * static_cast<double>(access.bytes);
  }

  void addWrite(Step step, const Access &access) {
    if (!access.writes())
      return;
    Traffic &of = traffic[access.buffer];
    if (of.firstWriteStep < 0)
      of.firstWriteStep = step;
    // All accesses of the last op that writes it are served by one residency.
    if (of.lastWriteStep != step)
      of.lastWrite = 0;
    of.lastWriteStep = step;
    of.lastWrite +=
        static_cast<double>(trips[step]) * static_cast<double>(access.bytes);
  }

  /// Live-in: until the first write the newest contents come from the home
  /// tier. Either it serves all the reads until then (an op's reads count
  /// though it also writes), or another place serves one; then some transfer
  /// has read the whole buffer there.
  /// Live-out: either the home tier serves the last write, or the result has
  /// come there by a transfer that has written the whole buffer.
  /// The first is time of reading, the second of writing, so both count, each
  /// once: other such transfers need not happen.
  void addHome(const Buffer &buffer, const Traffic &of) {
    TierId home = problem.homeOf(buffer);
    const Tier &tier = problem.target.tiers[home];
    double size = static_cast<double>(buffer.size);
    if (buffer.liveIn)
      work[home] +=
          std::min(size, of.readBeforeWrite) / tier.readBytesPerSecond;
    if (buffer.liveOut && of.lastWriteStep >= 0 && !tier.isReadOnly())
      work[home] += std::min(size, of.lastWrite) / tier.writeBytesPerSecond;
  }

  const Problem &problem;
  const std::vector<int64_t> &trips;
  std::vector<double> work;     // By tier.
  std::vector<TierId> onlyTier; // By buffer: the only tier it fits in.
  std::vector<Traffic> traffic; // By buffer.
};

} // namespace

double memplace::lowerBoundOnMakespan(const Problem &problem) {
  std::vector<int64_t> trips = tripsOfSteps(problem);
  double ops = 0;
  for (Step step = 0; step < problem.numSteps(); ++step)
    ops += static_cast<double>(trips[step]) *
           opSeconds(problem, problem.ops[step]);
  return std::max(ops, TierWork(problem, trips).largest());
}

int64_t memplace::lowerBoundOnPeak(const Problem &problem) {
  struct Event {
    Step step;
    bool isBegin;
    int64_t size;
  };
  std::vector<Event> events;
  for (const Buffer &buffer : problem.buffers) {
    if (problem.isExternal(buffer))
      continue;
    events.push_back({buffer.range.begin, true, buffer.size});
    events.push_back({buffer.range.end, false, buffer.size});
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    // A range ends before another begins at the same step.
    return a.step != b.step ? a.step < b.step : a.isBegin < b.isBegin;
  });
  // 128 bits: many large sizes may not add up in 64.
  __int128 live = 0;
  __int128 most = 0;
  for (const Event &event : events) {
    live += event.isBegin ? event.size : -static_cast<__int128>(event.size);
    most = std::max(most, live);
  }
  constexpr __int128 limit = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::min(most, limit));
}

double memplace::gap(double value, double bound) {
  if (value == bound)
    return 0;
  return (value - bound) / bound;
}

int64_t memplace::toPicoseconds(double seconds) {
  double picoseconds = std::round(seconds * 1e12);
  constexpr double limit = 9.2e18; // Below 2^63.
  return static_cast<int64_t>(std::clamp(picoseconds, -limit, limit));
}
