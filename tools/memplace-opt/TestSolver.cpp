//===- TestSolver.cpp - Unusual but legal placements ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSolver.h"

#include "memplace/Problem/Random.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

using namespace memplace;

namespace {
/// Number of changes tried per buffer and in total. Each try verifies the whole
/// solution.
constexpr int64_t triesPerBuffer = 600, maxTries = 4000;

class TestRandomSolver : public Solver {
public:
  SolveResult solve(const Problem &problem, const SolveLimits &limits) override;
};

/// Changes a solution at random; most results are illegal.
class Mutator {
public:
  Mutator(const Problem &problem, Solution solution, uint64_t seed)
      : problem(problem), solution(std::move(solution)), random(seed) {}
  Solution mutate();

private:
  int64_t below(int64_t end);
  Step stepIn(LiveRange range);
  std::vector<Step> stepsIn(LiveRange range, size_t count);
  Offset randomOffset(BufferId buffer, TierId tier);
  std::optional<ChannelId> channel(TierId from, TierId to);
  void goAwayAndComeBack(ResidencyId id);
  void copy(ResidencyId id);
  void moveEdge(ResidencyId id);
  void moveTransfer();
  void moveOffset(ResidencyId id);
  void serve(ResidencyId from, ResidencyId to, LiveRange range, bool all);

  const Problem &problem;
  Solution solution;
  Random random;
};
} // namespace

int64_t Mutator::below(int64_t end) {
  return static_cast<int64_t>(random.bits() % static_cast<uint64_t>(end));
}

/// Returns a random step in [begin, end], both included.
Step Mutator::stepIn(LiveRange range) {
  return range.begin + below(range.end - range.begin + 1);
}

/// Returns sorted random steps in [begin, end], mostly close together.
std::vector<Step> Mutator::stepsIn(LiveRange range, size_t count) {
  Step spread = 1 + below(range.end - range.begin + 1);
  Step first = stepIn(range);
  LiveRange part = {std::max(range.begin, first - spread / 2),
                    std::min(range.end, first + spread / 2)};
  std::vector<Step> steps;
  for (size_t i = 0; i < count; ++i)
    steps.push_back(stepIn(part));
  std::sort(steps.begin(), steps.end());
  return steps;
}

Offset Mutator::randomOffset(BufferId buffer, TierId tier) {
  const Buffer &what = problem.buffers[buffer];
  int64_t alignment = problem.alignmentIn(what, tier);
  int64_t room = problem.target.tiers[tier].capacity - what.size;
  // In large tiers, stay near the start, close to other buffers.
  int64_t places = std::min<int64_t>(std::max<int64_t>(room, 0) / alignment, 7);
  return below(places + 1) * alignment;
}

std::optional<ChannelId> Mutator::channel(TierId from, TierId to) {
  std::vector<ChannelId> channels = problem.target.channelsBetween(from, to);
  if (channels.empty())
    return std::nullopt;
  return channels[below(channels.size())];
}

/// Serves the accesses in \p range by \p to instead of \p from; only random
/// accesses unless \p all.
void Mutator::serve(ResidencyId from, ResidencyId to, LiveRange range,
                    bool all) {
  for (Step step = range.begin; step < std::min(range.end, problem.numSteps());
       ++step)
    for (ResidencyId &server : solution.served[step])
      if (server == from && (all || below(2)))
        server = to;
}

/// Moves the buffer elsewhere during a part of a residency.
void Mutator::goAwayAndComeBack(ResidencyId id) {
  Residency before = solution.residencies[id];
  TierId away = below(problem.target.tiers.size());
  std::optional<ChannelId> out = channel(before.tier, away);
  std::optional<ChannelId> in = channel(away, before.tier);
  if (!out || !in || !before.offset)
    return;
  std::vector<Step> steps = stepsIn(before.range, 4);
  Step leave = steps[0], left = steps[1], back = steps[2], here = steps[3];

  ResidencyId other = solution.residencies.size();
  ResidencyId after = other + 1;
  solution.residencies[id].range.end = std::max(left, before.range.begin + 1);
  solution.residencies.push_back({before.buffer,
                                  away,
                                  randomOffset(before.buffer, away),
                                  {leave, std::max(here, left + 1)}});
  solution.residencies.push_back(
      {before.buffer, before.tier, before.offset, {back, before.range.end}});
  for (Transfer &transfer : solution.transfers)
    if (transfer.from == id && transfer.start >= here)
      transfer.from = after;
  solution.transfers.push_back({id, other, *out, leave, left});
  solution.transfers.push_back({other, after, *in, back, here});
  serve(id, after, {here, before.range.end}, /*all=*/true);
  serve(id, other, {left, here}, /*all=*/true);
}

/// Adds a second copy that serves some reads.
void Mutator::copy(ResidencyId id) {
  Residency from = solution.residencies[id];
  TierId tier = below(problem.target.tiers.size());
  std::optional<ChannelId> on = channel(from.tier, tier);
  if (!on)
    return;
  std::vector<Step> steps = stepsIn(from.range, 3);
  ResidencyId to = solution.residencies.size();
  solution.residencies.push_back({from.buffer,
                                  tier,
                                  randomOffset(from.buffer, tier),
                                  {steps[0], steps[2]}});
  solution.transfers.push_back({id, to, *on, steps[0], steps[1]});
  serve(id, to, {steps[1], steps[2]}, /*all=*/false);
}

void Mutator::moveEdge(ResidencyId id) {
  LiveRange &range = solution.residencies[id].range;
  LiveRange life = problem.buffers[solution.residencies[id].buffer].range;
  (below(2) ? range.begin : range.end) = stepIn(life);
}

void Mutator::moveTransfer() {
  if (solution.transfers.empty())
    return;
  Transfer &transfer = solution.transfers[below(solution.transfers.size())];
  (below(2) ? transfer.start : transfer.done) = stepIn({0, problem.numSteps()});
}

void Mutator::moveOffset(ResidencyId id) {
  Residency moved = solution.residencies[id];
  if (!moved.offset)
    return;
  Offset offset = randomOffset(moved.buffer, moved.tier);
  // Loops may require residencies at the same place to move together.
  for (Residency &residency : solution.residencies)
    if (residency.buffer == moved.buffer && residency.tier == moved.tier &&
        residency.offset == moved.offset)
      residency.offset = offset;
}

Solution Mutator::mutate() {
  Solution best = solution;
  const auto buffers = static_cast<int64_t>(problem.buffers.size());
  const int64_t tries = std::min(triesPerBuffer * buffers, maxTries);
  for (int64_t i = 0; i < tries; ++i) {
    solution = best;
    ResidencyId id = below(solution.residencies.size());
    switch (below(5)) {
    case 0:
      goAwayAndComeBack(id);
      break;
    case 1:
      copy(id);
      break;
    case 2:
      moveEdge(id);
      break;
    case 3:
      moveTransfer();
      break;
    case 4:
      moveOffset(id);
      break;
    }
    if (!verify(problem, solution))
      best = solution;
  }
  return best;
}

SolveResult TestRandomSolver::solve(const Problem &problem,
                                    const SolveLimits &limits) {
  std::unique_ptr<Solver> base =
      limits.seed % 2 ? createDefaultTierSolver() : createGreedySolver();
  SolveResult result = base->solve(problem, limits);
  if (result.solution && !result.solution->residencies.empty())
    result.solution =
        Mutator(problem, std::move(*result.solution), limits.seed).mutate();
  result.status = result.solution ? SolveStatus::Solved : result.status;
  return result;
}

std::unique_ptr<Solver> memplace::createTestRandomSolver() {
  return std::make_unique<TestRandomSolver>();
}
