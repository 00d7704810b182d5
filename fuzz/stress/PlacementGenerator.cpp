//===- PlacementGenerator.cpp - Random placement problems -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generators.h"
#include "Support/TestRandom.h"

#include "memplace/Bounds/LowerBound.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::stress;
using namespace memplace::test;

namespace {

/// Traits of one problem. Drawn independently, so all combinations occur.
struct Traits {
  int64_t numSteps = 1;
  int64_t numBuffers = 1;
  int64_t numTiers = 2;
  bool areEqual = false;       // All buffers have one size.
  bool hasHugeNumbers = false; // Sizes up to 2^62, capacities to 2^63 - 1.
  bool hasTinyTiers = false;   // Capacities from 1.
  bool hasFewChannels = false; // Possibly none.
  bool hasLoops = false;
  bool hasDeepLoops = false; // Up to 64 around one op.
  bool hasHugeTrips = false; // Up to 2^60 each.
  bool hasBigAlignments = false;
  bool hasTightHome = false; // Capacity equal to the load, or 1 byte less.
  bool hasOneForAll = false; // All ops use the first buffer.
  bool hasForced = false;    // Some accesses exclude the home tier.
  bool isCyclic = false;
  bool isFeasibleHome = false; // Live ranges fit the loops.
};

Traits drawTraits(TestRandom &random) {
  Traits traits;
  switch (random.in(0, 9)) {
  case 0: // For the exact solver.
  case 1:
  case 2:
    traits.numSteps = random.in(1, 5);
    traits.numBuffers = random.in(1, 4);
    break;
  case 3:
    traits.numSteps = random.in(1, 40);
    // A problem with thousands of buffers takes as long as a hundred small
    // problems.
    traits.numBuffers =
        random.chance(10) ? random.in(150, 3000) : random.in(25, 150);
    traits.areEqual = random.chance(80);
    break;
  default:
    traits.numSteps = random.in(1, 40);
    traits.numBuffers = random.in(1, 25);
  }
  traits.numTiers = random.chance(70) ? random.in(2, 3) : random.in(1, 8);
  traits.areEqual |= random.chance(15);
  traits.hasHugeNumbers = random.chance(12);
  traits.hasTinyTiers = random.chance(10);
  traits.hasFewChannels = random.chance(20);
  traits.hasLoops = random.chance(50);
  traits.hasDeepLoops = random.chance(6);
  traits.hasHugeTrips = random.chance(10);
  traits.hasBigAlignments = random.chance(10);
  traits.hasTightHome = random.chance(20);
  traits.hasOneForAll = random.chance(12);
  traits.hasForced = random.chance(20);
  traits.isFeasibleHome = random.chance(80);
  traits.isCyclic = random.chance(15);
  return traits;
}

class PlacementGenerator {
public:
  explicit PlacementGenerator(uint64_t seed)
      : random(seed), extra(~seed), traits(drawTraits(random)) {}

  Problem make() {
    problem.name = "stress";
    problem.isCyclic = traits.isCyclic;
    makeOps();
    makeTiers();
    makeChannels();
    for (int64_t i = 0; i < traits.numBuffers; ++i)
      problem.buffers.push_back(makeBuffer(i));
    for (BufferId id = 0; id < static_cast<BufferId>(traits.numBuffers); ++id)
      makeAccesses(id);
    shuffleAccesses();
    if (traits.hasTightHome)
      tightenHome();
    extend();
    return std::move(problem);
  }

private:
  static constexpr int64_t second = 1000000000000; // Picoseconds.
  static constexpr int64_t largest = std::numeric_limits<int64_t>::max();
  static constexpr int64_t roomy = int64_t(1) << 50; // Bytes.

  void makeOps() {
    for (Step step = 0; step < traits.numSteps; ++step) {
      Op op = {"op" + std::to_string(step), random.in(0, 3) * second, {}};
      if (random.chance(20))
        op.computePs =
            random.anyIn(0, traits.hasHugeNumbers ? largest / 4 : 10 * second);
      isNull.push_back(random.chance(12));
      if (isNull.back())
        op.computePs = 0;
      problem.ops.push_back(std::move(op));
    }
    if (traits.hasLoops)
      makeLoops({0, traits.numSteps}, 0);
    if (traits.hasDeepLoops)
      makeDeepLoops();
  }

  int64_t tripCount() {
    return traits.hasHugeTrips ? random.anyIn(1, int64_t(1) << 60)
                               : random.in(1, 5);
  }

  void makeLoops(LiveRange range, int depth) {
    for (Step begin = range.begin; begin < range.end && depth < 4;) {
      begin += random.in(0, 4);
      const Step end = begin + random.in(1, 1 + (range.end - range.begin) / 2);
      if (end > range.end)
        return;
      problem.loops.push_back({{begin, end}, tripCount(), random.chance(30)});
      if (random.chance(60))
        makeLoops({begin, end}, depth + 1);
      begin = end;
    }
  }

  // Makes a single nest, in which some loops have equal ranges.
  void makeDeepLoops() {
    problem.loops.clear();
    LiveRange range = {0, traits.numSteps};
    for (int64_t depth = random.in(5, 64); depth > 0; --depth) {
      problem.loops.push_back({range, tripCount(), random.chance(20)});
      if (range.end - range.begin > 1 && random.chance(50))
        ++(random.chance(50) ? range.begin : range.end -= 2);
      if (range.begin >= range.end)
        return;
    }
  }

  double rate() {
    if (traits.hasHugeNumbers && random.chance(40))
      return random.chance(50) ? 1e-12 : 1e30; // The limits.
    return static_cast<double>(random.in(1, 2000));
  }

  int64_t alignment() {
    return int64_t(1) << (traits.hasBigAlignments && random.chance(30)
                              ? random.in(0, 40)
                              : random.in(0, 4));
  }

  int64_t capacity() {
    if (traits.hasHugeNumbers && random.chance(60))
      return random.chance(40) ? largest : random.anyIn(1, largest - 1);
    if (traits.hasTinyTiers)
      return random.in(1, 40);
    return random.in(16, 60 + 8 * traits.numBuffers);
  }

  void makeTiers() {
    Target &target = problem.target;
    target.name = "stress";
    for (int64_t m = 0; m < traits.numTiers; ++m)
      target.tiers.push_back({"tier" + std::to_string(m), capacity(),
                              alignment(), rate(),
                              random.chance(12) ? 0 : rate()});
    if (random.chance(80))
      spreadTiers();
    target.defaultTier = static_cast<TierId>(
        random.chance(80) ? traits.numTiers - 1
                          : random.in(0, traits.numTiers - 1));
    Tier &home = target.tiers[target.defaultTier];
    if (random.chance(85)) {
      home.capacity = traits.hasHugeNumbers ? largest : int64_t(1) << 50;
      if (home.isReadOnly())
        home.writeBytesPerSecond = rate();
    }
    target.combine = random.chance(50) ? Combine::Sum : Combine::Max;
    target.flopsPerSecond["default"] = 1;
    target.launchPs = random.chance(30) ? random.anyIn(0, second) : 0;
  }

  // Makes faster tiers come first, as in realistic targets.
  void spreadTiers() {
    double factor = 1;
    for (size_t m = problem.target.tiers.size(); m-- > 0; factor *= 20) {
      Tier &tier = problem.target.tiers[m];
      tier.readBytesPerSecond =
          std::min(1e30, tier.readBytesPerSecond * factor);
      tier.writeBytesPerSecond =
          std::min(1e30, tier.writeBytesPerSecond * factor);
    }
  }

  void makeChannels() {
    Target &target = problem.target;
    const int chance = traits.hasFewChannels ? random.chance(50) ? 0 : 30 : 90;
    for (TierId from = 0; from < traits.numTiers; ++from)
      for (TierId to = 0; to < traits.numTiers; ++to)
        for (int n = 0; n < 2; ++n) {
          // Channels within a tier or to a read-only tier are odd but well
          // formed.
          const bool isOdd = from == to || target.tiers[to].isReadOnly();
          if (!random.chance(n == 1 || isOdd ? 8 : chance))
            continue;
          target.channels.push_back(
              {"channel" + std::to_string(target.channels.size()), from, to,
               rate(),
               random.chance(30)
                   ? random.anyIn(0,
                                  traits.hasHugeNumbers ? largest / 2 : second)
                   : 0});
        }
  }

  int64_t size() {
    if (traits.areEqual) {
      if (commonSize == 0)
        commonSize = traits.hasHugeNumbers && random.chance(30)
                         ? random.anyIn(1, int64_t(1) << 62)
                         : random.in(1, 40);
      return commonSize;
    }
    if (traits.hasHugeNumbers && random.chance(50))
      return random.chance(30) ? int64_t(1) << 62
                               : random.anyIn(1, int64_t(1) << 62);
    return random.in(1, 8) * (random.chance(50) ? 8 : 5);
  }

  Buffer makeBuffer(int64_t index) {
    Buffer buffer;
    buffer.name = "b" + std::to_string(index);
    buffer.size = size();
    buffer.alignment = alignment();
    const Step begin = random.in(0, traits.numSteps - 1);
    buffer.range = {begin, random.in(begin + 1, traits.numSteps)};
    buffer.liveIn = random.chance(40);
    buffer.liveOut = random.chance(25);
    if (buffer.liveIn || (traits.hasOneForAll && index == 0))
      buffer.range.begin = 0;
    if (buffer.liveOut || (traits.hasOneForAll && index == 0))
      buffer.range.end = traits.numSteps;
    if (random.chance(25))
      buffer.external = random.chance(50) &&
                        (buffer.liveIn || buffer.liveOut || random.chance(10));
    if (traits.isFeasibleHome)
      coverLoops(buffer);
    drawTiers(buffer);
    return buffer;
  }

  // Contents carried by a loop must be live at the end of its body, too.
  void coverLoops(Buffer &buffer) {
    LiveRange &range = buffer.range;
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const Loop &loop : problem.loops) {
        if (!range.overlaps(loop.range) || range.covers(loop.range) ||
            (loop.range.covers(range) && !buffer.liveIn))
          continue;
        range = {std::min(range.begin, loop.range.begin),
                 std::max(range.end, loop.range.end)};
        isChanged = true;
      }
    }
  }

  void drawTiers(Buffer &buffer) {
    const auto numTiers = static_cast<TierId>(traits.numTiers);
    if (random.chance(15))
      buffer.home = static_cast<TierId>(random.in(0, numTiers - 1));
    if (!random.chance(20))
      return;
    for (TierId tier = 0; tier < numTiers; ++tier)
      if (tier == problem.homeOf(buffer) || random.chance(50))
        buffer.tiers.push_back(tier);
  }

  void makeAccesses(BufferId id) {
    Buffer &buffer = problem.buffers[id];
    if (traits.hasOneForAll && id == 0) {
      for (Step step = 0; step < traits.numSteps; ++step)
        if (!isNull[step])
          problem.ops[step].accesses.push_back(makeAccess(id));
      return;
    }
    for (int64_t n = random.in(0, random.chance(80) ? 3 : 8); n > 0; --n) {
      const Step step = random.in(buffer.range.begin, buffer.range.end - 1);
      if (!isNull[step])
        problem.ops[step].accesses.push_back(makeAccess(id));
    }
  }

  Access makeAccess(BufferId id) {
    const Buffer &buffer = problem.buffers[id];
    Access access;
    access.buffer = id;
    access.bytes = random.chance(10) ? 0 : random.in(0, 3) * (buffer.size / 2);
    // Written external buffers must be live-out.
    if (!(problem.isExternal(buffer) && !buffer.liveOut) && random.chance(50))
      access.mode = random.chance(60) ? AccessMode::Write : AccessMode::Update;
    const TierId home = problem.homeOf(buffer);
    const auto numTiers = static_cast<TierId>(traits.numTiers);
    if (random.chance(12))
      for (TierId tier = 0; tier < numTiers; ++tier)
        if (tier == home || random.chance(40))
          access.tiers.push_back(tier);
    if (traits.hasForced && random.chance(12))
      access.tiers = {static_cast<TierId>(random.in(0, numTiers - 1))};
    return access;
  }

  void shuffleAccesses() {
    for (Op &op : problem.ops)
      for (size_t i = 1; i < op.accesses.size(); ++i)
        std::swap(op.accesses[i],
                  op.accesses[random.in(0, static_cast<int64_t>(i))]);
  }

  void tightenHome() {
    const int64_t load = lowerBoundOnPeak(problem);
    problem.target.tiers[problem.target.defaultTier].capacity =
        std::max<int64_t>(1, random.chance(70) ? load : load - random.in(0, 1));
  }

  // Returns a number from 0 to 1, often at or near a limit.
  double share() {
    if (extra.chance(30))
      return extra.chance(50) ? 0 : 1;
    return 0.001 * static_cast<double>(extra.in(1, 999));
  }

  // Adds overlap, efficiency and deadline order, each to a third of the
  // problems.
  void extend() {
    const bool overlaps = extra.chance(33), isSlow = extra.chance(33);
    const bool hasDeadlines = extra.chance(33);
    for (Op &op : problem.ops) {
      if (overlaps && extra.chance(70))
        op.overlap = share();
      for (Access &access : op.accesses)
        if (isSlow && extra.chance(70))
          access.efficiency =
              std::max(share(), traits.hasHugeNumbers ? 1e-12 : 0.01);
    }
    for (Channel &channel : problem.target.channels)
      if (hasDeadlines && extra.chance(80))
        channel.order = ChannelOrder::Deadline;
    if (extra.chance(33))
      scatter();
  }

  // Moves homes to random tiers and restricts accesses to random tiers, with or
  // without home. In half of the cases, every tier has room for all buffers and
  // is reachable, so most problems keep a placement.
  void scatter() {
    const bool isRoomy = extra.chance(50);
    const auto numTiers = static_cast<TierId>(traits.numTiers);
    for (Tier &tier : problem.target.tiers)
      if (isRoomy && tier.capacity < roomy && extra.chance(80))
        tier.capacity = roomy;
    for (TierId tier = 0; isRoomy && tier + 1 < numTiers; ++tier)
      for (auto [from, to] : {std::pair<TierId, TierId>(tier, tier + 1),
                              std::pair<TierId, TierId>(tier + 1, tier)})
        if (problem.target.channelsBetween(from, to).empty())
          problem.target.channels.push_back(
              {"scattered" + std::to_string(problem.target.channels.size()),
               from, to, static_cast<double>(extra.in(1, 2000)), 0});
    const int homes = static_cast<int>(extra.in(10, 100));
    for (Buffer &buffer : problem.buffers)
      if (extra.chance(homes))
        buffer.home = buffer.tiers.empty()
                          ? static_cast<TierId>(extra.in(0, numTiers - 1))
                          : extra.pick(buffer.tiers);
    const int accesses = static_cast<int>(extra.in(5, 60));
    for (Op &op : problem.ops)
      for (Access &access : op.accesses)
        if (extra.chance(accesses))
          access.tiers = someTiers();
    // One tier serves ops.
    const TierId kept = static_cast<TierId>(extra.in(0, numTiers - 1));
    for (TierId tier = 0; tier < numTiers; ++tier)
      if (tier != kept && extra.chance(25))
        problem.target.tiers[tier].servesOps = false;
  }

  // Returns at least one tier, in random order.
  std::vector<TierId> someTiers() {
    std::vector<TierId> tiers;
    for (TierId tier = 0; tier < static_cast<TierId>(traits.numTiers); ++tier)
      if (extra.chance(40))
        tiers.insert(tiers.begin() +
                         extra.in(0, static_cast<int64_t>(tiers.size())),
                     tier);
    if (tiers.empty())
      tiers.push_back(static_cast<TierId>(extra.in(0, traits.numTiers - 1)));
    return tiers;
  }

  TestRandom random;
  TestRandom extra; // Separate, to keep the numbers of `random`.
  const Traits traits;
  Problem problem;
  std::vector<bool> isNull; // By step: no compute and no accesses.
  int64_t commonSize = 0;
};

} // namespace

Problem stress::makePlacementProblem(uint64_t seed) {
  return PlacementGenerator(seed).make();
}

std::string stress::addFlaw(Problem &problem, uint64_t seed) {
  TestRandom random(seed);
  Buffer &buffer = random.pick(problem.buffers);
  Tier &tier = random.pick(problem.target.tiers);
  const auto numBuffers = static_cast<BufferId>(problem.buffers.size());
  const auto numTiers = static_cast<TierId>(problem.target.tiers.size());
  auto addAccess = [&](Access access) {
    random.pick(problem.ops).accesses.push_back(std::move(access));
  };
  switch (random.in(0, 17)) {
  case 0:
    buffer.size = random.chance(50) ? 0 : -random.anyIn(1, int64_t(1) << 62);
    return "a size below 1";
  case 1:
    buffer.range.end = buffer.range.begin - (random.chance(50) ? 0 : 1);
    return "an empty live range";
  case 2:
    buffer.range.end = problem.numSteps() + random.anyIn(1, 1 << 30);
    return "a live range that ends after the program";
  case 3:
    buffer.alignment = 3 * random.anyIn(0, 1 << 30);
    return "an alignment that is no power of two";
  case 4:
    tier.capacity = -random.anyIn(0, int64_t(1) << 62);
    return "a capacity below 1";
  case 5:
    tier.readBytesPerSecond = random.chance(50) ? 0 : -1;
    return "a bandwidth that is not above 0";
  case 6:
    tier.writeBytesPerSecond = random.chance(50) ? 1e31 : 1e-13;
    return "a bandwidth beyond the limits";
  case 7:
    addAccess({numBuffers, AccessMode::Read, 1, {}});
    return "an access to a buffer that is not there";
  case 8:
    addAccess({0, AccessMode::Read, -random.anyIn(1, 1 << 30), {}});
    return "an access of less than 0 bytes";
  case 9:
    problem.loops.push_back({{0, problem.numSteps()}, 0, false});
    return "a loop without trips";
  case 10:
    problem.loops.push_back({{0, 0}, 1, false});
    return "an empty loop";
  case 11:
    problem.target.defaultTier = random.chance(50) ? -1 : numTiers;
    return "a default tier that is not there";
  case 12:
    buffer.tiers = {numTiers};
    return "a tier that is not there";
  case 13:
    problem.buffers.push_back(buffer);
    return "a name that is there twice";
  case 14:
    buffer.name += '\xff';
    return "a name that is not UTF-8";
  case 15:
    random.pick(problem.ops).overlap = random.chance(50) ? -0.25 : 1.25;
    return "an overlap beyond the limits";
  case 16: {
    Access access = {0, AccessMode::Read, 1, {}};
    access.efficiency = random.chance(50) ? 0 : 1.25;
    addAccess(access);
    return "an efficiency beyond the limits";
  }
  default:
    random.pick(problem.ops).computePs = -1;
    return "a compute time below 0";
  }
}
