//===- RandomKeySolverTest.cpp - Evolution of random keys -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Baselines/Baselines.h"
#include "agent/Baselines/KeyDecoder.h"

#include "../../../lib/Solver/Search/SearchChain.h"
#include "../../Solver/BenchmarkProblems.h"
#include "../../Solver/RandomProblems.h"

#include "../../../lib/Planning/BackingPlan.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::solver;
using namespace memplace::solver::search;
using namespace memplace::testing;

namespace {

bool yes() { return true; }

// For any keys, the decoded makespan is that of the simulator for a legal
// placement: with loops, several tiers, cyclic or not.
TEST(KeyDecoderTest, DecodesAllKeys) {
  int64_t numDifferent = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeVariedProblem(seed);
    if (seed % 3 == 0)
      problem = makeCyclic(problem);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      continue;
    KeyDecoder decoder(uses, *base.placement);
    Random random(seed);
    double least = decoder.bestSeconds();
    for (int i = 0; decoder.canMove() && i < 10; ++i) {
      const std::optional<double> seconds =
          decoder.decode(decoder.randomKeys(random), yes);
      ASSERT_TRUE(seconds);
      numDifferent += *seconds != least;
      least = std::min(least, *seconds);
      EXPECT_EQ(decoder.bestSeconds(), least);
    }
    const Solution solution = assemble(uses, decoder.bestPlans());
    EXPECT_NEAR(makespan(problem, solution), least, 1e-9 * least);
    EXPECT_FALSE(verify(problem, solution));
  }
  EXPECT_GT(numDifferent, 500);
}

// Neutral keys reproduce the first passes of search.
TEST(KeyDecoderTest, NeutralKeysAreThePassesOfSearch) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  const AccessIndex uses(problem);
  const BackingResult base = buildBasePlacement(uses);
  const SearchOptions options;
  KeyDecoder decoder(uses, *base.placement);
  for (size_t i = 0; i < decoder.numVariants(); ++i) {
    SearchChain chain(uses, *base.placement, options, 0);
    ASSERT_TRUE(chain.construct(i, yes));
    const std::optional<double> seconds =
        decoder.decode(decoder.neutralKeys(i), yes);
    ASSERT_TRUE(seconds);
    EXPECT_NEAR(*seconds, chain.getBest().seconds, 1e-12);
  }
}

TEST(KeyDecoderTest, AStoppedDecodeChangesNothing) {
  const Problem problem = readBenchmark("lstm_unrolled16");
  const AccessIndex uses(problem);
  const BackingResult base = buildBasePlacement(uses);
  KeyDecoder decoder(uses, *base.placement);
  const double before = decoder.bestSeconds();
  int calls = 0;

  EXPECT_FALSE(
      decoder.decode(decoder.neutralKeys(0), [&] { return ++calls < 5; }));

  EXPECT_EQ(decoder.numEvaluations(), 0);
  EXPECT_EQ(decoder.bestSeconds(), before);
}

double solved(const std::string &solver, const Problem &problem,
              const std::string &budget) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  registerBaselines(solvers);
  SolverOptionValues options;
  if (!budget.empty())
    options = {{"budget", budget}};
  Result<SolveResult> result =
      solveAndVerify(solvers, solver, problem, {}, options);
  EXPECT_TRUE(bool(result)) << (result ? "" : result.error());
  return result ? makespan(problem, *result->solution) : 0;
}

// A problem on which greedy is not at the bound: at first no placement is
// better, then more budget helps, and breeding beats a single generation.
TEST(RandomKeySolverTest, AGreaterBudgetIsBetter) {
  const Problem problem = readBenchmark("resnet101_b1.cmem8M");
  const double greedy =
      std::min(solved("greedy", problem, ""), solved("msa", problem, ""));
  double last = greedy;
  for (const char *budget : {"1", "100", "600"}) {
    const double seconds = solved("random-key", problem, budget);
    EXPECT_LE(seconds, last);
    last = seconds;
  }
  EXPECT_LT(last, solved("random-key", problem, "100"));
}

TEST(RandomKeySolverTest, RefusesABudgetOutOfRange) {
  const std::unique_ptr<Solver> solver = createRandomKeySolver();

  EXPECT_FALSE(solver->setOption("budget", "2"));
  EXPECT_TRUE(solver->setOption("budget", "-1"));
  EXPECT_TRUE(solver->setOption("no-such", "1"));
}

} // namespace
