//===- CutProblemTest.cpp - Construction of cut problems ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutChain.h"

#include "../../lib/Cut/CutCosts.h"
#include "memplace/Cut/CutProblem.h"

using namespace memplace;
using namespace memplace::test;

static CutProblem makeCut(const Problem &problem, const Cuts &cuts) {
  Result<CutProblem> result = makeCutProblem(problem, cuts);
  EXPECT_TRUE(result) << result.error();
  const std::optional<Error> error = check(result->problem);
  EXPECT_FALSE(error) << error->message;
  return *result;
}

static std::vector<std::string> namesOf(const Problem &problem) {
  std::vector<std::string> names;
  for (const Op &op : problem.ops)
    names.push_back(op.name);
  return names;
}

// Cuts both ops and all buffers in the middle.
static const Cuts middle = {{{0, 0, {4}}, {1, 0, {4}}},
                            {{0, 128, {64}}, {1, 128, {64}}, {2, 128, {64}}}};

TEST(CutProblemTest, PiecesOfACascadeAlternate) {
  const CutProblem result = makeCut(makeChain(), middle);

  EXPECT_EQ(namesOf(result.problem),
            (std::vector<std::string>{"op0.piece 1/2", "op1.piece 1/2",
                                      "op0.piece 2/2", "op1.piece 2/2"}));
  EXPECT_EQ(result.opOf, (std::vector<Step>{0, 1, 0, 1}));
  EXPECT_EQ(result.problem.name, "test.cut");
}

TEST(CutProblemTest, AReaderOfAScalarFollowsAllPiecesOfItsProducer) {
  Cuts cuts = middle;
  cuts.needs = {{1, 0}};

  EXPECT_EQ(makeCut(makeChain(), cuts).opOf, (std::vector<Step>{0, 0, 1, 1}));
}

TEST(CutProblemTest, PiecesShareBytesAndCompute) {
  const CutProblem result = makeCut(makeChain(), middle);

  EXPECT_EQ(result.problem.buffers.size(), 6u);
  EXPECT_EQ(result.problem.buffers[2].name, "a.piece 1/2");
  EXPECT_EQ(result.problem.buffers[2].size, 64);
  EXPECT_EQ(result.problem.buffers[2].range, (LiveRange{0, 2}));
  EXPECT_EQ(result.problem.ops[1].computePs, 40);
  EXPECT_EQ(result.problem.ops[1].accesses,
            (std::vector<Access>{reads(2, 64), writes(4, 64)}));
}

TEST(CutProblemTest, AHaloIsReadByBothPieces) {
  // Windows of 3 rows: piece 1 reads rows 0 to 5. Piece 2 reads rows 4 to 7;
  // rows 4 and 5 are in the first piece of the buffer.
  const Cuts cuts = {{{0, 0, {6}}, {1, 0, {4}}},
                     {{0, 128, {96}}, {1, 128, {96}}, {2, 128, {64}}}};

  const CutProblem result = makeCut(makeChain(8, 3), cuts);

  EXPECT_EQ(result.problem.ops[1].accesses,
            (std::vector<Access>{reads(2, 96), writes(4, 64)}));
  EXPECT_EQ(result.problem.ops[3].accesses,
            (std::vector<Access>{reads(2, 32), reads(3, 32), writes(5, 64)}));
}

TEST(CutProblemTest, AReaderWaitsForEachPieceThatItNeeds) {
  // Rows 4 and 5 are in the second piece of the buffer.
  const CutProblem result = makeCut(makeChain(8, 3), middle);

  EXPECT_EQ(result.opOf, (std::vector<Step>{0, 0, 1, 1}));
}

TEST(CutProblemTest, AWriteOfAPartIsAnUpdate) {
  const CutProblem result = makeCut(makeChain(), {{{0, 0, {4}}}, {}});

  EXPECT_EQ(result.problem.ops[0].accesses,
            (std::vector<Access>{reads(0, 64), updates(1, 64)}));
}

TEST(CutProblemTest, EachPieceReadsUncutOperandsInFull) {
  Problem problem = makeChain();
  problem.ops[0].cuts[0].accesses.erase(
      problem.ops[0].cuts[0].accesses.begin());

  const CutProblem result = makeCut(problem, {{{0, 0, {4}}}, {{1, 128, {64}}}});

  EXPECT_EQ(result.problem.ops[0].accesses,
            (std::vector<Access>{reads(0, 128), writes(1, 64)}));
  EXPECT_EQ(result.problem.ops[1].accesses,
            (std::vector<Access>{reads(0, 128), writes(2, 64)}));
}

TEST(CutProblemTest, ReadersOfAllPiecesOfAnExternalBufferReadAtHome) {
  Problem problem = makeChain();
  problem.buffers[0].range = {0, 2};
  problem.ops[1].accesses.push_back(reads(0, 128));

  const CutProblem result = makeCut(problem, {{{0, 0, {4}}}, {{0, 128, {64}}}});

  Access first = reads(0, 64), second = reads(1, 64);
  first.tiers = second.tiers = {slow};
  EXPECT_EQ(
      result.problem.ops[2].accesses,
      (std::vector<Access>{reads(2, 128), writes(3, 128), first, second}));
  EXPECT_EQ(result.problem.ops[0].accesses.front(), reads(0, 64));
}

TEST(CutProblemTest, APieceAccessedWithOthersHasAPlaceAtHome) {
  Problem problem = makeChain();
  problem.target.tiers[fast].capacity = 128;

  const CutProblem result = makeCut(problem, {{{0, 0, {4}}}, {{1, 128, {64}}}});

  for (size_t piece : {1, 2}) {
    EXPECT_EQ(result.problem.buffers[piece].external, true);
    EXPECT_EQ(result.problem.buffers[piece].range.end, 3);
    EXPECT_EQ(result.problem.ops[2].accesses[piece - 1].tiers,
              (std::vector<TierId>{slow}));
  }
  EXPECT_EQ(result.problem.buffers[0].external, std::nullopt);
}

/// Reads columns of 64 bytes of an external buffer with rows of 256 bytes, over
/// channels with latency.
static CutProblem cutColumns(int64_t latencyPs, int64_t dimensions) {
  Problem problem = makeChain();
  problem.buffers[0].size = 256;
  problem.ops[0].cuts[0] = {2,
                            {{.access = 0, .stride = 64, .period = 128},
                             {.access = 1, .stride = 64}}};
  for (Channel &channel : problem.target.channels) {
    channel.latencyPs = latencyPs;
    channel.dimensions = dimensions;
  }
  return makeCut(problem, {{{0, 0, {1}}}, {{0, 128, {64}}}});
}

TEST(CutProblemTest, ColumnsOfAnExternalBufferLieInRows) {
  const Problem problem = cutColumns(/*latencyPs=*/5, /*dimensions=*/1).problem;

  EXPECT_EQ(problem.buffers[0].size, 128);
  EXPECT_EQ(problem.buffers[0].rows, (std::vector<int64_t>{2}));
  EXPECT_EQ(problem.buffers[2].rows, std::vector<int64_t>()); // Internal.
}

TEST(CutProblemTest, RefusesToCutABufferInRows) {
  Problem problem = makeChain();
  problem.buffers[0].rows = {2};

  EXPECT_EQ(makeCutProblem(problem, {{}, {{0, 128, {64}}}}).error(),
            "can't cut buffer 'x', which lies in rows at home");
}

TEST(CutProblemTest, OmitsRowsThatCostNothing) {
  EXPECT_TRUE(cutColumns(0, 1).problem.buffers[0].rows.empty());
  const Problem inOne = cutColumns(5, 3).problem;
  EXPECT_TRUE(inOne.buffers[0].rows.empty());
  EXPECT_EQ(inOne.target.channels[0].dimensions, 1);
}

TEST(CutProblemTest, EachPieceOfASumUpdatesAllOfTheResult) {
  Problem problem = makeChain();
  problem.ops[0].accesses[1].mode = AccessMode::Update;
  problem.ops[0].cuts[0].accesses.pop_back();

  const CutProblem result = makeCut(problem, {{{0, 0, {4}}}, {{0, 128, {64}}}});

  EXPECT_EQ(result.problem.ops[0].accesses,
            (std::vector<Access>{reads(0, 64), updates(2, 128)}));
  EXPECT_EQ(result.problem.ops[1].accesses,
            (std::vector<Access>{reads(1, 64), updates(2, 128)}));
}

TEST(CutProblemTest, PiecesAfterTheFirstHaveRecomputation) {
  Problem problem = makeChain();
  problem.ops[0].cuts[0].againPs = 5;

  const CutProblem result = makeCut(problem, {{{0, 0, {4}}}, {}});

  EXPECT_EQ(result.problem.ops[0].computePs, 40);
  EXPECT_EQ(result.problem.ops[1].computePs, 45);
}

TEST(CutProblemTest, AResultThatMustMoveGetsOneMorePieceOfTime) {
  Problem problem = makeChain();
  problem.ops[0].accesses[1].tiers = {slow};

  EXPECT_EQ(makeCut(problem, middle).opOf, (std::vector<Step>{0, 0, 1, 1}));
  // Uncut readers pinned to slow need no transfer either.
  problem.ops[1].accesses[0].tiers = {slow};
  EXPECT_EQ(makeCut(problem, middle).opOf, (std::vector<Step>{0, 1, 0, 1}));
}

TEST(CutProblemTest, EachPieceAfterTheFirstIsLaunched) {
  Problem problem = makeChain();
  problem.target.piecePs = 7;

  const CutProblem result = makeCut(problem, {{{0, 0, {2, 4}}}, {}});

  EXPECT_EQ(namesOf(result.problem),
            (std::vector<std::string>{"op0.piece 1/3", "op0.launch 2/3",
                                      "op0.piece 2/3", "op0.launch 3/3",
                                      "op0.piece 3/3", "op1"}));
  EXPECT_EQ(result.problem.ops[1].computePs, 7);
  EXPECT_EQ(result.problem.target.piecePs, 0);
}

/// Returns the total cost of a piece after the first, with all its launches.
static int64_t getPiecePs(int64_t launchPs, int64_t piecePs) {
  Problem problem = makeChain();
  problem.target.launchPs = launchPs;
  problem.target.piecePs = piecePs;
  const Cuts cuts = {{{0, 0, {2, 4}}}, {}};
  const std::vector<CutCost> costs =
      getCutCosts(problem, cuts, makeCut(problem, cuts));
  EXPECT_EQ(costs.size(), 1U);
  EXPECT_EQ(costs[0].pieces, 3);
  EXPECT_EQ(costs[0].launchPs % 2, 0);
  return costs[0].launchPs / 2;
}

TEST(CutProblemTest, APieceCostsPiecePsOrItsLaunches) {
  EXPECT_EQ(getPiecePs(0, 0), 0);
  EXPECT_EQ(getPiecePs(0, 7), 7);
  EXPECT_EQ(getPiecePs(100, 0), 100);
  EXPECT_EQ(getPiecePs(100, 100), 100);
  EXPECT_EQ(getPiecePs(100, 250), 250);
  // The launch before a piece costs more, or less, than the remaining cost of
  // the piece.
  EXPECT_EQ(getPiecePs(100, 149), 100);
  EXPECT_EQ(getPiecePs(100, 150), 201);
  EXPECT_EQ(getPiecePs(100, 200), 201);
}

TEST(CutProblemTest, PiecesStayInTheirLoop) {
  Problem problem = makeChain();
  problem.loops = {{.range = {0, 1}, .tripCount = 3}};

  const CutProblem result = makeCut(problem, middle);

  EXPECT_EQ(result.opOf, (std::vector<Step>{0, 0, 1, 1}));
  EXPECT_EQ(result.problem.loops[0].range, (LiveRange{0, 2}));
}

TEST(CutProblemTest, WithoutCutsReturnsTheSameProblem) {
  const Problem problem = makeChain();
  Problem expected = problem;
  for (Op &op : expected.ops)
    op.cuts.clear();

  EXPECT_EQ(makeCut(problem, {}).problem, expected);
}

TEST(CutProblemTest, RefusesBoundsOutsideTheExtent) {
  for (const std::vector<int64_t> &bounds :
       std::vector<std::vector<int64_t>>{{}, {0}, {8}, {4, 4}})
    EXPECT_EQ(makeCutProblem(makeChain(), {{{0, 0, bounds}}, {}}).error(),
              "can't cut op 'op0': bounds must rise, above 0 and below 8");
}

TEST(CutProblemTest, RefusesAMissingDimension) {
  EXPECT_EQ(makeCutProblem(makeChain(), {{{1, 1, {4}}}, {}}).error(),
            "can't cut op 'op1' along dimension 1: it has 1");
}

TEST(CutProblemTest, RefusesToCutAPinnedBuffer) {
  Problem problem = makeChain();
  problem.buffers[1].tiers = {slow};

  EXPECT_EQ(makeCutProblem(problem, {{}, {{1, 128, {64}}}}).error(),
            "can't cut buffer 'a', which may be in one tier only");
}
