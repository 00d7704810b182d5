//===- GreedySolverTest.cpp - Placements that greedy must find ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"
#include "RandomProblems.h"

#include "../../lib/Solver/Greedy.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;

namespace {

Solution solveLegally(const Problem &problem) {
  std::optional<Error> error = check(problem);
  EXPECT_FALSE(error) << error->message;
  SolveResult result = createGreedySolver()->solve(problem, {});
  EXPECT_TRUE(result.solution) << result.message;
  std::optional<Violation> violation = verify(problem, *result.solution);
  EXPECT_FALSE(violation) << ruleName(violation->rule) << ": "
                          << violation->message;
  return *result.solution;
}

// Counts accesses to \p buffer served from \p tier.
int64_t countServed(const Problem &problem, const Solution &solution,
                    BufferId buffer, TierId tier) {
  int64_t count = 0;
  for (size_t t = 0; t < problem.ops.size(); ++t)
    for (size_t k = 0; k < problem.ops[t].accesses.size(); ++k)
      count += problem.ops[t].accesses[k].buffer == buffer &&
               solution.residencies[solution.served[t][k]].tier == tier;
  return count;
}

// docs/reference/problem.md, section 5, example 1: 'a' fast, 'w' prefetched
// during A.
TEST(GreedySolverTest, FindsTheBestPlacementOfTheFirstExample) {
  Problem problem = makeToyProblem();

  Solution solution = solveLegally(problem);

  EXPECT_NEAR(makespan(problem, solution), 1.68, 1e-9);
  EXPECT_EQ(solution.transfers.size(), 1u);
}

// 'a' fills the fast tier, its home, all the time, and 'b' would gain more
// there. No pass moves 'a' from its home, but first-fit puts 'b' there first.
TEST(GreedySolverTest, IsNotSlowerThanFirstFitIfAHomeIsFast) {
  Problem problem = makeToyProblem();
  problem.buffers = {
      {.name = "b", .size = 16, .range = {0, 1}},
      {.name = "a", .size = 512, .range = {0, 1}, .home = TierId(0)}};
  problem.ops = {
      {"o",
       0,
       {{0, AccessMode::Write, 2000, {}}, {1, AccessMode::Write, 100, {}}}}};

  const Solution solution = solveLegally(problem);

  EXPECT_NEAR(makespan(problem, solution), 3, 1e-9);
}

// 'a' is written by A and read two ops later: keeping 'a' needs no copy.
// Five buffers fill the home tier up to two bytes, and the other tier is slow.
// The first attempts to pack the home tier fail.
TEST(GreedySolverTest, IsNotSlowerThanDefaultTierIfHomeIsTight) {
  Problem problem;
  problem.name = "tight home";
  problem.target = makeToyTarget();
  problem.target.channels.clear();
  problem.target.defaultTier = 1;
  problem.target.tiers[0] = {"slow", 28, 1, 1, 1};
  problem.target.tiers[1] = {"home", 97, 1, 541, 1};
  problem.buffers = {
      {.name = "a",
       .size = 1,
       .range = {0, 2},
       .liveIn = true,
       .external = false},
      {.name = "b", .size = 1, .alignment = 4, .range = {1, 2}},
      {.name = "c", .size = 28, .range = {1, 2}},
      {.name = "d", .size = 40, .range = {1, 2}},
      {.name = "e", .size = 25, .alignment = 4, .range = {0, 3}}};
  problem.ops = {{"null", 0, {}},
                 {"first", 0, {{1, AccessMode::Read, 0, {1}}}},
                 {"second", 0, {{4, AccessMode::Read, 1, {}}}}};

  const SolveResult simple = createDefaultTierSolver()->solve(problem, {});

  ASSERT_TRUE(simple.solution);
  EXPECT_LE(makespan(problem, solveLegally(problem)),
            makespan(problem, *simple.solution));
}

TEST(GreedySolverTest, WithoutChannelsKeepsABufferBetweenItsUses) {
  Problem problem = makeToyProblem();
  problem.target.channels.clear();
  problem.ops.insert(problem.ops.begin() + 1, {"idle", second, {}});
  for (Buffer &buffer : problem.buffers)
    if (buffer.range.end == 2)
      buffer.range.end = 3;
  problem.buffers[3].range.begin = 2;

  const Solution solution = solveLegally(problem);

  EXPECT_EQ(countServed(problem, solution, 1, 0), 2);
}

// A channel takes 1000 s to start: each copy costs more than it saves.
TEST(GreedySolverTest, DoesNotCopyIfTheLatencyExceedsTheSavings) {
  Problem problem = makeToyProblem();
  for (Channel &channel : problem.target.channels)
    channel.latencyPs = 1000 * second;
  problem.buffers[1].tiers = {1};

  Solution solution = solveLegally(problem);

  EXPECT_TRUE(solution.transfers.empty());
  EXPECT_NEAR(makespan(problem, solution), 3.4, 1e-9);
}

// 'v' is written, then three other buffers need all of the fast tier, then 'v'
// is read ten times: evicting and fetching 'v' again saves time.
TEST(GreedySolverTest, EvictsABufferWithLaterUses) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 104;
  problem.buffers = {{.name = "v", .size = 104, .range = {0, 6}},
                     {.name = "u", .size = 104, .range = {2, 4}}};
  problem.ops = {{"write", second, {{0, AccessMode::Write, 10000, {}}}},
                 {"gap", 5 * second, {}},
                 {"other", second, {{1, AccessMode::Write, 10000, {}}}},
                 {"others", second, {{1, AccessMode::Read, 10000, {}}}},
                 {"gap again", 5 * second, {}},
                 {"read", second, {{0, AccessMode::Read, 10000, {}}}}};

  Solution solution = solveLegally(problem);

  EXPECT_EQ(solution.transfers.size(), 2u);
  EXPECT_NEAR(makespan(problem, solution), 50, 1e-6);
}

// One read in each of 1000 trips: one copy before the loop, not one per trip.
TEST(GreedySolverTest, CopiesOnceBeforeALoop) {
  Problem problem = makeToyProblem();
  problem.buffers = {
      {.name = "w", .size = 100, .range = {0, 2}, .liveIn = true}};
  problem.ops = {{"before", 0, {}},
                 {"body", 0, {{0, AccessMode::Read, 100, {}}}}};
  problem.loops = {{{1, 2}, 1000, false}};

  Solution solution = solveLegally(problem);

  // 0.1 s of latency, 1 s of copying, 1000 reads at 0.1 s.
  EXPECT_NEAR(makespan(problem, solution), 101.1, 1e-6);
}

// Without an op before the loop no boundary runs once. A copy in each trip
// would take longer than the trip saves.
TEST(GreedySolverTest, DoesNotCopyInEveryTripIfThatIsSlower) {
  Problem problem = makeToyProblem();
  problem.buffers = {
      {.name = "w", .size = 100, .range = {0, 1}, .liveIn = true}};
  problem.ops = {{"body", 0, {{0, AccessMode::Read, 100, {}}}}};
  problem.loops = {{{0, 1}, 1000, false}};

  Solution solution = solveLegally(problem);

  EXPECT_TRUE(solution.transfers.empty());
  EXPECT_NEAR(makespan(problem, solution), 1000, 1e-6);
}

// A sum carried around a loop stays in the fast tier and is written back once.
TEST(GreedySolverTest, KeepsALoopCarriedBuffer) {
  Problem problem = makeToyProblem();
  problem.buffers = {{.name = "sum",
                      .size = 100,
                      .range = {0, 4},
                      .liveIn = true,
                      .liveOut = true}};
  problem.ops = {{"before", 2 * second, {}},
                 {"body", 0, {{0, AccessMode::Update, 100, {}}}},
                 {"more", 0, {{0, AccessMode::Update, 100, {}}}},
                 {"after", 2 * second, {}}};
  problem.loops = {{{1, 3}, 10, false}};

  Solution solution = solveLegally(problem);

  EXPECT_EQ(countServed(problem, solution, 0, 0), 2);
  // Both copies are hidden behind 2 s; 20 updates take 0.2 s each.
  EXPECT_NEAR(makespan(problem, solution), 4 + 20 * 0.2, 1e-6);
}

// Only adjacent tiers have channels: slow -> middle -> fast.
TEST(GreedySolverTest, CopiesThroughAnIntermediateTier) {
  Problem problem = makeToyProblem();
  problem.target.tiers = {{"fast", 512, 8, 1000, 1000},
                          {"middle", 512, 8, 200, 200},
                          {"slow", 1000000, 8, 100, 100}};
  problem.target.defaultTier = 2;
  problem.target.channels = {{"up", 2, 1, 1e12, 0}, {"in", 1, 0, 1e12, 0}};
  problem.buffers = {
      {.name = "w", .size = 100, .range = {0, 3}, .liveIn = true}};
  problem.ops = {{"a", 2 * second, {}},
                 {"b", 2 * second, {}},
                 {"c", 0, {{0, AccessMode::Read, 1000, {}}}}};

  Solution solution = solveLegally(problem);

  EXPECT_EQ(solution.transfers.size(), 2u);
  EXPECT_EQ(countServed(problem, solution, 0, 0), 1);
  EXPECT_NEAR(makespan(problem, solution), 5, 1e-6);
}

// Two prefetches of 1 s each behind an op of 1.2 s: one on each channel.
TEST(GreedySolverTest, SharesTheWorkAmongParallelChannels) {
  Problem problem = makeToyProblem();
  problem.target.tiers[1].readBytesPerSecond = 1e6;
  problem.target.channels = {{"in0", 1, 0, 100, 0}, {"in1", 1, 0, 100, 0}};
  problem.buffers = {
      {.name = "w", .size = 100, .range = {0, 2}, .liveIn = true},
      {.name = "v", .size = 100, .range = {0, 2}, .liveIn = true}};
  problem.ops = {{"a", second + second / 5, {}},
                 {"b",
                  0,
                  {{0, AccessMode::Read, 100000000, {0}},
                   {1, AccessMode::Read, 100000000, {0}}}}};
  problem.target.tiers[0].readBytesPerSecond = 1e9;

  Solution solution = solveLegally(problem);

  EXPECT_NEAR(makespan(problem, solution), 1.4, 1e-6);
}

TEST(GreedySolverTest, ReportsProgressAndStopsWhenAsked) {
  Problem problem = makeToyProblem();
  int calls = 0;
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &progress) {
    EXPECT_GE(progress.fractionDone, 0);
    EXPECT_LE(progress.fractionDone, 1);
    EXPECT_TRUE(progress.makespan);
    return ++calls < 3;
  };

  SolveResult result = createGreedySolver()->solve(problem, limits);

  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(result.solution);
}

TEST(GreedySolverTest, OnePassWithTheBestChoiceReproducesTheResult) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Problem problem = RandomProblem(seed, {}).make();
    GreedyChoice choice;
    const SolveResult all = solveGreedily(problem, {}, choice);
    if (!all.solution || choice.weights.empty())
      continue;
    ASSERT_EQ(choice.weights.size(), problem.buffers.size());

    int reports = 0;
    SolveLimits onePass;
    onePass.progress = [&](const SolveProgress &) { return ++reports < 2; };
    const SolveResult one = solveGreedily(problem, onePass, choice);

    ASSERT_TRUE(one.solution);
    EXPECT_LE(makespan(problem, *one.solution),
              makespan(problem, *all.solution) * (1 + 1e-9))
        << "seed " << seed;
  }
}

TEST(GreedySolverTest, HasAPlacementEvenWithoutTime) {
  Problem problem = makeToyProblem();
  SolveLimits limits;
  limits.timeLimit = std::chrono::seconds(0);

  SolveResult result = createGreedySolver()->solve(problem, limits);

  ASSERT_TRUE(result.solution);
  EXPECT_FALSE(verify(problem, *result.solution));
}

// In each problem, a loop that may be skipped overwrites a buffer's contents.
// A stay around the loop is filled with these contents, so they must have been
// written back.
TEST(GreedySolverTest, WritesBackContentsThatASkippedLoopKeeps) {
  for (uint64_t seed : {18785, 61378, 75995, 79430, 86201, 117695}) {
    SCOPED_TRACE(seed);
    const Problem problem = makeVariedProblem(seed);

    SolveResult result = createGreedySolver()->solve(problem, {});

    ASSERT_TRUE(result.solution);
    std::optional<Violation> violation = verify(problem, *result.solution);
    EXPECT_FALSE(violation) << violation->message;
  }
}

} // namespace
