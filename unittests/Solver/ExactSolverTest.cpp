//===- ExactSolverTest.cpp - The solver exact-placement -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/Exact/NodeBudget.h"
#include "HandProblems.h"
#include "RandomProblems.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

SolveResult solve(const Problem &problem, SolverOptionValues options = {},
                  const SolveLimits &limits = {}) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  std::optional<Error> error = check(problem);
  EXPECT_FALSE(error) << error->message;
  Result<SolveResult> result =
      solveAndVerify(solvers, "exact-placement", problem, limits, options);
  EXPECT_TRUE(bool(result)) << result.error();
  return result ? *result : SolveResult();
}

bool saysBudgetEnded(const SolveResult &result) {
  return std::any_of(result.notes.begin(), result.notes.end(),
                     [](const std::string &note) {
                       return note.find("budget") != std::string::npos;
                     });
}

// A node of a large problem takes milliseconds, so the budget must check for a
// stop at each node rather than wait for the next report.
TEST(ExactBudgetTest, ChecksForAStopAtEachNode) {
  int64_t numAsked = 0;
  std::atomic<bool> cancel = false;
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &) { return ++numAsked > 0; };
  limits.cancel = &cancel;
  solver::exact::NodeBudget budget(100, limits);
  EXPECT_TRUE(budget.spend(1));
  EXPECT_TRUE(budget.spend(1));
  cancel = true;
  EXPECT_FALSE(budget.spend(1));
  EXPECT_TRUE(budget.isOver());
  EXPECT_EQ(budget.numNodes(), 2);
  EXPECT_EQ(numAsked, 0);
}

TEST(ExactBudgetTest, SpendsNoNodeWithoutTime) {
  SolveLimits limits;
  limits.timeLimit = std::chrono::seconds(0);
  solver::exact::NodeBudget budget(100, limits);
  EXPECT_FALSE(budget.spend(1));
  EXPECT_EQ(budget.numNodes(), 0);
}

/// Example 1 of docs/reference/problem.md: prefetching `w` during A is best.
TEST(ExactSolverTest, ProvesTheHandExample) {
  const Problem problem = makeToyProblem();

  SolveResult result = solve(problem);

  EXPECT_EQ(result.status, SolveStatus::Optimal);
  EXPECT_NEAR(makespan(problem, *result.solution), 1.68, 1e-9);
  EXPECT_EQ(result.solution->provenOptimal, true);
  EXPECT_EQ(result.solution->lowerBoundPs, result.solution->makespanPs);
  EXPECT_THAT(result.notes, IsEmpty());
}

/// Two weights of 100 bytes are read alternately, and fast has room for one. A
/// read takes 1 s at home and 0.1 s in the fast tier.
TEST(ExactSolverTest, ChoosesTheBufferToKeepIfOnlyOneFits) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 104;
  problem.target.channels[0].latencyPs = 0;
  problem.buffers = {
      {.name = "v", .size = 100, .range = {0, 4}, .liveIn = true},
      {.name = "w", .size = 100, .range = {0, 4}, .liveIn = true}};
  problem.ops.clear();
  for (BufferId id : {0, 1, 0, 1})
    problem.ops.push_back(
        {"op", 0, {{id, AccessMode::Read, id == 0 ? 100 : 150, {}}}});

  SolveResult result = solve(problem);

  // w: 1 s to fill, then 0.15 s twice, and v 1 s twice. The fill cannot hide in
  // the first op, which keeps the slow tier busy all the time.
  EXPECT_EQ(result.status, SolveStatus::Optimal);
  EXPECT_NEAR(makespan(problem, *result.solution), 1 + 1 + 1 + 0.3, 1e-9);
}

/// A wait before its first need can help. Op 0 leaves 5 B/s of the slow tier.
/// `out` writes 50 B back, and `in` fetches 100 B for op 1; each channel alone
/// moves 5 B/s. If both run beside op 0, each gets 2.5 B/s.
TEST(ExactSolverTest, WaitsEarlyIfThatIsFaster) {
  Problem problem;
  problem.name = "early";
  problem.target = makeToyTarget();
  Target &target = problem.target;
  target.tiers[0] = {"fast", 1000, 8, 1e9, 1e9};
  target.tiers[1] = {"slow", 1000000, 8, 10, 10};
  target.channels = {{"in", 1, 0, 5, 0}, {"out", 0, 1, 5, 0}};
  // Written before op 1, which reads the buffer at home and cannot wait longer.
  problem.buffers = {
      {.name = "evicted", .size = 50, .range = {0, 3}},
      {.name = "fetched", .size = 100, .range = {0, 3}, .liveIn = true},
      {.name = "input", .size = 50, .range = {0, 3}, .liveIn = true}};
  problem.ops = {
      {"make", second, {{0, AccessMode::Write, 50, {0}}}},
      {"busy", 10 * second, {{2, AccessMode::Read, 50, {1}}}},
      {"use",
       second,
       {{0, AccessMode::Read, 5, {1}}, {1, AccessMode::Read, 100, {0}}}}};

  SolveResult result = solve(problem);

  ASSERT_TRUE(result.solution);
  // The fetch starts at 0: 5 B during "make". Waiting for the eviction at once
  // takes 10 s, and meanwhile the fetch moves 50 B; beside "busy" it moves its
  // last 45 B: 1 + 10 + 10 + 1 s. All other orders leave a longer wait: if both
  // run beside "busy", each moves 25 B, and the remaining 70 B of the fetch
  // take 14 s.
  EXPECT_NEAR(makespan(problem, *result.solution), 22, 1e-9);
}

/// `w` has room at once, but not while the more valuable `v` stays: `w` must
/// start later than possible.
TEST(ExactSolverTest, StartsLateIfAnotherBufferNeedsTheRoom) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 96;
  problem.target.channels[0].latencyPs = 0;
  problem.buffers = {
      {.name = "k", .size = 56, .range = {0, 1}},
      {.name = "v", .size = 96, .range = {0, 4}, .liveIn = true},
      {.name = "w", .size = 40, .range = {0, 4}, .liveIn = true}};
  problem.ops = {{"make", 0, {{0, AccessMode::Write, 56, {0}}}},
                 {"busy", second, {}},
                 {"v", 0, {{1, AccessMode::Read, 960, {}}}},
                 {"w", 0, {{2, AccessMode::Read, 400, {}}}}};

  SolveResult result = solve(problem);

  // "make", "busy" with the fill of v, 0.96 s for v, 0.4 s to fill w, and 0.4
  // s.
  EXPECT_EQ(result.status, SolveStatus::Optimal);
  EXPECT_NEAR(makespan(problem, *result.solution), 2.816, 1e-9);
}

/// Three trips of a loop read `w`, and `busy` inside the loop makes a buffer
/// that needs the room of `w`. A copy found by one trip must be there for the
/// next (R10), so `w` cannot leave.
TEST(ExactSolverTest, CopiesFoundByATripTakeRoomAtItsEnd) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 96;
  problem.target.channels[0].latencyPs = 0;
  problem.buffers = {{.name = "w", .size = 96, .range = {0, 3}, .liveIn = true},
                     {.name = "x", .size = 96, .range = {2, 3}}};
  problem.ops = {{"before", second, {}},
                 {"read", 0, {{0, AccessMode::Read, 960, {}}}},
                 {"busy", 0, {{1, AccessMode::Write, 480, {}}}}};
  problem.loops = {{{1, 3}, 3, false}};

  SolveResult result = solve(problem);

  // w all the time: 0.96 s hidden in "before", 3 x (0.96 + 4.8) s. Filled again
  // in each trip, with x in the fast tier: 3 x (0.96 + 0.96 + 0.48) s.
  EXPECT_EQ(result.status, SolveStatus::Optimal);
  EXPECT_NEAR(makespan(problem, *result.solution), 1 + 3 * 2.4, 1e-9);
}

/// Returns the number in the note: the greatest possible excess of the makespan
/// over the least.
double maxAbove(const SolveResult &result) {
  for (const std::string &note : result.notes)
    if (const size_t at = note.find("at most "); at != std::string::npos)
      return std::stod(note.substr(at + 8)) / 100;
  return 0;
}

TEST(ExactSolverTest, NotesTheGapIfTheNodesRunOut) {
  int numEnded = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options;
    options.numSteps = 8;
    options.numBuffers = 6;
    options.hasLoops = false;
    const Problem problem = makeRandomProblem(seed, options);
    const SolveResult less = solve(problem, {{"nodes", "20"}});
    const SolveResult more = solve(problem, {{"nodes", "20000"}});
    ASSERT_TRUE(less.solution && more.solution);
    if (less.status == SolveStatus::Optimal)
      continue;
    EXPECT_THAT(less.notes, Contains(HasSubstr("above the least makespan")));
    numEnded += saysBudgetEnded(less);
    const double before = makespan(problem, *less.solution);
    const double after = makespan(problem, *more.solution);
    EXPECT_LE(after, before * (1 + 1e-9));
    // The note has three digits.
    EXPECT_GE(after, before / (1 + 1.01 * maxAbove(less)) * (1 - 1e-6));
  }
  EXPECT_GT(numEnded, 3);
}

TEST(ExactSolverTest, StopsWhenAsked) {
  RandomOptions options;
  options.numSteps = 30;
  options.numBuffers = 20;
  const Problem problem = makeRandomProblem(3, options);
  int64_t numCalls = 0;
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &progress) {
    EXPECT_GE(progress.fractionDone, 0);
    EXPECT_LE(progress.fractionDone, 1);
    return ++numCalls < 50;
  };
  SolveResult result = solve(problem, {{"nodes", "1000000000"}}, limits);
  EXPECT_TRUE(result.solution);
  EXPECT_LE(numCalls, 52);
}

TEST(ExactSolverTest, CyclicProblemsAreNotProven) {
  Problem problem = makeToyProblem();
  problem.isCyclic = true;
  SolveResult result = solve(problem);
  ASSERT_TRUE(result.solution);
  if (result.status != SolveStatus::Optimal) {
    EXPECT_THAT(result.notes, Contains(HasSubstr("cyclic")));
  }
}

TEST(ExactSolverTest, ProvesThatThereIsNoPlacement) {
  Problem problem = makeToyProblem();
  problem.target.tiers[0].capacity = 120;
  // One op needs both buffers in the fast tier.
  problem.ops[1].accesses[0].tiers = {0};
  problem.ops[1].accesses[1].tiers = {0};
  SolveResult result = solve(problem);
  EXPECT_FALSE(result.solution);
  EXPECT_EQ(result.status, SolveStatus::Infeasible);
  EXPECT_NE(result.message, "");
}

TEST(ExactSolverTest, OptionsAreChecked) {
  std::unique_ptr<Solver> solver = createExactSolver();
  EXPECT_FALSE(solver->setOption("nodes", "17"));
  ASSERT_EQ(solver->options().size(), 1U);
  EXPECT_EQ(solver->options()[0].value, "17");
  EXPECT_THAT(solver->setOption("nodes", "-1")->message,
              HasSubstr("must be from 0 to"));
  EXPECT_THAT(solver->setOption("nodes", "1x")->message,
              HasSubstr("must be a whole number"));
  EXPECT_TRUE(solver->setOption("node", "1"));
}

/// The oracle of the other solvers: if exact-placement finished, no solver is
/// faster, and no bound is higher.
TEST(ExactSolverTest, NoSolverIsFasterAndNoBoundIsHigher) {
  int numEnded = 0;
  int numSlower = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options;
    options.numSteps = 4 + static_cast<int>(seed % 3);
    options.numBuffers = 3 + static_cast<int>(seed % 4);
    options.hasLoops = seed % 3 == 0;
    options.hasForcedAccesses = seed % 5 == 0;
    const Problem problem = makeRandomProblem(seed, options);
    const SolveResult exact = solve(problem, {{"nodes", "20000"}});
    if (!exact.solution) {
      for (auto create : {createSearchSolver, createMsaSolver})
        EXPECT_FALSE(exact.status == SolveStatus::Infeasible &&
                     create()->solve(problem, {}).solution);
      continue;
    }
    const double least = makespan(problem, *exact.solution);
    EXPECT_GE(least * (1 + 1e-9), lowerBoundOnMakespan(problem));
    EXPECT_GE(least * (1 + 1e-9),
              strongLowerBoundOnMakespan(problem, {.target = least}));
    const bool hasEnded = !saysBudgetEnded(exact);
    numEnded += hasEnded;
    std::unique_ptr<Solver> search = createSearchSolver();
    EXPECT_FALSE(search->setOption("budget", "300"));
    std::vector<std::unique_ptr<Solver>> others;
    others.push_back(std::move(search));
    for (auto create : {createMsaSolver, createGreedySolver,
                        createFirstFitSolver, createDefaultTierSolver})
      others.push_back(create());
    for (const auto &other : others) {
      const SolveResult result = other->solve(problem, {});
      if (!result.solution)
        continue;
      const double seconds = makespan(problem, *result.solution);
      if (hasEnded) {
        EXPECT_GE(seconds * (1 + 1e-8), least);
      }
      numSlower += seconds > least * (1 + 1e-8);
    }
  }
  EXPECT_GT(numEnded, 52);
  EXPECT_GT(numSlower, 100);
}

} // namespace
