//===- ForcedIdle.cpp - Forced idle time of a tier ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForcedIdle.h"

#include "OpTimes.h"

#include "memplace/Problem/Units.h"

#include <algorithm>
#include <span>

using namespace memplace;

namespace {

/// Limits on the use of the tier's time by transfers to and from another tier.
struct Link {
  double ofDuration = 0; // Of elapsed time, at most.
  double ofFree = 0;     // Of the other tier's free time, at most.
};

/// One way to serve an access.
struct Choice {
  TierId tier = 0;
  double busy = 0;   // Seconds of the tier's time.
  double memory = 0; // Seconds of memory time.
  double extra = 0;  // Seconds of uncounted work of the watched tier.
};

/// Computes the idle time of one tier during an op.
class IdleOfOps {
public:
  IdleOfOps(const Problem &problem, TierId watched,
            const std::vector<bool> &isCounted)
      : problem(problem), watched(watched), isCounted(isCounted),
        links(problem.target.tiers.size()), busy(links.size()),
        memory(links.size()) {
    for (const Channel &channel : problem.target.channels)
      addChannel(channel);
  }

  /// Returns the idle time of op \p its with each access in its fastest tier,
  /// in seconds; an upper bound on the least idle time.
  double withFastest(const Op &its) {
    if (isAlwaysOpen || its.isNull() || its.accesses.size() > maxAccesses)
      return 0;
    list(its);
    return tryOne(/*prefersWatched=*/false);
  }

  /// Returns the least idle time over all ways to serve the accesses of \p its,
  /// in seconds; 0 if the op has too many ways.
  double leastOf(const Op &its) {
    // In most cases no time is idle: the op computes, or counted operands keep
    // the tier busy.
    least = withFastest(its);
    if (least > 0)
      least = std::min(least, tryOne(/*prefersWatched=*/true));
    if (least == 0)
      return 0;
    clear();
    tryAll(0, 0);
    return nodesLeft > 0 ? least : 0;
  }

private:
  static constexpr size_t maxAccesses = 8;

  void addChannel(const Channel &channel) {
    if (channel.from != watched && channel.to != watched)
      return;
    isAlwaysOpen |= channel.from == channel.to;
    const bool isFrom = channel.from == watched;
    const std::vector<Tier> &tiers = problem.target.tiers;
    const TierId other = isFrom ? channel.to : channel.from;
    const double here = isFrom ? tiers[watched].readBytesPerSecond
                               : tiers[watched].writeBytesPerSecond;
    const double there = isFrom ? tiers[other].writeBytesPerSecond
                                : tiers[other].readBytesPerSecond;
    Link &link = links[other];
    link.ofDuration += channel.bytesPerSecond / here;
    link.ofFree = std::max(link.ofFree, there / here);
  }

  /// Lists the ways to serve the accesses of \p its.
  void list(const Op &its) {
    op = &its;
    choices.clear();
    ends.clear();
    for (const Access &access : its.accesses) {
      for (size_t t = 0; t < links.size(); ++t)
        addChoice(access, static_cast<TierId>(t));
      ends.push_back(choices.size());
    }
  }

  void addChoice(const Access &access, TierId tier) {
    if (!canServe(problem, access, tier))
      return;
    const Tier &its = problem.target.tiers[tier];
    Choice choice{tier, accessSeconds(access, its), memorySeconds(access, its),
                  0};
    if (tier == watched && !isCounted[access.buffer])
      choice.extra = choice.busy;
    choices.push_back(choice);
  }

  /// Returns the choices of access number \p access.
  std::span<const Choice> choicesOf(size_t access) const {
    const size_t begin = access == 0 ? 0 : ends[access - 1];
    return std::span(choices).subspan(begin, ends[access] - begin);
  }

  void clear() {
    std::fill(busy.begin(), busy.end(), 0);
    std::fill(memory.begin(), memory.end(), 0);
  }

  void take(const Choice &choice) {
    busy[choice.tier] += choice.busy;
    memory[choice.tier] += choice.memory;
  }

  /// Serves all accesses from their fastest tiers. If \p prefersWatched is
  /// true, serves counted accesses from the watched tier if possible.
  double tryOne(bool prefersWatched) {
    clear();
    double extra = 0;
    for (size_t access = 0; access < ends.size(); ++access) {
      const auto isBetter = [&](const Choice &a, const Choice &b) {
        const auto isTaken = [&](const Choice &one) {
          return prefersWatched && one.tier == watched && one.extra == 0;
        };
        return isTaken(a) != isTaken(b) ? isTaken(a) : a.memory < b.memory;
      };
      const std::span<const Choice> all = choicesOf(access);
      const auto best = std::min_element(all.begin(), all.end(), isBetter);
      if (best == all.end())
        return 0; // No placement is legal, so any bound is true.
      take(*best);
      extra += best->extra;
    }
    return extra + idle();
  }

  /// Tries all ways to serve the accesses from \p first on.
  void tryAll(size_t first, double extra) {
    if (extra >= least || --nodesLeft <= 0)
      return;
    if (first == ends.size()) {
      least = std::min(least, extra + idle());
      return;
    }
    for (const Choice &choice : choicesOf(first)) {
      const double busyBefore = busy[choice.tier];
      const double memoryBefore = memory[choice.tier];
      take(choice);
      tryAll(first + 1, extra + choice.extra);
      busy[choice.tier] = busyBefore;
      memory[choice.tier] = memoryBefore;
    }
  }

  /// Returns the time not used by anything, for the current choices.
  double idle() const {
    double together = 0;
    for (const double seconds : memory)
      together = problem.target.combine == Combine::Sum
                     ? together + seconds
                     : std::max(together, seconds);
    const double duration = secondsOf(problem.target.launchPs) +
                            overlapped(*op, secondsOf(op->computePs), together);
    double usable = busy[watched];
    for (size_t tier = 0; tier < links.size(); ++tier)
      usable +=
          std::min(links[tier].ofDuration * duration,
                   links[tier].ofFree * std::max(0.0, duration - busy[tier]));
    // The difference may be much smaller than the rounding error of its terms.
    constexpr double slack = 1e-12;
    return std::max(0.0, duration - usable - slack * (duration + usable));
  }

  const Problem &problem;
  const TierId watched;
  const std::vector<bool> &isCounted;
  std::vector<Link> links;   // By tier.
  bool isAlwaysOpen = false; // Transfers may use the tier all the time.
  const Op *op = nullptr;
  std::vector<Choice> choices;      // Access by access.
  std::vector<size_t> ends;         // By access: end of its choices.
  std::vector<double> busy, memory; // By tier, for the current choices.
  double least = 0;
  int64_t nodesLeft = 400000; // For all ops, to bound the running time.
};

} // namespace

std::vector<double> memplace::unusableSeconds(const Problem &problem,
                                              TierId tier) {
  const std::vector<bool> noneCounts(problem.buffers.size(), false);
  IdleOfOps ops(problem, tier, noneCounts);
  std::vector<double> seconds(problem.ops.size(), 0);
  for (size_t step = 0; step < seconds.size(); ++step)
    seconds[step] = ops.leastOf(problem.ops[step]);
  return seconds;
}

double memplace::secondsOfIdle(const Problem &problem, TierId tier,
                               const std::vector<bool> &isCounted,
                               double enough) {
  IdleOfOps ops(problem, tier, isCounted);
  std::vector<bool> isInLoop(problem.ops.size(), false);
  for (const Loop &loop : problem.loops)
    std::fill(isInLoop.begin() + loop.range.begin,
              isInLoop.begin() + loop.range.end, true);
  std::vector<const Op *> worthIt;
  double atMost = 0;
  for (size_t step = 0; step < problem.ops.size(); ++step) {
    const Op &op = problem.ops[step];
    const double seconds = isInLoop[step] ? 0 : ops.withFastest(op);
    atMost += seconds;
    if (seconds > 0)
      worthIt.push_back(&op);
  }
  if (atMost <= enough)
    return 0;
  double sum = 0;
  for (const Op *op : worthIt)
    sum += ops.leastOf(*op);
  return sum;
}
