//===- SolverTest.cpp - Registry, checked results, infeasible problems ----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

namespace {

/// Returns a fixed solution.
class FixedSolver : public Solver {
public:
  explicit FixedSolver(Solution solution) : solution(std::move(solution)) {}
  SolveResult solve(const Problem &, const SolveLimits &) override {
    return {SolveStatus::Solved, solution, ""};
  }

private:
  Solution solution;
};

TEST(SolverRegistryTest, ListsNamesInOrder) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);

  EXPECT_THAT(solvers.names(),
              IsSupersetOf({"default-tier", "exact-placement", "first-fit",
                            "greedy", "msa", "search"}));
  EXPECT_TRUE(std::ranges::is_sorted(solvers.names()));
  EXPECT_NE(solvers.summary("greedy"), "");
  EXPECT_EQ(solvers.summary("gredy"), "");
}

TEST(SolverRegistryTest, AnUnknownNameIsAnErrorWithTheNearestOrAllNames) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);

  Result<std::unique_ptr<Solver>> near = solvers.create("gredy");
  Result<std::unique_ptr<Solver>> far = solvers.create("best");

  ASSERT_FALSE(bool(near));
  EXPECT_EQ(near.error(), "no solver 'gredy'; did you mean 'greedy'?");
  ASSERT_FALSE(bool(far));
  EXPECT_THAT(far.error(),
              HasSubstr("no solver 'best', use one of 'default-tier', "));
}

TEST(SolverRegistryTest, ALaterRegistrationReplacesAnEarlierOne) {
  SolverRegistry solvers;
  solvers.add("a", "first", createDefaultTierSolver);
  solvers.add("a", "second", createGreedySolver);

  EXPECT_THAT(solvers.names(), ElementsAre("a"));
  EXPECT_EQ(solvers.summary("a"), "second");
}

TEST(SolveAndVerifyTest, FillsInTheClaims) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Problem problem = makeToyProblem();

  Result<SolveResult> result =
      solveAndVerify(solvers, "default-tier", problem, {});

  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->status, SolveStatus::Solved);
  const Solution &solution = *result->solution;
  EXPECT_EQ(solution.solver, "default-tier");
  EXPECT_EQ(solution.problem, "toy");
  EXPECT_EQ(solution.makespanPs, 3400000000000);
  EXPECT_THAT(*solution.peakBytes, ElementsAre(0, 100));
  EXPECT_FALSE(checkClaims(problem, solution));
}

/// Keeps everything at home, and the bound of its limits.
class BoundSolver : public Solver {
public:
  explicit BoundSolver(std::optional<double> &bound) : bound(bound) {}
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    bound = limits.bound;
    return createDefaultTierSolver()->solve(problem, limits);
  }

private:
  std::optional<double> &bound;
};

TEST(SolveAndVerifyTest, TheSolverAndTheResultHaveTheBound) {
  std::optional<double> bound;
  SolverRegistry solvers;
  solvers.add("bound", "keeps its bound",
              [&bound] { return std::make_unique<BoundSolver>(bound); });
  const Problem problem = makeToyProblem();

  Result<SolveResult> result = solveAndVerify(solvers, "bound", problem, {});

  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(bound, lowerBoundOnMakespan(problem));
  EXPECT_EQ(result->bound, bound);
}

TEST(SolveAndVerifyTest, ABoundInTheLimitsIsNotComputedAgain) {
  std::optional<double> bound;
  SolverRegistry solvers;
  solvers.add("bound", "keeps its bound",
              [&bound] { return std::make_unique<BoundSolver>(bound); });

  Result<SolveResult> result =
      solveAndVerify(solvers, "bound", makeToyProblem(), {.bound = 0.5});

  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->solution->lowerBoundPs, 500000000000);
}

// 1 s of compute and no bytes: no placement is faster.
TEST(SolveAndVerifyTest, AMakespanThatReachesTheBoundIsOptimal) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Problem problem = makeToyProblem();
  problem.ops.pop_back();
  problem.ops[0].accesses.clear();
  for (Buffer &buffer : problem.buffers)
    buffer = {.name = buffer.name, .size = 8, .range = {0, 1}};

  Result<SolveResult> result =
      solveAndVerify(solvers, "default-tier", problem, {});

  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->status, SolveStatus::Optimal);
  EXPECT_EQ(result->solution->provenOptimal, true);
}

// All solvers refuse a picosecond more than 64 bits can claim, and accept half
// as much.
TEST(SolveAndVerifyTest, AMakespanThatNoSolutionCanClaimIsAnError) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Problem problem = makeToyProblem();
  problem.ops.pop_back();
  problem.ops[0].accesses.clear();
  for (Buffer &buffer : problem.buffers)
    buffer = {.name = buffer.name, .size = 8, .range = {0, 1}};

  for (const char *name : {"default-tier", "greedy", "search"}) {
    problem.ops[0].computePs = int64_t(4.6e18);
    Result<SolveResult> result = solveAndVerify(solvers, name, problem, {});
    ASSERT_TRUE(bool(result)) << result.error();
    problem.ops[0].computePs = int64_t(9.21e18);
    result = solveAndVerify(solvers, name, problem, {});
    ASSERT_FALSE(bool(result)) << name;
    EXPECT_THAT(result.error(), HasSubstr("takes 9.21e+06 s; a solution can "
                                          "claim up to 9.2e6 s (106 days)"));
  }
}

TEST(SolveAndVerifyTest, AFrontLeavesOutPlacementsTooLongToClaim) {
  Problem problem = makeToyProblem();
  problem.buffers = {{.name = "a", .size = 20, .range = {0, 2}}};
  problem.ops[0].accesses = {{0, AccessMode::Write, 20, {}}};
  problem.ops[1].accesses = {{0, AccessMode::Read, 20, {}}};
  problem.target.tiers.back().readBytesPerSecond = 1e-12;
  problem.target.tiers.back().writeBytesPerSecond = 1e-12;
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<std::unique_ptr<Solver>> greedy = solvers.create("greedy");
  ASSERT_TRUE(bool(greedy)) << greedy.error();
  SolveResult result = (*greedy)->solve(problem, {});
  const Solution fast = *result.solution;
  const Solution slow = *createDefaultTierSolver()->solve(problem, {}).solution;
  ASSERT_LT(makespan(problem, fast), maxClaimSeconds);
  ASSERT_GE(makespan(problem, slow), maxClaimSeconds);
  result.front = {fast, slow};

  Result<SolveResult> claimed =
      claimAndVerify(problem, "greedy", std::move(result));

  ASSERT_TRUE(bool(claimed)) << claimed.error();
  ASSERT_EQ(claimed->front.size(), 1U);
  EXPECT_EQ(claimed->front[0].residencies, fast.residencies);
}

TEST(SolveAndVerifyTest, AnIllegalPlacementIsABugOfTheSolver) {
  Problem problem = makeToyProblem();
  Solution solution = *createDefaultTierSolver()->solve(problem, {}).solution;
  solution.residencies[1].tier = 0;
  solution.residencies[1].offset = 1; // Not a multiple of 8.
  SolverRegistry solvers;
  solvers.add("broken", "",
              [&] { return std::make_unique<FixedSolver>(solution); });

  Result<SolveResult> result = solveAndVerify(solvers, "broken", problem, {});

  ASSERT_FALSE(bool(result));
  EXPECT_THAT(result.error(), HasSubstr("bug in solver 'broken'"));
  EXPECT_THAT(result.error(), HasSubstr("R1"));
}

class NoPlacementTest : public ::testing::TestWithParam<const char *> {
protected:
  SolveResult solve(const Problem &problem) {
    SolverRegistry solvers;
    registerAllSolvers(solvers);
    Result<SolveResult> result =
        solveAndVerify(solvers, GetParam(), problem, {});
    EXPECT_TRUE(bool(result)) << result.error();
    return std::move(*result);
  }
};

TEST_P(NoPlacementTest, OneByteMoreThanTheLargestTierIsInfeasible) {
  Problem problem = makeToyProblem();
  problem.target.tiers[1].capacity = 513;
  problem.buffers[1].size = 513;
  EXPECT_TRUE(solve(problem).solution);

  problem.buffers[1].size = 514;
  SolveResult result = solve(problem);

  EXPECT_EQ(result.status, SolveStatus::Infeasible);
  EXPECT_FALSE(result.solution);
  EXPECT_THAT(result.message, HasSubstr("buffer 'a' of 514 bytes"));
  EXPECT_THAT(result.message, HasSubstr("513 bytes"));
}

TEST_P(NoPlacementTest, ABufferReadInEachTripMustLiveToTheEndOfTheLoop) {
  Problem problem = makeToyProblem();
  problem.loops = {{{0, 2}, 3}};
  problem.buffers[0].external = false;
  problem.buffers[0].range = {0, 2};
  EXPECT_TRUE(solve(problem).solution);

  problem.buffers[0].range = {0, 1};
  SolveResult result = solve(problem);
  EXPECT_EQ(result.status, SolveStatus::Infeasible);
  EXPECT_THAT(result.message,
              HasSubstr("steps 0 to 2 needs buffer 'x' as it was before the "
                        "loop, but its live range ends at step 1"));

  // Each trip writes the buffer first, or the buffer has no contents before the
  // loop.
  problem.ops[0].accesses[0].mode = AccessMode::Write;
  EXPECT_TRUE(solve(problem).solution);
  problem.ops[0].accesses[0].mode = AccessMode::Read;
  problem.buffers[0].liveIn = false;
  EXPECT_TRUE(solve(problem).solution);
}

TEST_P(NoPlacementTest, AnAccessThatNoTierCanServeIsInfeasible) {
  Problem problem = makeToyProblem();
  problem.buffers[1].tiers = {1};
  problem.ops[0].accesses[1].tiers = {0};

  SolveResult result = solve(problem);

  EXPECT_EQ(result.status, SolveStatus::Infeasible);
  EXPECT_THAT(result.message, HasSubstr("op 'A' (step 0)"));
}

TEST_P(NoPlacementTest, TwoBuffersAtHomeInTheSameBytesAreNoPlacement) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 8;
  problem.target.tiers[1].capacity = 199;
  problem.buffers[2].external =
      false; // 100 bytes, like 'a'; 'a' is aligned to 8.

  SolveResult result = solve(problem);

  EXPECT_EQ(result.status, SolveStatus::LimitReached);
  EXPECT_FALSE(result.solution);
  EXPECT_THAT(result.message, HasSubstr("100 bytes"));
}

INSTANTIATE_TEST_SUITE_P(Solvers, NoPlacementTest,
                         ::testing::Values("default-tier", "first-fit",
                                           "greedy", "msa"),
                         [](const auto &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(DefaultTierSolverTest, PutsABufferInTheOnlyTierItMayBeIn) {
  Problem problem = makeToyProblem();
  problem.buffers[1].tiers = {0};

  SolveResult result = createDefaultTierSolver()->solve(problem, {});

  ASSERT_TRUE(result.solution) << result.message;
  EXPECT_FALSE(verify(problem, *result.solution));
  EXPECT_NEAR(makespan(problem, *result.solution), 2.3, 1e-9);
}

TEST(DefaultTierSolverTest, CopiesForAnAccessThatHomeMayNotServe) {
  Problem problem = makeToyProblem();
  problem.ops[1].accesses[1].tiers = {0}; // 'w', live-in, in B.

  SolveResult result = createDefaultTierSolver()->solve(problem, {});

  ASSERT_TRUE(result.solution) << result.message;
  EXPECT_FALSE(verify(problem, *result.solution));
  EXPECT_EQ(result.solution->transfers.size(), 1u);
}

TEST(DefaultTierSolverTest, MovesAWrittenBufferOutOfAReadOnlyHome) {
  Problem problem = makeToyProblem();
  problem.target.tiers.push_back({"flash", 1000, 8, 50, 0});
  problem.target.channels.push_back({"load", 2, 1, 1e12, 0});
  problem.buffers[2].home = 2;
  problem.buffers[2].external = false;
  problem.ops[1].accesses[1].mode = AccessMode::Update;

  SolveResult result = createDefaultTierSolver()->solve(problem, {});

  ASSERT_TRUE(result.solution) << result.message;
  EXPECT_FALSE(verify(problem, *result.solution));
  EXPECT_EQ(result.solution->transfers.size(), 1u);
}

// 'a' [0, 2) and 'c' [2, 3) can share bytes, 'b' [1, 3) cannot: 16 bytes
// suffice for three buffers of 8.
TEST(DefaultTierSolverTest, ReusesBytesOfDeadBuffers) {
  Problem problem = makeToyProblem();
  problem.target.tiers[1].capacity = 16;
  problem.buffers = {{.name = "a", .size = 8, .range = {0, 2}},
                     {.name = "b", .size = 8, .range = {1, 3}},
                     {.name = "c", .size = 8, .range = {2, 3}}};
  problem.ops = {
      {"A", 1, {{0, AccessMode::Write, 8, {1}}}},
      {"B", 1, {{0, AccessMode::Read, 8, {1}}, {1, AccessMode::Write, 8, {1}}}},
      {"C",
       1,
       {{1, AccessMode::Read, 8, {1}}, {2, AccessMode::Write, 8, {1}}}}};

  SolveResult result = createDefaultTierSolver()->solve(problem, {});

  ASSERT_TRUE(result.solution) << result.message;
  EXPECT_FALSE(verify(problem, *result.solution));
  EXPECT_EQ(peakBytes(problem, *result.solution)[1], 16);
}

// About 1 GB for each list of pairs.
TEST(SolveAndVerifyTest, RefusesManyOpsTimesManyChannels) {
  Problem problem = makeToyProblem();
  problem.buffers.clear();
  problem.ops.assign(100000, Op());
  problem.target.channels.assign(1327, problem.target.channels[0]);
  SolverRegistry solvers;
  registerAllSolvers(solvers);

  Result<SolveResult> result =
      solveAndVerify(solvers, "default-tier", problem, {});

  ASSERT_FALSE(result);
  EXPECT_EQ(result.error(),
            "problem 'toy' has 100000 ops, 2 tiers and 1327 channels; ops * (8 "
            "* tiers + channels) must be at most 2^27, or a solver would take "
            "too much memory");
}

// Copies to a faster tier are left out; w of the toy problem otherwise has one.
TEST(FirstFitSolverTest, CopiesNothingWithoutTime) {
  const Problem problem = makeToyProblem();
  SolveLimits limits;
  limits.timeLimit = std::chrono::seconds(0);

  const SolveResult hurried = createFirstFitSolver()->solve(problem, limits);
  const SolveResult result = createFirstFitSolver()->solve(problem, {});

  ASSERT_TRUE(hurried.solution && result.solution);
  EXPECT_FALSE(verify(problem, *hurried.solution));
  EXPECT_LT(hurried.solution->transfers.size(),
            result.solution->transfers.size());
}

} // namespace
