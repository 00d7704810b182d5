//===- ExactModel.h - Tables of the exact search ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_EXACTMODEL_H
#define MEMPLACE_LIB_SOLVER_EXACT_EXACTMODEL_H

#include "../../Planning/Fluid.h"
#include "../../Planning/OpDurations.h"
#include "../PlanningNames.h"

namespace memplace::solver::exact {

/// Accesses of one op to one buffer that a single residency must serve (rule
/// R5): every access if any access writes, otherwise each access alone. At step
/// numSteps() the end of the program reads each live-out buffer at home.
struct AccessUnit {
  BufferId buffer = 0;
  bool reads = false;
  bool writes = false;
  std::vector<int32_t> accesses; // Indices into Op::accesses.
  std::vector<TierId> tiers;     // Tiers allowed to serve the unit.
};

/// A choice of tiers for the units of one step.
struct OpChoice {
  std::vector<TierId> tiers; // By unit.
  double seconds = 0;        // Duration of the op.
  std::vector<double> left;  // By tier: fraction of its time for transfers.
  size_t number = 0;         // Among all choices; breaks ties.
};

/// Cost of an impossible choice. Finite, so that sums with this cost can be
/// undone.
inline constexpr double impossibleCost = 1e300;
/// Returns true if \p cost is possible. Also works for sums, since real costs
/// are seconds and far below the limit.
inline bool isPossible(double cost) { return cost < 1e-10 * impossibleCost; }

/// A set of channels, as a bit mask.
using ChannelSet = uint64_t;

/// The problem in the form of the exact search: units of accesses, the choices
/// of each step, and tables derived from both.
class Model {
public:
  explicit Model(const AccessIndex &uses);

  const AccessIndex &uses;
  const Problem &problem;
  const Step numSteps;
  const size_t numTiers;
  /// Reason if the problem is too large: "op 3 'x' can be served in more than
  /// 4096 ways". Empty if not.
  std::string obstacle;

  std::vector<ChannelModel> channelModels;    // By channel.
  std::vector<double> wholeTiers;             // 1 for each tier.
  std::vector<std::vector<AccessUnit>> units; // By step, 0 to numSteps.
  std::vector<std::vector<OpChoice>> choices; // By step, fastest first.
  /// By step: least seconds of the op and all later ops, all trips.
  std::vector<double> minSecondsFrom;

  bool isExternalHome(BufferId buffer, TierId tier) const {
    return problem.isExternal(buffer) && problem.homeOf(buffer) == tier;
  }
  bool mayHold(BufferId buffer, TierId tier) const;
  /// Returns the channels that could fill a residency of \p buffer in \p tier
  /// from another tier.
  ChannelSet channelsInto(BufferId buffer, TierId tier) const {
    return intoTier[buffer * numTiers + tier];
  }
  /// Returns the least number of successive transfers of \p buffer between two
  /// tiers; `unreachable` without a route.
  Step hops(BufferId buffer, TierId from, TierId to) const {
    return distances[(buffer * numTiers + from) * numTiers + to];
  }
  static constexpr Step unreachable = Step(1) << 40;
  /// Returns `latenciesOf` a transfer of \p buffer.
  double latencies(BufferId buffer, ChannelId channel) const {
    return numLatencies[buffer * channelModels.size() + channel];
  }
  /// Bytes of \p buffer in \p tier, and bytes available in the tier. Buffers
  /// present together can be packed only if their bytes fit. All offsets are
  /// aligned, so sizes are rounded up; the size of the highest buffer is not,
  /// so `paddedCapacity` includes its padding.
  int64_t paddedSize(BufferId buffer, TierId tier) const {
    return roundUp(problem.buffers[buffer].size, tier);
  }
  int64_t paddedCapacity(TierId tier) const { return rooms[tier]; }
  double tripsOf(Step step) const {
    return step == numSteps ? 1 : static_cast<double>(uses.trips[step]);
  }
  /// Returns the busy seconds of \p tier for the accesses of a unit.
  double secondsOf(Step step, size_t unit, TierId tier) const;
  /// Returns the least trips with which a stall counts if a transfer flows in
  /// the stall. The transfer starts at boundary \p begin or later (before
  /// \p end if \p beforeEnd) and is done by \p end.
  double minTrips(Step begin, Step end, bool beforeEnd = false) const;
  /// Returns true if rule R10 permits a transfer from \p start to be done at
  /// \p step.
  bool mayBeDone(Step start, Step step) const {
    return start >= acrossBegin[step];
  }
  /// Calls \p visit with the end of each loop at which a copy must exist again
  /// by rule R10. The copy of \p buffer is read at \p step and has existed
  /// since boundary \p begin; the loops are those entered in between without a
  /// write of the buffer. Stops and returns false once \p visit returns false.
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
  /// Returns the latest boundary by which a transfer from \p start must be done
  /// if its data are needed at \p due (rule R10).
  Step deadline(Step start, Step due) const;

private:
  bool isWrittenIn(BufferId buffer, LiveRange body) const;
  int64_t roundUp(int64_t bytes, TierId tier) const;
  void buildRooms();
  void buildChannelModels();
  void buildDistances();
  void buildUnits();
  void addUnit(Step step, BufferId buffer, const BufferUse &use,
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
  std::vector<Step> acrossBegin;    // By boundary: start of the innermost loop.
};

/// Room taken in each tier at each step, 0 to numSteps. A buffer takes its room
/// only once, even if several stays need the buffer in the same tier.
class Occupancy {
public:
  explicit Occupancy(const Model &model)
      : model(model), taken(model.numTiers * (model.numSteps + 1)),
        counts(taken.size() * model.problem.buffers.size()) {}

  /// Takes room for \p buffer. If the room does not suffice, changes nothing
  /// and returns false.
  bool add(BufferId buffer, TierId tier, Step begin, Step end);
  void remove(BufferId buffer, TierId tier, Step begin, Step end);
  /// Returns true if \p buffer is already in the tier, or fits in addition to
  /// \p reserved bytes.
  bool hasRoom(BufferId buffer, TierId tier, Step step,
               int64_t reserved = 0) const {
    if (model.isExternalHome(buffer, tier))
      return true;
    const int64_t more = counts[index(buffer, tier, step)] > 0
                             ? 0
                             : model.paddedSize(buffer, tier);
    return more <= model.paddedCapacity(tier) -
                       taken[step * model.numTiers + tier] - reserved;
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
