//===- Refills.cpp - Refills forced by single-tier accesses ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md, "Accesses that one tier serves", for the proof.
//
//===----------------------------------------------------------------------===//

#include "Refills.h"

#include "OpTimes.h"

#include <algorithm>

using namespace memplace;

namespace {

/// One op's use of one buffer.
struct Use {
  Step step = 0;
  double readBytes = 0;
  double writtenBytes = 0;
  bool reads = false, writes = false;
  bool readsThere = false;  // Only the tier can serve the read.
  bool writesThere = false; // Only the tier can serve the write.
};

/// Bytes read or written by one trip of a body.
struct Share {
  double first = 0; // In the first trip.
  double later = 0; // In each later trip.
};

/// Sums up the certain refills of one buffer in one tier.
class RefillCounter {
public:
  RefillCounter(const Problem &problem, const std::vector<int64_t> &trips,
                const std::vector<int32_t> &innermost, BufferId id, TierId tier)
      : problem(problem), trips(trips), innermost(innermost), id(id),
        buffer(problem.buffers[id]), size(static_cast<double>(buffer.size)),
        tier(problem.target.tiers[tier]), isHome(problem.homeOf(id) == tier) {}

  void add(const Use &use) { uses.push_back(use); }
  void countIn(Refills &refills) const;

private:
  using AccessIndex = std::vector<Use>;

  LiveRange bodyOf(size_t use) const;
  void count(size_t use, Share share, double bytesPerSecond,
             Refills &refills) const;
  Share readsBehind(size_t use) const;
  Share writtenBefore(size_t use) const;
  bool isLastWrite(size_t use) const;
  size_t firstIn(LiveRange body) const;

  const Problem &problem;
  const std::vector<int64_t> &trips;
  const std::vector<int32_t> &innermost; // Loops of steps, or -1.
  const BufferId id;
  const Buffer &buffer;
  const double size;
  const Tier &tier;
  const bool isHome;
  AccessIndex uses; // In the order of the steps.
};

} // namespace

/// Returns the body of the innermost loop around a use, or the whole program.
LiveRange RefillCounter::bodyOf(size_t use) const {
  const int32_t loop = innermost[uses[use].step];
  return loop < 0 ? LiveRange{0, problem.numSteps()}
                  : problem.loops[loop].range;
}

/// Adds the time for \p share, the bytes of one trip of the body around a use.
void RefillCounter::count(size_t use, Share share, double bytesPerSecond,
                          Refills &refills) const {
  const Step step = uses[use].step;
  const int32_t loop = innermost[step];
  const double first = share.first / bytesPerSecond;
  const double later = share.later / bytesPerSecond;
  double &total = refills.ofBuffers[id];
  if (loop < 0) {
    total += first;
    return;
  }
  const double all = static_cast<double>(trips[step]);
  const auto inner = static_cast<double>(problem.loops[loop].tripCount);
  total += all / inner * (first + (inner - 1) * later);
  refills.ofFirstTrips[loop] += first;
  refills.ofLaterTrips[loop] += later;
}

size_t RefillCounter::firstIn(LiveRange body) const {
  return std::partition_point(
             uses.begin(), uses.end(),
             [&](const Use &use) { return use.step < body.begin; }) -
         uses.begin();
}

/// Returns the bytes read of the contents that a use leaves. The contents last
/// into the next trip of the body if no other use writes first.
Share RefillCounter::readsBehind(size_t use) const {
  const LiveRange body = bodyOf(use);
  double bytes = 0;
  for (size_t next = use + 1;
       next < uses.size() && body.contains(uses[next].step); ++next) {
    bytes += uses[next].readBytes;
    if (uses[next].writes)
      return {std::min(size, bytes), std::min(size, bytes)};
  }
  Share share = {std::min(size, bytes), std::min(size, bytes)};
  if (!buffer.range.covers(body))
    return share;
  for (size_t next = firstIn(body); next <= use; ++next) {
    bytes += uses[next].readBytes;
    if (uses[next].writes)
      break;
  }
  share.later = std::min(size, bytes);
  return share;
}

/// Returns the bytes left by the write \p use that a later use of this trip or
/// the next trip must read in the tier.
Share RefillCounter::writtenBefore(size_t use) const {
  const double bytes = std::min(size, uses[use].writtenBytes);
  const LiveRange body = bodyOf(use);
  for (size_t next = use + 1;
       next < uses.size() && body.contains(uses[next].step); ++next) {
    if (uses[next].readsThere)
      return {bytes, bytes};
    if (uses[next].writes)
      return {};
  }
  if (!buffer.range.covers(body))
    return {};
  for (size_t next = firstIn(body); next <= use; ++next) {
    if (uses[next].readsThere)
      return {0, bytes};
    if (uses[next].writes)
      return {};
  }
  return {};
}

/// Returns true for the last write of a live-out buffer at home. Another term
/// of the bound counts it.
bool RefillCounter::isLastWrite(size_t use) const {
  return buffer.liveOut && isHome &&
         std::none_of(uses.begin() + static_cast<ptrdiff_t>(use) + 1,
                      uses.end(), [](const Use &next) { return next.writes; });
}

void RefillCounter::countIn(Refills &refills) const {
  for (size_t use = 0; use < uses.size(); ++use) {
    if (uses[use].writesThere)
      count(use, readsBehind(use), tier.readBytesPerSecond, refills);
    if (uses[use].writes && !isLastWrite(use) && !tier.isReadOnly())
      count(use, writtenBefore(use), tier.writeBytesPerSecond, refills);
  }
}

/// Returns true if \p tier and no other tier can serve \p access.
static bool isOnlyThere(const Problem &problem, const Access &access,
                        TierId tier) {
  const Buffer &buffer = problem.buffers[access.buffer];
  for (size_t other = 0; other < problem.target.tiers.size(); ++other) {
    const auto id = static_cast<TierId>(other);
    const bool mayBe =
        fitsIn(problem, buffer, id) && mayServe(problem.target, access, id);
    if (mayBe != (id == tier))
      return false;
  }
  return true;
}

/// Returns the use of buffer \p id by op \p step.
static Use makeUse(const Problem &problem, Step step, BufferId id,
                   TierId tier) {
  Use use{.step = step};
  bool isThere = false; // If the op writes, one residency serves all.
  for (const Access &access : problem.ops[step].accesses) {
    if (access.buffer != id)
      continue;
    const auto bytes = static_cast<double>(access.bytes);
    const bool isOnly = isOnlyThere(problem, access, tier);
    isThere |= isOnly;
    use.reads |= access.reads();
    use.writes |= access.writes();
    use.readsThere |= isOnly && access.reads();
    use.readBytes += access.reads() ? bytes : 0;
    use.writtenBytes += access.writes() ? bytes : 0;
  }
  use.writesThere = use.writes && isThere;
  use.readsThere |= use.writesThere && use.reads;
  return use;
}

std::vector<int32_t> memplace::findInnermost(const Problem &problem) {
  std::vector<int32_t> innermost(problem.ops.size(), -1);
  for (size_t loop = 0; loop < problem.loops.size(); ++loop) {
    const LiveRange range = problem.loops[loop].range;
    for (Step step = range.begin; step < range.end; ++step)
      if (int32_t &found = innermost[step];
          found < 0 || problem.loops[found].range.covers(range))
        found = static_cast<int32_t>(loop);
  }
  return innermost;
}

/// Returns, by buffer, true if only \p tier can serve some access, although the
/// buffer itself fits in several tiers.
static std::vector<bool> findBound(const Problem &problem, TierId tier,
                                   const std::vector<TierId> &onlyTier) {
  std::vector<bool> isBound(problem.buffers.size(), false);
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      if (onlyTier[access.buffer] < 0 && isOnlyThere(problem, access, tier))
        isBound[access.buffer] = true;
  return isBound;
}

Refills memplace::findRefills(const Problem &problem, TierId tier,
                              const std::vector<TierId> &onlyTier,
                              const std::vector<int64_t> &trips) {
  const std::vector<double> none(problem.loops.size(), 0);
  Refills refills{std::vector<double>(problem.buffers.size(), 0), none, none};
  const std::vector<bool> isBound = findBound(problem, tier, onlyTier);
  if (std::find(isBound.begin(), isBound.end(), true) == isBound.end())
    return refills;
  std::vector<std::vector<Step>> stepsOf(problem.buffers.size());
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses) {
      std::vector<Step> &steps = stepsOf[access.buffer];
      if (steps.empty() || steps.back() != step)
        steps.push_back(step);
    }
  const std::vector<int32_t> innermost = findInnermost(problem);
  for (size_t id = 0; id < isBound.size(); ++id) {
    if (!isBound[id])
      continue;
    const auto buffer = static_cast<BufferId>(id);
    RefillCounter counter(problem, trips, innermost, buffer, tier);
    for (Step step : stepsOf[id])
      counter.add(makeUse(problem, step, buffer, tier));
    counter.countIn(refills);
  }
  return refills;
}
