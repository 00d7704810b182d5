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

/// Calls \p visit for each step and each weight used in it.
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
  std::map<BufferId, size_t> latest; // Last stay of each buffer.
  std::vector<Step> steps;           // Steps with weights so far.
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

/// Adds the home residency of each buffer, with an offset for slices. Returns
/// the residencies by buffer.
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
    solution.transfers.push_back(
        {homes[stay.buffer], id, readChannel, stay.begin, stay.uses.front()});
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
    bytes += problem.buffers[solution.residencies[transfer.to].buffer].size;
  return bytes;
}

PlanValue memplace::valueOf(const Problem &problem, const Solution &solution) {
  return {makespan(problem, solution), bytesRead(problem, solution),
          peakBytes(problem, solution)[arenaTier]};
}
