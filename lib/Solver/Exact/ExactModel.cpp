//===- ExactModel.cpp - Tables of the exact search ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactModel.h"

#include "../../Problem/Descriptors.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::exact;

static constexpr size_t maxChoices = 4096; // Of one op.
static constexpr size_t maxAllChoices = 100000;

Model::Model(const AccessIndex &uses)
    : uses(uses), problem(uses.problem), numSteps(problem.numSteps()),
      numTiers(problem.target.tiers.size()), wholeTiers(numTiers, 1),
      units(numSteps + 1), choices(numSteps + 1), minSecondsFrom(numSteps + 2),
      load(problem.target), acrossBegin(numSteps + 1) {
  buildRooms();
  buildChannelModels();
  if (obstacle.empty())
    buildDistances();
  buildUnits();
  for (Step step = 0; step <= numSteps && obstacle.empty(); ++step)
    buildChoices(step);
  for (Step step = numSteps; step >= 0; --step)
    minSecondsFrom[step] =
        minSecondsFrom[step + 1] +
        (choices[step].empty() ? 0 : choices[step][0].seconds * tripsOf(step));
  for (Step step = 1; step < numSteps; ++step)
    for (const LoopNode &loop : uses.loops) // Outer loops first.
      if (loop.range.begin < step && step < loop.range.end)
        acrossBegin[step] = loop.range.begin;
}

double Model::secondsOf(Step step, size_t unit, TierId tier) const {
  const Tier &of = problem.target.tiers[tier];
  double seconds = 0;
  for (int32_t index : units[step][unit].accesses) {
    const Access &access = problem.ops[step].accesses[index];
    const auto bytes = static_cast<double>(access.bytes);
    if (access.reads())
      seconds += bytes / std::max(of.readBytesPerSecond, slowestBandwidth);
    if (access.writes())
      seconds += bytes / std::max(of.writeBytesPerSecond, slowestBandwidth);
  }
  return seconds;
}

double Model::minTrips(Step begin, Step end, bool beforeEnd) const {
  double trips = 1;
  for (const Loop &loop : problem.loops)
    if (loop.range.begin <= begin &&
        (end < loop.range.end || (beforeEnd && end == loop.range.end)))
      trips *= static_cast<double>(loop.tripCount);
  return std::min(trips, 0x1p62);
}

Step Model::deadline(Step start, Step due) const {
  for (const LoopNode &loop : uses.loops) { // Outer loops first.
    if (start < loop.range.begin && loop.range.begin < due &&
        due < loop.range.end)
      due = loop.range.begin;
    if (loop.range.contains(start))
      due = std::min(due, loop.range.end);
  }
  return due;
}

int64_t Model::roundUp(int64_t bytes, TierId tier) const {
  const int64_t alignment = problem.target.tiers[tier].alignment;
  if (bytes > std::numeric_limits<int64_t>::max() - alignment)
    return bytes;
  return (bytes + alignment - 1) / alignment * alignment;
}

bool Model::isWrittenIn(BufferId buffer, LiveRange body) const {
  return std::any_of(uses.byBuffer[buffer].begin(), uses.byBuffer[buffer].end(),
                     [&](const BufferUse &use) {
                       return use.writes && body.contains(use.step);
                     });
}

bool Model::mayHold(BufferId buffer, TierId tier) const {
  return problem.mayBeIn(problem.buffers[buffer], tier) &&
         (isExternalHome(buffer, tier) ||
          problem.buffers[buffer].size <= problem.target.tiers[tier].capacity);
}

void Model::buildRooms() {
  for (size_t m = 0; m < numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    const int64_t capacity = problem.target.tiers[m].capacity;
    int64_t spare = 0; // Padding of the highest buffer.
    for (size_t b = 0; b < problem.buffers.size(); ++b)
      spare = std::max(spare, paddedSize(static_cast<BufferId>(b), tier) -
                                  problem.buffers[b].size);
    const int64_t all =
        std::min(capacity, std::numeric_limits<int64_t>::max() - spare) + spare;
    rooms.push_back(all - all % problem.target.tiers[m].alignment);
  }
}

void Model::buildChannelModels() {
  const Target &target = problem.target;
  channelModels = channelModelsOf(target);
  if (channelModels.size() > 64) {
    obstacle = "the target has more than 64 channels";
    return;
  }
  intoTier.resize(problem.buffers.size() * numTiers);
  for (size_t b = 0; b < problem.buffers.size(); ++b)
    for (size_t c = 0; c < channelModels.size(); ++c) {
      const ChannelModel &channelModel = channelModels[c];
      const auto buffer = static_cast<BufferId>(b);
      numLatencies.push_back(static_cast<double>(
          latenciesOf(problem, problem.buffers[b], target.channels[c])));
      if (channelModel.from != channelModel.to &&
          !target.tiers[channelModel.to].isReadOnly() &&
          mayHold(buffer, channelModel.from) &&
          mayHold(buffer, channelModel.to))
        intoTier[b * numTiers + channelModel.to] |= ChannelSet(1) << c;
    }
}

void Model::buildDistances() {
  distances.assign(problem.buffers.size() * numTiers * numTiers, unreachable);
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    Step *of = &distances[b * numTiers * numTiers];
    for (size_t m = 0; m < numTiers; ++m)
      of[m * numTiers + m] = 0;
    for (size_t round = 0; round < numTiers; ++round)
      for (size_t from = 0; from < numTiers; ++from)
        for (size_t to = 0; to < numTiers; ++to)
          for (size_t c = 0; c < channelModels.size(); ++c)
            if (intoTier[b * numTiers + to] >> c & 1)
              of[from * numTiers + to] =
                  std::min(of[from * numTiers + to],
                           of[from * numTiers + channelModels[c].from] + 1);
  }
}

//===----------------------------------------------------------------------===//
// Units and choices.
//===----------------------------------------------------------------------===//

void Model::addUnit(Step step, BufferId buffer, const BufferUse &use,
                    std::vector<int32_t> accesses) {
  AccessUnit unit = {buffer, use.reads, use.writes, std::move(accesses), {}};
  for (TierId tier = 0; tier < static_cast<TierId>(numTiers); ++tier) {
    bool serves = mayHold(buffer, tier);
    for (int32_t k : unit.accesses)
      serves &= mayServe(problem.target, problem.ops[step].accesses[k], tier);
    if (serves)
      unit.tiers.push_back(tier);
  }
  units[step].push_back(std::move(unit));
}

void Model::buildUnits() {
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const auto id = static_cast<BufferId>(b);
    const Buffer &buffer = problem.buffers[b];
    for (const BufferUse &use : uses.byBuffer[b]) {
      if (use.writes)
        addUnit(use.step, id, use, use.accesses);
      else
        for (int32_t access : use.accesses)
          addUnit(use.step, id, use, {access});
    }
    if (buffer.liveOut && (buffer.liveIn || !uses.byBuffer[b].empty()))
      units[numSteps].push_back(
          {id, /*reads=*/true, /*writes=*/false, {}, {problem.homeOf(id)}});
  }
}

/// Returns true if the buffers used by the op fit together in each tier.
bool Model::fits(Step step, const std::vector<TierId> &tiers) const {
  std::vector<int64_t> left = rooms;
  for (size_t k = 0; k < tiers.size(); ++k) {
    const BufferId buffer = units[step][k].buffer;
    bool isCounted = isExternalHome(buffer, tiers[k]);
    for (size_t other = 0; other < k; ++other)
      isCounted |=
          tiers[other] == tiers[k] && units[step][other].buffer == buffer;
    if (isCounted)
      continue;
    const int64_t room = paddedSize(buffer, tiers[k]);
    if (room > left[tiers[k]])
      return false;
    left[tiers[k]] -= room;
  }
  return true;
}

OpChoice Model::makeChoice(Step step, const std::vector<TierId> &tiers) {
  OpChoice choice;
  choice.tiers = tiers;
  choice.left.assign(numTiers, 0);
  if (step == numSteps)
    return choice;
  const Op &op = problem.ops[step];
  load.clear();
  for (size_t k = 0; k < tiers.size(); ++k)
    for (int32_t index : units[step][k].accesses)
      load.add(op.accesses[index], tiers[k]);
  choice.seconds = load.seconds(op);
  load.findLeft(choice.seconds, choice.left.data());
  return choice;
}

void Model::buildChoices(Step step) {
  size_t count = 1;
  for (const AccessUnit &unit : units[step]) {
    count *= unit.tiers.size();
    if (count > maxChoices) {
      obstacle = "op " + std::to_string(step) + " '" + problem.ops[step].name +
                 "' can be served in more than " + std::to_string(maxChoices) +
                 " ways";
      return;
    }
  }
  numChoices += count;
  if (numChoices > maxAllChoices) {
    obstacle = "there are more than " + std::to_string(maxAllChoices) +
               " ways to serve single ops";
    return;
  }
  std::vector<TierId> tiers(units[step].size());
  for (size_t number = 0; number < count; ++number) {
    size_t rest = number;
    for (size_t k = 0; k < tiers.size(); ++k) {
      const std::vector<TierId> &allowed = units[step][k].tiers;
      tiers[k] = allowed[rest % allowed.size()];
      rest /= allowed.size();
    }
    if (!fits(step, tiers))
      continue;
    choices[step].push_back(makeChoice(step, tiers));
    choices[step].back().number = number;
  }
  std::sort(choices[step].begin(), choices[step].end(),
            [](const OpChoice &a, const OpChoice &b) {
              return a.seconds != b.seconds ? a.seconds < b.seconds
                                            : a.number < b.number;
            });
}

//===----------------------------------------------------------------------===//
// Occupancy.
//===----------------------------------------------------------------------===//

bool Occupancy::add(BufferId buffer, TierId tier, Step begin, Step end) {
  if (model.isExternalHome(buffer, tier))
    return true;
  for (Step step = begin; step < end; ++step)
    if (!hasRoom(buffer, tier, step))
      return false;
  for (Step step = begin; step < end; ++step)
    if (counts[index(buffer, tier, step)]++ == 0)
      taken[step * model.numTiers + tier] += model.paddedSize(buffer, tier);
  return true;
}

void Occupancy::remove(BufferId buffer, TierId tier, Step begin, Step end) {
  if (model.isExternalHome(buffer, tier))
    return;
  for (Step step = begin; step < end; ++step)
    if (--counts[index(buffer, tier, step)] == 0)
      taken[step * model.numTiers + tier] -= model.paddedSize(buffer, tier);
}
