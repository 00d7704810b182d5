//===- StartTest.cpp - Warm starts ----------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/Search/Start.h"
#include "../../lib/Planning/BackingPlan.h"
#include "HandProblems.h"
#include "RandomProblems.h"
#include "SolversOfThisBuild.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;
using namespace memplace::planning;
using namespace memplace::solver::search;

namespace {

class StartTest : public ::testing::Test {
protected:
  Result<SolveResult> solve(const std::string &solver, const Problem &problem,
                            const SolverOptionValues &options,
                            const Solution *start = nullptr) {
    return solveAndVerify(solvers, solver, problem, {}, options, {start, {}});
  }
  Solution placed(const std::string &solver, const Problem &problem,
                  const SolverOptionValues &options,
                  const Solution *start = nullptr) {
    Result<SolveResult> result = solve(solver, problem, options, start);
    EXPECT_TRUE(bool(result)) << (result ? "" : result.error());
    EXPECT_TRUE(result->solution) << result->message;
    return *result->solution;
  }

  SolverRegistry solvers = allSolvers();
};

// Solvers plan without the limits of channels, and waits make the result
// slower.
TEST_F(StartTest, IsNeverSlowerThanTheStartIfChannelsHaveLimits) {
  int numCompared = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeVariedProblem(seed);
    for (Channel &channel : problem.target.channels) {
      channel.order = ChannelOrder::Fifo;
      channel.outstanding = 1;
    }
    Result<SolveResult> first = solve("greedy", problem, {});
    if (!first || !first->solution)
      continue;
    const Solution again =
        placed("search", problem, {{"budget", "20"}}, &*first->solution);
    EXPECT_LE(*again.makespanPs, *first->solution->makespanPs);
    ++numCompared;
  }
  EXPECT_GE(numCompared, 30);
}

// Placements by search and whole-life are read back unchanged: in loops and
// cyclic problems, with two tiers and more.
TEST_F(StartTest, ReadsPlacementsBackUnchanged) {
  int numSame = 0, numRead = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeVariedProblem(seed);
    if (seed % 2 == 0)
      problem = makeCyclic(problem);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      continue;
    const Solution solution =
        seed % 3 == 0 ? placed("whole-life", problem, {{"budget", "20"}})
                      : placed("search", problem, {{"budget", "100"}});
    // The same base as in search if home may not serve some accesses.
    std::vector<PlacedBuffer> read;
    if (const std::optional<Placement> unserved = buildUnservedPlacement(uses))
      read = readPlaced(uses, *unserved, solution);
    if (read.empty())
      read = readPlaced(uses, *base.placement, solution);
    std::vector<BufferPlan> plans;
    for (const PlacedBuffer &buffer : read)
      plans.push_back(buffer.plan);
    const Solution again = assemble(uses, plans);
    const std::optional<Violation> violation = verify(problem, again);
    EXPECT_FALSE(violation) << violation->message;
    const double seconds = makespan(problem, solution);
    ++numRead;
    numSame += makespan(problem, again) <= seconds * (1 + 1e-9);
  }
  EXPECT_GE(numRead, 33);
  // Some placements have forced stays, for which another base was better.
  EXPECT_GE(numSame, numRead * 95 / 100);
}

// The search without a start runs unchanged, so that a start never makes the
// result worse, and the given start is never lost.
TEST_F(StartTest, SearchIsNeverSlowerThanWithoutAStartNorThanTheStart) {
  int numBetter = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeRandomProblem(seed);
    if (seed % 2 == 0)
      problem = makeCyclic(problem);
    const SolverOptionValues options = {{"budget", "60"}};
    const Solution start =
        placed(seed % 3 == 0 ? "default-tier" : "whole-life", problem, {});
    const double alone = makespan(problem, placed("search", problem, options));
    const double with =
        makespan(problem, placed("search", problem, options, &start));
    EXPECT_LE(with, alone);
    EXPECT_LE(with, makespan(problem, start));
    numBetter += with < alone;
  }
  EXPECT_GT(numBetter, 0);
}

TEST_F(StartTest, NoSolverIsSlowerThanItsStart) {
  const Problem problem = makeRandomProblem(7);
  const Solution start = placed("search", problem, {{"budget", "2000"}});
  std::vector<std::pair<std::string, SolverOptionValues>> all = {
      {"search", {{"budget", "1"}}},
      {"random-key", {{"budget", "1"}}},
      {"exact-placement", {{"nodes", "1"}}}};
  for (const std::string &name : solvers.names())
    if (name == "hybrid" || name == "muzero")
      all.push_back({name, {{"budget", "1"}}});
  for (const auto &[name, options] : all) {
    SCOPED_TRACE(name);
    EXPECT_LE(makespan(problem, placed(name, problem, options, &start)),
              makespan(problem, start));
  }
}

TEST_F(StartTest, AnIllegalStartIsAnErrorThatNamesTheRule) {
  const Problem problem = makeToyProblem();
  Solution start = placed("greedy", problem, {});
  start.served[0][0] = -1;

  const Result<SolveResult> result = solve("search", problem, {}, &start);

  ASSERT_FALSE(result);
  EXPECT_THAT(result.error(),
              ::testing::HasSubstr("the placement to start from breaks rule"));
}

TEST_F(StartTest, ASolverWithoutWarmStartsRefusesAStart) {
  const Problem problem = makeToyProblem();
  const Solution start = placed("greedy", problem, {});

  const Result<SolveResult> result = solve("greedy", problem, {}, &start);

  ASSERT_FALSE(result);
  EXPECT_THAT(
      result.error(),
      ::testing::HasSubstr("solver 'greedy' cannot start from a placement"));
}

// Claims of the start are not claims of the result.
TEST_F(StartTest, ClaimsOfTheStartAreReplaced) {
  const Problem problem = makeRandomProblem(11);
  Solution start = placed("search", problem, {{"budget", "3000"}});
  start.provenOptimal = true;
  start.solver = "somebody";
  start.makespanPs = 1;

  const Result<SolveResult> result =
      solve("random-key", problem, {{"budget", "1"}}, &start);

  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->solution->solver, "random-key");
  EXPECT_FALSE(checkClaims(problem, *result->solution));
  if (result->status != SolveStatus::Optimal)
    EXPECT_FALSE(result->solution->provenOptimal.value_or(false));
}

} // namespace
