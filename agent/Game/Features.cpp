//===- Features.cpp - Observations of a game ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "GameState.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace memplace;
using namespace memplace::planning;

namespace memplace {

/// Steps to a missing use: longer than any program, so `bounded` gives its
/// bound.
static constexpr double noSuchUse = 1e9;

/// Lower limit of times used as divisors, seconds.
static constexpr double minSeconds = 1e-15;

/// Writes one observation.
class Observer {
public:
  Observer(Game &game, std::span<float> out)
      : game(game), state(*game.impl), placement(*state.placement),
        relaxed(game.impl->getRelaxation()), problem(state.problem),
        unit(state.units[state.position]), out(out) {
    home = placement.planOf(unit.buffer).stays[0].tier;
    tier = bestTier();
    const double steps =
        static_cast<double>(std::max<Step>(1, problem.numSteps()));
    meanOp = std::max(minSeconds, state.baseline / steps);
  }

  void write() {
    std::fill(out.begin(), out.end(), 0.0F);
    writePicture();
    float *vector = out.data() + Observation::pictureSize;
    writeUse(vector);
    writeTime(vector + Observation::useSize);
    writeActions(vector + Observation::useSize + 3 * Observation::rows);
    writeAhead(vector + Observation::vectorSize);
  }

private:
  /// Returns the fastest allowed tier in which the buffer fits.
  TierId bestTier() const {
    const Buffer &buffer = problem.buffers[unit.buffer];
    for (TierId candidate : state.copyTiers[home])
      if (problem.mayBeIn(buffer, candidate) &&
          buffer.size <= problem.target.tiers[candidate].capacity)
        return candidate;
    return state.copyTiers[home].empty() ? home : state.copyTiers[home][0];
  }

  static float bounded(double value) {
    return static_cast<float>(value / (1 + std::abs(value)));
  }
  float shareOfOp(double seconds) const { return bounded(seconds / meanOp); }

  double capacity() const {
    return static_cast<double>(problem.target.tiers[tier].capacity);
  }
  /// Returns the channel between two tiers; -1: none.
  ChannelId channel(TierId from, TierId to) const {
    const std::vector<ChannelId> found =
        problem.target.channelsBetween(from, to);
    return found.empty() ? -1 : found[0];
  }
  double copySeconds(BufferId buffer) const {
    const ChannelId in = channel(home, tier);
    return in < 0 ? 0
                  : static_cast<double>(problem.buffers[buffer].size) /
                        placement.getTraffic().rateOf(in);
  }
  double savingOf(const UseUnit &unit) const {
    return placement.savingOf(unit.buffer, unit.use, unit.use, tier, 0);
  }
  /// Returns the steps from \p step to the buffer's next use at or after
  /// \p step.
  double stepsToNextUse(BufferId buffer, Step step) const {
    const std::vector<BufferUse> &bufferUses = state.uses.byBuffer[buffer];
    const auto next = std::lower_bound(
        bufferUses.begin(), bufferUses.end(), step,
        [](const BufferUse &use, Step at) { return use.step < at; });
    return next == bufferUses.end() ? noSuchUse
                                    : static_cast<double>(next->step - step);
  }

  void writePicture() {
    const Step first = unit.step - Observation::rowsBefore;
    const LiveRange shown = {
        std::max<Step>(0, first),
        std::min(first + Observation::rows, problem.numSteps())};
    std::vector<Arena::Taken> taken;
    placement.getArena(tier).findTaken(shown, taken);
    const double column =
        capacity() / static_cast<double>(Observation::columns);
    for (const Arena::Taken &each : taken) {
      const double worth =
          each.owner < 0 ? 0
                         : 1 / (1 + stepsToNextUse(each.owner, unit.step + 1));
      const int64_t begin = std::min<int64_t>(
          Observation::columns - 1,
          static_cast<int64_t>(static_cast<double>(each.begin) / column));
      for (int64_t c = begin; c < Observation::columns; ++c) {
        const double low = std::max(static_cast<double>(each.begin),
                                    static_cast<double>(c) * column);
        const double high = std::min(static_cast<double>(each.end),
                                     static_cast<double>(c + 1) * column);
        if (high <= low)
          break;
        const float share = static_cast<float>((high - low) / column);
        for (Step step = std::max(shown.begin, each.range.begin);
             step < std::min(shown.end, each.range.end); ++step) {
          const int64_t row = step - first;
          pixel(0, row, c) += share;
          pixel(1, row, c) += share * static_cast<float>(worth);
          if (each.owner == unit.buffer)
            pixel(2, row, c) += share;
        }
      }
    }
  }

  float &pixel(int64_t channel, int64_t row, int64_t column) {
    return out[static_cast<size_t>(
        (channel * Observation::rows + row) * Observation::columns + column)];
  }

  void writeUse(float *at) const {
    const Buffer &buffer = problem.buffers[unit.buffer];
    const std::vector<BufferUse> &bufferUses = state.uses.byBuffer[unit.buffer];
    const BufferUse &use = bufferUses[static_cast<size_t>(unit.use)];
    const BufferUse &next = bufferUses[std::min(
        bufferUses.size() - 1, static_cast<size_t>(unit.use) + 1)];
    const Op &op = problem.ops[unit.step];
    const int32_t last = static_cast<int32_t>(bufferUses.size()) - 1;
    const double size = static_cast<double>(buffer.size);
    const double sinceLast =
        unit.use == 0 ? noSuchUse
                      : static_cast<double>(
                            unit.step -
                            bufferUses[static_cast<size_t>(unit.use - 1)].step);
    const double toNext = stepsToNextUse(unit.buffer, unit.step + 1);
    const OpenStay &open = state.open[unit.buffer];
    const double duration = placement.getTraffic().durationOf(unit.step);
    const double values[Observation::useSize] = {
        bounded(size / capacity()),
        std::sqrt(std::min(1.0, size / capacity())),
        shareOfOp(savingOf(unit)),
        shareOfOp(copySeconds(unit.buffer)),
        use.reads ? 1.0 : 0.0,
        use.writes ? 1.0 : 0.0,
        unit.use == 0 ? 1.0 : 0.0,
        unit.use == last ? 1.0 : 0.0,
        buffer.liveIn ? 1.0 : 0.0,
        buffer.liveOut ? 1.0 : 0.0,
        bounded(sinceLast / 8),
        bounded(toNext / 8),
        bounded(secondsTo(toNext) /
                std::max(minSeconds, copySeconds(unit.buffer))),
        bounded(static_cast<double>(last - unit.use) / 4),
        shareOfOp(placement.savingOf(unit.buffer, unit.use, last, tier, 0)),
        open.lastUse >= 0 && open.lastUse == unit.use - 1 ? 1.0 : 0.0,
        shareOfOp(secondsOf(op.computePs)),
        shareOfOp(duration),
        static_cast<double>(state.position) /
            static_cast<double>(state.units.size()),
        state.rewardSoFar,
        loadAt(unit.step),
        loadAt(unit.step + 1),
        std::log2(static_cast<double>(state.uses.trips[unit.step])) / 20,
        static_cast<double>(tier) / 4,
        shareOf(relaxed.served, use),
        shareOf(relaxed.kept, use),
        unit.use == last ? 0 : shareOf(relaxed.served, next),
        unit.use == last ? 0 : shareOf(relaxed.kept, next),
        relaxedReward(),
        relaxedReward() - state.rewardSoFar,
    };
    for (size_t i = 0; i < Observation::useSize; ++i)
      at[i] = static_cast<float>(values[i]);
  }

  /// Returns the fraction of a use in the relaxed placement, fastest tier only.
  double shareOf(const std::vector<std::vector<float>> &shares,
                 const BufferUse &use) const {
    return shares[use.step][use.accesses[0]];
  }
  /// Returns the reward bound of an episode.
  double relaxedReward() const {
    return state.toReward(state.baseline - relaxed.bound);
  }

  /// Returns the seconds of the next \p steps steps, with the ops' current
  /// durations.
  double secondsTo(double steps) const {
    double seconds = 0;
    const Step end =
        std::min<Step>(problem.numSteps(),
                       unit.step + static_cast<Step>(std::min(steps, 64.0)));
    for (Step step = unit.step; step < end; ++step)
      seconds += placement.getTraffic().durationOf(step);
    return seconds;
  }

  double loadAt(Step step) const {
    if (step >= problem.numSteps())
      return 0;
    return static_cast<double>(placement.getArena(tier).loadAt(step)) /
           capacity();
  }

  void writeTime(float *at) const {
    const Traffic &traffic = placement.getTraffic();
    const ChannelId in = channel(home, tier);
    const ChannelId back = channel(tier, home);
    for (int64_t row = 0; row < Observation::rows; ++row, at += 3) {
      const Step step = unit.step - Observation::rowsBefore + row;
      if (step < 0 || step >= problem.numSteps())
        continue;
      const double duration = traffic.durationOf(step);
      at[0] = shareOfOp(duration);
      const auto left = [&](ChannelId id) {
        return id < 0 || duration <= 0
                   ? 0.0F
                   : static_cast<float>(traffic.roomOf(id, step) /
                                        (traffic.rateOf(id) * duration));
      };
      at[1] = left(in);
      at[2] = left(back);
    }
  }

  void writeActions(float *at) {
    const std::vector<bool> &legal = game.legalActions();
    const std::vector<double> &rewards = game.actionRewards();
    for (size_t action = 0; action < legal.size(); ++action) {
      at[action] = legal[action] ? 1.0F : 0.0F;
      at[Observation::actions + static_cast<int64_t>(action)] =
          shareOfOp(rewards[action] * state.baseline);
    }
  }

  void writeAhead(float *at) const {
    for (size_t i = 1; i <= static_cast<size_t>(Observation::ahead);
         ++i, at += Observation::aheadSize) {
      if (state.position + i >= state.units.size())
        return;
      const UseUnit &next = state.units[state.position + i];
      const Buffer &buffer = problem.buffers[next.buffer];
      const BufferUse &use =
          state.uses.byBuffer[next.buffer][static_cast<size_t>(next.use)];
      at[0] = 1;
      at[1] = next.buffer == unit.buffer ? 1.0F : 0.0F;
      at[2] = bounded(static_cast<double>(next.step - unit.step) / 4);
      at[3] = static_cast<float>(std::sqrt(
          std::min(1.0, static_cast<double>(buffer.size) / capacity())));
      at[4] = shareOfOp(savingOf(next));
      at[5] = shareOfOp(copySeconds(next.buffer));
      at[6] = use.reads ? 1.0F : 0.0F;
      at[7] = use.writes ? 1.0F : 0.0F;
      at[8] = state.open[next.buffer].lastUse >= 0 ? 1.0F : 0.0F;
      at[9] = static_cast<float>(shareOf(relaxed.served, use));
      at[10] = static_cast<float>(shareOf(relaxed.kept, use));
    }
  }

  Game &game;
  const Game::Impl &state;
  const Placement &placement;
  const RelaxedPlacement &relaxed;
  const Problem &problem;
  const UseUnit unit;
  std::span<float> out;
  TierId home = 0, tier = 0;
  double meanOp = 1; // Seconds.
};

} // namespace memplace

void memplace::observe(Game &game, std::span<float> out) {
  assert(out.size() == static_cast<size_t>(Observation::size));
  assert(!game.isOver() && game.numActions() <= Observation::actions);
  Observer(game, out).write();
}
