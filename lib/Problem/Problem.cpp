//===- Problem.cpp - Properties of a problem ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Problem.h"

#include "LoopOrder.h"

#include <algorithm>

using namespace memplace;

template <typename T>
static std::optional<int32_t> findByName(const std::vector<T> &things,
                                         std::string_view name) {
  for (size_t i = 0; i < things.size(); ++i)
    if (things[i].name == name)
      return static_cast<int32_t>(i);
  return std::nullopt;
}

std::optional<TierId> Target::findTier(std::string_view name) const {
  return findByName(tiers, name);
}

std::optional<ChannelId> Target::findChannel(std::string_view name) const {
  return findByName(channels, name);
}

std::vector<ChannelId> Target::channelsBetween(TierId from, TierId to) const {
  std::vector<ChannelId> found;
  for (size_t i = 0; i < channels.size(); ++i)
    if (channels[i].from == from && channels[i].to == to)
      found.push_back(static_cast<ChannelId>(i));
  return found;
}

bool Target::limitsTransfers() const {
  return std::any_of(
      channels.begin(), channels.end(),
      [](const Channel &channel) { return channel.outstanding > 0; });
}

static bool allows(const std::vector<TierId> &tiers, TierId tier) {
  return tiers.empty() ||
         std::find(tiers.begin(), tiers.end(), tier) != tiers.end();
}

bool Problem::mayBeIn(const Buffer &buffer, TierId tier) const {
  return allows(buffer.tiers, tier);
}

bool Problem::hasPairs() const {
  return std::any_of(ops.begin(), ops.end(), [](const Op &op) {
    return !op.apart.empty() || !op.together.empty();
  });
}

int64_t Problem::alignmentIn(const Buffer &buffer, TierId tier) const {
  return std::max(buffer.alignment, target.tiers[tier].alignment);
}

bool memplace::mayServe(const Target &target, const Access &access,
                        TierId tier) {
  const Tier &memory = target.tiers[tier];
  return (access.tiers.empty() ? memory.servesOps
                               : allows(access.tiers, tier)) &&
         !(access.writes() && memory.isReadOnly());
}

static int64_t saturatingProduct(int64_t a, int64_t b) {
  constexpr int64_t limit = int64_t(1) << 62;
  return a > limit / b ? limit : a * b;
}

std::vector<int64_t> memplace::tripsOfSteps(const Problem &problem) {
  const std::vector<int32_t> order = outerLoopsFirst(problem);
  struct Open {
    Step end;
    int64_t trips; // Of this loop and those around it.
  };
  std::vector<Open> nest;
  std::vector<int64_t> trips(problem.ops.size(), 1);
  size_t next = 0;
  for (Step step = 0; step < problem.numSteps(); ++step) {
    while (!nest.empty() && nest.back().end <= step)
      nest.pop_back();
    for (; next < order.size(); ++next) {
      const Loop &loop = problem.loops[order[next]];
      if (loop.range.begin != step)
        break;
      int64_t outer = nest.empty() ? 1 : nest.back().trips;
      nest.push_back(
          {loop.range.end, saturatingProduct(outer, loop.tripCount)});
    }
    if (!nest.empty())
      trips[step] = nest.back().trips;
  }
  return trips;
}
