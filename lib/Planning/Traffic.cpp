//===- Traffic.cpp - Channel time that ops leave to transfers ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op uses its tiers' time for its accesses and leaves the rest; so do the
// transfers planned before. The bytes that a channel can still move during an
// op are the minimum over the channel, its source and its destination, each
// with its own time left and bandwidth. This is a roofline of one op after
// another: optimistic, without queues and stalls, and cheap, since a change
// affects a single op.
//===----------------------------------------------------------------------===//

#include "Traffic.h"

#include "../Problem/Descriptors.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

Traffic::Traffic(const AccessIndex &uses)
    : uses(&uses), numTiers(uses.problem.target.tiers.size()) {
  const Problem &problem = uses.problem;
  const size_t numSteps = problem.ops.size();
  size_t numAccesses = 0;
  for (const Op &op : problem.ops) {
    firstAccess.push_back(numAccesses);
    numAccesses += op.accesses.size();
  }
  tiers.resize(numAccesses);
  busy.assign(numSteps * numTiers, 0);
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      if (access.efficiency != 1)
        memory.resize(busy.size());
  tierUsed.assign(numSteps * numTiers, 0);
  channelUsed.assign(numSteps * problem.target.channels.size(), 0);
  for (size_t t = 0; t < numSteps; ++t) {
    for (size_t k = 0; k < problem.ops[t].accesses.size(); ++k) {
      const Access &access = problem.ops[t].accesses[k];
      TierId home = problem.homeOf(access.buffer);
      tiers[firstAccess[t] + k] = home;
      busy[t * numTiers + home] += busyOf(access, home);
      if (!memory.empty())
        memory[t * numTiers + home] += memoryOf(access, home);
    }
    durations.push_back(duration(t, memoryAt(t)));
  }
}

double Traffic::busyOf(const Access &access, TierId tier) const {
  const Tier &memory = uses->problem.target.tiers[tier];
  const double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes / memory.readBytesPerSecond;
  if (access.writes() && !memory.isReadOnly())
    seconds += bytes / memory.writeBytesPerSecond;
  return seconds;
}

double Traffic::duration(Step step, const double *opMemory) const {
  const Op &op = uses->problem.ops[step];
  const Target &target = uses->problem.target;
  if (op.isNull())
    return 0;
  double seconds = 0;
  for (size_t m = 0; m < numTiers; ++m)
    seconds = target.combine == Combine::Sum ? seconds + opMemory[m]
                                             : std::max(seconds, opMemory[m]);
  return secondsOf(target.launchPs) +
         overlapped(op, secondsOf(op.computePs), seconds);
}

void Traffic::serve(Step step, int32_t access, TierId tier) {
  TierId &now = tiers[firstAccess[step] + access];
  if (now == tier)
    return;
  const Access &what = uses->problem.ops[step].accesses[access];
  const size_t row = static_cast<size_t>(step) * numTiers;
  double *opBusy = &busy[row];
  note(Entry::Where::Tier, firstAccess[step] + access, now);
  note(Entry::Where::Busy, row + now, opBusy[now]);
  note(Entry::Where::Busy, row + tier, opBusy[tier]);
  note(Entry::Where::Duration, step, durations[step]);
  opBusy[now] = std::max(0.0, opBusy[now] - busyOf(what, now));
  opBusy[tier] += busyOf(what, tier);
  if (!memory.empty()) {
    double *opMemory = &memory[row];
    note(Entry::Where::Memory, row + now, opMemory[now]);
    note(Entry::Where::Memory, row + tier, opMemory[tier]);
    opMemory[now] = std::max(0.0, opMemory[now] - memoryOf(what, now));
    opMemory[tier] += memoryOf(what, tier);
  }
  now = tier;
  durations[step] = duration(step, memoryAt(step));
}

double Traffic::roomOf(ChannelId channel, Step step) const {
  const Target &target = uses->problem.target;
  const Channel &channelModel = target.channels[channel];
  const double length = durations[step];
  auto leftIn = [&](TierId tier) {
    size_t at = step * numTiers + tier;
    return length - busy[at] - tierUsed[at];
  };
  double onChannel =
      length - channelUsed[step * target.channels.size() + channel];
  double bytes =
      std::min({onChannel * channelModel.bytesPerSecond,
                leftIn(channelModel.from) *
                    target.tiers[channelModel.from].readBytesPerSecond,
                leftIn(channelModel.to) *
                    target.tiers[channelModel.to].writeBytesPerSecond});
  return std::max(0.0, bytes);
}

void Traffic::reserve(ChannelId channel, Step step, double bytes) {
  const Target &target = uses->problem.target;
  const Channel &channelModel = target.channels[channel];
  const size_t onChannel = step * target.channels.size() + channel;
  const size_t from = step * numTiers + channelModel.from;
  const size_t to = step * numTiers + channelModel.to;
  note(Entry::Where::ChannelUsed, onChannel, channelUsed[onChannel]);
  note(Entry::Where::TierUsed, from, tierUsed[from]);
  note(Entry::Where::TierUsed, to, tierUsed[to]);
  channelUsed[onChannel] += bytes / channelModel.bytesPerSecond;
  tierUsed[from] += bytes / target.tiers[channelModel.from].readBytesPerSecond;
  tierUsed[to] += bytes / target.tiers[channelModel.to].writeBytesPerSecond;
}

void Traffic::rewind(size_t size) {
  assert(size <= journal.size() && "the mark is newer than the journal");
  for (; journal.size() > size; journal.pop_back()) {
    const Entry &entry = journal.back();
    switch (entry.where) {
    case Entry::Where::Tier:
      tiers[entry.index] = static_cast<TierId>(entry.value);
      break;
    case Entry::Where::Busy:
      busy[entry.index] = entry.value;
      break;
    case Entry::Where::Memory:
      memory[entry.index] = entry.value;
      break;
    case Entry::Where::Duration:
      durations[entry.index] = entry.value;
      break;
    case Entry::Where::TierUsed:
      tierUsed[entry.index] = entry.value;
      break;
    case Entry::Where::ChannelUsed:
      channelUsed[entry.index] = entry.value;
      break;
    }
  }
}

double Traffic::rateOf(ChannelId channel) const {
  const Target &target = uses->problem.target;
  const Channel &channelModel = target.channels[channel];
  return std::min({channelModel.bytesPerSecond,
                   target.tiers[channelModel.from].readBytesPerSecond,
                   target.tiers[channelModel.to].writeBytesPerSecond});
}

double Traffic::latencyOf(ChannelId channel, BufferId buffer) const {
  const Problem &problem = uses->problem;
  return secondsOf(memplace::latencyOf(problem, problem.buffers[buffer],
                                       problem.target.channels[channel]));
}

double Traffic::savingOf(const BufferUse &use, TierId tier,
                         double &freed) const {
  const Op &op = uses->problem.ops[use.step];
  const double *before = memoryAt(use.step);
  constexpr size_t fewTiers = 8; // Saves an allocation.
  double few[fewTiers];
  std::vector<double> many(numTiers > fewTiers ? numTiers : 0);
  double *after = numTiers > fewTiers ? many.data() : few;
  std::copy_n(before, numTiers, after);
  double moved = 0;
  for (int32_t k : use.accesses) {
    TierId now = servedFrom(use.step, k);
    if (now == tier || !mayServe(uses->problem.target, op.accesses[k], tier))
      continue;
    moved += busyOf(op.accesses[k], now);
    after[now] -= memoryOf(op.accesses[k], now);
    after[tier] += memoryOf(op.accesses[k], tier);
  }
  double saving = durations[use.step] - duration(use.step, after);
  freed = std::max(0.0, moved - saving);
  return saving;
}

double Traffic::savingOf(BufferId buffer, int32_t firstUse, int32_t lastUse,
                         TierId tier, double valueOfFreeTime) const {
  double saving = 0;
  const std::vector<BufferUse> &bufferUses = uses->byBuffer[buffer];
  const int32_t numUses = static_cast<int32_t>(bufferUses.size());
  for (int32_t u = firstUse; u <= lastUse; ++u) {
    const BufferUse &use = bufferUses[u < numUses ? u : u - numUses];
    double freed = 0;
    double seconds = savingOf(use, tier, freed);
    seconds += valueOfFreeTime * freed;
    saving += seconds * static_cast<double>(uses->trips[use.step]);
  }
  return saving;
}
