//===- EverySolverTest.cpp - Guarantees of every solver -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"
#include "RandomProblems.h"
#include "SolversOfThisBuild.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace memplace;
using namespace memplace::testing;

namespace {

/// Options for the solvers of this build: enough work to reach all their parts,
/// and quick with sanitizers.
SolverOptionValues optionsFor(const std::string &solver) {
  if (solver == "search" || solver == "hybrid")
    return {{"budget", "300"}};
  if (solver == "random-key")
    return {{"budget", "120"}}; // More than one generation.
  if (solver == "exact-placement")
    return {{"nodes", "300"}};
  if (solver == "whole-life")
    return {{"budget", "40"}};
  if (solver == "egrl")
    return {{"budget", "14"}}; // The first population, and the policy.
  if (solver == "muzero")
    return {{"budget", "1"}, {"simulations", "1"}};
  return {};
}

/// Options for large problems, on which any work is slow: several evaluations
/// for solvers that count evaluations.
SolverOptionValues fewOptionsFor(const std::string &solver) {
  SolverOptionValues values = optionsFor(solver);
  if (solver != "muzero") // One game.
    for (auto &[name, value] : values)
      value = std::to_string(std::stoll(value) / 10 + 1);
  return values;
}

/// A problem of benchmarks/problems/tpu, with a proven bound.
struct RealProblem {
  std::string name;
  Problem problem;
  double bound = 0;
};

/// The problems of at most 150 ops, 56 of 100: the others hold six sevenths of
/// all ops. Read once for all solvers.
const std::vector<RealProblem> &realProblems() {
  static const std::vector<RealProblem> all = [] {
    std::vector<RealProblem> found;
    for (const auto &entry : std::filesystem::directory_iterator(
             MEMPLACE_SOURCE_DIR "/benchmarks/problems/tpu")) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".problem.json.gz"))
        continue;
      Result<Problem> problem = readProblem(path, findBuiltinTarget);
      EXPECT_TRUE(bool(problem)) << problem.error();
      if (problem && problem->ops.size() <= 150)
        found.push_back({path, *problem, lowerBoundOnMakespan(*problem)});
    }
    return found;
  }();
  return all;
}

class EverySolverTest : public ::testing::TestWithParam<std::string> {
protected:
  // Solves \p problem and checks all properties of the result. Returns nothing
  // if there is no placement.
  std::optional<Solution> solve(const Problem &problem) {
    return solve(problem, lowerBoundOnMakespan(problem),
                 optionsFor(GetParam()));
  }

  std::optional<Solution> solve(const Problem &problem, double bound,
                                const SolverOptionValues &options) {
    std::optional<Error> error = check(problem);
    EXPECT_FALSE(error) << error->message;
    // solveAndVerify reports an illegal placement as an error.
    Result<SolveResult> result =
        solveAndVerify(solvers, GetParam(), problem, {}, options);
    EXPECT_TRUE(bool(result)) << (result ? "" : result.error());
    if (!result)
      return std::nullopt;
    if (!result->solution) {
      EXPECT_NE(result->message, "");
      EXPECT_NE(result->status, SolveStatus::Solved);
      EXPECT_NE(result->status, SolveStatus::Optimal);
      return std::nullopt;
    }
    std::optional<Error> claim = checkClaims(problem, *result->solution);
    EXPECT_FALSE(claim) << claim->message;
    EXPECT_GE(makespan(problem, *result->solution) * (1 + 1e-9), bound);
    return result->solution;
  }

  double makespanAtHome(const Problem &problem) {
    SolveResult result = createDefaultTierSolver()->solve(problem, {});
    return makespan(problem, *result.solution);
  }

  SolverRegistry solvers = allSolvers();
};

TEST_P(EverySolverTest, SolvesProblemsThatHaveAPlacementAtHome) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options;
    options.numSteps = 4 + static_cast<int>(seed % 30);
    options.numBuffers = 2 + static_cast<int>(seed % 17);
    options.hasLoops = seed % 3 != 0;
    Problem problem = makeRandomProblem(seed, options);

    std::optional<Solution> solution = solve(problem);

    ASSERT_TRUE(solution);
    if (GetParam() == "greedy") {
      EXPECT_LE(makespan(problem, *solution),
                makespanAtHome(problem) * (1 + 1e-12));
    }
  }
}

TEST_P(EverySolverTest, SolvesCyclicProblems) {
  for (uint64_t seed = 3000; seed < 3075; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeCyclic(makeVariedProblem(seed));
    std::optional<Solution> solution = solve(problem);
    if (seed % 5 != 0) // Other problems may have none.
      ASSERT_TRUE(solution);
    if (!solution)
      continue;
    // The claimed makespan is that of the third invocation.
    EXPECT_NEAR(static_cast<double>(*solution->makespanPs),
                simulate(problem, *solution).makespan * 1e12, 1);
  }
}

// Most problems here have a placement.
TEST_P(EverySolverTest, ServesAccessesThatHomeMayNotServe) {
  int numSolved = 0;
  for (uint64_t seed = 0; seed < 75; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options;
    options.numSteps = 6 + static_cast<int>(seed % 20);
    options.numBuffers = 2 + static_cast<int>(seed % 5);
    options.hasLoops = seed % 2 != 0;
    options.hasForcedAccesses = true;
    if (solve(makeRandomProblem(seed, options)))
      ++numSolved;
  }
  EXPECT_GE(numSolved, 37);
}

/// Returns options of small problems: every third has loops.
static RandomOptions makeSmallOptions(uint64_t seed) {
  RandomOptions options;
  options.numSteps = 4 + static_cast<int>(seed % 20);
  options.numBuffers = 2 + static_cast<int>(seed % 7);
  options.hasLoops = seed % 3 == 0;
  return options;
}

TEST_P(EverySolverTest, KeepsAccessesApartAndTogether) {
  int numSolved = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options = makeSmallOptions(seed);
    options.isCyclic = seed % 10 == 9;
    const Problem problem =
        addPairs(makeRandomProblem(seed, options), seed, seed % 2 ? 30 : 90);
    // The solution obeys R11, or `solve` reports a bug.
    if (solve(problem))
      ++numSolved;
  }
  EXPECT_GE(numSolved, 30);
}

TEST_P(EverySolverTest, KeepsTheLimitsOfChannels) {
  int numSolved = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeRandomProblem(seed, makeSmallOptions(seed));
    for (Channel &channel : problem.target.channels) {
      channel.order = ChannelOrder::Fifo;
      channel.outstanding = static_cast<int64_t>(1 + seed % 2);
    }
    // The solution obeys R8, or `solve` reports a bug.
    if (solve(problem))
      ++numSolved;
  }
  EXPECT_GE(numSolved, 37);
}

// The buffer's home is the fast tier, but only the slow tier may serve its
// reads. No op separates the second read from the first.
TEST_P(EverySolverTest, ServesABufferFromASlowerTierThanItsHome) {
  for (int64_t numReads : {1, 2}) {
    Problem problem = makeToyProblem();
    for (Channel &channel : problem.target.channels) {
      channel.latencyPs = 0;
      channel.bytesPerSecond = 100;
    }
    problem.buffers = {{.name = "w",
                        .size = 64,
                        .range = {0, numReads},
                        .liveIn = true,
                        .home = TierId(0)}};
    problem.ops.assign(static_cast<size_t>(numReads),
                       {"o", 0, {{0, AccessMode::Read, 64, {1}}}});
    ASSERT_FALSE(check(problem)) << check(problem)->message;

    const std::optional<Solution> solution = solve(problem);

    ASSERT_TRUE(solution);
    EXPECT_NEAR(makespan(problem, *solution),
                0.64 * static_cast<double>(1 + numReads), 1e-9);
  }
}

TEST_P(EverySolverTest, IsDeterministic) {
  for (uint64_t seed = 1000; seed < 1020; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeRandomProblem(seed);
    std::optional<Solution> first = solve(problem);
    ASSERT_TRUE(first);
    EXPECT_EQ(first, solve(problem));
  }
}

TEST_P(EverySolverTest, HasAPlacementIfStoppedAtOnce) {
  for (uint64_t seed = 2000; seed < 2020; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeRandomProblem(seed);
    SolveLimits limits;
    limits.progress = [](const SolveProgress &) { return false; };
    Result<SolveResult> result =
        solveAndVerify(solvers, GetParam(), problem, limits);
    ASSERT_TRUE(bool(result)) << result.error();
    EXPECT_TRUE(result->solution);
  }
}

TEST_P(EverySolverTest, NotesThatNothingCanBePrefetchedWithoutChannels) {
  const std::string wayOut = "target 'toy' has no channel from 'slow' to "
                             "'fast', so that .* add one to the target";
  Problem problem = makeToyProblem();
  const SolverOptionValues options = optionsFor(GetParam());
  Result<SolveResult> result =
      solveAndVerify(solvers, GetParam(), problem, {}, options);
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_THAT(result->notes, ::testing::IsEmpty());

  problem.target.channels.clear();
  result = solveAndVerify(solvers, GetParam(), problem, {}, options);

  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_TRUE(result->solution);
  if (GetParam() == "default-tier") // Moves no buffer.
    EXPECT_THAT(result->notes, ::testing::IsEmpty());
  else
    EXPECT_THAT(result->notes,
                ::testing::Contains(::testing::ContainsRegex(wayOut)));
}

TEST_P(EverySolverTest, SolvesTheProblemsOfRealPrograms) {
  const SolverOptionValues options = fewOptionsFor(GetParam());
  for (const auto &[name, problem, bound] : realProblems()) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(solve(problem, bound, options));
  }
  EXPECT_GE(realProblems().size(), 56u);
}

INSTANTIATE_TEST_SUITE_P(Solvers, EverySolverTest,
                         ::testing::ValuesIn(allSolvers().names()), nameOfTest);

} // namespace
