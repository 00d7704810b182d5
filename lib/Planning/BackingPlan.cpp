//===- BackingPlan.cpp - Whole-life placements to start from ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Start of a placement, by a method of our own. Buffers allowed in a single
// tier come first; the other buffers follow in one of several orders. Each
// backing copy gets the lowest free offset of its first tier with room. Then
// each access that the backing copy may not serve gets a stay. Long spans of
// uses are tried first, each in every tier and at every level. The first order
// with room for all copies and stays is used. If there is none, short spans
// come first, with ever shorter leads of fills; short stays are joined where
// room remains. The next attempts fill ever less of the fastest tier
// (FastStays.h). The last attempts give each run of uses a stay of its own, and
// let the buffer that failed go first (`buildByNeed`). Two steps improve the
// placement found: HoistStays.h copies contents before a loop that each trip
// copied again, and AdvanceStays.h fills stays in loops earlier. A backing copy
// takes one look-up of an offset per tier tried.
//
// Packing is hard, so an existing placement may be missed. Infeasibility is
// reported only if a single buffer or op proves it: see proveInfeasible.
//===----------------------------------------------------------------------===//

#include "BackingPlan.h"

#include "AdvanceStays.h"
#include "FastStays.h"
#include "HoistStays.h"
#include "ProveInfeasible.h"
#include "StayLevels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

/// Limit on the attempts to find a shorter stay for an access that the backing
/// copy may not serve. A stay for a single use is tried in any case. Bounds the
/// time per buffer.
static constexpr int32_t maxShorterSpans = 64;

/// Attempts of `buildByNeed`.
static constexpr int maxAttemptsByNeed = 24;

namespace {

/// Order in which buffers get a place.
enum class BaseOrder {
  SizeFirst,
  AreaFirst,
  BeginFirst,
  FitFirst, // By size; buffers that fit into a single tier come first.
};

/// Policy for stays of accesses that the backing copy may not serve.
struct ForcedStays {
  bool shortFirst = false;
  /// Longest lead of a fill, in multiples of its own duration; 0: blocking.
  double maxLead = infinity;
  /// Orders the tiers for a backing copy without regard to the accesses that
  /// each tier may serve. Home (or the fastest tier) comes first even if it may
  /// serve no access.
  bool ignoresAccesses = false;
  /// Largest buffers first, each with a stay per run of uses at consecutive
  /// steps: the least room, in the order that packs best.
  bool byRun = false;
};

/// Placements of backing copies, which attempts with different stays share. The
/// key has the choices behind the placement: whether the fastest tier comes
/// first, `ignoresAccesses`, and the order of buffers.
using Backings = std::map<std::tuple<bool, bool, BaseOrder>, BackingResult>;

/// Attempts with one policy of forced stays.
class BaseBuilder {
public:
  BaseBuilder(const AccessIndex &uses, bool fastestFirst, ForcedStays forced)
      : uses(uses), problem(uses.problem), fastestFirst(fastestFirst),
        forced(forced) {
    policy.minSaving = -infinity;
    policy.hide = forced.maxLead > 0;
    policy.maxLead = forced.maxLead;
  }

  /// Returns the buffer that the last build found no stay for, if any.
  std::optional<BufferId> unserved() const { return failedBuffer; }
  /// Lets the forced stays of \p buffer come before those of other buffers.
  void putFirst(BufferId buffer) {
    std::erase(first, buffer);
    first.insert(first.begin(), buffer);
  }

  /// Builds a placement with one order of buffers. Takes its backing copies
  /// from \p backings, and places them there first if they are missing.
  BackingResult build(BaseOrder order, Backings &backings) {
    const auto key = std::tuple(fastestFirst, forced.ignoresAccesses, order);
    auto [backing, isNew] = backings.try_emplace(key);
    if (isNew)
      backing->second = placeBackingCopies(order);
    BackingResult result = backing->second;
    return result.placement ? addStays(std::move(*result.placement)) : result;
  }

  /// Returns a placement without stays.
  BackingResult placeBackingCopies(BaseOrder order) const {
    Placement placement(uses);
    for (BufferId buffer : ordered(order)) {
      std::vector<TierId> tiers = baseTiers(buffer);
      const bool hasPlace =
          std::any_of(tiers.begin(), tiers.end(), [&](TierId tier) {
            return placement.addBackingCopy(buffer, tier);
          });
      if (!hasPlace)
        return failure(noRoomFor(buffer, tiers));
    }
    return {std::move(placement)};
  }

  /// Returns by buffer the preferred tier of its backing copy.
  std::vector<TierId> firstTiers() const {
    std::vector<TierId> tiers;
    for (size_t b = 0; b < problem.buffers.size(); ++b)
      tiers.push_back(baseTiers(static_cast<BufferId>(b)).front());
    return tiers;
  }

private:
  static BackingResult failure(std::string message) {
    return {std::nullopt, /*isInfeasible=*/false, std::move(message)};
  }

  // Adds the forced stays to a placement of backing copies.
  BackingResult addStays(Placement placement) {
    failedBuffer.reset();
    placement.keepReservations();
    for (BufferId b : forcedOrder())
      for (int32_t u = 0; u < static_cast<int32_t>(uses.byBuffer[b].size());
           ++u)
        if (!placement.isServedLegally(b, u) &&
            !addForcedStay(placement, b, u)) {
          failedBuffer = b;
          return {std::nullopt, /*isInfeasible=*/false, cannotServe(b, u),
                  uses.byBuffer[b][u].step};
        }
    if (forced.shortFirst)
      joinStays(placement);
    return {std::move(placement)};
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
    // Buffers with a single tier go first: the others have alternatives.
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

  // Returns the buffers in the order of their forced stays.
  std::vector<BufferId> forcedOrder() const {
    std::vector<BufferId> buffers(problem.buffers.size());
    std::iota(buffers.begin(), buffers.end(), 0);
    if (forced.byRun)
      std::sort(buffers.begin(), buffers.end(), [&](BufferId a, BufferId b) {
        return std::pair(-problem.buffers[a].size, a) <
               std::pair(-problem.buffers[b].size, b);
      });
    std::erase_if(buffers, [&](BufferId id) {
      return std::find(first.begin(), first.end(), id) != first.end();
    });
    buffers.insert(buffers.begin(), first.begin(), first.end());
    return buffers;
  }

  // Returns the tiers allowed for the backing copy, best first. Never empty.
  std::vector<TierId> baseTiers(BufferId id) const {
    const Buffer &buffer = problem.buffers[id];
    const TierId home = problem.homeOf(buffer);
    if (buffer.liveIn || buffer.liveOut || problem.isExternal(buffer))
      return {home};
    std::vector<TierId> tiers;
    for (TierId tier : tiersInOrder(home))
      if (!forced.ignoresAccesses && isAllowedEverywhere(id, tier))
        tiers.push_back(tier);
    // Last, tiers that hold the buffer only between stays elsewhere.
    for (TierId tier : tiersInOrder(home))
      if (problem.mayBeIn(buffer, tier) &&
          std::find(tiers.begin(), tiers.end(), tier) == tiers.end())
        tiers.push_back(tier);
    // Some uses at consecutive steps need a tier through which the contents can
    // pass in time. If there are such tiers, only these remain.
    const auto isBetween = [&](TierId tier) {
      return isReachedInTime(id, tier);
    };
    if (std::any_of(tiers.begin(), tiers.end(), isBetween))
      std::erase_if(tiers, std::not_fn(isBetween));
    return tiers;
  }

  // Returns false if some use directly follows a write with which it has no
  // tier in common, and `tier` serves neither use: the contents cannot pass
  // through `tier` in time.
  bool isReachedInTime(BufferId id, TierId tier) const {
    const std::vector<BufferUse> &bufferUses = uses.byBuffer[id];
    for (size_t u = 1; u < bufferUses.size(); ++u) {
      const BufferUse &write = bufferUses[u - 1], &next = bufferUses[u];
      if (write.writes && next.step == write.step + 1 && !mayShareTier(id, u) &&
          !mayServeUse(write, tier) && !mayServeUse(next, tier))
        return false;
    }
    return true;
  }

  // Returns true if some tier may serve both use `u` and the use before it.
  bool mayShareTier(BufferId id, size_t u) const {
    for (TierId tier = 0;
         tier < static_cast<TierId>(problem.target.tiers.size()); ++tier)
      if (problem.mayBeIn(problem.buffers[id], tier) &&
          mayServeUse(uses.byBuffer[id][u - 1], tier) &&
          mayServeUse(uses.byBuffer[id][u], tier))
        return true;
    return false;
  }

  bool mayServeUse(const BufferUse &use, TierId tier) const {
    return std::all_of(
        use.accesses.begin(), use.accesses.end(), [&](int32_t k) {
          return mayServe(problem.target, problem.ops[use.step].accesses[k],
                          tier);
        });
  }

  // Returns all tiers: fastest first if `fastestFirst` is true; otherwise home,
  // then slowest first.
  std::vector<TierId> tiersInOrder(TierId home) const {
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
    return problem.mayBeIn(problem.buffers[id], tier) &&
           std::all_of(
               uses.byBuffer[id].begin(), uses.byBuffer[id].end(),
               [&](const BufferUse &use) { return mayServeUse(use, tier); });
  }

  // Serves use u, which the backing copy may not serve, from a stay. The stay
  // covers as many of the later uses as possible, since there may be no
  // boundary for a copy between two uses; with short stays first, as few as
  // possible.
  bool addForcedStay(Placement &placement, BufferId buffer, int32_t u) const {
    const int32_t numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
    int32_t lastForced = u;
    for (int32_t other = u; other < numUses; ++other)
      if (!placement.isServedLegally(buffer, other))
        lastForced = other;
    std::vector<std::pair<int32_t, int32_t>> spans = {
        {u, lastForced}, {u, numUses - 1}, {0, lastForced}, {0, numUses - 1}};
    for (int32_t last = lastForced - 1;
         last >= u && lastForced - last < maxShorterSpans; --last)
      spans.push_back({u, last});
    if (lastForced - u >= maxShorterSpans)
      spans.push_back({u, u});
    if (forced.shortFirst)
      std::reverse(spans.begin(), spans.end());
    if (forced.byRun)
      spans.insert(spans.begin(), {u, endOfRun(buffer, u)});
    const bool isAdded =
        std::any_of(spans.begin(), spans.end(), [&](auto span) {
          return addStay(placement, buffer, span.first, span.second);
        });
    assert((!isAdded || placement.isServedLegally(buffer, u)) &&
           "a stay serves what the base may not");
    return isAdded;
  }

  // Returns the last of the uses at consecutive steps from use `u` on.
  int32_t endOfRun(BufferId buffer, int32_t u) const {
    const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
    while (u + 1 < static_cast<int32_t>(bufferUses.size()) &&
           bufferUses[u + 1].step == bufferUses[u].step + 1)
      ++u;
    return u;
  }

  // Adds a stay for uses `first` to `last`, in the fastest tier and the
  // innermost loop possible. The backing copy may not serve use `first`.
  bool addStay(Placement &placement, BufferId buffer, int32_t first,
               int32_t last) const {
    for (TierId tier = 0;
         tier < static_cast<TierId>(problem.target.tiers.size()); ++tier)
      for (LoopId level : levelsOf(uses, buffer, first, last))
        if (placement.addStay({buffer, tier, first, last, level}, policy))
          return true;
    return false;
  }

  // Joins the stays of a buffer if there is room between them, shortest span of
  // uses first.
  void joinStays(Placement &placement) const {
    std::vector<std::pair<Step, BufferId>> spans;
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b)
      if (placement.planOf(b).stays.size() > 2)
        spans.push_back(
            {uses.byBuffer[b].back().step - uses.byBuffer[b].front().step, b});
    std::sort(spans.begin(), spans.end());
    for (auto [length, buffer] : spans) {
      const PlacedBuffer placed = placement.placedBuffer(buffer);
      placement.removeSince(buffer, {.stays = 1});
      const int32_t last =
          static_cast<int32_t>(uses.byBuffer[buffer].size()) - 1;
      if (!addStay(placement, buffer, 0, last))
        placement.restore(buffer, placed);
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

  std::string cannotServe(BufferId id, int32_t use) const {
    const Op &op = problem.ops[uses.byBuffer[id][use].step];
    return "found no way to serve buffer '" + problem.buffers[id].name +
           "' to op '" + op.name + "' (step " +
           std::to_string(uses.byBuffer[id][use].step) +
           ") from a tier that this access allows; allow more tiers, add a "
           "channel, or put an empty op before it";
  }

  const AccessIndex &uses;
  const Problem &problem;
  bool fastestFirst;
  ForcedStays forced;
  StayPolicy policy;           // For forced stays.
  std::vector<BufferId> first; // Their forced stays come first, in this order.
  std::optional<BufferId> failedBuffer; // See `unserved`.
};

/// Returns a builder with every buffer at home, or in another allowed tier if
/// it cannot be at home.
BaseBuilder homeBuilder(const AccessIndex &uses) {
  ForcedStays forced;
  forced.ignoresAccesses = true;
  return BaseBuilder(uses, /*fastestFirst=*/false, forced);
}

/// Builds again and again. A buffer for which there was no stay goes first in
/// the next attempt ("squeaky wheel" optimization, Joslin and Clements 1999).
BackingResult buildByNeed(BaseBuilder builder, BaseOrder order,
                          Backings &backings) {
  BackingResult result = builder.build(order, backings);
  for (int attempt = 1; attempt < maxAttemptsByNeed && builder.unserved();
       ++attempt) {
    builder.putFirst(*builder.unserved());
    result = builder.build(order, backings);
  }
  return result;
}

/// First choice of a tier for inner buffers; see `buildHomePlacement`.
enum class InnerBuffers { AtHome, InFastestTier };

/// Policies of forced stays, in the order of the attempts. A long stay with an
/// early fill costs least, but takes the most room. A backing copy that can
/// serve all accesses costs less than stays, but may have no room in its tier.
/// So these choices come first.
constexpr std::array<ForcedStays, 7> policies = {
    {{},
     {.shortFirst = true, .maxLead = 4},
     {.shortFirst = true, .maxLead = 1},
     {.shortFirst = true, .maxLead = 0},
     {.shortFirst = true, .maxLead = 4, .ignoresAccesses = true},
     {.shortFirst = true, .maxLead = 1, .ignoresAccesses = true},
     {.shortFirst = true, .maxLead = 0, .ignoresAccesses = true}}};
/// First come, first served packs best when it fits: consecutive live ranges
/// reuse the same bytes.
constexpr std::array<BaseOrder, 4> orders = {
    BaseOrder::BeginFirst, BaseOrder::SizeFirst, BaseOrder::AreaFirst,
    BaseOrder::FitFirst};

/// Results that the attempts for a problem share.
struct Shared {
  Backings backings;
  std::vector<TierId> homes; // By buffer; empty until needed.
};

/// A way to build a placement.
using Attempt =
    std::function<BackingResult(const AccessIndex &uses, Shared &shared)>;

/// Returns the attempts of `buildPlacement`, in order.
std::vector<Attempt> listAttempts(std::initializer_list<InnerBuffers> ways) {
  std::vector<Attempt> attempts;
  for (const ForcedStays &forced : policies)
    for (InnerBuffers way : ways)
      for (BaseOrder order : orders)
        attempts.push_back([=](const AccessIndex &uses, Shared &shared) {
          const bool fastestFirst = way == InnerBuffers::InFastestTier;
          return BaseBuilder(uses, fastestFirst, forced)
              .build(order, shared.backings);
        });
  // Use ever less of the fastest tier, so that each buffer finds a place there
  // when needed.
  for (double room : {1.0, 0.95, 0.9, 0.8, 0.65, 0.5})
    for (bool largestFirst : {true, false})
      attempts.push_back([=](const AccessIndex &uses, Shared &shared) {
        if (shared.homes.empty())
          shared.homes = homeBuilder(uses).firstTiers();
        return BackingResult{placeForced(uses, shared.homes,
                                         {livesOf(uses), largestFirst, room})};
      });
  for (bool ignoresAccesses : {false, true})
    attempts.push_back([=](const AccessIndex &uses, Shared &shared) {
      const ForcedStays byRun{.shortFirst = true,
                              .maxLead = 0,
                              .ignoresAccesses = ignoresAccesses,
                              .byRun = true};
      return buildByNeed(BaseBuilder(uses, /*fastestFirst=*/false, byRun),
                         BaseOrder::SizeFirst, shared.backings);
    });
  return attempts;
}

/// Returns the placement of the first attempt that finds one. Begins with
/// attempt \p first, and makes the attempts before it last. The message of a
/// failure is that of the first packing order for the last of \p ways, with
/// long stays.
BackingResult buildPlacement(const AccessIndex &uses,
                             std::initializer_list<InnerBuffers> ways,
                             size_t first = 0) {
  if (std::optional<BackingResult> proven = proveInfeasible(uses))
    return std::move(*proven);
  const std::vector<Attempt> attempts = listAttempts(ways);
  const size_t numPackings = policies.size() * ways.size() * orders.size();
  const size_t described = (ways.size() - 1) * orders.size();
  Shared shared;
  BackingResult failed;
  for (size_t i = 0; i < attempts.size(); ++i) {
    const size_t number = (first + i) % attempts.size();
    BackingResult result = attempts[number](uses, shared);
    if (result.placement) {
      hoistStays(uses, *result.placement);
      advanceStays(uses, *result.placement);
      result.placement->forgetReservations();
      result.firstAttempt = number < numPackings ? 0 : numPackings;
      return result;
    }
    if (number == described)
      failed = std::move(result);
  }
  return failed;
}

} // namespace

std::optional<Placement>
memplace::planning::buildUnservedPlacement(const AccessIndex &uses) {
  const Problem &problem = uses.problem;
  BaseBuilder builder = homeBuilder(uses);
  const std::vector<TierId> homes = builder.firstTiers();
  const auto isServed = [&](const Op &op) {
    return std::all_of(
        op.accesses.begin(), op.accesses.end(), [&](const Access &access) {
          return mayServe(problem.target, access, homes[access.buffer]);
        });
  };
  if (std::all_of(problem.ops.begin(), problem.ops.end(), isServed))
    return std::nullopt;
  for (BaseOrder order : orders)
    if (BackingResult result = builder.placeBackingCopies(order);
        result.placement)
      return std::move(result.placement);
  return std::nullopt;
}

BackingResult memplace::planning::buildHomePlacement(const AccessIndex &uses) {
  return buildPlacement(uses, {InnerBuffers::AtHome});
}

BackingResult
memplace::planning::buildFastestPlacement(const AccessIndex &uses) {
  return buildPlacement(uses,
                        {InnerBuffers::InFastestTier, InnerBuffers::AtHome});
}

BackingResult memplace::planning::buildBasePlacement(const AccessIndex &uses,
                                                     size_t first) {
  return buildPlacement(
      uses, {InnerBuffers::AtHome, InnerBuffers::InFastestTier}, first);
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
