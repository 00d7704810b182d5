//===- ChooseResident.cpp - Chooses the weights to keep resident ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseResident.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

/// Number of sets tried, times ops and buffers of all regions.
static constexpr int64_t setBudget = 100'000;
static constexpr int64_t minSets = 100;
static constexpr int64_t maxSets = 2000;

namespace {
/// The problem of a region with all weights read, and the buffer of each
/// weight.
struct ProblemOfRegion {
  Problem problem;
  std::vector<std::optional<BufferId>> bufferOf; // By weight.
};
} // namespace

/// Evaluates \p region with the weights of \p set outside the arena. Returns
/// the best stream's value, with infinite seconds if no stream fits into
/// \p arena bytes.
static StreamCost evaluate(const ProblemOfRegion &region,
                           const ResidentSet &set, int64_t arena) {
  Problem problem = region.problem;
  std::vector<bool> isBeside(problem.buffers.size(), false);
  for (const size_t weight : set)
    if (const std::optional<BufferId> buffer = region.bufferOf[weight]) {
      isBeside[*buffer] = true;
      problem.buffers[*buffer].tiers = {deviceTier};
      problem.buffers[*buffer].home = deviceTier;
    }
  for (memplace::Op &op : problem.ops)
    for (Access &access : op.accesses)
      if (isBeside[access.buffer])
        access.tiers = {deviceTier};
  StreamCost least;
  for (const StreamPlan &plan : planStreams(problem, arena))
    least = std::min(least, valueOf(problem, makePlan(problem, plan)));
  return least;
}

/// Appends the steps of \p region to the timeline of \p items.
static void appendRegion(const ProblemOfRegion &region, ResidentItems &items) {
  const Problem &problem = region.problem;
  const auto first = Step(items.others.size());
  items.others.resize(first + problem.numSteps(), 0);
  for (const MemoryUse &use : makeMemory(problem, 0).others)
    for (Step step = use.range.begin; step < use.range.end; ++step)
      items.others[first + step] += use.size;
  for (auto [weight, buffer] : llvm::enumerate(region.bufferOf))
    for (Step step = 0; buffer && step < problem.numSteps(); ++step)
      if (llvm::any_of(problem.ops[step].accesses, [&](const Access &access) {
            return access.buffer == *buffer;
          }))
        items.copies[weight].push_back({first + step, items.sizes[weight]});
}

using Names = llvm::MapVector<Operation *, StringAttr>;

/// Returns the names of the weights in \p weights with a use in \p regions.
static Names findUsed(ArrayRef<CostedExecute> regions,
                      const ParameterGlobals &weights) {
  llvm::SmallPtrSet<Operation *, 8> used;
  for (const CostedExecute &costed : regions)
    for (const ParameterGlobal &weight : costed.execute.weights)
      used.insert(weight.global);
  Names names;
  for (const auto &[name, weight] : weights)
    if (used.contains(weight.global))
      names[weight.global] = name;
  return names;
}

static ProblemOfRegion makeRegion(const CostedExecute &costed,
                                  const Target &target, const Names &names) {
  const StreamExecute &execute = costed.execute;
  ReadProblem made = makeReadProblem(execute, target, costed.computePs);
  ProblemOfRegion region{std::move(made.problem), {}};
  region.bufferOf.resize(names.size());
  for (auto [storage, buffer] : llvm::zip(execute.storages, made.bufferOf))
    if (storage.kind == StreamStorage::Kind::Weight)
      region.bufferOf[names.find(execute.weights[storage.index].global) -
                      names.begin()] = buffer;
  return region;
}

Result<std::vector<StringAttr>>
memplace::chooseResident(ArrayRef<CostedExecute> regions,
                         const ParameterGlobals &weights, const Target &machine,
                         SliceAlignment alignment, int64_t memory,
                         uint64_t seed) {
  Result<Target> target =
      makeArenaTarget(machine, std::max<int64_t>(memory, 1), alignment.offset);
  if (!target)
    return target.takeError();
  const Names names = findUsed(regions, weights);
  ResidentItems items;
  items.room = memory;
  items.copies.resize(names.size());
  for (const auto &[global, name] : names)
    items.sizes.push_back(llvm::alignTo(weights.find(name)->second.size,
                                        uint64_t(alignment.range)));
  int64_t extent = 1;
  std::vector<ProblemOfRegion> made;
  for (const CostedExecute &costed : regions) {
    made.push_back(makeRegion(costed, *target, names));
    appendRegion(made.back(), items);
    const Problem &problem = made.back().problem;
    extent += int64_t(problem.ops.size() + problem.buffers.size());
  }
  const auto cost = [&](const ResidentSet &set, const StreamCost &) {
    int64_t arena = memory;
    for (const size_t weight : set)
      arena -= items.sizes[weight];
    StreamCost total = {.seconds = 0};
    for (const ProblemOfRegion &region : made) {
      const StreamCost one = evaluate(region, set, arena);
      total.seconds += one.seconds;
      total.bytesRead += one.bytesRead;
      total.peak = std::max(total.peak, one.peak);
    }
    return total;
  };
  const std::optional<ResidentSet> chosen = chooseResident(
      items, std::clamp(setBudget / extent, minSets, maxSets), seed, cost);
  std::vector<StringAttr> result;
  for (const size_t weight : chosen.value_or(ResidentSet()))
    result.push_back((names.begin() + weight)->second);
  return result;
}
