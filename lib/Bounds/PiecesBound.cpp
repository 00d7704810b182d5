//===- PiecesBound.cpp - Lower bound for every way to cut -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md, "The bound with pieces", for the proof. One
// term is the default bound of a problem in which cuttable buffers have no
// size. The other term counts the work of home tiers by the bytes that pieces
// touch.
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/LowerBound.h"

#include "DefaultBound.h"
#include "PieceReads.h"
#include "UnsizedProblem.h"

#include <algorithm>

using namespace memplace;

/// For `max`, pieces of an operand may be in all tiers at once. So each access
/// is split into equal shares of separate buffers, one per tier.
static void spreadOverTiers(Problem &problem,
                            const std::vector<bool> &isCuttable) {
  const int64_t count = static_cast<int64_t>(problem.target.tiers.size());
  if (problem.target.combine != Combine::Max)
    return;
  for (Op &op : problem.ops) {
    std::vector<Access> spread;
    for (const Access &access : op.accesses) {
      if (!isCuttable[access.buffer]) {
        spread.push_back(access);
        continue;
      }
      for (int64_t i = 0; i < count; ++i) {
        Access share = access;
        share.bytes = access.bytes / count;
        share.buffer = static_cast<BufferId>(problem.buffers.size());
        spread.push_back(std::move(share));
        problem.buffers.push_back(problem.buffers[access.buffer]);
      }
    }
    op.accesses = std::move(spread);
  }
}

namespace {

/// Reads and writes required at a buffer's home.
struct HomeTraffic {
  std::vector<AccessRef> reads; // Before an overwrite.
  double write = 0;             // Bytes.
  bool isWritten = false;
  // An update does not count; it needs previous contents.
  bool isOverwritten = false;
};

} // namespace

/// Returns the home traffic of the steps of \p range, by buffer.
static std::vector<HomeTraffic>
findTraffic(const Problem &problem, const PieceReads &pieces, LiveRange range) {
  std::vector<HomeTraffic> traffic(problem.buffers.size());
  for (Step step = range.begin; step < range.end; ++step) {
    const std::vector<Access> &accesses = problem.ops[step].accesses;
    const auto count = static_cast<int32_t>(accesses.size());
    for (int32_t i = 0; i < count; ++i)
      if (HomeTraffic &of = traffic[accesses[i].buffer];
          accesses[i].reads() && !of.isOverwritten)
        of.reads.push_back({step, i});
    for (int32_t i = 0; i < count; ++i) {
      HomeTraffic &of = traffic[accesses[i].buffer];
      if (!accesses[i].writes())
        continue;
      of.isOverwritten |= accesses[i].mode == AccessMode::Write;
      of.isWritten = true;
      of.write = pieces.touchedBytes({step, i});
    }
  }
  return traffic;
}

/// Returns the least bytes read by one trip of \p loop from buffers with home
/// in \p tier: the part without room elsewhere between trips.
static double readByTrip(const Problem &problem, const PieceReads &pieces,
                         const Loop &loop, TierId tier) {
  double bytes = 0;
  const std::vector<HomeTraffic> traffic =
      findTraffic(problem, pieces, loop.range);
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const auto id = static_cast<BufferId>(i);
    if (problem.buffers[id].liveIn && problem.homeOf(id) == tier)
      bytes += pieces.minBytes(id, traffic[id].reads);
  }
  // Sums of doubles may be rounded up.
  constexpr double slack = 1e-12;
  bytes -= slack * bytes;
  for (size_t other = 0; other < problem.target.tiers.size(); ++other)
    if (const Tier &its = problem.target.tiers[other];
        static_cast<TierId>(other) != tier && !its.isReadOnly())
      bytes -= static_cast<double>(its.capacity);
  return std::max(0.0, bytes);
}

/// Returns true if no other loop of \p problem contains \p loop.
static bool isOutermost(const Problem &problem, size_t loop) {
  for (size_t other = 0; other < problem.loops.size(); ++other)
    if (const LiveRange its = problem.loops[other].range;
        other != loop && its.covers(problem.loops[loop].range) &&
        (!(its == problem.loops[loop].range) || other < loop))
      return false;
  return true;
}

/// Returns the longest work of any tier for buffers that start or end there, in
/// seconds.
static double longestHomeWork(const Problem &problem) {
  std::vector<double> work(problem.target.tiers.size(), 0);
  const PieceReads pieces(problem);
  const std::vector<HomeTraffic> traffic =
      findTraffic(problem, pieces, {0, problem.numSteps()});
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const auto id = static_cast<BufferId>(i);
    const Buffer &buffer = problem.buffers[id];
    const TierId home = problem.homeOf(buffer);
    const Tier &tier = problem.target.tiers[home];
    if (buffer.liveIn && !problem.isCyclic)
      work[home] +=
          pieces.minBytes(id, traffic[id].reads) / tier.readBytesPerSecond;
    if (buffer.liveOut && traffic[id].isWritten && !tier.isReadOnly())
      work[home] += traffic[id].write / tier.writeBytesPerSecond;
  }
  for (size_t loop = 0; loop < problem.loops.size(); ++loop)
    if (isOutermost(problem, loop))
      for (size_t tier = 0; tier < work.size(); ++tier)
        work[tier] += static_cast<double>(problem.loops[loop].tripCount - 1) *
                      readByTrip(problem, pieces, problem.loops[loop],
                                 static_cast<TierId>(tier)) /
                      problem.target.tiers[tier].readBytesPerSecond;
  return *std::max_element(work.begin(), work.end());
}

double memplace::lowerBoundWithPieces(const Problem &problem) {
  const std::vector<bool> isCuttable = findCuttable(problem);
  if (std::find(isCuttable.begin(), isCuttable.end(), true) == isCuttable.end())
    return lowerBoundOnMakespan(problem);
  Problem relaxed = withoutSizes(problem, isCuttable);
  spreadOverTiers(relaxed, isCuttable);
  return std::max(lowerBoundWithoutIdle(relaxed), longestHomeWork(problem));
}
