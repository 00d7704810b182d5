//===- ExactOracleTest.cpp - exact-placement against brute force ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/BruteForce.h"
#include "WithExtensions.h"

#include "memplace/Solver/AllSolvers.h"

#include <gtest/gtest.h>

#include <random>

using namespace memplace;
using namespace memplace::testing;

namespace {

struct TinyOptions {
  Step numSteps = 2;
  int numBuffers = 2;
  int numAccesses = 3;
  bool hasThreeTiers = false;
  bool hasLoops = false;
  bool isExtended = false; // Overlap, efficiency, deadlines.
};

/// Buffers of 8 bytes; the fast tier has room for one or two.
class TinyProblem {
public:
  TinyProblem(uint64_t seed, const TinyOptions &options)
      : options(options), seed(seed), random(seed) {}

  Problem make() {
    problem.name = "tiny";
    makeTarget();
    for (Step step = 0; step < options.numSteps; ++step)
      problem.ops.push_back({"op", below(4) * 500000000000, {}});
    for (BufferId id = 0; id < options.numBuffers; ++id)
      addBuffer(id);
    for (int n = 0; n < options.numAccesses; ++n)
      addAccess();
    if (options.hasLoops) {
      const Step begin = below(options.numSteps);
      problem.loops.push_back(
          {{begin, begin + 1 + below(options.numSteps - begin)},
           1 + below(3),
           chance(40)});
    }
    return options.isExtended ? withExtensions(problem, seed) : problem;
  }

private:
  int64_t below(int64_t count) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(count));
  }
  bool chance(int percent) { return below(100) < percent; }

  void makeTarget() {
    Target &target = problem.target;
    target.name = "tiny";
    const double slowWrite = chance(20) ? 4 : 8;
    target.tiers = {{"fast", 8 * (1 + below(2)), 8, 80, 80}};
    if (options.hasThreeTiers)
      target.tiers.push_back({"middle", 8, 8, 20, chance(30) ? 0.0 : 20.0});
    target.tiers.push_back({"slow", 8 * options.numBuffers, 8, 8, slowWrite});
    const auto slow = static_cast<TierId>(target.tiers.size() - 1);
    target.defaultTier = slow;
    for (TierId from = 0; from <= slow; ++from)
      for (TierId to = 0; to <= slow; ++to)
        if (from != to && !target.tiers[to].isReadOnly() && !chance(10))
          for (int n = chance(15) ? 2 : 1; n > 0; --n)
            target.channels.push_back(
                {"c" + std::to_string(target.channels.size()), from, to,
                 double(int64_t(2) << below(5)),
                 chance(50) ? below(3) * 300000000000 : 0});
    target.combine = chance(50) ? Combine::Sum : Combine::Max;
    target.flopsPerSecond["default"] = 1;
  }

  void addBuffer(BufferId id) {
    Buffer buffer;
    buffer.name = "b" + std::to_string(id);
    buffer.size = 8;
    buffer.range = {0, options.numSteps};
    buffer.liveIn = chance(60);
    buffer.liveOut = chance(30);
    if (!buffer.liveIn && chance(50))
      buffer.range.begin = below(options.numSteps);
    if (chance(40))
      buffer.external = false;
    problem.buffers.push_back(buffer);
  }

  void addAccess() {
    const auto id = static_cast<BufferId>(below(options.numBuffers));
    const Buffer &buffer = problem.buffers[id];
    const Step step =
        buffer.range.begin + below(buffer.range.end - buffer.range.begin);
    Access access = {id, AccessMode::Read, 4 * (1 + below(6)), {}};
    if ((!problem.isExternal(id) || buffer.liveOut) && chance(50))
      access.mode = chance(60) ? AccessMode::Write : AccessMode::Update;
    problem.ops[step].accesses.push_back(access);
  }

  TinyOptions options;
  uint64_t seed;
  std::mt19937_64 random;
  Problem problem;
};

struct Tally {
  int numProven = 0;
  int numBeaten = 0; // By placements with useless transfers.
  int numInfeasible = 0;
  int numBetterThanSearch = 0;
};

void compare(const Problem &problem, size_t maxTransfers, Tally &tally) {
  std::optional<Error> error = check(problem);
  ASSERT_FALSE(error) << error->message;
  const std::optional<Solution> best =
      BruteForce(problem, maxTransfers).solve();
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<SolveResult> result =
      solveAndVerify(solvers, "exact-placement", problem, {});
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->solution.has_value(), best.has_value());
  if (!result->solution || !best) {
    EXPECT_EQ(result->status, SolveStatus::Infeasible);
    ++tally.numInfeasible;
    return;
  }
  ASSERT_FALSE(verify(problem, *best));
  const double least = makespan(problem, *best);
  const double found = makespan(problem, *result->solution);
  EXPECT_GE(found, least * (1 - 1e-9));
  if (result->status == SolveStatus::Optimal) {
    EXPECT_LE(found, least * (1 + 1e-8));
    ++tally.numProven;
  } else if (found > least * (1 + 1e-8)) {
    ++tally.numBeaten;
  }
  std::unique_ptr<Solver> search = createSearchSolver();
  ASSERT_FALSE(search->setOption("budget", "500"));
  SolveResult other = search->solve(problem, {});
  if (other.solution)
    tally.numBetterThanSearch +=
        makespan(problem, *other.solution) > found * (1 + 1e-9);
}

// The numbers of proofs are those reached today; fewer would be a regression.

TEST(ExactOracleTest, AgreesWithBruteForceOnTwoOps) {
  Tally tally;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    compare(TinyProblem(seed, {}).make(), 2, tally);
  }
  EXPECT_EQ(tally.numProven, 60);
  EXPECT_GT(tally.numBetterThanSearch, 1);
}

TEST(ExactOracleTest, AgreesWithBruteForceOnThreeOps) {
  Tally tally;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    compare(TinyProblem(seed, {.numSteps = 3, .numAccesses = 4}).make(), 2,
            tally);
  }
  EXPECT_GE(tally.numProven, 4);
}

TEST(ExactOracleTest, AgreesWithBruteForceOnThreeTiers) {
  Tally tally;
  for (uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    compare(TinyProblem(seed, {.hasThreeTiers = true}).make(), 2, tally);
  }
  EXPECT_EQ(tally.numProven, 6);
}

TEST(ExactOracleTest, AgreesWithBruteForceOnLoops) {
  Tally tally;
  int numChecked = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = TinyProblem(seed, {.hasLoops = true}).make();
    if (check(problem))
      continue; // A loop carries a buffer that does not live to its end.
    ++numChecked;
    compare(problem, 2, tally);
  }
  EXPECT_GT(numChecked, 10);
  EXPECT_GE(tally.numProven, numChecked - 2);
}

TEST(ExactOracleTest, AgreesWithBruteForceOnOverlapEfficiencyAndDeadlines) {
  Tally tally;
  int numChecked = 0;
  for (uint64_t seed = 1000; seed < 1025; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem =
        TinyProblem(seed, {.hasLoops = seed % 4 == 0, .isExtended = true})
            .make();
    if (check(problem))
      continue; // As above.
    ++numChecked;
    compare(problem, 2, tally);
  }
  EXPECT_GT(numChecked, 20);
  EXPECT_GE(tally.numProven, numChecked - 2);
}

} // namespace
