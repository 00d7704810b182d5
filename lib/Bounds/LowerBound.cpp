//===- LowerBound.cpp - Default lower bounds ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/problem.md, section 6, and docs/reference/bounds.md for a
// proof of each term. The proofs use two facts:
//
// (1) The makespan is the sum over ops of trips * duration plus the sum over
// stalls of trips * stall, with trips >= 1. The duration of an op is at least
// launch + max(compute, memory), hence at least its `busy` time on every tier,
// since efficiencies are at most 1.
//
// (2) All transfers arrive within the single simulated run of the program. Its
// length S is the sum of (1) with all trips 1. While op t runs, transfers get
// at most duration_t - busy_t of a tier's time. During stalls they get at most
// all of it. The order on their channels does not matter. A transfer takes size
// / read bandwidth of its source tier's time and size / write bandwidth of its
// destination tier's time. So on each tier, S >= sum of busy_t + the transfers'
// time, and hence
//     makespan = S + sum of (trips - 1) * (durations and stalls)
//             >= sum of trips * busy_t + the transfers' time.
// Time of the tier used neither by op t nor by transfers adds to this bound.
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/LowerBound.h"
#include "DefaultBound.h"
#include "ForcedIdle.h"
#include "Knapsack.h"
#include "LoopReads.h"
#include "LoopTimes.h"
#include "OpTimes.h"
#include "Refills.h"
#include "memplace/Problem/Solution.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

using namespace memplace;

//===----------------------------------------------------------------------===//
// Bound by ops.
//===----------------------------------------------------------------------===//

namespace {

/// Sums up the least durations of the ops, in seconds.
class OpsWork {
public:
  explicit OpsWork(const Problem &problem)
      : problem(problem), lastOp(problem.buffers.size(), -1) {
    for (const Tier &tier : problem.target.tiers)
      minCapacity = std::min(minCapacity, tier.capacity);
  }

  /// Returns the least duration of one run of op \p step.
  double secondsOf(Step step) {
    const Op &op = problem.ops[step];
    double seconds = fastestSeconds(problem, op);
    __int128 bytes = bytesOf(step);
    if (bytes <= minCapacity)
      return seconds;
    for (size_t t = 0; t < problem.target.tiers.size(); ++t)
      if (bytes > problem.target.tiers[t].capacity)
        seconds =
            std::max(seconds, secondsWithRoom(op, static_cast<TierId>(t)));
    return seconds;
  }

private:
  /// Returns the total size of the buffers used by op \p step.
  __int128 bytesOf(Step step) {
    __int128 bytes = 0;
    for (const Access &access : problem.ops[step].accesses)
      if (std::exchange(lastOp[access.buffer], step) != step)
        bytes += problem.buffers[access.buffer].size;
    return bytes;
  }

  /// Returns the least duration of \p op for the limited capacity of \p fast:
  /// the operands present during the op have disjoint places there.
  double secondsWithRoom(const Op &op, TierId fast) {
    OpTimes times = splitOp(problem, op, fast, /*slow=*/fast);
    knapsack.items.clear();
    knapsack.capacity = problem.target.tiers[fast].capacity;
    knapsack.limit = times.maxSavedInFull();
    knapsack.slope = times.unhidden;
    knapsack.end = times.maxSaved();
    for (const FastTierOperand &operand : times.operands) {
      if (operand.mustBeInFast)
        knapsack.capacity -= std::min(knapsack.capacity, operand.size);
      else
        knapsack.items.push_back({operand.size, 0, 0, operand.saving});
    }
    // Without branching the bound is lower, but still valid.
    constexpr int64_t maxNodes = 20000;
    double gain = knapsack.solve(std::min(maxNodes, nodesLeft));
    nodesLeft -= knapsack.nodes();
    // Sums round by about 1e-15 of the memory time per operand. The error may
    // be much larger than the remaining memory time.
    constexpr double slack = 1e-12;
    times.memory -= slack * times.memory;
    return times.durationLess(gain) * (1 - slack);
  }

  const Problem &problem;
  std::vector<Step> lastOp; // By buffer: last op with a use.
  int64_t minCapacity = std::numeric_limits<int64_t>::max();
  Knapsack knapsack;
  int64_t nodesLeft = 400000; // For all knapsacks, to bound the running time.
};

} // namespace

//===----------------------------------------------------------------------===//
// Bound by each tier's work.
//===----------------------------------------------------------------------===//

namespace {

/// Accesses of the program to one buffer, bytes times trips.
struct Traffic {
  double read = 0;     // Before an overwrite; updates need the contents.
  double readOnce = 0; // The same, each trip of a loop counted once.
  double readOnceBeforeUpdate = 0; // The same, before any write or update.
  double lastWrite = 0;
  Step lastWriteStep = -1; // -1: not written so far.
  bool isOverwritten = false;
};

/// Sums up the work of each tier, in seconds.
class TierWork {
public:
  TierWork(const Problem &problem, const std::vector<int64_t> &trips)
      : problem(problem), trips(trips), work(problem.target.tiers.size()),
        repeated(problem.target.tiers.size()),
        onlyTier(problem.buffers.size(), noTier) {
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      findOnlyTier(id);
    for (size_t tier = 0; tier < work.size(); ++tier)
      refills.push_back(
          findRefills(problem, static_cast<TierId>(tier), onlyTier, trips));
  }

  /// Returns the least time of the program, seconds, with each loop limited by
  /// its ops, of \p opSeconds each, or by its transfers.
  double withLoops(const std::vector<double> &opSeconds) const {
    return secondsOfLoops(problem, opSeconds, onlyTier, refills, trips);
  }

  /// Returns the largest work of any tier, in seconds; at least \p known.
  double largest(double known, bool countsIdle) {
    addAccesses();
    for (size_t id = 0; id < problem.buffers.size(); ++id)
      if (onlyTier[id] == noTier)
        addHome(problem.buffers[id], traffic[id]);
    double longest = known;
    for (size_t t = 0; t < work.size(); ++t) {
      const auto tier = static_cast<TierId>(t);
      // `work` already contains `repeated` seconds of later reads, so only the
      // excess of `later` counts.
      const double later = secondsOfLaterTrips(problem, tier, onlyTier, trips);
      double seconds = work[tier] + std::max(0.0, later - repeated[tier]);
      if (countsIdle)
        seconds += idleOf(tier, longest - seconds);
      longest = std::max(longest, seconds);
      longest = std::max(longest, withRefills(tier, countsIdle));
    }
    return longest;
  }

  /// Returns additional work of \p tier, in seconds: forced idle time, and
  /// accesses to uncounted buffers. May return 0 if the result is at most
  /// \p enough.
  double idleOf(TierId tier, double enough = 0) const {
    return secondsOfIdle(problem, tier, findCounted(tier), enough);
  }

private:
  /// Returns, by buffer, true if the work of \p tier for the buffer is fully
  /// counted in `work`, or if none is needed.
  std::vector<bool> findCounted(TierId tier) const {
    std::vector<bool> counted;
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      const Buffer &buffer = problem.buffers[id];
      const bool isReadAtHome = buffer.liveIn && !problem.isCyclic;
      counted.push_back(
          onlyTier[id] != noTier ||
          (problem.homeOf(buffer) == tier && (isReadAtHome || buffer.liveOut)));
    }
    return counted;
  }

  /// Returns the work of \p tier including forced refills: reads and writes
  /// caused by accesses that only \p tier can serve. The refills of such
  /// buffers replace the reads of later trips. Returns 0 without refills.
  double withRefills(TierId tier, bool countsIdle) const {
    const std::vector<double> &ofBuffers = refills[tier].ofBuffers;
    std::vector<TierId> leftOut = onlyTier;
    std::vector<bool> counted = findCounted(tier);
    double sum = 0, twice = 0;
    for (size_t id = 0; id < ofBuffers.size(); ++id) {
      if (ofBuffers[id] == 0)
        continue;
      leftOut[id] = tier;
      counted[id] = true;
      sum += ofBuffers[id];
      twice += secondsAfterUpdates(id, tier);
    }
    if (sum == 0)
      return 0;
    if (countsIdle)
      sum += secondsOfIdle(problem, tier, counted);
    return work[tier] - repeated[tier] - twice + sum +
           secondsOfLaterTrips(problem, tier, leftOut, trips);
  }

  static constexpr TierId noTier = -1;

  /// Returns the part of the first trip's reads from home in \p tier that
  /// follows an update. Refills may already contain these reads.
  double secondsAfterUpdates(size_t id, TierId tier) const {
    const Buffer &buffer = problem.buffers[id];
    if (onlyTier[id] != noTier || !buffer.liveIn || problem.isCyclic ||
        problem.homeOf(buffer) != tier)
      return 0;
    const auto size = static_cast<double>(buffer.size);
    const Traffic &of = traffic[id];
    return (std::min(size, of.readOnce) -
            std::min(size, of.readOnceBeforeUpdate)) /
           problem.target.tiers[tier].readBytesPerSecond;
  }

  void findOnlyTier(size_t id) {
    int count = 0;
    for (size_t tier = 0; tier < work.size(); ++tier)
      if (fitsIn(problem, problem.buffers[id], static_cast<TierId>(tier))) {
        ++count;
        onlyTier[id] = static_cast<TierId>(tier);
      }
    if (count != 1)
      onlyTier[id] = noTier;
  }

  void addAccesses() {
    traffic.resize(problem.buffers.size());
    for (Step step = 0; step < problem.numSteps(); ++step) {
      // Reads first: an op's reads see the contents before its writes.
      for (const Access &access : problem.ops[step].accesses)
        addRead(step, access);
      for (const Access &access : problem.ops[step].accesses)
        addWrite(step, access);
    }
  }

  /// Adds a read. Also counts all traffic of a buffer that fits in a single
  /// tier: by (2), each of its accesses takes the full time of this tier in
  /// each trip.
  void addRead(Step step, const Access &access) {
    double count = static_cast<double>(trips[step]);
    if (TierId only = onlyTier[access.buffer]; only != noTier) {
      const Tier &tier = problem.target.tiers[only];
      if (mayServe(problem.target, access, only))
        work[only] += count * accessSeconds(access, tier);
      return;
    }
    Traffic &of = traffic[access.buffer];
    if (!access.reads() || of.isOverwritten)
      return;
    const auto bytes = static_cast<double>(access.bytes);
    of.read += count * bytes;
    of.readOnce += bytes;
    if (of.lastWriteStep < 0)
      of.readOnceBeforeUpdate += bytes;
  }

  void addWrite(Step step, const Access &access) {
    if (!access.writes())
      return;
    Traffic &of = traffic[access.buffer];
    of.isOverwritten |= access.mode == AccessMode::Write;
    // A single residency serves all accesses of the last op with a write.
    if (of.lastWriteStep != step)
      of.lastWrite = 0;
    of.lastWriteStep = step;
    of.lastWrite +=
        static_cast<double>(trips[step]) * static_cast<double>(access.bytes);
  }

  /// Adds the work of the home tier for a buffer.
  ///
  /// Live-in: until the buffer is overwritten, its contents come from the home
  /// tier, including contents needed by updates. Either the home tier serves
  /// all reads until then (including reads of the overwriting op), or another
  /// place serves some read, and then a transfer has read the whole buffer at
  /// home.
  ///
  /// Live-out: either the home tier serves the last write, or a transfer has
  /// written the whole buffer there.
  ///
  /// In a cyclic problem, the contents may be elsewhere or in flight from the
  /// previous invocation, so live-in buffers add nothing. The first term is
  /// reading time and the second term writing time, so both count, each once;
  /// further transfers are not necessary.
  void addHome(const Buffer &buffer, const Traffic &of) {
    TierId home = problem.homeOf(buffer);
    const Tier &tier = problem.target.tiers[home];
    double size = static_cast<double>(buffer.size);
    if (buffer.liveIn && !problem.isCyclic) {
      const double bytes = std::min(size, of.read);
      work[home] += bytes / tier.readBytesPerSecond;
      repeated[home] +=
          (bytes - std::min(size, of.readOnce)) / tier.readBytesPerSecond;
    }
    if (buffer.liveOut && of.lastWriteStep >= 0 && !tier.isReadOnly())
      work[home] += std::min(size, of.lastWrite) / tier.writeBytesPerSecond;
  }

  const Problem &problem;
  const std::vector<int64_t> &trips;
  std::vector<double> work; // By tier.
  // By tier: part of `work` after the first trips.
  std::vector<double> repeated;
  std::vector<TierId> onlyTier; // By buffer: the only tier that fits.
  std::vector<Refills> refills; // By tier.
  std::vector<Traffic> traffic; // By buffer.
};

} // namespace

static double boundOf(const Problem &problem, bool countsIdle) {
  std::vector<int64_t> trips = tripsOfSteps(problem);
  OpsWork work(problem);
  double ops = 0;
  std::vector<double> ofOps;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    ofOps.push_back(work.secondsOf(step));
    ops += static_cast<double>(trips[step]) * ofOps.back();
  }
  TierWork tiers(problem, trips);
  if (countsIdle)
    ops = std::max(ops, tiers.withLoops(ofOps));
  return tiers.largest(ops, countsIdle);
}

double memplace::lowerBoundOnMakespan(const Problem &problem) {
  return boundOf(problem, /*countsIdle=*/true);
}

double memplace::lowerBoundWithoutIdle(const Problem &problem) {
  return boundOf(problem, /*countsIdle=*/false);
}

double memplace::idleInDefaultBound(const Problem &problem, TierId tier) {
  const std::vector<int64_t> trips = tripsOfSteps(problem);
  return TierWork(problem, trips).idleOf(tier);
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
    // A range ends before another range begins at the same step.
    return a.step != b.step ? a.step < b.step : a.isBegin < b.isBegin;
  });
  // 128 bits, since a sum of many large sizes may exceed 64 bits.
  __int128 live = 0;
  __int128 maxLive = 0;
  for (const Event &event : events) {
    live += event.isBegin ? event.size : -static_cast<__int128>(event.size);
    maxLive = std::max(maxLive, live);
  }
  constexpr __int128 limit = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::min(maxLive, limit));
}

double memplace::gap(double value, double bound) {
  if (value == bound)
    return 0;
  return (value - bound) / bound;
}

bool memplace::reachesBound(double makespan, double bound) {
  const int64_t maxClaim = toPicoseconds(maxClaimSeconds);
  const int64_t picoseconds = toPicoseconds(makespan);
  return makespan <= bound ||
         (picoseconds <= toPicoseconds(bound) && picoseconds < maxClaim);
}
