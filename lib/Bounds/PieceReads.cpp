//===- PieceReads.cpp - Forced reads from home for any cut ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceReads.h"

#include "../Problem/CuttableBuffers.h"

#include <algorithm>
#include <limits>

using namespace memplace;

static const Access &accessOf(const Problem &problem, AccessRef ref) {
  return problem.ops[ref.op].accesses[ref.access];
}

/// Calls \p visit for each cut of the op whose pieces cut access \p ref alike
/// with a buffer of this period.
template <typename Visit>
static void forEachCut(const Problem &problem, AccessRef ref, int64_t period,
                       Visit visit) {
  const int64_t size = problem.buffers[accessOf(problem, ref).buffer].size;
  for (const CutDimension &dimension : problem.ops[ref.op].cuts)
    for (const CutAccess &cut : dimension.accesses)
      if (cut.access == ref.access && cut.periodIn(size) == period)
        visit(dimension, cut);
}

//===----------------------------------------------------------------------===//
// Possible cuts of a buffer.
//===----------------------------------------------------------------------===//

PieceReads::PieceReads(const Problem &problem)
    : problem(problem), periodsOf(problem.buffers.size()) {
  for (const Op &op : problem.ops)
    for (const CutDimension &dimension : op.cuts)
      for (const CutAccess &cut : dimension.accesses) {
        const BufferId id = op.accesses[cut.access].buffer;
        const Buffer &buffer = problem.buffers[id];
        if (mayBeCut(problem, buffer))
          periodsOf[id].push_back(cut.periodIn(buffer.size));
      }
  for (std::vector<int64_t> &periods : periodsOf) {
    std::sort(periods.begin(), periods.end());
    periods.erase(std::unique(periods.begin(), periods.end()), periods.end());
  }
  // An access not cut alike needs the whole buffer at home.
  const std::vector<bool> isWholeAtHome = findWholeAtHome(problem);
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const Op &op = problem.ops[step];
    for (size_t i = 0; i < op.accesses.size(); ++i) {
      const BufferId id = op.accesses[i].buffer;
      if (isWholeAtHome[id] &&
          mayServe(problem.target, op.accesses[i], problem.homeOf(id)))
        continue;
      std::erase_if(periodsOf[id], [&](int64_t period) {
        return !isCutAlike({step, static_cast<int32_t>(i)}, period);
      });
    }
  }
}

bool PieceReads::isCutAlike(AccessRef ref, int64_t period) const {
  bool isAlike = false;
  forEachCut(problem, ref, period,
             [&](const CutDimension &, const CutAccess &) { isAlike = true; });
  return isAlike;
}

//===----------------------------------------------------------------------===//
// Bytes touched by an access.
//===----------------------------------------------------------------------===//

/// Returns the least number of bytes touched by all indices in each period.
static int64_t coveredBytes(const CutDimension &dimension, const CutAccess &cut,
                            int64_t period) {
  // Each index has the same number of bytes of its own; some bytes may lie
  // outside of the buffer.
  const int64_t each = std::min(cut.bytesPerIndex(), cut.stride);
  const int64_t outside = std::max<int64_t>(0, -cut.first);
  return std::max<int64_t>(0,
                           std::min(dimension.extent * each - outside,
                                    period - std::max<int64_t>(0, cut.first)));
}

double PieceReads::touchedBytes(AccessRef ref, int64_t period) const {
  const Access &access = accessOf(problem, ref);
  const int64_t size = problem.buffers[access.buffer].size;
  double least = static_cast<double>(std::min(access.bytes, size));
  forEachCut(problem, ref, period,
             [&](const CutDimension &dimension, const CutAccess &cut) {
               const auto covered =
                   static_cast<double>(coveredBytes(dimension, cut, period));
               const auto periods = static_cast<double>(size / period);
               least = std::min(least, covered * periods);
             });
  return least;
}

double PieceReads::touchedBytes(AccessRef ref) const {
  const Access &access = accessOf(problem, ref);
  const int64_t size = problem.buffers[access.buffer].size;
  double least = static_cast<double>(std::min(access.bytes, size));
  for (int64_t period : periodsOf[access.buffer])
    least = std::min(least, touchedBytes(ref, period));
  return least;
}

PieceReads::Spread PieceReads::spreadOf(AccessRef ref, int64_t period) const {
  const Access &access = accessOf(problem, ref);
  const auto bytes = static_cast<double>(access.bytes);
  const auto size = static_cast<double>(problem.buffers[access.buffer].size);
  const auto length = static_cast<double>(period);
  Spread spread{0, length, std::numeric_limits<double>::infinity()};
  forEachCut(problem, ref, period,
             [&](const CutDimension &dimension, const CutAccess &cut) {
               const auto first = static_cast<double>(cut.first);
               const auto stride = static_cast<double>(cut.stride);
               const auto width = static_cast<double>(cut.bytesPerIndex());
               const auto extent = static_cast<double>(dimension.extent);
               const double begin = std::clamp(first, 0.0, length);
               const double end = std::clamp(
                   first + (extent - 1) * stride + width, 0.0, length);
               // Bytes of one period. Pieces share the bytes by indices, or
               // with halos by the bytes touched; with gaps, the distribution
               // is unknown.
               const double share = bytes * length / size;
               double density = 0;
               if (width == stride)
                 density = share / (extent * stride);
               else if (width > stride && end > begin)
                 density = share / (end - begin);
               spread.begin = std::max(spread.begin, begin);
               spread.end = std::min(spread.end, end);
               spread.density = std::min(spread.density, density);
             });
  return spread;
}

//===----------------------------------------------------------------------===//
// Bytes served by home, or read there by transfers.
//===----------------------------------------------------------------------===//

namespace {
/// A change of the read density.
struct Change {
  double at = 0;
  double by = 0;
};
} // namespace

/// Returns the integral of the sum of \p changes, clamped to at most 1.
static double sumUpToOne(std::vector<Change> &changes) {
  std::sort(changes.begin(), changes.end(),
            [](const Change &a, const Change &b) { return a.at < b.at; });
  double sum = 0, density = 0, last = 0;
  for (const Change &change : changes) {
    sum += std::clamp(density, 0.0, 1.0) * (change.at - last);
    density += change.by;
    last = change.at;
  }
  return sum;
}

double PieceReads::minBytes(BufferId buffer,
                            const std::vector<AccessRef> &reads,
                            int64_t period) const {
  double atHome = 0, most = 0;
  std::vector<Change> changes;
  for (AccessRef ref : reads) {
    if (!isCutAlike(ref, period)) {
      atHome += static_cast<double>(accessOf(problem, ref).bytes);
      continue;
    }
    most = std::max(most, touchedBytes(ref, period));
    const Spread spread = spreadOf(ref, period);
    if (spread.begin >= spread.end || spread.density <= 0)
      continue;
    changes.push_back({spread.begin, spread.density});
    changes.push_back({spread.end, -spread.density});
  }
  const auto periods =
      static_cast<double>(problem.buffers[buffer].size / period);
  // Sums of doubles may be rounded up.
  constexpr double slack = 1e-12;
  return atHome + std::max(most, sumUpToOne(changes) * periods * (1 - slack));
}

double PieceReads::minBytes(BufferId buffer,
                            const std::vector<AccessRef> &reads) const {
  double whole = 0;
  for (AccessRef ref : reads)
    whole += static_cast<double>(accessOf(problem, ref).bytes);
  double least =
      std::min(whole, static_cast<double>(problem.buffers[buffer].size));
  for (int64_t period : periodsOf[buffer])
    least = std::min(least, minBytes(buffer, reads, period));
  return least;
}
