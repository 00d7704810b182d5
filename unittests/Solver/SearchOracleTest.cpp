//===- SearchOracleTest.cpp - search against all placements ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights of one size, each read by one or two ops; the fast tier has room for
// one or two weights. An oracle that shares no code with the solvers tries all
// placements.
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

using namespace memplace;
using namespace memplace::testing;

namespace {

constexpr int64_t size = 96;

struct Weights {
  Problem problem;
  std::vector<std::vector<Step>> uses; // By buffer, ascending.
};

Weights makeWeights(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t count) { return int64_t(random() % count); };
  Weights weights;
  Problem &problem = weights.problem;
  problem.name = "weights";
  problem.target = makeToyTarget();
  problem.target.tiers[0].capacity = size * (1 + below(2));
  problem.target.channels[0].latencyPs = below(2) * 100000000000;
  const int64_t numSteps = 5;
  for (int64_t t = 0; t < numSteps; ++t)
    problem.ops.push_back(
        {"op" + std::to_string(t), below(12) * 100000000000, {}});
  for (BufferId id = 0; id < 4; ++id) {
    problem.buffers.push_back({.name = "w" + std::to_string(id),
                               .size = size,
                               .range = {0, numSteps},
                               .liveIn = true});
    const Step first = below(numSteps);
    weights.uses.push_back({first});
    if (id > 1 && first + 1 < numSteps)
      weights.uses.back().push_back(first + 1 + below(numSteps - first - 1));
    for (Step step : weights.uses.back())
      problem.ops[step].accesses.push_back(
          {id, AccessMode::Read, size / 2 * (1 + below(4)), {}});
  }
  return weights;
}

/// Tries all placements: all sets of uses served from the fast tier, all ways
/// to group these uses into stays, and all start times of the fills.
class Oracle {
public:
  explicit Oracle(const Weights &weights)
      : weights(weights), load(weights.problem.ops.size()) {}

  Solution solve() {
    choose(0, 0, -1);
    return best;
  }

private:
  struct Stay {
    BufferId buffer;
    Step start; // Of the fill.
    Step first, last;
  };

  // Chooses for use `use` of `buffer` and all later uses; a stay may begin from
  // `lastEnd` on.
  void choose(BufferId buffer, size_t use, Step lastEnd) {
    if (buffer == static_cast<BufferId>(weights.uses.size()))
      return finish();
    const std::vector<Step> &uses = weights.uses[buffer];
    if (use == uses.size())
      return choose(buffer + 1, 0, -1);
    choose(buffer, use + 1, lastEnd); // From the slow tier.
    for (size_t to = use; to < uses.size(); ++to)
      for (Step start = std::max<Step>(0, lastEnd); start <= uses[use]; ++start)
        if (occupy(start, uses[to], +1)) {
          stays.push_back({buffer, start, uses[use], uses[to]});
          choose(buffer, to + 1, uses[to] + 1);
          stays.pop_back();
          occupy(start, uses[to], -1);
        }
  }

  bool occupy(Step from, Step to, int64_t count) {
    const int64_t room = weights.problem.target.tiers[0].capacity / size;
    for (Step step = from; count > 0 && step <= to; ++step)
      if (load[step] == room)
        return false;
    for (Step step = from; step <= to; ++step)
      load[step] += count;
    return true;
  }

  void finish() {
    const Problem &problem = weights.problem;
    Solution solution;
    solution.problem = problem.name;
    for (BufferId id = 0; id < static_cast<BufferId>(weights.uses.size()); ++id)
      solution.residencies.push_back(
          {id, 1, std::nullopt, {0, problem.numSteps()}});
    for (const Op &op : problem.ops) {
      solution.served.emplace_back();
      for (const Access &access : op.accesses)
        solution.served.back().push_back(access.buffer);
    }
    // With equal sizes, stays in order of their starts take the lowest free
    // place.
    std::vector<Stay> sorted = stays;
    std::sort(sorted.begin(), sorted.end(), [](const Stay &a, const Stay &b) {
      return std::tuple(a.start, a.first) < std::tuple(b.start, b.first);
    });
    std::vector<Step> freeFrom(problem.target.tiers[0].capacity / size, 0);
    for (const Stay &stay : sorted) {
      size_t place = 0;
      while (freeFrom[place] > stay.start)
        ++place;
      freeFrom[place] = stay.last + 1;
      const auto id = static_cast<ResidencyId>(solution.residencies.size());
      solution.residencies.push_back({stay.buffer,
                                      0,
                                      static_cast<Offset>(place) * size,
                                      {stay.start, stay.last + 1}});
      solution.transfers.push_back(
          {stay.buffer, id, 0, stay.start, stay.first});
      for (Step step = stay.first; step <= stay.last; ++step)
        for (size_t k = 0; k < problem.ops[step].accesses.size(); ++k)
          if (problem.ops[step].accesses[k].buffer == stay.buffer)
            solution.served[step][k] = id;
    }
    const double seconds = makespan(problem, solution);
    if (!best.served.empty() && seconds >= bestSeconds)
      return;
    best = std::move(solution);
    bestSeconds = seconds;
  }

  const Weights &weights;
  std::vector<int64_t> load; // Stays, by step.
  std::vector<Stay> stays;
  Solution best;
  double bestSeconds = 0;
};

TEST(SearchOracleTest, FindsTheOptimumOfSmallProblems) {
  int numBetterThanGreedy = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Weights weights = makeWeights(seed);
    const Problem &problem = weights.problem;
    const Solution optimum = Oracle(weights).solve();
    std::optional<Violation> violation = verify(problem, optimum);
    ASSERT_FALSE(violation) << violation->message;

    std::unique_ptr<Solver> solver = createSearchSolver();
    ASSERT_FALSE(solver->setOption("budget", "2000"));
    const Solution found = *solver->solve(problem, {}).solution;

    const double seconds = makespan(problem, found);
    EXPECT_NEAR(seconds, makespan(problem, optimum), 1e-9 * seconds);
    const Solution greedy = *createGreedySolver()->solve(problem, {}).solution;
    numBetterThanGreedy += makespan(problem, greedy) > seconds * (1 + 1e-9);
  }
  EXPECT_GT(numBetterThanGreedy, 1);
}

} // namespace
