//===- TierState.cpp - Committed decisions of msa -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation state, and a repacker as a replacement for the repacker of XLA's
// memory space assignment (see docs/guide/solvers.md, section `msa`). The
// repacker removes all chunks of the tier and inserts them again by best fit,
// longest first. The result is kept only if all chunks fit.
//
//===----------------------------------------------------------------------===//

#include "TierState.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

//===----------------------------------------------------------------------===//
// MsaState.
//===----------------------------------------------------------------------===//

MsaState::MsaState(const AccessIndex &uses, const MsaOptions &options,
                   std::vector<BufferPlan> newPlans)
    : uses(uses), problem(uses.problem), options(options),
      plans(std::move(newPlans)), infos(plans.size()) {
  for (const Tier &tier : problem.target.tiers)
    heaps.emplace_back(tier.capacity, problem.numSteps());
  for (size_t b = 0; b < plans.size(); ++b)
    for (const Stay &stay : plans[b].stays)
      infos[b].push_back({uses.rootOf(static_cast<BufferId>(b)),
                          takeChunk(stay, problem.buffers[b].size)});
}

ChunkId MsaState::takeChunk(const Stay &stay, int64_t size) {
  if (!stay.offset)
    return -1;
  return heaps[stay.tier].take({stay.range.begin, stay.reservedEnd},
                               *stay.offset, size);
}

BufferPlan MsaState::removeStays(BufferId buffer) {
  BufferPlan old = plans[buffer];
  for (size_t s = 1; s < old.stays.size(); ++s)
    heaps[old.stays[s].tier].release(infos[buffer][s].chunk);
  infos[buffer].resize(1);
  plans[buffer].stays.resize(1);
  plans[buffer].transfers.clear();
  std::fill(plans[buffer].serving.begin(), plans[buffer].serving.end(), 0);
  return old;
}

void MsaState::restore(BufferId buffer, BufferPlan plan) {
  for (size_t s = 1; s < plan.stays.size(); ++s)
    infos[buffer].push_back(
        {uses.rootOf(buffer),
         takeChunk(plan.stays[s], problem.buffers[buffer].size)});
  plans[buffer] = std::move(plan);
}

bool MsaState::repack(TierId tier) {
  struct Block {
    BufferId buffer;
    StayId stay;
    bool isMovable;
    LiveRange range;
    int64_t size;
    Offset offset;
  };
  std::vector<Block> blocks;
  for (size_t b = 0; b < plans.size(); ++b)
    for (size_t s = 0; s < plans[b].stays.size(); ++s) {
      const Stay &stay = plans[b].stays[s];
      if (stay.tier == tier && stay.offset)
        blocks.push_back({static_cast<BufferId>(b),
                          static_cast<StayId>(s),
                          !infos[b][s].isWrapped,
                          {stay.range.begin, stay.reservedEnd},
                          problem.buffers[b].size,
                          *stay.offset});
    }
  auto key = [](const Block &block) {
    return std::tuple(block.isMovable, block.range.begin - block.range.end,
                      -block.size, block.buffer, block.stay);
  };
  std::sort(blocks.begin(), blocks.end(),
            [&](const Block &a, const Block &b) { return key(a) < key(b); });

  ChunkHeap packed(heaps[tier].getCapacity(), problem.numSteps());
  std::vector<ChunkId> chunks;
  for (Block &block : blocks) {
    std::optional<Offset> offset = block.offset;
    if (block.isMovable)
      offset = packed.find(
          block.range, block.size,
          problem.alignmentIn(problem.buffers[block.buffer], tier), true);
    if (!offset)
      return false;
    block.offset = *offset;
    chunks.push_back(packed.take(block.range, *offset, block.size));
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Block &block = blocks[i];
    plans[block.buffer].stays[block.stay].offset = block.offset;
    infos[block.buffer][block.stay].chunk = chunks[i];
  }
  heaps[tier] = std::move(packed);
  return true;
}

ServingTiers MsaState::servingTiers() const {
  ServingTiers tiers;
  for (const Op &op : problem.ops)
    tiers.emplace_back(op.accesses.size(), problem.target.defaultTier);
  for (size_t b = 0; b < plans.size(); ++b)
    for (size_t u = 0; u < uses.byBuffer[b].size(); ++u) {
      const BufferUse &use = uses.byBuffer[b][u];
      for (int32_t k : use.accesses) {
        const Access &access = problem.ops[use.step].accesses[k];
        const StayId stay =
            servingAccess(problem, plans[b], plans[b].serving[u], access);
        tiers[use.step][k] = plans[b].stays[stay].tier;
      }
    }
  return tiers;
}

//===----------------------------------------------------------------------===//
// TierContext.
//===----------------------------------------------------------------------===//

namespace {

/// One direction of a route.
struct Path {
  std::optional<ChannelId> channel;
  double secondsPerByte = 0;
  double latency = 0;
};

} // namespace

/// Returns the fastest direct channel, of equal ones that with the least
/// latency. The rate of a copy is limited by the channel, the source tier and
/// the destination tier.
static Path findPath(const Target &target, TierId from, TierId to) {
  Path path;
  if (target.tiers[to].isReadOnly())
    return path;
  for (ChannelId id : target.channelsBetween(from, to)) {
    const Channel &channel = target.channels[id];
    const double rate =
        std::min({channel.bytesPerSecond, target.tiers[from].readBytesPerSecond,
                  target.tiers[to].writeBytesPerSecond});
    const double latency = secondsOf(channel.latencyPs);
    if (!path.channel || std::tuple(1 / rate, latency) <
                             std::tuple(path.secondsPerByte, path.latency))
      path = {id, 1 / rate, latency};
  }
  return path;
}

TierContext::TierContext(MsaState &state, TierId tier)
    : state(state), uses(state.uses), problem(state.problem),
      options(state.options), tier(tier), serving(state.servingTiers()),
      cost(uses, serving, tier, options) {
  const Target &target = problem.target;
  const Step numSteps = problem.numSteps();
  std::vector<double> seconds;
  if (options.usesCopyResource)
    for (Step step = 0; step < numSteps; ++step)
      seconds.push_back(
          options.picker == PickerKind::Cost ? cost.opSeconds(step) : 1);
  for (TierId other = 0; other < static_cast<TierId>(target.tiers.size());
       ++other) {
    if (other <= tier) {
      routes.emplace_back();
      pickers.emplace_back(uses, cost, options, 0);
      continue;
    }
    const Path in = findPath(target, other, tier);
    const Path out = findPath(target, tier, other);
    routes.push_back(Route{in.channel, out.channel, in.secondsPerByte,
                           out.secondsPerByte, in.latency, out.latency,
                           CopyResource(seconds), CopyResource(seconds)});
    // Without a channel a buffer may still stay unused: the limit assumes a
    // channel with the bandwidth of the slower tier.
    double tierSeconds =
        in.channel ? routes.back()->inSeconds(target.tiers[tier].capacity)
                   : static_cast<double>(target.tiers[tier].capacity) /
                         target.tiers[other].readBytesPerSecond;
    pickers.emplace_back(uses, cost, options, tierSeconds);
  }
}
