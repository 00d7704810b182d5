//===- BasePlan.cpp - Whole-life placements to improve on -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each buffer is when nothing better is found, in a way of our own:
// buffers that can only be in one tier first, then in each of three orders
// until one fits, each at the lowest free offset of the first tier with room.
// After that, accesses that may not be served from there get a stay, tried from
// long to short at each level and tier. If that leaves others without room, all
// is done again from short to long, with ever less time to fill a stay before
// it is needed, and short ones become long where there is room in the end. The
// last way is that of NearStays.h. It takes n look-ups of an offset for n
// buffers.
//
// Packing is hard, so that a placement may be missed that exists. That there is
// none is said only where a single buffer proves it: see proveInfeasible.
//===----------------------------------------------------------------------===//

#include "memplace/Planning/BasePlan.h"

#include "memplace/Planning/NearStays.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

/// How many stays shorter than the longest are tried for accesses that may not
/// be served from the base, before the one of a single access: bounds the time
/// of buffers with thousands of them.
static constexpr int32_t maxShorterSpans = 64;

namespace {

/// Stays of accesses that the base may not serve.
struct ForcedStays {
  bool shortFirst = false;
  /// How many times its own copy's duration ahead one may be filled; 0: when it
  /// is needed.
  double maxLead = infinity;
  /// Whether buffers live where ops need not find them, wherever they may.
  bool away = false;
  bool areLeftOut = false;
};

/// One attempt with one order of buffers.
class BaseBuilder {
public:
  BaseBuilder(const Uses &uses, bool fastestFirst, ForcedStays forced)
      : uses(uses), problem(uses.problem), fastestFirst(fastestFirst),
        forced(forced) {
    policy.minSaving = -infinity;
    policy.hide = forced.maxLead > 0;
    policy.maxLead = forced.maxLead;
  }

  BaseResult build(BaseOrder order) const {
    BaseResult result;
    Placement placement(uses);
    if (forced.shortFirst)
      placement.keepReservations();
    for (BufferId buffer : ordered(order)) {
      std::vector<TierId> tiers = baseTiers(buffer);
      const bool hasPlace =
          std::any_of(tiers.begin(), tiers.end(), [&](TierId tier) {
            return placement.addBase(buffer, tier);
          });
      if (!hasPlace)
        return failure(noRoomFor(buffer, tiers));
    }
    if (forced.areLeftOut) {
      result.placement = std::move(placement);
      return result;
    }
    const std::vector<BufferPlan> bases =
        forced.shortFirst ? placement.getPlans() : std::vector<BufferPlan>{};
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b)
      for (int32_t g = 0; g < static_cast<int32_t>(uses.groups[b].size()); ++g)
        if (!placement.isServedLegally(b, g) && !addForcedStay(placement, b, g))
          return failure(cannotServe(b, g));
    if (forced.shortFirst)
      joinStays(placement, bases);
    placement.forgetReservations();
    result.placement = std::move(placement);
    return result;
  }

  /// By buffer: the best tier for its base.
  std::vector<TierId> firstTiers() const {
    std::vector<TierId> tiers;
    for (size_t b = 0; b < problem.buffers.size(); ++b)
      tiers.push_back(baseTiers(static_cast<BufferId>(b)).front());
    return tiers;
  }

private:
  static BaseResult failure(std::string message) {
    return {std::nullopt, /*isInfeasible=*/false, std::move(message)};
  }

  std::vector<BufferId> ordered(BaseOrder order) const {
    std::vector<BufferId> buffers(problem.buffers.size());
    std::iota(buffers.begin(), buffers.end(), 0);
    auto key = [&](BufferId id) -> double {
      const Buffer &buffer = problem.buffers[id];
      const double size = static_cast<double>(buffer.size);
      switch (order) {
      case BaseOrder::SizeFirst:
      case BaseOrder::FitFirst:
        return -size;
      case BaseOrder::AreaFirst:
        return -size *
               static_cast<double>(buffer.range.end - buffer.range.begin);
      case BaseOrder::BeginFirst:
        return static_cast<double>(buffer.range.begin);
      }
      return 0;
    };
    // What can only be in one tier goes first: the others can give way.
    std::vector<double> keys;
    std::vector<bool> isFlexible;
    for (BufferId id : buffers) {
      keys.push_back(key(id));
      std::vector<TierId> tiers = baseTiers(id);
      if (order == BaseOrder::FitFirst)
        std::erase_if(tiers, [&](TierId tier) {
          return problem.target.tiers[tier].capacity < problem.buffers[id].size;
        });
      isFlexible.push_back(tiers.size() > 1);
    }
    std::sort(buffers.begin(), buffers.end(), [&](BufferId a, BufferId b) {
      return std::tuple(bool(isFlexible[a]), keys[a], a) <
             std::tuple(bool(isFlexible[b]), keys[b], b);
    });
    return buffers;
  }

  // Tiers where the base may be, best first. Never empty.
  std::vector<TierId> baseTiers(BufferId id) const {
    const Buffer &buffer = problem.buffers[id];
    const TierId home = problem.homeOf(buffer);
    if (buffer.liveIn || buffer.liveOut || problem.isExternal(buffer))
      return {home};
    std::vector<TierId> tiers;
    for (TierId tier : othersInOrder(home))
      if (!forced.away && isAllowedEverywhere(id, tier))
        tiers.push_back(tier);
    // Last, those where it can be between stays elsewhere.
    for (TierId tier : othersInOrder(home))
      if (problem.mayBeIn(buffer, tier) &&
          std::find(tiers.begin(), tiers.end(), tier) == tiers.end())
        tiers.push_back(tier);
    return tiers;
  }

  // All tiers: home and then slowest first, or fastest first.
  std::vector<TierId> othersInOrder(TierId home) const {
    std::vector<TierId> tiers(problem.target.tiers.size());
    std::iota(tiers.begin(), tiers.end(), 0);
    if (fastestFirst)
      return tiers;
    std::reverse(tiers.begin(), tiers.end());
    std::erase(tiers, home);
    tiers.insert(tiers.begin(), home);
    return tiers;
  }

  bool isAllowedEverywhere(BufferId id, TierId tier) const {
    if (!problem.mayBeIn(problem.buffers[id], tier))
      return false;
    for (const AccessGroup &group : uses.groups[id])
      for (int32_t k : group.accesses)
        if (!mayServe(problem.target, problem.ops[group.step].accesses[k],
                      tier))
          return false;
    return true;
  }

  // Serves group g, which the base may not, from a stay: one for as many of the
  // later groups as possible, since there may be no boundary to copy at between
  // two of them; or, if short ones go first, for as few.
  bool addForcedStay(Placement &placement, BufferId buffer, int32_t g) const {
    const int32_t numGroups = static_cast<int32_t>(uses.groups[buffer].size());
    int32_t lastForced = g;
    for (int32_t other = g; other < numGroups; ++other)
      if (!placement.isServedLegally(buffer, other))
        lastForced = other;
    std::vector<std::pair<int32_t, int32_t>> spans = {{g, lastForced},
                                                      {g, numGroups - 1},
                                                      {0, lastForced},
                                                      {0, numGroups - 1}};
    for (int32_t last = lastForced - 1;
         last >= g && lastForced - last < maxShorterSpans; --last)
      spans.push_back({g, last});
    if (lastForced - g >= maxShorterSpans)
      spans.push_back({g, g});
    if (forced.shortFirst)
      std::reverse(spans.begin(), spans.end());
    const bool isAdded =
        std::any_of(spans.begin(), spans.end(), [&](auto span) {
          return addStay(placement, buffer, span.first, span.second);
        });
    assert((!isAdded || placement.isServedLegally(buffer, g)) &&
           "a stay serves what the base may not");
    return isAdded;
  }

  // Adds a stay for groups `first` to `last`, the first of which the base may
  // not serve, in the fastest tier and the innermost loop that it can be in.
  bool addStay(Placement &placement, BufferId buffer, int32_t first,
               int32_t last) const {
    for (TierId tier = 0;
         tier < static_cast<TierId>(problem.target.tiers.size()); ++tier)
      for (LoopId level : levelsOf(uses, buffer, first, last))
        if (placement.addStay({buffer, tier, first, last, level}, policy))
          return true;
    return false;
  }

  // Makes one of a buffer's stays where there is room for it all the time
  // between, those that are needed again soonest first.
  void joinStays(Placement &placement,
                 const std::vector<BufferPlan> &bases) const {
    std::vector<std::pair<Step, BufferId>> spans;
    for (BufferId b = 0; b < static_cast<BufferId>(bases.size()); ++b)
      if (placement.planOf(b).stays.size() > bases[b].stays.size() + 1)
        spans.push_back(
            {uses.groups[b].back().step - uses.groups[b].front().step, b});
    std::sort(spans.begin(), spans.end());
    for (auto [length, buffer] : spans) {
      const PlacedBuffer placed = placement.placedBuffer(buffer);
      placement.takeOut(buffer, bases[buffer]);
      const int32_t last = static_cast<int32_t>(uses.groups[buffer].size()) - 1;
      if (!addStay(placement, buffer, 0, last))
        placement.putBack(buffer, placed);
    }
  }

  std::string noRoomFor(BufferId id, const std::vector<TierId> &tiers) const {
    const Buffer &buffer = problem.buffers[id];
    std::string names;
    for (TierId tier : tiers) {
      const Tier &memory = problem.target.tiers[tier];
      names += (names.empty() ? "'" : ", '") + memory.name + "' (" +
               std::to_string(memory.capacity) + " bytes)";
    }
    return "no room for buffer '" + buffer.name + "' of " +
           std::to_string(buffer.size) + " bytes over its whole life in " +
           names + "; allow it in more tiers, or make room there";
  }

  std::string cannotServe(BufferId id, int32_t group) const {
    const Op &op = problem.ops[uses.groups[id][group].step];
    return "found no way to serve buffer '" + problem.buffers[id].name +
           "' to op '" + op.name + "' (step " +
           std::to_string(uses.groups[id][group].step) +
           ") from a tier that this access allows; allow more tiers, add a "
           "channel, or put an empty op before it";
  }

  const Uses &uses;
  const Problem &problem;
  bool fastestFirst;
  ForcedStays forced;
  StayPolicy policy; // Of forced stays.
};

// A loop in whose every trip the buffer is read as it was before the loop,
// although it does not live to the loop's end: against rule R10 wherever it is.
std::optional<std::string> findUnmetLoop(const Uses &uses, BufferId id) {
  const Buffer &buffer = uses.problem.buffers[id];
  const std::vector<AccessGroup> &groups = uses.groups[id];
  for (LoopId loop = uses.loopOf(buffer.range.end - 1); loop != noLoop;
       loop = uses.parentOf(loop)) {
    const LiveRange body = uses.rangeOf(loop);
    auto first = std::lower_bound(
        groups.begin(), groups.end(), body.begin,
        [](const AccessGroup &group, Step step) { return group.step < step; });
    const bool hasContents = buffer.liveIn || first != groups.begin();
    if (buffer.range.end >= body.end || !hasContents || first == groups.end() ||
        !first->reads)
      continue;
    return "every trip of the loop over steps " + std::to_string(body.begin) +
           " to " + std::to_string(body.end) + " needs buffer '" + buffer.name +
           "' as it was before the loop, but its live range ends at step " +
           std::to_string(buffer.range.end) +
           "; let it live to the end of the loop";
  }
  return std::nullopt;
}

// A buffer that must be somewhere and fits nowhere.
std::optional<std::string> findTooLarge(const Problem &problem,
                                        const Buffer &buffer) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  int64_t largest = 0;
  for (size_t tier = 0; tier < tiers.size(); ++tier) {
    if (!problem.mayBeIn(buffer, static_cast<TierId>(tier)))
      continue;
    if (buffer.size <= tiers[tier].capacity)
      return std::nullopt;
    largest = std::max(largest, tiers[tier].capacity);
  }
  return "buffer '" + buffer.name + "' of " + std::to_string(buffer.size) +
         " bytes is larger than every tier it may be in, the largest of "
         "which has " +
         std::to_string(largest) + " bytes; allow it in a larger tier";
}

// An access that no tier may serve which is large enough.
std::optional<std::string> findUnserved(const Problem &problem, BufferId id,
                                        const AccessGroup &group) {
  const std::vector<Tier> &tiers = problem.target.tiers;
  const Buffer &buffer = problem.buffers[id];
  const Op &op = problem.ops[group.step];
  for (int32_t k : group.accesses) {
    bool canBeServed = false;
    for (TierId tier = 0; tier < static_cast<TierId>(tiers.size()); ++tier) {
      const bool isThere =
          buffer.size <= tiers[tier].capacity ||
          (problem.isExternal(buffer) && tier == problem.homeOf(buffer));
      canBeServed |= isThere && problem.mayBeIn(buffer, tier) &&
                     mayServe(problem.target, op.accesses[k], tier);
    }
    if (!canBeServed)
      return "no tier can serve buffer '" + buffer.name + "' of " +
             std::to_string(buffer.size) + " bytes to op '" + op.name +
             "' (step " + std::to_string(group.step) +
             "); allow the buffer or the access in a tier that is large "
             "enough and can be written if it has to be";
  }
  return std::nullopt;
}

// Bytes that must be somewhere: proof that there is no placement, or nothing.
std::optional<std::string> proveInfeasible(const Uses &uses) {
  const Problem &problem = uses.problem;
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const BufferId id = static_cast<BufferId>(b);
    const Buffer &buffer = problem.buffers[b];
    if (auto proof = findUnmetLoop(uses, id))
      return proof;
    const bool isNeeded =
        buffer.liveIn || buffer.liveOut || !uses.groups[b].empty();
    if (isNeeded && !problem.isExternal(buffer))
      if (auto proof = findTooLarge(problem, buffer))
        return proof;
    for (const AccessGroup &group : uses.groups[b])
      if (auto proof = findUnserved(problem, id, group))
        return proof;
  }
  return std::nullopt;
}

/// Builds what has every buffer at home, or where it can be if not there.
BaseBuilder awayBuilder(const Uses &uses, bool areStaysLeftOut = false) {
  ForcedStays forced;
  forced.away = true;
  forced.areLeftOut = areStaysLeftOut;
  return BaseBuilder(uses, /*fastestFirst=*/false, forced);
}

/// With every buffer at home (false) or in the fastest tier with room (true),
/// of the \p ways the first in which one is found.
BaseResult buildPlacement(const Uses &uses, std::initializer_list<bool> ways) {
  if (std::optional<std::string> proof = proveInfeasible(uses))
    return {std::nullopt, /*isInfeasible=*/true, *proof};
  BaseResult failed; // The last way, as it is tried first.
  // What is needed twice may be there all the time between, and filled long
  // before, which costs least, but the room of others. So does what lives where
  // ops find it.
  for (ForcedStays forced :
       {ForcedStays{false}, ForcedStays{true, 4}, ForcedStays{true, 1},
        ForcedStays{true, 0}, ForcedStays{true, 4, true},
        ForcedStays{true, 1, true}, ForcedStays{true, 0, true}}) {
    for (bool fastestFirst : ways) {
      BaseBuilder builder(uses, fastestFirst, forced);
      // First come, first served is what packs best when it fits: ranges that
      // follow each other reuse the same bytes.
      for (BaseOrder order : {BaseOrder::BeginFirst, BaseOrder::SizeFirst,
                              BaseOrder::AreaFirst, BaseOrder::FitFirst}) {
        BaseResult result = builder.build(order);
        if (result.placement)
          return result;
        if (!forced.shortFirst && order == BaseOrder::BeginFirst)
          failed = std::move(result);
      }
    }
  }
  // With ever less of the fastest tier, so that all have a place there in turn.
  const std::vector<TierId> homes = awayBuilder(uses).firstTiers();
  for (double room : {1.0, 0.95, 0.9, 0.8, 0.65, 0.5})
    for (bool largestFirst : {true, false})
      if (std::optional<Placement> placement =
              placeForced(uses, homes, {livesOf(uses), largestFirst, room}))
        return {std::move(placement), /*isInfeasible=*/false, ""};
  return failed;
}

} // namespace

std::optional<Placement>
memplace::planning::buildUnservedPlacement(const Uses &uses) {
  const Problem &problem = uses.problem;
  const BaseBuilder builder = awayBuilder(uses, /*areStaysLeftOut=*/true);
  const std::vector<TierId> homes = builder.firstTiers();
  const auto isServed = [&](const Op &op) {
    return std::all_of(
        op.accesses.begin(), op.accesses.end(), [&](const Access &access) {
          return mayServe(problem.target, access, homes[access.buffer]);
        });
  };
  if (std::all_of(problem.ops.begin(), problem.ops.end(), isServed))
    return std::nullopt;
  for (BaseOrder order : {BaseOrder::BeginFirst, BaseOrder::SizeFirst,
                          BaseOrder::AreaFirst, BaseOrder::FitFirst})
    if (BaseResult result = builder.build(order); result.placement)
      return std::move(result.placement);
  return std::nullopt;
}

BaseResult memplace::planning::buildHomePlacement(const Uses &uses) {
  return buildPlacement(uses, {false});
}

BaseResult memplace::planning::buildFastestPlacement(const Uses &uses) {
  return buildPlacement(uses, {true, false});
}

BaseResult memplace::planning::buildBasePlacement(const Uses &uses) {
  return buildPlacement(uses, {false, true});
}

std::string
memplace::planning::noteMissingChannel(const Target &target, TierId from,
                                       TierId to,
                                       const std::string &consequence) {
  return "target '" + target.name + "' has no channel from '" +
         target.tiers[from].name + "' to '" + target.tiers[to].name +
         "', so that " + consequence + "; add one to the target";
}

std::vector<std::string>
memplace::planning::noteUnreachableTiers(const Target &target) {
  std::vector<bool> isReached(target.tiers.size());
  isReached[target.defaultTier] = true;
  std::vector<TierId> reached{target.defaultTier};
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Channel &channel : target.channels)
      if (channel.from == reached[i] && !isReached[channel.to]) {
        isReached[channel.to] = true;
        reached.push_back(channel.to);
      }
  std::vector<std::string> notes;
  for (TierId tier = 0; tier < target.defaultTier; ++tier)
    if (!isReached[tier])
      notes.push_back(noteMissingChannel(target, target.defaultTier, tier,
                                         "nothing is prefetched there"));
  return notes;
}

std::vector<LoopId> memplace::planning::levelsOf(const Uses &uses,
                                                 BufferId buffer,
                                                 int32_t firstGroup,
                                                 int32_t lastGroup) {
  const std::vector<AccessGroup> &groups = uses.groups[buffer];
  const LiveRange span = {groups[firstGroup].step, groups[lastGroup].step + 1};
  const LoopId root = uses.rootOf(buffer);
  std::vector<LoopId> levels;
  for (LoopId loop = uses.loopOf(span.begin); loop != root && loop != noLoop;
       loop = uses.parentOf(loop))
    if (uses.rangeOf(loop).covers(span))
      levels.push_back(loop);
  levels.push_back(root);
  return levels;
}

std::vector<StayLevels> memplace::planning::stayLevelsOf(const Uses &uses,
                                                         BufferId buffer,
                                                         int32_t firstGroup,
                                                         int32_t lastGroup) {
  const AccessGroup &group = uses.groups[buffer][firstGroup];
  const LoopId innermost = uses.loopOf(group.step);
  const LoopId root = uses.rootOf(buffer);
  const Buffer &data = uses.problem.buffers[buffer];
  // Each trip makes it anew, and the program needs what the last one made.
  const bool isLeft = root != noLoop && data.liveOut &&
                      data.range.end == uses.problem.numSteps();
  // What begins with a write needs no copy, so that it may as well begin late.
  const bool beginsWithWrite = group.writes && !group.reads;
  std::vector<StayLevels> result;
  for (LoopId exit : levelsOf(uses, buffer, firstGroup, lastGroup)) {
    if (beginsWithWrite)
      result.push_back({exit});
    for (LoopId loop = innermost; loop != exit; loop = uses.parentOf(loop))
      result.push_back({loop, exit});
    if (!beginsWithWrite)
      result.push_back({exit});
  }
  for (LoopId loop = innermost; isLeft && loop != noLoop;
       loop = uses.parentOf(loop))
    result.push_back({loop, noLoop});
  return result;
}
