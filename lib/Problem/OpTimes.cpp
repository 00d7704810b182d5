//===- OpTimes.cpp - How long an op takes at least ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTimes.h"

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

/// Whether \p tier may serve \p access.
static bool canServe(const Problem &problem, const Access &access,
                     TierId tier) {
  return fitsIn(problem, problem.buffers[access.buffer], tier) &&
         mayServe(problem.target, access, tier);
}

/// Seconds of \p access in the fastest tier other than \p except that may serve
/// it; infinity if none may.
static double fastestSeconds(const Problem &problem, const Access &access,
                             TierId except) {
  double fastest = std::numeric_limits<double>::infinity();
  const std::vector<Tier> &tiers = problem.target.tiers;
  for (size_t t = 0; t < tiers.size(); ++t) {
    auto tier = static_cast<TierId>(t);
    if (tier != except && canServe(problem, access, tier))
      fastest = std::min(fastest, accessSeconds(access, tiers[tier]));
  }
  return fastest;
}

/// An access takes at least its time in the fastest tier; 0 if none may serve
/// it, as then no placement is legal and any bound is true. For `sum` their
/// times add up. For `max`, the busiest tier is at least as busy as its slowest
/// access, and at least as busy as the average of all tiers.
double memplace::fastestSeconds(const Problem &problem, const Op &op) {
  if (op.isNull())
    return 0;
  double sum = 0;
  double largest = 0;
  for (const Access &access : op.accesses) {
    double seconds = ::fastestSeconds(problem, access, /*except=*/-1);
    if (!std::isfinite(seconds))
      continue;
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

namespace {

/// Adds up the accesses of one op to one buffer.
class OperandSum {
public:
  OperandSum(const Problem &problem, TierId near, TierId far)
      : problem(problem), near(near), far(far) {}

  void add(const Access &access) {
    const std::vector<Tier> &tiers = problem.target.tiers;
    double elsewhere = ::fastestSeconds(problem, access, near);
    bool canBeNear = canServe(problem, access, near);
    double here = canBeNear ? accessSeconds(access, tiers[near]) : elsewhere;
    mayBeNear |= canBeNear;
    if (!std::isfinite(elsewhere)) {
      mustBeNear |= canBeNear;
      elsewhere = canBeNear ? here : 0;
    }
    if (!std::isfinite(here))
      here = elsewhere;
    nearSeconds += std::min(here, elsewhere);
    otherSeconds += elsewhere;
    // Only if no third tier may serve it instead.
    if (far != near && canServe(problem, access, far) &&
        accessSeconds(access, tiers[far]) <= elsewhere && isOnlyFar(access))
      farSeconds += accessSeconds(access, tiers[far]);
    for (size_t t = 0; t < tiers.size(); ++t) {
      auto tier = static_cast<TierId>(t);
      if (tier != far && canServe(problem, access, tier))
        notFarSeconds =
            std::max(notFarSeconds, accessSeconds(access, tiers[tier]));
    }
  }

  const Problem &problem;
  TierId near, far;
  double nearSeconds = 0;   // If it is near.
  double otherSeconds = 0;  // If it is not.
  double farSeconds = 0;    // Of that, certainly in `far`.
  double notFarSeconds = 0; // The most of one access outside `far`.
  bool mayBeNear = false;
  bool mustBeNear = false;

private:
  bool isOnlyFar(const Access &access) const {
    for (size_t t = 0; t < problem.target.tiers.size(); ++t) {
      auto tier = static_cast<TierId>(t);
      if (tier != near && tier != far && canServe(problem, access, tier))
        return false;
    }
    return true;
  }
};

} // namespace

/// For `max`, the tiers other than `near` share what is not near, so the
/// busiest of them has at least its average.
OpTimes memplace::splitOp(const Problem &problem, const Op &op, TierId near,
                          TierId far) {
  OpTimes times;
  if (op.isNull())
    return times;
  const Target &target = problem.target;
  times.launch = static_cast<double>(target.launchPs) * 1e-12;
  times.floor = std::max(0.0, fastestSeconds(problem, op) - times.launch);
  bool isSum = target.combine == Combine::Sum;
  double others =
      std::max<double>(1, static_cast<double>(target.tiers.size()) - 1);
  std::vector<const Access *> accesses;
  for (const Access &access : op.accesses)
    accesses.push_back(&access);
  // Those of one buffer stay in the op's order, in which their addresses are.
  std::sort(accesses.begin(), accesses.end(),
            [](const Access *a, const Access *b) {
              return std::tie(a->buffer, a) < std::tie(b->buffer, b);
            });
  double free = 0;
  for (size_t k = 0; k < accesses.size();) {
    BufferId id = accesses[k]->buffer;
    OperandSum sum(problem, near, far);
    double notFar = 0;
    for (; k < accesses.size() && accesses[k]->buffer == id; ++k) {
      sum.notFarSeconds = 0;
      sum.add(*accesses[k]);
      notFar += sum.notFarSeconds;
    }
    free += notFar;
    const Buffer &buffer = problem.buffers[id];
    bool isOwned = problem.isExternal(buffer) && problem.homeOf(buffer) == near;
    double saving =
        isSum ? sum.otherSeconds - sum.nearSeconds : sum.otherSeconds / others;
    if (!sum.mayBeNear || isOwned) {
      // Not near, or near without taking up room.
      if (sum.mayBeNear)
        times.memory += isSum ? sum.nearSeconds : 0;
      else
        times.memory += isSum ? sum.otherSeconds : sum.otherSeconds / others;
      times.farSeconds += sum.mayBeNear ? 0 : sum.farSeconds;
      continue;
    }
    if (sum.mustBeNear) {
      times.memory += isSum ? sum.nearSeconds : 0;
      times.operands.push_back({id, buffer.size, 0, 0, true});
      continue;
    }
    times.memory += isSum ? sum.otherSeconds : saving;
    times.farSeconds += sum.farSeconds;
    times.operands.push_back({id, buffer.size, saving, sum.farSeconds, false});
  }
  times.freeAtMost =
      times.launch + std::max(static_cast<double>(op.computePs) * 1e-12, free);
  return times;
}
