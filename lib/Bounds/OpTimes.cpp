//===- OpTimes.cpp - Lower bounds on the time of one op -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTimes.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

using namespace memplace;

bool memplace::fitsIn(const Problem &problem, const Buffer &buffer,
                      TierId tier) {
  bool isExternalHome =
      problem.isExternal(buffer) && problem.homeOf(buffer) == tier;
  return problem.mayBeIn(buffer, tier) &&
         (isExternalHome || buffer.size <= problem.target.tiers[tier].capacity);
}

double memplace::accessSeconds(const Access &access, const Tier &tier) {
  double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes / tier.readBytesPerSecond;
  if (access.writes())
    seconds += bytes / tier.writeBytesPerSecond;
  return seconds;
}

bool memplace::canServe(const Problem &problem, const Access &access,
                        TierId tier) {
  return fitsIn(problem, problem.buffers[access.buffer], tier) &&
         mayServe(problem.target, access, tier);
}

/// Returns the memory time of \p access in the fastest allowed tier other than
/// \p except, in seconds; infinity if no tier may serve the access.
static double fastestSeconds(const Problem &problem, const Access &access,
                             TierId except) {
  double fastest = std::numeric_limits<double>::infinity();
  const std::vector<Tier> &tiers = problem.target.tiers;
  for (size_t t = 0; t < tiers.size(); ++t) {
    auto tier = static_cast<TierId>(t);
    if (tier != except && canServe(problem, access, tier))
      fastest = std::min(fastest, memorySeconds(access, tiers[tier]));
  }
  return fastest;
}

/// Returns the least memory time of \p op. An access takes at least its time in
/// the fastest allowed tier, or 0 if no tier may serve it, since then no
/// placement is legal and any bound is true. For `sum` these times add up. For
/// `max`, the busiest tier is at least as busy as its slowest access, and at
/// least as busy as the average over all tiers.
static double minMemorySeconds(const Problem &problem, const Op &op) {
  double sum = 0;
  double largest = 0;
  for (const Access &access : op.accesses) {
    double seconds = ::fastestSeconds(problem, access, /*except=*/-1);
    if (!std::isfinite(seconds))
      continue;
    sum += seconds;
    largest = std::max(largest, seconds);
  }
  if (problem.target.combine == Combine::Max)
    return std::max(largest,
                    sum / static_cast<double>(problem.target.tiers.size()));
  return sum;
}

/// The duration rises with the memory time, so the least memory time gives the
/// least duration.
double memplace::fastestSeconds(const Problem &problem, const Op &op) {
  if (op.isNull())
    return 0;
  double compute = secondsOf(op.computePs);
  double launch = secondsOf(problem.target.launchPs);
  return launch + overlapped(op, compute, minMemorySeconds(problem, op));
}

double OpTimes::maxSavedInFull() const {
  // The first form keeps the rounding of full overlap.
  const double knee = unhidden == 0 ? floor : std::max(compute, minMemory);
  return std::max(0.0, memory - knee);
}

double OpTimes::maxSaved() const {
  return unhidden == 0 ? maxSavedInFull() : std::max(0.0, memory - minMemory);
}

double OpTimes::gainOf(double saved) const {
  if (unhidden == 0)
    return saved; // Excess savings make no difference to durationLess.
  const double full = std::min(saved, maxSavedInFull());
  return full + unhidden * (std::min(saved, maxSaved()) - full);
}

double OpTimes::durationLess(double gain) const {
  double longest = memory;
  if (unhidden != 0)
    longest = std::max(compute, memory) + unhidden * std::min(compute, memory);
  return launch + std::max(floor, longest - gain);
}

namespace {

/// Adds up the accesses of one op to one buffer.
class OperandSum {
public:
  OperandSum(const Problem &problem, double unhidden, TierId fast, TierId slow)
      : problem(problem), unhidden(unhidden), fast(fast), slow(slow) {}

  void add(const Access &access) {
    const std::vector<Tier> &tiers = problem.target.tiers;
    double elsewhere = ::fastestSeconds(problem, access, fast);
    bool canBeInFast = canServe(problem, access, fast);
    double here = canBeInFast ? memorySeconds(access, tiers[fast]) : elsewhere;
    mayBeInFast |= canBeInFast;
    if (!std::isfinite(elsewhere)) {
      mustBeInFast |= canBeInFast;
      elsewhere = canBeInFast ? here : 0;
    }
    if (!std::isfinite(here))
      here = elsewhere;
    fastSeconds += std::min(here, elsewhere);
    otherSeconds += elsewhere;
    if (isBoundToSlow(access))
      slowSeconds += accessSeconds(access, tiers[slow]);
    addToFree(access);
  }

  const Problem &problem;
  double unhidden;
  TierId fast, slow;
  double fastSeconds = 0;    // If in the fast tier.
  double otherSeconds = 0;   // Otherwise.
  double slowSeconds = 0;    // Part certainly in `slow`.
  double notSlowSeconds = 0; // Most memory time outside `slow`.
  double spareSeconds = 0;   // See addToFree.
  bool mayBeInFast = false;
  bool mustBeInFast = false;

private:
  /// Adds \p access to the bound on the time of `slow` left by the op: its
  /// duration less its time of `slow`. With the access outside `slow`, the
  /// duration rises by at most its memory time there. With the access in
  /// `slow`, the duration rises by at most its memory time, and the op leaves
  /// the excess over the busy time; the duration also falls by the time not
  /// needed outside, at least at the rate of hidden time.
  void addToFree(const Access &access) {
    double outside = 0;
    for (size_t t = 0; t < problem.target.tiers.size(); ++t) {
      auto tier = static_cast<TierId>(t);
      if (tier != slow && canServe(problem, access, tier))
        outside = std::max(outside,
                           memorySeconds(access, problem.target.tiers[tier]));
    }
    notSlowSeconds += outside;
    if (!canServe(problem, access, slow))
      return;
    const Tier &tier = problem.target.tiers[slow];
    const double spare =
        memorySeconds(access, tier) - accessSeconds(access, tier);
    spareSeconds += std::max(0.0, spare - unhidden * outside);
  }

  /// Returns true if `slow` serves \p access whenever `fast` does not.
  bool isBoundToSlow(const Access &access) const {
    for (size_t t = 0; t < problem.target.tiers.size(); ++t) {
      auto tier = static_cast<TierId>(t);
      if (tier != fast && tier != slow && canServe(problem, access, tier))
        return false;
    }
    return canServe(problem, access, slow);
  }
};

} // namespace

/// For `max`, the tiers other than `fast` share the remaining accesses, so the
/// busiest tier among them has at least the average.
OpTimes memplace::splitOp(const Problem &problem, const Op &op, TierId fast,
                          TierId slow) {
  OpTimes times;
  if (op.isBoundary())
    return times;
  const Target &target = problem.target;
  times.launch = op.isNull() ? 0 : secondsOf(target.launchPs);
  times.compute = secondsOf(op.computePs);
  times.unhidden = 1 - op.overlap;
  times.minMemory = minMemorySeconds(problem, op);
  times.floor = std::max(0.0, fastestSeconds(problem, op) - times.launch);
  bool isSum = target.combine == Combine::Sum;
  double others =
      std::max<double>(1, static_cast<double>(target.tiers.size()) - 1);
  std::vector<const Access *> accesses;
  for (const Access &access : op.accesses)
    accesses.push_back(&access);
  // Accesses of one buffer keep their order in the op, which is the order of
  // their addresses.
  std::sort(accesses.begin(), accesses.end(),
            [](const Access *a, const Access *b) {
              return std::tie(a->buffer, a) < std::tie(b->buffer, b);
            });
  double free = 0;
  double spare = 0;
  for (size_t k = 0; k < accesses.size();) {
    BufferId id = accesses[k]->buffer;
    OperandSum sum(problem, times.unhidden, fast, slow);
    for (; k < accesses.size() && accesses[k]->buffer == id; ++k)
      sum.add(*accesses[k]);
    free += sum.notSlowSeconds;
    spare += sum.spareSeconds;
    const Buffer &buffer = problem.buffers[id];
    bool isOwned = problem.isExternal(buffer) && problem.homeOf(buffer) == fast;
    double saving =
        isSum ? sum.otherSeconds - sum.fastSeconds : sum.otherSeconds / others;
    if (!sum.mayBeInFast || isOwned) {
      // Not in the fast tier, or there without taking room.
      if (sum.mayBeInFast)
        times.memory += isSum ? sum.fastSeconds : 0;
      else
        times.memory += isSum ? sum.otherSeconds : sum.otherSeconds / others;
      times.slowSeconds += sum.mayBeInFast ? 0 : sum.slowSeconds;
      continue;
    }
    if (sum.mustBeInFast) {
      times.memory += isSum ? sum.fastSeconds : 0;
      times.operands.push_back({id, buffer.size, 0, 0, true});
      continue;
    }
    times.memory += isSum ? sum.otherSeconds : saving;
    times.slowSeconds += sum.slowSeconds;
    times.operands.push_back({id, buffer.size, saving, sum.slowSeconds, false});
  }
  times.freeAtMost = times.launch + overlapped(op, times.compute, free) + spare;
  return times;
}
