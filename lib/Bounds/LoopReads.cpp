//===- LoopReads.cpp - Forced reads of each trip of a loop ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md, "The trips of a loop", for the proof.
//
//===----------------------------------------------------------------------===//

#include "LoopReads.h"

#include <algorithm>

using namespace memplace;

namespace {
/// Contents read by the body of a loop and present on its entry.
struct OldContents {
  double size = 0;  // Bytes.
  double bytes = 0; // Least bytes read by one trip, from any tier.
};
} // namespace

/// Returns true if no other loop of \p problem contains \p loop.
static bool isOutermost(const Problem &problem, const Loop &loop) {
  return std::none_of(
      problem.loops.begin(), problem.loops.end(), [&](const Loop &other) {
        return &other != &loop && other.range.begin <= loop.range.begin &&
               other.range.end >= loop.range.end &&
               !(other.range == loop.range && &other > &loop);
      });
}

/// Returns, by buffer, true if the buffer certainly has contents before step
/// \p step.
static std::vector<bool> findFilled(const Problem &problem, Step step) {
  std::vector<bool> isFilled;
  for (const Buffer &buffer : problem.buffers)
    isFilled.push_back(buffer.liveIn);
  for (Step before = 0; before < step; ++before)
    for (const Access &access : problem.ops[before].accesses)
      isFilled[access.buffer] = true;
  return isFilled;
}

/// Returns, by buffer, the bytes read by one trip of \p loop before the buffer
/// is overwritten, including reads of updates. Trips of inner loops count.
static std::vector<double> sumReads(const Problem &problem, const Loop &loop,
                                    const std::vector<int64_t> &trips) {
  std::vector<double> bytes(problem.buffers.size(), 0);
  std::vector<bool> isWritten(problem.buffers.size(), false);
  for (Step step = loop.range.begin; step < loop.range.end; ++step) {
    const double times =
        static_cast<double>(trips[step]) / static_cast<double>(loop.tripCount);
    for (const Access &access : problem.ops[step].accesses)
      if (access.reads() && !isWritten[access.buffer])
        bytes[access.buffer] += times * static_cast<double>(access.bytes);
    for (const Access &access : problem.ops[step].accesses)
      if (access.mode == AccessMode::Write)
        isWritten[access.buffer] = true;
  }
  return bytes;
}

/// Returns the most bytes of \p contents that need no read if \p room bytes may
/// stay elsewhere: Dantzig's bound on a knapsack, most bytes read per byte of
/// room first.
static double getMostKept(std::vector<OldContents> &contents, double room) {
  std::sort(contents.begin(), contents.end(),
            [](const OldContents &a, const OldContents &b) {
              return a.bytes * b.size > b.bytes * a.size;
            });
  double kept = 0;
  for (const OldContents &one : contents) {
    const double share = std::min(1.0, room / one.size);
    kept += share * one.bytes;
    room -= share * one.size;
    if (room <= 0)
      break;
  }
  return kept;
}

/// Returns the least bytes read from \p tier by one trip of \p loop.
static double getLeastReads(const Problem &problem, const Loop &loop,
                            TierId tier, const std::vector<TierId> &onlyTier,
                            const std::vector<int64_t> &trips) {
  const std::vector<bool> isFilled = findFilled(problem, loop.range.begin);
  const std::vector<double> reads = sumReads(problem, loop, trips);
  std::vector<OldContents> contents;
  double total = 0;
  for (size_t id = 0; id < reads.size(); ++id) {
    const Buffer &buffer = problem.buffers[id];
    const auto size = static_cast<double>(buffer.size);
    // A buffer of the caller takes no room at home in another tier.
    const bool isFreeElsewhere =
        problem.isExternal(buffer) && problem.homeOf(buffer) != tier;
    if (!isFilled[id] || onlyTier[id] >= 0 || isFreeElsewhere || reads[id] == 0)
      continue;
    contents.push_back({size, std::min(size, reads[id])});
    total += contents.back().bytes;
  }
  double room = 0;
  for (size_t other = 0; other < problem.target.tiers.size(); ++other)
    if (static_cast<TierId>(other) != tier)
      room += static_cast<double>(problem.target.tiers[other].capacity);
  // Sums of doubles may be rounded up.
  constexpr double slack = 1e-12;
  return std::max(0.0, total - getMostKept(contents, room) - slack * total);
}

double memplace::secondsOfLaterTrips(const Problem &problem, TierId tier,
                                     const std::vector<TierId> &onlyTier,
                                     const std::vector<int64_t> &trips) {
  double bytes = 0;
  for (const Loop &loop : problem.loops)
    if (loop.tripCount > 1 && isOutermost(problem, loop))
      bytes += static_cast<double>(loop.tripCount - 1) *
               getLeastReads(problem, loop, tier, onlyTier, trips);
  return bytes / problem.target.tiers[tier].readBytesPerSecond;
}
