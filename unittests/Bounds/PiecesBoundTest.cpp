//===- PiecesBoundTest.cpp - Bounds over all cuts, computed by hand -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/SmallProblems.h"

#include "memplace/Bounds/LowerBound.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// Fast: 1000 B/s and 1024 B. Slow, home of all buffers: 100 B/s. Ops compute
/// for 1 ps.
double piecesBoundOf(const Problem &problem) {
  EXPECT_FALSE(check(problem)) << check(problem)->message;
  return lowerBoundWithPieces(problem);
}

/// One op that reads all 160 bytes of a live-in buffer, in \p extent indices of
/// \p cut.
Problem makeCutRead(int64_t extent, CutAccess cut) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 1})}, {{reads(0, 160)}});
  problem.buffers[0].size = 160;
  problem.ops[0].cuts = {{extent, {cut}}};
  return problem;
}

/// Returns the number of different bytes that the op must have from home,
/// according to the bound.
double touchedBytes(int64_t extent, CutAccess cut) {
  return piecesBoundOf(makeCutRead(extent, cut)) * 100;
}

TEST(PiecesBoundTest, IsTheBoundWithoutPiecesIfNothingCanBeCut) {
  Traits all = {.hasMiddleTier = true, .hasRom = true, .hasLoops = true};
  all.isSlow = all.isNarrow = all.hasOwnedFast = true;
  for (uint64_t seed = 0; seed < 40; ++seed)
    for (const Traits &traits : {Traits(), all, Traits{.isMax = true}}) {
      SCOPED_TRACE(seed);
      const Problem problem = makeSmallProblem(seed, traits);
      EXPECT_EQ(piecesBoundOf(problem), lowerBoundOnMakespan(problem));
      const BoundLimits limits = {.iterations = 20};
      EXPECT_EQ(strongLowerBoundWithPieces(problem, limits),
                strongLowerBoundOnMakespan(problem, limits));
    }
}

//===----------------------------------------------------------------------===//
// The bytes that an op touches
//===----------------------------------------------------------------------===//

TEST(PiecesBoundTest, WindowsThatTileTouchAll) {
  EXPECT_DOUBLE_EQ(touchedBytes(10, {.stride = 16}), 160);
  EXPECT_DOUBLE_EQ(touchedBytes(1, {.stride = 160}), 160);
  EXPECT_DOUBLE_EQ(touchedBytes(9, {.stride = 16}), 144);
}

TEST(PiecesBoundTest, WindowsWithGapsDoNotTouchTheGaps) {
  EXPECT_DOUBLE_EQ(touchedBytes(10, {.stride = 16, .width = 8}), 80);
}

TEST(PiecesBoundTest, WindowsThatOverlapCountEachByteOnce) {
  // The last window ends at 160.
  EXPECT_NEAR(touchedBytes(8, {.stride = 16, .width = 48}), 160, 1e-9);
  EXPECT_NEAR(touchedBytes(7, {.stride = 16, .width = 48}), 144, 1e-9);
  EXPECT_DOUBLE_EQ(touchedBytes(10, {.stride = 16, .width = 48}), 160);
}

TEST(PiecesBoundTest, BytesOutsideTheBufferAreNotTouched) {
  // The first window begins 16 bytes before the buffer, and the last ends 16
  // bytes before byte 128 + 16.
  EXPECT_NEAR(touchedBytes(7, {.stride = 16, .width = 48, .first = -16}), 128,
              1e-9);
  // Windows [40, 56) to [152, 168); the last 8 bytes are outside the buffer.
  EXPECT_DOUBLE_EQ(touchedBytes(8, {.stride = 16, .first = 40}), 120);
  // [32, 48) to [144, 160).
  EXPECT_DOUBLE_EQ(touchedBytes(8, {.stride = 16, .first = 32}), 128);
  // Two windows of 8 bytes, [30, 38) and [46, 54).
  EXPECT_DOUBLE_EQ(touchedBytes(2, {.stride = 16, .width = 8, .first = 30}),
                   16);
}

TEST(PiecesBoundTest, WindowsTouchEachPeriodOfTheBuffer) {
  EXPECT_DOUBLE_EQ(touchedBytes(5, {.stride = 16, .period = 80}), 160);
  EXPECT_DOUBLE_EQ(touchedBytes(5, {.stride = 16, .width = 8, .period = 80}),
                   80);
  EXPECT_DOUBLE_EQ(touchedBytes(2, {.stride = 16, .period = 40}), 128);
}

TEST(PiecesBoundTest, AnAccessTouchesNoMoreBytesThanItReads) {
  Problem problem = makeCutRead(10, {.stride = 16});
  problem.ops[0].accesses[0].bytes = 50;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.5);
  // Nor more bytes than the buffer has: the op reads some bytes again.
  problem.ops[0].accesses[0].bytes = 500;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
}

TEST(PiecesBoundTest, TheDimensionThatTouchesLeastCounts) {
  Problem problem = makeCutRead(10, {.stride = 16});
  problem.ops[0].cuts.push_back({5, {{.stride = 16}}});
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.8);
  std::swap(problem.ops[0].cuts[0], problem.ops[0].cuts[1]);
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.8);
}

TEST(PiecesBoundTest, EachAccessIsCutByItsOwnEntry) {
  Problem problem = makeCutRead(4, {.access = 1, .stride = 16});
  problem.buffers.push_back(problem.buffers[0]);
  problem.buffers[1].name = "v";
  problem.ops[0].accesses.push_back(reads(1, 160));
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6 + 0.64);
  problem.ops[0].cuts[0].accesses.push_back({.access = 0, .stride = 8});
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.32 + 0.64);
}

//===----------------------------------------------------------------------===//
// Bytes that must come from home and return home
//===----------------------------------------------------------------------===//

/// Two ops that read a live-in buffer in halves: the first reads 16 bytes, the
/// second 160.
Problem makeTwoReads() {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2})}, {{reads(0)}, {reads(0, 160)}});
  problem.buffers[0].size = 160;
  for (Op &op : problem.ops)
    op.cuts = {{2, {{.stride = 80}}}};
  return problem;
}

TEST(PiecesBoundTest, TheReadThatTouchesMostCounts) {
  Problem problem = makeTwoReads();
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
  std::swap(problem.ops[0], problem.ops[1]);
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
}

TEST(PiecesBoundTest, ReadsCountUpToTheFirstWrite) {
  Problem problem = makeTwoReads();
  problem.buffers[0].external = false;
  problem.ops[0].accesses.push_back(writes(0, 160));
  problem.ops[0].cuts[0].accesses.push_back({.access = 1, .stride = 80});
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.336); // Both ops, in fast.
  problem.ops[0].accesses[0].bytes = 100;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1); // The op reads before it writes.
  // In the other order the write is the op's second access as well.
  std::swap(problem.ops[0].accesses[0], problem.ops[0].accesses[1]);
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1);
}

TEST(PiecesBoundTest, ReadsOfAllPiecesAddUp) {
  Problem problem = makeTwoReads();
  problem.ops[1].accesses[0].bytes = 96;
  EXPECT_NEAR(piecesBoundOf(problem), 0.96 + 0.16, 1e-9);
  problem.ops[0].accesses[0].bytes = 96;
  EXPECT_NEAR(piecesBoundOf(problem), 1.6, 1e-9); // All 160 bytes.
  // The first half is read twice.
  for (Op &op : problem.ops)
    op.cuts = {{1, {{.stride = 80}}}};
  EXPECT_NEAR(piecesBoundOf(problem), 0.8, 1e-9);
}

/// Two ops that read \p bytes each of a live-in buffer: the first op its first
/// half, the second op its second half, as of a cache of two arrays.
Problem makeHalves(int64_t bytes) {
  Problem problem = makeTwoReads();
  for (Op &op : problem.ops)
    op.accesses[0].bytes = bytes;
  problem.ops[0].cuts = {{2, {{.stride = 40}}}};
  problem.ops[1].cuts = {{2, {{.stride = 40, .first = 80}}}};
  return problem;
}

TEST(PiecesBoundTest, ReadsOfDifferentPartsAddUp) {
  EXPECT_NEAR(piecesBoundOf(makeHalves(80)), 1.6, 1e-9);
  EXPECT_NEAR(piecesBoundOf(makeHalves(60)), 1.2, 1e-9);
  // No part is read from home twice if fast has room to keep the part.
  EXPECT_NEAR(piecesBoundOf(makeHalves(90)), 1.6, 1e-9);
}

TEST(PiecesBoundTest, PartsThatOverlapCountOnce) {
  Problem problem = makeHalves(80);
  problem.ops[1].cuts[0].accesses[0].first = 40;
  EXPECT_NEAR(piecesBoundOf(problem), 1.2, 1e-9);
}

TEST(PiecesBoundTest, AnAccessWithTwoDimensionsReadsTheBytesOfBoth) {
  Problem problem = makeHalves(80);
  problem.ops[1].cuts.push_back({2, {{.stride = 40, .first = 40}}});
  // The bytes [80, 120), and the whole first half.
  EXPECT_NEAR(piecesBoundOf(problem), 1.2, 1e-9);
}

TEST(PiecesBoundTest, OpsNotCutAlikeReadAtHome) {
  // The first op reads the first 40 bytes of each 80.
  Problem problem = makeHalves(80);
  problem.ops[0].cuts = {{2, {{.stride = 20, .period = 80}}}};
  EXPECT_NEAR(piecesBoundOf(problem), 1.6, 1e-9);
  // With equal periods both ops read 20 bytes of each 80.
  problem.ops[1].cuts = {{2, {{.stride = 20, .first = 20, .period = 80}}}};
  EXPECT_NEAR(piecesBoundOf(problem), 1.2, 1e-9);
}

TEST(PiecesBoundTest, ABufferWithAnUncutUserStaysWhole) {
  Problem problem = makeHalves(80);
  problem.ops[1].cuts = problem.ops[0].cuts; // The first half is read twice.
  EXPECT_NEAR(piecesBoundOf(problem), 0.8, 1e-9);
  // In a loop, pieces of a written buffer need users that cut the buffer alike.
  problem.ops.push_back({"op2", 1, {updates(0, 0)}});
  problem.buffers[0].range.end = 3;
  problem.buffers[0].liveOut = true;
  problem.loops = {{.range = {0, 3}, .tripCount = 1}};
  EXPECT_NEAR(piecesBoundOf(problem), 1.6, 1e-9);
  problem.ops[2].cuts = problem.ops[0].cuts;
  EXPECT_NEAR(piecesBoundOf(problem), 0.8, 1e-9);
}

TEST(PiecesBoundTest, AnUpdateNeedsTheOldContents) {
  Problem problem = makeTwoReads();
  problem.buffers[0].external = false;
  problem.ops[0].accesses[0].mode = AccessMode::Update;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
}

TEST(PiecesBoundTest, EachTripReadsTheBytesThatFindNoRoomElsewhere) {
  // Fast memory holds 1024 of the 2048 bytes, in any number of pieces.
  Problem problem = makeProblem({makeLiveIn("w", {0, 1})}, {{reads(0, 2048)}});
  problem.buffers[0].size = 2048;
  problem.target.tiers[fast].capacity = 1024;
  problem.ops[0].cuts = {{2, {{.stride = 1024}}}};
  EXPECT_NEAR(piecesBoundOf(problem), 20.48, 1e-9);
  problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  EXPECT_NEAR(piecesBoundOf(problem), 20.48 + 2 * 10.24, 1e-9);
  // An inner loop reads the same contents again.
  problem.loops.push_back({.range = {0, 1}, .tripCount = 2});
  EXPECT_NEAR(piecesBoundOf(problem), 20.48 + 2 * 10.24, 1e-9);
  // Overwritten contents are not read.
  problem.buffers[0].external = false;
  problem.ops[0].accesses = {writes(0, 2048)};
  EXPECT_LT(piecesBoundOf(problem), 20);
}

TEST(PiecesBoundTest, ACyclicProblemNeedsNoLiveInTraffic) {
  Problem problem = makeTwoReads();
  problem.isCyclic = true;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.176);
}

/// Two ops that write a live-out buffer: the first op in full, the second op
/// half.
Problem makeTwoWrites() {
  Problem problem = makeProblem({makeLiveOut("y", {0, 2})},
                                {{writes(0, 160)}, {updates(0, 80)}});
  problem.buffers[0].size = 160;
  for (Op &op : problem.ops)
    op.cuts = {{2, {{.stride = 80}}}};
  return problem;
}

TEST(PiecesBoundTest, TheLastWriteGoesHome) {
  Problem problem = makeTwoWrites();
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.8);
  problem.ops.pop_back();
  problem.buffers[0].range.end = 1;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
  problem.isCyclic = true;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
}

TEST(PiecesBoundTest, BuffersOnlyReadNeedNotGoHome) {
  Problem problem = makeTwoReads();
  problem.buffers[0].liveOut = true;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.6);
  // A written buffer without later uses need not go home either.
  problem = makeTwoWrites();
  problem.buffers[0].liveOut = false;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.32);
}

TEST(PiecesBoundTest, ReadsAndWritesOfAllBuffersAddUpInEachHome) {
  Problem problem = makeTwoWrites();
  problem.buffers.push_back(makeLiveIn("w", {0, 2}));
  problem.ops[0].accesses.push_back(reads(1));
  problem.ops[0].cuts[0].accesses.push_back({.access = 1, .stride = 8});
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.8 + 0.16);
  // Traffic in two home tiers does not add up.
  problem.buffers[1].home = rom;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 0.8);
  problem.buffers[1].size = 200;
  problem.ops[0].accesses[1].bytes = 200;
  problem.ops[0].cuts[0].accesses[1].stride = 100;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 2);
  // A read-only home receives nothing.
  problem.buffers[0].home = rom;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 2);
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// One op that writes, in halves, 3000 bytes of a buffer; fast holds 1024.
Problem makeLargeWrite() {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 3000)}, {{writes(0, 3000)}});
  problem.ops[0].cuts = {{2, {{.stride = 1500}}}};
  return problem;
}

TEST(PiecesBoundTest, AllPiecesOfABufferMayBeFast) {
  Problem problem = makeLargeWrite();
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 3);
  problem.ops[0].cuts.clear();
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 30);
}

TEST(PiecesBoundTest, ABufferOfOneTierOnlyHasNoPieces) {
  Problem problem = makeLargeWrite();
  problem.buffers[0].tiers = {slow};
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 30);
  problem.buffers[0].tiers = {slow, fast};
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 3);
  // A buffer that is in fast as a whole leaves no room for another.
  problem.buffers[0] = makeBuffer("a", {0, 1}, 600);
  problem.buffers[0].tiers = {fast};
  problem.ops[0].cuts[0].accesses[0].stride = 300;
  problem.buffers.push_back(makeLiveIn("w", {0, 1}));
  problem.buffers[1].size = 600;
  problem.ops[0].accesses.push_back(reads(1, 700));
  EXPECT_NEAR(piecesBoundOf(problem), 3 + 7, 1e-9);
}

// The buffer does not fit, so there is no placement, and no access takes time.
TEST(PiecesBoundTest, CutsNothingInASingleTier) {
  Problem problem = makeLargeWrite();
  problem.target.tiers.resize(1);
  problem.target.channels.clear();
  problem.target.defaultTier = fast;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1e-12);
}

// "a" takes 1 s of slow. Reading "w" adds its time: the 4 bytes of "w" also
// come from slow, but pieces count in a separate sum.
TEST(PiecesBoundTest, TrafficOfCutBuffersIsASeparateTerm) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeBuffer("a", {0, 1}, 2000)},
                  {{reads(0, 4), reads(1, 100)}});
  problem.buffers[1].tiers = {slow};
  problem.ops[0].cuts = {{2, {{.stride = 8}}}};
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.004);
}

TEST(PiecesBoundTest, UncutBuffersKeepTheirSize) {
  Problem problem = makeLargeWrite();
  problem.buffers.push_back(makeBuffer("b", {0, 1}, 2000));
  problem.ops.push_back({"op1", 1, {writes(1, 100)}});
  problem.buffers[0].range.end = problem.buffers[1].range.end = 2;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 3 + 1);
}

TEST(PiecesBoundTest, PiecesMayBeInAllTiersThatWorkAtOnce) {
  Problem problem = makeLargeWrite();
  problem.target.combine = Combine::Max;
  // Each of three tiers serves a third, as quickly as the fastest.
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1);
  // The uncut buffer takes 0.6 s in one tier: a third of 3.6 s.
  problem.buffers.push_back(makeLiveIn("w", {0, 1}));
  problem.ops[0].accesses = {reads(1, 600), writes(0, 3000)};
  problem.ops[0].cuts = {{2, {{.access = 1, .stride = 1500}}}};
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 1.2);
}

// One launch each, for any cuts.
TEST(PiecesBoundTest, EachOpIsLaunchedAtLeastOnce) {
  Problem problem = makeLargeWrite();
  problem.target.launchPs = 50'000'000'000;
  EXPECT_DOUBLE_EQ(piecesBoundOf(problem), 3.05);
}

} // namespace
