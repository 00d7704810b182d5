//===- ExtractReadProblem.cpp - A region as a placement problem -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractReadProblem.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace mlir;
using namespace memplace;

/// Capacity of the tiers outside the arena, larger than any program.
static constexpr int64_t unlimitedBytes = int64_t(1) << 50;

/// Returns the host tier of \p machine, where weights are stored: the default
/// tier, or, if the default tier is the fastest, the slowest tier with a
/// channel to the fastest.
static Result<TierId> findHost(const Target &machine) {
  if (machine.defaultTier != 0) {
    if (!machine.channelsBetween(machine.defaultTier, 0).empty())
      return TierId(machine.defaultTier);
    return Error{"target '" + machine.name + "' has no channel from '" +
                 machine.tiers[machine.defaultTier].name +
                 "', its default tier, to '" + machine.tiers[0].name +
                 "', its fastest; weights cannot be read there"};
  }
  for (auto tier = TierId(machine.tiers.size()); tier-- > 1;)
    if (!machine.channelsBetween(tier, 0).empty())
      return TierId(tier);
  return Error{"target '" + machine.name + "' has no channel to '" +
               machine.tiers[0].name +
               "', its fastest tier; weights cannot be read there"};
}

Result<Target> memplace::makeArenaTarget(const Target &machine, int64_t arena,
                                         int64_t alignment) {
  Result<TierId> weightTier = findHost(machine);
  if (!weightTier)
    return weightTier.takeError();
  const Tier &device = machine.tiers[0];
  const Tier &host = machine.tiers[*weightTier];
  std::vector<ChannelId> channels = machine.channelsBetween(*weightTier, 0);
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
  tier.capacity = unlimitedBytes;
  target.tiers.push_back(tier);
  tier = host;
  tier.name = "host";
  tier.alignment = alignment;
  tier.capacity = unlimitedBytes;
  target.tiers.push_back(tier);
  target.defaultTier = arenaTier;
  Channel channel = machine.channels[channels[0]];
  channel.name = "read";
  channel.from = hostTier;
  channel.to = arenaTier;
  target.channels = {channel};
  // Arena and device are the same memory, so their times add up.
  target.combine = Combine::Sum;
  target.flopsPerSecond = machine.flopsPerSecond;
  target.launchPs = machine.launchPs;
  target.opDefaults = machine.opDefaults;
  return target;
}

static std::string nameOf(const StreamExecute &execute,
                          const StreamStorage &storage) {
  if (storage.kind == StreamStorage::Kind::Weight)
    return execute.weights[storage.index].name.getLabel();
  return (storage.kind == StreamStorage::Kind::Slice ? "slice " : "operand ") +
         llvm::utostr(storage.index);
}

namespace {
/// First and last step that use a storage.
struct AccessIndex {
  std::optional<Step> first;
  Step last = 0;
  bool firstReads = false;
  bool writes = false;
};
} // namespace

static std::vector<AccessIndex> findUses(const StreamExecute &execute) {
  std::vector<AccessIndex> uses(execute.storages.size());
  for (auto [step, info] : llvm::enumerate(execute.steps))
    for (const StreamAccess &access : info.accesses) {
      AccessIndex &of = uses[access.storage];
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
                         const StreamStorage &storage,
                         const AccessIndex &uses) {
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

/// Makes the access of one step. Bytes used twice in a step count twice.
static Access makeAccess(const StreamExecute &execute,
                         const StreamAccess &access, BufferId buffer,
                         bool isFirst, double efficiency) {
  Access result;
  result.buffer = buffer;
  result.bytes = access.bytes;
  result.efficiency = efficiency;
  // A partial first write needs no old contents, so it counts as a Write.
  if (access.writes)
    result.mode =
        access.reads || !isFirst ? AccessMode::Update : AccessMode::Write;
  if (execute.storages[access.storage].kind == StreamStorage::Kind::Weight)
    result.tiers = {arenaTier};
  return result;
}

ReadProblem memplace::makeReadProblem(const StreamExecute &execute,
                                      const Target &target,
                                      ArrayRef<int64_t> computePs) {
  ReadProblem result;
  Problem &problem = result.problem;
  problem.name = getFunctionName(execute.op).str();
  problem.target = target;
  problem.target.opDefaults = {};
  std::vector<AccessIndex> uses = findUses(execute);
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
