//===- BudgetTest.cpp - Budgets and requests to stop ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BenchmarkProblems.h"
#include "RandomProblems.h"
#include "SolversOfThisBuild.h"

#include "memplace/Solver/AllSolvers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

using namespace memplace;
using namespace memplace::testing;

namespace {

class BudgetTest : public ::testing::TestWithParam<std::string> {
protected:
  // Sets all options that count work to \p amount.
  SolverOptionValues budgetOf(int64_t amount) const {
    SolverOptionValues values;
    for (const SolverOption &option : (*solvers.create(GetParam()))->options())
      if (option.name == "budget" || option.name == "nodes")
        values.emplace_back(option.name, std::to_string(amount));
    return values;
  }

  // Returns a legal placement, or none and checks the reason.
  std::optional<Solution> solve(const Problem &problem,
                                const SolveLimits &limits,
                                const SolverOptionValues &options) const {
    Result<SolveResult> result =
        solveAndVerify(solvers, GetParam(), problem, limits, options);
    EXPECT_TRUE(bool(result)) << (result ? "" : result.error());
    if (!result)
      return std::nullopt;
    EXPECT_TRUE(result->solution || !result->message.empty());
    return result->solution;
  }

  const SolverRegistry solvers = allSolvers();
};

// All problems here have a placement with all buffers at home.
TEST_P(BudgetTest, AnyBudgetGivesALegalAndDeterministicPlacement) {
  for (uint64_t seed = 0; seed < 7; ++seed) {
    const Problem problem = makeRandomProblem(seed);
    for (int64_t amount : {1, 2, 3, 5, 8, 50}) {
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(amount));
      const SolverOptionValues options = budgetOf(amount);
      const std::optional<Solution> first = solve(problem, {}, options);
      EXPECT_TRUE(first);
      // Solves a third of the combinations a second time.
      if ((seed + amount) % 3 == 0)
        EXPECT_EQ(first, solve(problem, {}, options));
    }
  }
}

TEST_P(BudgetTest, ATimeLimitOfZeroGivesALegalPlacementOrNone) {
  SolveLimits limits;
  limits.timeLimit = std::chrono::seconds(0);
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_TRUE(solve(makeRandomProblem(seed), limits, {}));
    RandomOptions options;
    options.hasForcedAccesses = true;
    solve(makeRandomProblem(seed, options), limits, {});
  }
}

// At any report. A caller that said no is not asked again.
TEST_P(BudgetTest, StopsAtTheReportThatRequestsIt) {
  const Problem problem = readBenchmark("lstm_unrolled16");
  for (int64_t last : {0, 1, 2, 5, 10}) {
    SCOPED_TRACE(last);
    int64_t numReports = 0;
    SolveLimits limits;
    limits.progress = [&](const SolveProgress &) {
      EXPECT_LE(numReports, last);
      return numReports++ < last;
    };
    EXPECT_TRUE(solve(problem, limits, budgetOf(10000)));
  }
}

// The budget would last for years: the test passes if the solver ends. The work
// after the request is at most the work between two reports.
TEST_P(BudgetTest, StopsWhenAnotherThreadAsks) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  std::atomic<bool> isStarted = false, isCancelled = false;
  std::atomic<int64_t> numReportsAfter = 0;
  SolveLimits limits;
  limits.cancel = &isCancelled;
  limits.progress = [&](const SolveProgress &) {
    numReportsAfter += isCancelled;
    isStarted = true;
    isStarted.notify_one();
    return true;
  };
  std::thread canceller([&] {
    isStarted.wait(false);
    isCancelled = true;
  });

  const std::optional<Solution> solution =
      solve(problem, limits, budgetOf(int64_t(1) << 40));
  // Solvers without reports have ended by themselves.
  isStarted = true;
  isStarted.notify_one();
  canceller.join();

  EXPECT_TRUE(solution);
  EXPECT_LE(numReportsAfter, 1);
}

// The request may come at any time, even while the agent's library is loaded or
// makes its game.
TEST_P(BudgetTest, HasAPlacementAfterCancellationAtAnyTime) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  for (int microseconds = 100; microseconds < 10000; microseconds *= 2) {
    std::atomic<bool> isCancelled = false;
    SolveLimits limits;
    limits.cancel = &isCancelled;
    std::thread canceller([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
      isCancelled = true;
    });
    EXPECT_TRUE(solve(problem, limits, budgetOf(int64_t(1) << 40)))
        << "after " << microseconds << " us";
    canceller.join();
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, BudgetTest,
                         ::testing::ValuesIn(allSolvers().names()), nameOfTest);

} // namespace
