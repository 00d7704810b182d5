//===- PlanStays.cpp - Stays of weights in the arena ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanStays.h"

#include "memplace/Simulator/Simulator.h"

#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace memplace;

static bool isWeight(const Problem &problem, BufferId buffer) {
  return problem.homeOf(buffer) == hostTier;
}

static bool isSlice(const Problem &problem, BufferId buffer) {
  return problem.homeOf(buffer) == arenaTier;
}

/// Returns the steps that use each buffer; none for buffers that are no
/// weights.
static std::vector<std::vector<Step>> findUses(const Problem &problem) {
  std::vector<std::vector<Step>> uses(problem.buffers.size());
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (const Access &access : problem.ops[step].accesses)
      if (isWeight(problem, access.buffer) &&
          (uses[access.buffer].empty() || uses[access.buffer].back() != step))
        uses[access.buffer].push_back(step);
  return uses;
}

StreamMemory memplace::makeMemory(const Problem &problem, int64_t arena) {
  StreamMemory memory;
  memory.numSteps = problem.numSteps();
  memory.room = arena;
  memory.alignment = problem.target.tiers[arenaTier].alignment;
  for (BufferId id = 0; id < BufferId(problem.buffers.size()); ++id) {
    const Buffer &buffer = problem.buffers[id];
    memory.sizes.push_back(buffer.size);
    if (isSlice(problem, id))
      memory.others.push_back({buffer.range, buffer.size});
  }
  return memory;
}

std::vector<StreamPlan> memplace::planStreams(const Problem &problem,
                                              int64_t arena) {
  // Enough nodes for the heuristics.
  constexpr StreamLimits limits = {.tries = 5, .nodes = 200};
  const StreamMemory memory = makeMemory(problem, arena);
  const std::vector<std::vector<Step>> uses = findUses(problem);
  std::vector<StreamPlan> plans;
  for (const Step near : {Step(0), usualNear, problem.numSteps()})
    if (auto plan = planStream(memory, staysOf(uses, near), {}, limits))
      plans.push_back(std::move(*plan));
  return plans;
}

std::vector<ReadStay> memplace::readAhead(const Problem &problem,
                                          size_t ahead) {
  std::vector<std::vector<Step>> uses = findUses(problem);
  std::vector<Step> steps; // With weights.
  for (const std::vector<Step> &ofBuffer : uses)
    steps.insert(steps.end(), ofBuffer.begin(), ofBuffer.end());
  llvm::sort(steps);
  steps.erase(llvm::unique(steps), steps.end());
  // Count steps with weights only.
  for (std::vector<Step> &ofBuffer : uses)
    for (Step &step : ofBuffer)
      step = llvm::lower_bound(steps, step) - steps.begin();
  std::vector<ReadStay> stays = staysOf(uses, Step(ahead));
  for (ReadStay &stay : stays) {
    stay.begin = steps[std::max<Step>(stay.first - Step(ahead), 0)];
    stay.first = steps[stay.first];
    stay.end = steps[stay.end - 1] + 1;
  }
  return stays;
}

std::vector<ReadStay> memplace::findStays(const Problem &problem,
                                          const Solution &solution) {
  std::map<ResidencyId, ReadStay> byResidency;
  for (const Transfer &transfer : solution.transfers) {
    ReadStay stay{solution.residencies[transfer.to].buffer};
    stay.begin = transfer.start;
    auto [known, isNew] = byResidency.try_emplace(transfer.to, stay);
    known->second.begin = std::min(known->second.begin, transfer.start);
  }
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (ResidencyId served : solution.served[step])
      if (auto known = byResidency.find(served); known != byResidency.end()) {
        ReadStay &stay = known->second;
        stay.first = stay.end == 0 ? step : stay.first;
        stay.end = step + 1;
      }
  std::vector<ReadStay> stays;
  for (auto &[residency, stay] : byResidency)
    if (stay.end != 0)
      stays.push_back(stay);
  llvm::sort(stays, [](const ReadStay &a, const ReadStay &b) {
    return std::pair(a.first, a.item) < std::pair(b.first, b.item);
  });
  return stays;
}

/// Adds the home residency of each buffer, with an offset for slices. Returns
/// the residencies by buffer.
static std::vector<ResidencyId>
addHomes(const Problem &problem, const StreamPlan &plan, Solution &solution) {
  size_t next = 0;
  std::vector<ResidencyId> homes;
  for (BufferId id = 0; id < BufferId(problem.buffers.size()); ++id) {
    const Buffer &buffer = problem.buffers[id];
    homes.push_back(ResidencyId(solution.residencies.size()));
    Residency home{id, problem.homeOf(id), std::nullopt, buffer.range};
    if (isSlice(problem, id))
      home.offset = plan.offsets[next++];
    solution.residencies.push_back(home);
  }
  return homes;
}

Solution memplace::makePlan(const Problem &problem, const StreamPlan &plan) {
  Solution solution;
  solution.problem = problem.name;
  std::vector<ResidencyId> homes = addHomes(problem, plan, solution);
  const size_t firstStay = plan.offsets.size() - plan.stays.size();
  std::map<std::pair<Step, BufferId>, ResidencyId> servedBy;
  for (auto [index, stay] : llvm::enumerate(plan.stays)) {
    auto id = ResidencyId(solution.residencies.size());
    const auto buffer = BufferId(stay.item);
    solution.residencies.push_back({buffer,
                                    arenaTier,
                                    plan.offsets[firstStay + index],
                                    {stay.begin, stay.end}});
    solution.transfers.push_back(
        {homes[buffer], id, readChannel, stay.begin, stay.first});
    for (Step step = stay.first; step < stay.end; ++step)
      servedBy[{step, buffer}] = id;
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
    bytes += problem.buffers[solution.residencies[transfer.to].buffer].size;
  return bytes;
}

StreamCost memplace::valueOf(const Problem &problem, const Solution &solution) {
  return {makespan(problem, solution), bytesRead(problem, solution),
          peakBytes(problem, solution)[arenaTier]};
}
