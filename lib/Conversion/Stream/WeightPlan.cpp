//===- WeightPlan.cpp - When weights are read, and to where ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightPlan.h"

#include "memplace/Simulator/Simulator.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

using namespace mlir;
using namespace memplace;

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

/// More than any program has outside of the arena or at home.
static constexpr int64_t endless = int64_t(1) << 50;

Result<Target> memplace::makeStreamTarget(const Target &machine, int64_t arena,
                                          int64_t alignment) {
  const Tier &device = machine.tiers[0];
  const Tier &host = machine.tiers[machine.defaultTier];
  std::vector<ChannelId> channels =
      machine.channelsBetween(machine.defaultTier, 0);
  if (channels.empty())
    return Error{"target '" + machine.name + "' has no channel from '" +
                 host.name + "', its default tier, to '" + device.name +
                 "', its fastest; weights cannot be read there"};
  if (device.isReadOnly())
    return Error{"target '" + machine.name + "': tier '" + device.name +
                 "' is read-only; weights cannot be read there"};
  Target target;
  target.name = machine.name + "-stream";
  Tier tier = device;
  tier.alignment = alignment;
  tier.name = "arena";
  tier.capacity = arena;
  target.tiers.push_back(tier);
  tier.name = "device";
  tier.capacity = endless;
  target.tiers.push_back(tier);
  tier = host;
  tier.name = "host";
  tier.alignment = alignment;
  tier.capacity = endless;
  target.tiers.push_back(tier);
  target.defaultTier = arenaTier;
  Channel channel = machine.channels[channels[0]];
  channel.name = "read";
  channel.from = hostTier;
  channel.to = arenaTier;
  target.channels = {channel};
  // Arena and device are one memory: what they take adds up.
  target.combine = Combine::Sum;
  target.flopsPerSecond = machine.flopsPerSecond;
  target.launchPs = machine.launchPs;
  target.opDefaults = machine.opDefaults;
  return target;
}

static std::string nameOf(const StreamExecute &execute,
                          const StreamStorage &storage) {
  if (storage.kind == StreamStorage::Kind::Weight)
    return execute.weights[storage.index].key;
  return (storage.kind == StreamStorage::Kind::Slice ? "slice " : "operand ") +
         llvm::utostr(storage.index);
}

namespace {
/// First and last step that use a storage.
struct Uses {
  std::optional<Step> first;
  Step last = 0;
  bool firstReads = false;
  bool writes = false;
};
} // namespace

static std::vector<Uses> findUses(const StreamExecute &execute) {
  std::vector<Uses> uses(execute.storages.size());
  for (auto [step, info] : llvm::enumerate(execute.steps))
    for (const StreamAccess &access : info.accesses) {
      Uses &of = uses[access.storage];
      if (!of.first) {
        of.first = step;
        of.firstReads = access.reads;
      }
      of.last = step;
      of.writes |= access.writes;
    }
  return uses;
}

static Buffer makeBuffer(const StreamExecute &execute,
                         const StreamStorage &storage, const Uses &uses) {
  const Step numSteps = execute.steps.size();
  Buffer buffer;
  buffer.name = nameOf(execute, storage);
  buffer.size = storage.size;
  buffer.range = {*uses.first, uses.last + 1};
  switch (storage.kind) {
  case StreamStorage::Kind::Slice:
    buffer.size = llvm::alignTo(storage.size, execute.alignment.range);
    buffer.tiers = {arenaTier};
    buffer.home = arenaTier;
    break;
  case StreamStorage::Kind::Weight:
    buffer.size = llvm::alignTo(storage.size, execute.alignment.range);
    buffer.tiers = {arenaTier, hostTier};
    buffer.home = hostTier;
    buffer.liveIn = true;
    buffer.range.begin = 0;
    break;
  case StreamStorage::Kind::Other:
    buffer.tiers = {deviceTier};
    buffer.home = deviceTier;
    buffer.liveIn = uses.firstReads;
    buffer.liveOut = uses.writes;
    if (buffer.liveIn)
      buffer.range.begin = 0;
    if (buffer.liveOut)
      buffer.range.end = numSteps;
    break;
  }
  return buffer;
}

/// Bytes that are used twice in a step count twice.
static Access makeAccess(const StreamExecute &execute,
                         const StreamAccess &access, BufferId buffer,
                         bool isFirst, double efficiency) {
  Access result;
  result.buffer = buffer;
  result.bytes = access.bytes;
  result.efficiency = efficiency;
  // What the first one leaves as it is has no contents anyway.
  if (access.writes)
    result.mode =
        access.reads || !isFirst ? AccessMode::Update : AccessMode::Write;
  if (execute.storages[access.storage].kind == StreamStorage::Kind::Weight)
    result.tiers = {arenaTier};
  return result;
}

WeightProblem memplace::makeWeightProblem(const StreamExecute &execute,
                                          const Target &target,
                                          ArrayRef<int64_t> computePs) {
  WeightProblem result;
  Problem &problem = result.problem;
  problem.name = getFunctionName(execute.op).str();
  problem.target = target;
  problem.target.opDefaults = {};
  std::vector<Uses> uses = findUses(execute);
  std::set<std::string> names;
  for (auto [index, storage] : llvm::enumerate(execute.storages)) {
    result.bufferOf.emplace_back();
    if (storage.size == 0 || !uses[index].first)
      continue;
    result.bufferOf.back() = BufferId(problem.buffers.size());
    Buffer buffer = makeBuffer(execute, storage, uses[index]);
    if (!names.insert(buffer.name).second)
      buffer.name += " #" + std::to_string(index);
    problem.buffers.push_back(std::move(buffer));
  }
  for (auto [step, info] : llvm::enumerate(execute.steps)) {
    Op op;
    op.name = "step " + std::to_string(step);
    op.computePs = computePs[step];
    op.overlap = target.opDefaults.overlap;
    for (const StreamAccess &access : info.accesses)
      if (std::optional<BufferId> buffer = result.bufferOf[access.storage])
        op.accesses.push_back(makeAccess(
            execute, access, *buffer, uses[access.storage].first == Step(step),
            target.opDefaults.efficiency));
    problem.ops.push_back(std::move(op));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static bool isWeight(const Problem &problem, BufferId buffer) {
  return problem.homeOf(buffer) == hostTier;
}

static bool isSlice(const Problem &problem, BufferId buffer) {
  return problem.homeOf(buffer) == arenaTier;
}

/// Calls \p visit with each step and each weight that it uses.
template <typename Visit>
static void forEachUse(const Problem &problem, Visit visit) {
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses)
      if (isWeight(problem, access.buffer))
        visit(step, access.buffer);
}

std::vector<WeightStay> memplace::readAhead(const Problem &problem,
                                            size_t ahead) {
  std::vector<WeightStay> stays;
  std::map<BufferId, size_t> latest; // The stay that each buffer had last.
  std::vector<Step> steps;           // Those with weights so far.
  forEachUse(problem, [&](Step step, BufferId buffer) {
    if (steps.empty() || steps.back() != step)
      steps.push_back(step);
    Step begin = steps[steps.size() - 1 - std::min(ahead, steps.size() - 1)];
    auto known = latest.find(buffer);
    if (known != latest.end() && stays[known->second].uses.back() >= begin) {
      if (stays[known->second].uses.back() != step)
        stays[known->second].uses.push_back(step);
      return;
    }
    latest[buffer] = stays.size();
    stays.push_back({buffer, begin, {step}});
  });
  return stays;
}

std::vector<WeightStay> memplace::findStays(const Problem &problem,
                                            const Solution &solution) {
  std::map<ResidencyId, WeightStay> byResidency;
  for (const Transfer &transfer : solution.transfers) {
    BufferId buffer = solution.residencies[transfer.to].buffer;
    auto [known, isNew] = byResidency.try_emplace(
        transfer.to, WeightStay{buffer, transfer.start, {}});
    known->second.begin = std::min(known->second.begin, transfer.start);
  }
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (ResidencyId served : solution.served[step])
      if (auto stay = byResidency.find(served); stay != byResidency.end())
        stay->second.uses.push_back(step);
  std::vector<WeightStay> stays;
  for (auto &[residency, stay] : byResidency)
    if (!stay.uses.empty())
      stays.push_back(std::move(stay));
  llvm::sort(stays, [](const WeightStay &a, const WeightStay &b) {
    return std::pair(a.uses.front(), a.buffer) <
           std::pair(b.uses.front(), b.buffer);
  });
  return stays;
}

PackingProblem memplace::toPackingProblem(const Problem &problem,
                                          ArrayRef<WeightStay> stays) {
  PackingProblem packing;
  auto add = [&](BufferId id, LiveRange range) {
    const Buffer &buffer = problem.buffers[id];
    packing.buffers.push_back(
        {.id = std::to_string(packing.buffers.size()),
         .range = range,
         .size = buffer.size,
         .alignment = problem.alignmentIn(buffer, arenaTier)});
  };
  for (BufferId id = 0; id < BufferId(problem.buffers.size()); ++id)
    if (isSlice(problem, id))
      add(id, problem.buffers[id].range);
  for (const WeightStay &stay : stays)
    add(stay.buffer, {stay.begin, stay.uses.back() + 1});
  return packing;
}

/// Residencies at home of what does not move; by buffer.
static std::vector<ResidencyId>
addHomes(const Problem &problem, const Packing &packing, Solution &solution) {
  size_t next = 0;
  std::vector<ResidencyId> homes;
  for (BufferId id = 0; id < BufferId(problem.buffers.size()); ++id) {
    const Buffer &buffer = problem.buffers[id];
    homes.push_back(ResidencyId(solution.residencies.size()));
    Residency home{id, problem.homeOf(id), std::nullopt, buffer.range};
    if (isSlice(problem, id))
      home.offset = packing.offsets[next++];
    solution.residencies.push_back(home);
  }
  return homes;
}

Solution memplace::makePlan(const Problem &problem, ArrayRef<WeightStay> stays,
                            const Packing &packing) {
  Solution solution;
  solution.problem = problem.name;
  std::vector<ResidencyId> homes = addHomes(problem, packing, solution);
  const size_t firstStay = packing.offsets.size() - stays.size();
  std::map<std::pair<Step, BufferId>, ResidencyId> servedBy;
  for (auto [index, stay] : llvm::enumerate(stays)) {
    auto id = ResidencyId(solution.residencies.size());
    solution.residencies.push_back({stay.buffer,
                                    arenaTier,
                                    packing.offsets[firstStay + index],
                                    {stay.begin, stay.uses.back() + 1}});
    solution.transfers.push_back({homes[stay.buffer], id, readChannel,
                                  stay.begin, stay.uses.front(), std::nullopt});
    for (Step use : stay.uses)
      servedBy[{use, stay.buffer}] = id;
  }
  for (Step step = 0; step < problem.numSteps(); ++step) {
    std::vector<ResidencyId> &served = solution.served.emplace_back();
    for (const Access &access : problem.ops[step].accesses) {
      auto stay = servedBy.find({step, access.buffer});
      served.push_back(stay == servedBy.end() ? homes[access.buffer]
                                              : stay->second);
    }
  }
  return solution;
}

int64_t memplace::arenaSize(const StreamExecute &execute,
                            const Problem &problem, const Solution &solution) {
  return llvm::alignTo(peakBytes(problem, solution)[arenaTier],
                       uint64_t(execute.alignment.range));
}

int64_t memplace::bytesRead(const Problem &problem, const Solution &solution) {
  int64_t bytes = 0;
  for (const Transfer &transfer : solution.transfers)
    bytes +=
        bytesOf(transfer,
                problem.buffers[solution.residencies[transfer.to].buffer].size);
  return bytes;
}

PlanValue memplace::valueOf(const Problem &problem, const Solution &solution) {
  return {makespan(problem, solution), bytesRead(problem, solution),
          peakBytes(problem, solution)[arenaTier]};
}
