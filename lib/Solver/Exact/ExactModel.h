//===- ExactModel.h - What exact search looks up often ----------*- C++ -*-===//
//-*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_EXACTMODEL_H
#define MEMPLACE_LIB_SOLVER_EXACT_EXACTMODEL_H

#include "../PlanningNames.h"
#include "memplace/Planning/Fluid.h"
#include "memplace/Planning/OpDurations.h"

namespace memplace::solver::exact {

/// Accesses of one op to one buffer that one residency has to serve (rule R5):
/// all of them if one writes, otherwise each for itself. At step numSteps() the
/// end of the program reads each live-out buffer at home.
struct Unit {
  BufferId buffer = 0;
  bool reads = false;
  bool writes = false;
  std::vector<int32_t> accesses; // Indices into Op::accesses.
  std::vector<TierId> tiers;     // Where it may be served from.
};

/// From where the units of one step are served.
struct OpChoice {
  std::vector<TierId> tiers; // By unit.
  double seconds = 0;        // Of the op.
  std::vector<double> left;  // By tier: fraction of its time for transfers.
  size_t number = 0;         // Of all choices, to tell equal ones apart.
};

/// What costs this much nobody pays. Finite, so that more can be added to it,
/// and taken back.
inline constexpr double unpayable = 1e300;
/// Also after additions: real costs are seconds, and far below.
inline bool isPayable(double cost) { return cost < 1e-10 * unpayable; }

/// A set of channels, by number.
using ChannelSet = uint64_t;

class Model {
public:
  explicit Model(const Uses &uses);

  const Uses &uses;
  const Problem &problem;
  const Step numSteps;
  const size_t numTiers;
  /// Empty, or why the problem is out of reach: "op 3 'x' can be served in more
  /// than 4096 ways".
  std::string obstacle;

  std::vector<Engine> engines;                // By channel.
  std::vector<double> wholeTiers;             // 1 for each tier.
  std::vector<std::vector<Unit>> units;       // By step, 0 to numSteps.
  std::vector<std::vector<OpChoice>> choices; // By step, fastest first.
  /// By step: the least seconds of it and all ops after it, all trips.
  std::vector<double> leastFrom;

  bool isExternalHome(BufferId buffer, TierId tier) const {
    return problem.isExternal(buffer) && problem.homeOf(buffer) == tier;
  }
  bool mayHold(BufferId buffer, TierId tier) const;
  /// Channels that could fill a residency of \p buffer in \p tier from another
  /// tier.
  ChannelSet channelsInto(BufferId buffer, TierId tier) const {
    return intoTier[buffer * numTiers + tier];
  }
  /// How many transfers, one after the other, bring \p buffer from one tier to
  /// another; `unreachable` if none do.
  Step hops(BufferId buffer, TierId from, TierId to) const {
    return distances[(buffer * numTiers + from) * numTiers + to];
  }
  static constexpr Step unreachable = Step(1) << 40;
  /// `latenciesOf` a transfer of all of \p buffer. In parts it waits for no
  /// fewer.
  double latencies(BufferId buffer, ChannelId channel) const {
    return numLatencies[buffer * engines.size() + channel];
  }
  /// Bytes that \p buffer takes in \p tier, and that there are, so that what is
  /// there together has a packing only if it fits: all offsets are aligned, so
  /// sizes count as rounded up, but for that of the highest.
  int64_t roomOf(BufferId buffer, TierId tier) const {
    return roundUp(problem.buffers[buffer].size, tier);
  }
  int64_t roomIn(TierId tier) const { return rooms[tier]; }
  double tripsOf(Step step) const {
    return step == numSteps ? 1 : static_cast<double>(uses.trips[step]);
  }
  /// Seconds that the accesses of a unit take of \p tier.
  double secondsOf(Step step, size_t unit, TierId tier) const;
  /// Least trips that a stall counts in which something flows that starts at
  /// boundary \p begin or later, perhaps \p beforeEnd, and is done by \p end.
  double leastTrips(Step begin, Step end, bool beforeEnd = false) const;
  /// R10: whether a transfer from \p start may be done at \p step.
  bool mayBeDone(Step start, Step step) const {
    return start >= acrossBegin[step];
  }
  /// R10: a copy of \p buffer that is read at \p step, but was there since
  /// boundary \p begin, is there again at the end of each loop entered in
  /// between. Calls \p visit with these ends, until it returns false.
  template <typename Visit>
  bool forEachLoopEntered(BufferId buffer, Step begin, Step step,
                          Visit visit) const {
    for (const LoopNode &loop : uses.loops)
      if (begin < loop.range.begin && loop.range.contains(step) &&
          loop.range.end > step + 1 && !isWrittenIn(buffer, loop.range) &&
          !visit(loop.range.end))
        return false;
    return true;
  }
  /// R10: when a transfer from \p start that is needed at \p due is done at the
  /// latest.
  Step deadline(Step start, Step due) const;

private:
  bool isWrittenIn(BufferId buffer, LiveRange body) const;
  int64_t roundUp(int64_t bytes, TierId tier) const;
  void buildRooms();
  void buildEngines();
  void buildDistances();
  void buildUnits();
  void addUnit(Step step, BufferId buffer, const AccessGroup &group,
               std::vector<int32_t> accesses);
  void buildChoices(Step step);
  OpChoice makeChoice(Step step, const std::vector<TierId> &tiers);
  bool fits(Step step, const std::vector<TierId> &tiers) const;

  std::vector<ChannelSet> intoTier; // [buffers, tiers].
  std::vector<Step> distances;      // [buffers, tiers, tiers].
  std::vector<double> numLatencies; // [buffers, channels].
  std::vector<int64_t> rooms;       // By tier.
  OpLoad load;                      // Scratch.
  size_t numChoices = 0;            // Of all ops so far.
  std::vector<Step> acrossBegin;    // By boundary: of the innermost loop.
};

/// What is taken of each tier at each step, 0 to numSteps. A buffer that is in
/// a tier for several reasons takes its room once.
class Occupancy {
public:
  explicit Occupancy(const Model &model)
      : model(model), taken(model.numTiers * (model.numSteps + 1)),
        counts(taken.size() * model.problem.buffers.size()) {}

  /// Takes room for \p buffer, or changes nothing and returns false.
  bool add(BufferId buffer, TierId tier, Step begin, Step end);
  void remove(BufferId buffer, TierId tier, Step begin, Step end);
  /// Whether there is room for \p buffer besides so many bytes, or it is there.
  bool hasRoom(BufferId buffer, TierId tier, Step step,
               int64_t reserved = 0) const {
    if (model.isExternalHome(buffer, tier))
      return true;
    const int64_t more =
        counts[index(buffer, tier, step)] > 0 ? 0 : model.roomOf(buffer, tier);
    return more <=
           model.roomIn(tier) - taken[step * model.numTiers + tier] - reserved;
  }

private:
  size_t index(BufferId buffer, TierId tier, Step step) const {
    return (buffer * (model.numSteps + 1) + step) * model.numTiers + tier;
  }

  const Model &model;
  std::vector<int64_t> taken;   // [steps + 1, tiers], bytes.
  std::vector<uint16_t> counts; // [buffers, steps + 1, tiers].
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_EXACTMODEL_H
