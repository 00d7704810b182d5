//===- FitCutsTest.cpp - Cuts with which every op fits --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/FitCuts.h"

#include "CutChain.h"

#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

using namespace memplace;
using namespace memplace::cut;
using namespace memplace::test;

static const std::vector<int64_t> usualCounts = {2, 3, 4, 6, 8, 12, 16};

/// Lets only fast memory serve ops.
static void hideSlowMemory(Problem &problem) {
  for (TierId tier : {slow, rom})
    problem.target.tiers[tier].servesOps = false;
}

/// Three buffers of 2048 bytes. Ops see only fast memory of \p capacity bytes.
static Problem makeNarrow(int64_t capacity) {
  Problem problem = makeChain(128);
  problem.target.tiers[fast].capacity = capacity;
  hideSlowMemory(problem);
  return problem;
}

static FittingCuts fit(const Problem &problem,
                       const std::vector<int64_t> &counts = usualCounts) {
  return cutToFit(problem, counts, CutNeighbours(problem));
}

/// Returns the numbers of pieces of the cuts, or nothing for a misfit.
static std::vector<int64_t> piecesOf(const FittingCuts &cuts) {
  std::vector<int64_t> pieces;
  for (const CutGroup &group : cuts.groups)
    pieces.push_back(group.pieces);
  return pieces;
}

TEST(FitCutsTest, AProgramThatFitsStaysWhole) {
  const FittingCuts cuts = fit(makeNarrow(4096));
  EXPECT_FALSE(cuts.misfit);
  EXPECT_TRUE(cuts.groups.empty());
}

TEST(FitCutsTest, TheSmallestNumberOfPiecesIsTaken) {
  // A piece of an op has two operands of 2048 / n bytes; both ops are alike.
  EXPECT_EQ(piecesOf(fit(makeNarrow(2048))), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(piecesOf(fit(makeNarrow(2047))), (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(piecesOf(fit(makeNarrow(32))), (std::vector<int64_t>{128, 128}));
}

TEST(FitCutsTest, AGivenNumberOfPiecesIsTheOnlyOne) {
  EXPECT_EQ(piecesOf(fit(makeNarrow(2048), {4})), (std::vector<int64_t>{4, 4}));
  EXPECT_TRUE(fit(makeNarrow(2047), {2}).misfit);
}

TEST(FitCutsTest, AMisfitSaysWhatIsReached) {
  const Problem problem = makeNarrow(31);
  const FittingCuts cuts = fit(problem);
  ASSERT_TRUE(cuts.misfit);
  EXPECT_TRUE(cuts.groups.empty());
  EXPECT_EQ(describeMisfit(problem, *cuts.misfit),
            "op 'op0' (step 0) needs at least 32 bytes in 'fast' at once, "
            "which has 31; the least is reached by cutting its dimension 0 in "
            "128");
}

TEST(FitCutsTest, AnOpWithoutDimensionsIsAMisfit) {
  Problem problem = makeNarrow(2048);
  problem.ops[0].cuts.clear();
  const FittingCuts cuts = fit(problem);
  ASSERT_TRUE(cuts.misfit);
  EXPECT_EQ(describeMisfit(problem, *cuts.misfit),
            "op 'op0' (step 0) needs at least 4096 bytes in 'fast' at once, "
            "which has 2048; no cut makes its operands smaller");
}

TEST(FitCutsTest, AlikeOpsAreCutTogether) {
  Problem problem = makeLayers();
  hideSlowMemory(problem);
  // Weights of 512 bytes are read whole by each piece.
  problem.target.tiers[fast].capacity = 1024;
  const FittingCuts cuts = fit(problem);
  ASSERT_FALSE(cuts.misfit);
  EXPECT_EQ(piecesOf(cuts), std::vector<int64_t>(8, 2));
}

/// Solves random chains for ops that see only fast memory; the greedy solver
/// places each chain that fits.
TEST(FitCutsTest, CutsThatFitHaveAPlacement) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  int64_t numPlaced = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    TestRandom random(seed);
    Problem problem = makeRandomChain(random);
    hideSlowMemory(problem);
    problem.target.tiers[fast].capacity = random.in(100, 1500);
    const FittingCuts cuts = fit(problem);
    CutOptions options = *parseCut("auto");
    options.budget = 2;
    Result<CutSolveResult> result =
        solveWithCuts(solvers, "greedy", problem, {}, options);
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->misfit.has_value(),
              cuts.misfit && !result->result.solution)
        << "seed " << seed;
    if (result->result.solution) {
      ++numPlaced;
      EXPECT_FALSE(verify(result->problem.problem, *result->result.solution))
          << "seed " << seed;
    }
  }
  EXPECT_GE(numPlaced, 20);
}
