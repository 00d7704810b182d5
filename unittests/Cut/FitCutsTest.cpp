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

static CutOptions fewTrials() {
  CutOptions options;
  options.mode = CutOptions::Mode::Auto;
  options.budget = 2;
  return options;
}

/// Returns the numbers of pieces of the cuts; of a misfit, none.
static std::vector<int64_t> piecesOf(const FittingCuts &cuts) {
  std::vector<int64_t> pieces;
  for (const CutGroup &group : cuts.groups)
    pieces.push_back(group.pieces);
  return pieces;
}

TEST(FitCutsTest, AProgramThatFitsStaysWhole) {
  const FittingCuts cuts = fit(makeNarrow(4096));
  EXPECT_TRUE(cuts.doesFit);
  EXPECT_TRUE(cuts.groups.empty());
}

TEST(FitCutsTest, TheSmallestNumberOfPiecesIsTaken) {
  // A piece of an op has two operands of 2048 / n bytes, next to a result of
  // the piece before; both ops are alike.
  EXPECT_EQ(piecesOf(fit(makeNarrow(3072))), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(piecesOf(fit(makeNarrow(3071))), (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(piecesOf(fit(makeNarrow(48))), (std::vector<int64_t>{128, 128}));
  EXPECT_FALSE(fit(makeNarrow(47)).doesFit);
}

TEST(FitCutsTest, AGivenNumberOfPiecesIsTheOnlyOne) {
  EXPECT_EQ(piecesOf(fit(makeNarrow(2048), {4})), (std::vector<int64_t>{4, 4}));
  EXPECT_FALSE(fit(makeNarrow(2047), {2}).doesFit);
}

TEST(FitCutsTest, AMisfitSaysWhatIsReached) {
  const Problem problem = makeNarrow(31);
  const FittingCuts cuts = fit(problem);
  ASSERT_FALSE(cuts.doesFit);
  EXPECT_TRUE(cuts.groups.empty());
  EXPECT_EQ(describeMisfit(problem, cuts.tightest),
            "op 'op0' (step 0) needs at least 32 bytes in 'fast' at once, "
            "which has 31; the least is reached by cutting its dimension 0 in "
            "128");
}

TEST(FitCutsTest, AnOpWithoutDimensionsIsAMisfit) {
  Problem problem = makeNarrow(2048);
  problem.ops[0].cuts.clear();
  const FittingCuts cuts = fit(problem);
  ASSERT_FALSE(cuts.doesFit);
  EXPECT_EQ(describeMisfit(problem, cuts.tightest),
            "op 'op0' (step 0) needs at least 4096 bytes in 'fast' at once, "
            "which has 2048; no cut makes its operands smaller");
}

TEST(FitCutsTest, AlikeOpsAreCutTogether) {
  Problem problem = makeLayers();
  hideSlowMemory(problem);
  // Weights of 512 bytes are read whole by each piece.
  problem.target.tiers[fast].capacity = 1024;
  const FittingCuts cuts = fit(problem);
  ASSERT_TRUE(cuts.doesFit);
  EXPECT_EQ(piecesOf(cuts), std::vector<int64_t>(8, 4));
  EXPECT_TRUE(cuts.groups[0].takesTurns);
}

TEST(FitCutsTest, AMisfitNamesTheChannelFieldsThatPreventACut) {
  // Columns of x and y, in pieces of 32 rows of 64 / n bytes.
  Problem problem = makeNarrow(768);
  problem.ops.resize(1);
  problem.buffers = {makeLiveIn("x", {0, 1}), makeLiveOut("y", {0, 1})};
  for (Buffer &buffer : problem.buffers)
    buffer.size = 2048;
  for (CutAccess &access : problem.ops[0].cuts[0].accesses) {
    access.stride = 4;
    access.period = 64;
  }
  problem.ops[0].cuts[0].extent = 16;
  for (Channel &channel : problem.target.channels)
    channel.latencyPs = 0;
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<CutSolveResult> result =
      solveWithCuts({solvers, "greedy"}, problem, {}, fewTrials());
  ASSERT_TRUE(result) << result.error();
  EXPECT_EQ(result->result.message,
            "op 'op0' (step 0) needs at least 4096 bytes in 'fast' at once, "
            "which has 768; no cut makes its operands smaller; cutting its "
            "dimension 0 in 8 would fit if channels moved several short rows "
            "at once (\"dimensions\": 2, \"least_run\": 1)");
  for (Channel &channel : problem.target.channels)
    channel.dimensions = 2;
  result = solveWithCuts({solvers, "greedy"}, problem, {}, fewTrials());
  ASSERT_TRUE(result) << result.error();
  EXPECT_TRUE(result->result.solution) << result->result.message;
}

/// A product of two matrices of 64 rows of 16 bytes, whose result has 64 x 64
/// bytes. The rows of each operand are a dimension of the op.
static Problem makeTiles(int64_t capacity) {
  Problem problem = makeNarrow(capacity);
  problem.ops.resize(1);
  problem.buffers = {makeLiveIn("x", {0, 1}), makeLiveIn("w", {0, 1}),
                     makeLiveOut("y", {0, 1})};
  problem.buffers[0].size = problem.buffers[1].size = 1024;
  problem.buffers[2].size = 4096;
  problem.ops[0].accesses = {reads(0, 1024), reads(1, 1024), writes(2, 4096)};
  problem.ops[0].cuts = {
      {64, {{.access = 0, .stride = 16}, {.access = 2, .stride = 64}}},
      {64,
       {{.access = 1, .stride = 16},
        {.access = 2, .stride = 1, .period = 64}}}};
  return problem;
}

TEST(FitCutsTest, AnOpThatNoSingleDimensionFitsIsCutAlongTwo) {
  // With single rows of x: 16 + 1024 + 64 bytes.
  const Problem problem = makeTiles(512);
  EXPECT_FALSE(fit(problem).doesFit);
  // 8 pieces have 8 rows of x, 128 bytes. With 16 pieces of w, 4 rows of w are
  // 64 bytes, and 8 x 4 results 32, next to those of the piece before: 256
  // bytes, less than 70 % of the tier. 6 pieces would need 416.
  const std::vector<CutGroup> groups =
      cutToFitLater(problem, usualCounts, CutNeighbours(problem));
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].pieces, 8);
  CutOptions options = fewTrials();
  EXPECT_EQ(findFirstCuts(problem, options).ops.size(), 1U);
}

TEST(FitCutsTest, AMisfitAlongAllDimensionsNamesTheLeastBytes) {
  const Problem problem = makeTiles(32);
  FittingCuts cuts = fit(problem);
  ASSERT_FALSE(cuts.doesFit);
  EXPECT_TRUE(
      cutToFitLater(problem, usualCounts, CutNeighbours(problem)).empty());
  findFinest(problem, CutNeighbours(problem), cuts.tightest);
  EXPECT_EQ(describeMisfit(problem, cuts.tightest),
            "op 'op0' (step 0) needs at least 1104 bytes in 'fast' at once, "
            "which has 32; the least is reached by cutting its dimension 0 in "
            "64; cut along all of its dimensions at once, it needs at least "
            "40");
}

/// Three ops. The first reads x whole and rows of w, and writes rows of h; the
/// second makes rows of g of rows of h; the last reads g whole.
static Problem makeProduct(int64_t capacity) {
  Problem problem = makeNarrow(capacity);
  problem.buffers = {makeLiveIn("x", {0, 3}), makeLiveIn("w", {0, 3}),
                     makeBuffer("h", {0, 2}), makeBuffer("g", {1, 3}),
                     makeLiveOut("y", {2, 3})};
  for (Buffer &buffer : problem.buffers)
    buffer.size = buffer.name == "y" ? 16 : 2048;
  const Op like = problem.ops[0];
  problem.ops = {like, like, like};
  problem.ops[0].accesses = {reads(1, 2048), writes(2, 2048), reads(0, 2048)};
  problem.ops[1].accesses = {reads(2, 2048), writes(3, 2048)};
  problem.ops[1].computePs = 2 * like.computePs; // Not alike.
  problem.ops[2].accesses = {reads(3, 2048), writes(4, 16)};
  problem.ops[2].cuts.clear();
  return problem;
}

TEST(FitCutsTest, PiecesKeepTheOrderIfAResultLeftBetweenThemHasNoRoom) {
  // A piece of the first op needs 2048 + 512 + 512 bytes. Before the next piece
  // a piece of g would be 2048 bytes on the way out, a piece of h only 512.
  const Problem problem = makeProduct(3584);
  const FittingCuts cuts = fit(problem);
  EXPECT_EQ(piecesOf(cuts), std::vector<int64_t>{4});
  ASSERT_TRUE(cuts.doesFit);
  EXPECT_FALSE(cuts.groups[0].takesTurns);
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<CutSolveResult> result =
      solveWithCuts({solvers, "greedy"}, problem, {}, fewTrials());
  ASSERT_TRUE(result) << result.error();
  EXPECT_TRUE(result->result.solution) << result->result.message;
  EXPECT_FALSE(result->misfit);
}

TEST(FitCutsTest, OpsThatFitOnlyOneByOneAreReported) {
  Problem problem = makeProduct(5000);
  problem.ops[1].cuts.clear();
  // The second op leaves g; the third op does not use it.
  problem.ops[0].accesses = {reads(1, 2048), writes(2, 2048)};
  problem.ops[2].accesses = {reads(0, 2048), reads(2, 2048), writes(4, 16)};
  problem.buffers[2].range.end = 3;
  problem.buffers[3].liveOut = true;
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<CutSolveResult> result =
      solveWithCuts({solvers, "greedy"}, problem, {}, fewTrials());
  ASSERT_TRUE(result) << result.error();
  EXPECT_FALSE(result->result.solution);
  EXPECT_EQ(
      result->result.message,
      "no cuts were found with which all ops can be placed, although op "
      "'op0' (step 2) fits alone: it needs 4112 bytes in 'fast' at once, "
      "which has 5000; uncut, found no way to serve buffer 'w' to op 'op0' "
      "(step 0) from a tier that this access allows; allow more tiers, "
      "add a channel, or put an empty op before it");
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
    Result<CutSolveResult> result =
        solveWithCuts({solvers, "greedy"}, problem, {}, fewTrials());
    ASSERT_TRUE(result) << result.error();
    EXPECT_NE(result->misfit.has_value(), result->result.solution.has_value())
        << "seed " << seed;
    if (result->result.solution) {
      ++numPlaced;
      EXPECT_FALSE(verify(result->problem.problem, *result->result.solution))
          << "seed " << seed;
    }
  }
  EXPECT_GE(numPlaced, 20);
}
