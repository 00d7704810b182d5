//===- CutSolveTest.cpp - Solving with cuts -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutChain.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/CutSolve.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <set>

using namespace memplace;
using namespace memplace::test;

static SolverRegistry makeSolvers() {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  return solvers;
}

static CutSolveResult solve(const Problem &problem, std::string_view cut) {
  CutOptions options = *parseCut(cut);
  options.budget = 20;
  Result<CutSolveResult> result =
      solveWithCuts({makeSolvers(), "greedy"}, problem, {}, options);
  EXPECT_TRUE(result) << result.error();
  return *result;
}

TEST(CutSolveTest, ALargeBufferGoesThroughFastMemoryInPieces) {
  // 128 rows: 2048 bytes; fast holds 1024.
  const CutSolveResult result = solve(makeChain(128), "auto");

  ASSERT_TRUE(result.result.solution);
  EXPECT_FALSE(verify(result.problem.problem, *result.result.solution));
  // Of four times 20.48 s in slow memory, two remain.
  EXPECT_LT(*result.result.solution->makespanPs, *result.uncutPs * 2 / 3);
}

/// Returns the makespan of a chain that does not fit, with automatic cuts.
static int64_t getCutMakespan(std::string_view solver) {
  CutOptions options = *parseCut("auto");
  options.budget = 20;
  SolverOptionValues one;
  if (solver == "search")
    one = {{"budget", "1"}};
  Result<CutSolveResult> result = solveWithCuts(
      {makeSolvers(), std::string(solver), one}, makeChain(128), {}, options);
  EXPECT_TRUE(result) << result.error();
  return *result->result.solution->makespanPs;
}

TEST(CutSolveTest, AWarmStartedSolverIsNotSlowerThanTheSearchForCuts) {
  EXPECT_LE(getCutMakespan("search"), getCutMakespan("greedy"));
}

TEST(CutSolveTest, OtherSolversPlaceByThemselves) {
  EXPECT_GT(getCutMakespan("default-tier"), getCutMakespan("greedy"));
}

namespace {
/// Places by `default-tier`, and records the number of ops of each problem.
class CountingSolver : public Solver {
public:
  explicit CountingSolver(std::set<size_t> &numOps) : numOps(numOps) {}

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    numOps.insert(problem.ops.size());
    return createDefaultTierSolver()->solve(problem, limits);
  }

private:
  std::set<size_t> &numOps;
};
} // namespace

TEST(CutSolveTest, OtherSolversPlaceSeveralOfTheCuts) {
  std::set<size_t> numOps;
  SolverRegistry solvers = makeSolvers();
  solvers.add("counting", "",
              [&] { return std::make_unique<CountingSolver>(numOps); });
  CutOptions options = *parseCut("auto");
  options.budget = 60;

  ASSERT_TRUE(
      solveWithCuts({solvers, "counting"}, makeChain(128), {}, options));

  // The uncut problem, and the best of several stages.
  EXPECT_TRUE(numOps.count(2));
  EXPECT_GE(numOps.size(), 3u);
}

TEST(CutSolveTest, TheBoundWithPiecesCountsTrafficOfTheHomeTier) {
  const Problem problem = makeChain(128);

  // 2048 bytes are read from home and 2048 written home, at 100 B/s. The buffer
  // in the middle may go through fast memory in pieces.
  EXPECT_DOUBLE_EQ(lowerBoundWithPieces(problem), 40.96);
  EXPECT_DOUBLE_EQ(lowerBoundOnMakespan(problem), 81.92);
}

TEST(CutSolveTest, TheBoundWithPiecesOfAnUncuttableProblemIsTheDefaultBound) {
  Problem problem = makeChain(128);
  for (Op &op : problem.ops)
    op.cuts.clear();

  EXPECT_DOUBLE_EQ(lowerBoundWithPieces(problem), 81.92);
}

TEST(CutSolveTest, KeepsOpsWholeIfCutsDoNotHelp) {
  Problem problem = makeChain(128);
  problem.target.piecePs = 100'000'000'000'000;

  const CutSolveResult result = solve(problem, "auto");

  EXPECT_TRUE(result.groups.empty());
  EXPECT_EQ(result.problem.problem.numSteps(), 2);
  EXPECT_EQ(result.result.solution->makespanPs, result.uncutPs);
}

TEST(CutSolveTest, WithoutCutsReturnsTheSolversPlacement) {
  const Problem problem = makeChain(128);

  const CutSolveResult result = solve(problem, "none");

  EXPECT_EQ(*result.result.solution,
            *solveAndVerify(makeSolvers(), "greedy", problem, {})->solution);
}

TEST(CutSolveTest, AFixedNumberIsTheNumberOfPieces) {
  const CutSolveResult result = solve(makeChain(128), "4");

  ASSERT_FALSE(result.cuts.ops.empty());
  for (const OpCut &cut : result.cuts.ops)
    EXPECT_EQ(cut.bounds.size(), 3u);
}

TEST(CutSolveTest, RefusesMorePiecesThanAnyDimensionHas) {
  const Result<CutSolveResult> result = solveWithCuts(
      {makeSolvers(), "greedy"}, makeChain(8), {}, *parseCut("9"));

  EXPECT_EQ(result.error(), "problem 'test' has no op that can be cut in 9 "
                            "pieces; the most is 8");
}

TEST(CutSolveTest, NotesThatNoOpCanBeCut) {
  Problem problem = makeChain();
  for (Op &op : problem.ops)
    op.cuts.clear();

  EXPECT_EQ(solve(problem, "auto").result.notes,
            (std::vector<std::string>{
                "no op of problem 'test' has cuts (field 'cuts', "
                "docs/reference/problem.md)"}));
}

TEST(CutSolveTest, RefusesAnInvalidNumberOfPieces) {
  for (const char *text : {"", "1", "-2", "2x", "some"})
    EXPECT_FALSE(parseCut(text)) << text;
  EXPECT_EQ(parseCut("2")->pieces, 2);
}

// For any cuts, the problem is well formed, writes the same number of bytes,
// reads at least as many bytes, and has legal placements.
TEST(CutSolveTest, RandomCutsGiveProblemsThatCanBeSolved) {
  const SolverRegistry solvers = makeSolvers();
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Problem problem = makeRandomChain(random);
    const std::vector<CutGroup> groups = makeRandomGroups(random, problem);
    const Result<CutProblem> cut =
        makeCutProblem(problem, cutGroups(problem, groups));
    ASSERT_TRUE(cut) << cut.error();
    const std::optional<Error> error = check(cut->problem);
    ASSERT_FALSE(error) << error->message;
    int64_t read = 0, written = 0;
    for (const Op &op : cut->problem.ops)
      for (const Access &access : op.accesses)
        (access.writes() ? written : read) += access.bytes;
    EXPECT_EQ(written, 512 * problem.numSteps());
    EXPECT_GE(read, 512 * problem.numSteps());
    const Result<SolveResult> result =
        solveAndVerify(solvers, "greedy", cut->problem, {});
    ASSERT_TRUE(result) << result.error();
    ASSERT_TRUE(result->solution) << result->message;
    EXPECT_LE(toPicoseconds(lowerBoundWithPieces(problem)),
              *result->solution->makespanPs);
  }
}

// A solver that places the cut problem anew receives the priorities found
// before.
TEST(CutSolveTest, PlacingTheCutProblemAnewIsAsFast) {
  const SolverRegistry solvers = makeSolvers();
  int numFaster = 0; // With the placement of the search for cuts.
  for (uint64_t seed : {56, 57, 279}) { // In 279 the new placement is faster.
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Problem problem = makeRandomChain(random);
    CutOptions options = *parseCut("auto");
    options.budget = 40;
    const Result<CutSolveResult> found =
        solveWithCuts({solvers, "greedy"}, problem, {}, options);
    options.replacesPlacement = true;
    const Result<CutSolveResult> anew =
        solveWithCuts({solvers, "greedy"}, problem, {}, options);
    ASSERT_TRUE(found && anew);
    if (!anew->result.solution)
      continue;

    const Result<SolveResult> again =
        solveAndVerify(solvers, "greedy", anew->problem.problem, {});

    ASSERT_TRUE(again);
    EXPECT_EQ(anew->result.solution->makespanPs, again->solution->makespanPs);
    numFaster += *found->result.solution->makespanPs <
                 *anew->result.solution->makespanPs;
  }
  EXPECT_GT(numFaster, 0);
}
