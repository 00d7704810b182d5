//===- VerifyTransfersTest.cpp - Rules R6 to R9 on both sides of their lines
//===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFixture.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;

namespace {

using VerifyTransfersTest = VerifyTest;

//===----------------------------------------------------------------------===//
// R6 newest data
//===----------------------------------------------------------------------===//

TEST_F(VerifyTransfersTest, R6RejectsAReadBeforeAnyArrival) {
  solution.transfers.clear();
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyTransfersTest, R6AllowsAnInstantCopyToServeTheNextOp) {
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6RejectsAStaleCopy) {
  // Op 0 writes "w" at home, so that an earlier prefetch is stale.
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(writes(w));
  solution.served[0].push_back(wHome);
  solution.transfers[0] = {wHome, wFast, in, 0, 0};
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6AllowsReadsOfContentsThatTheSameOpOverwrites) {
  // Reads see the contents from before the op's writes, in any order of
  // accesses.
  problem.ops[1].accesses = {writes(a), reads(a), reads(w)};
  solution.served[1] = {aFast, aFast, wFast};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6MakesOtherCopiesStaleOnAWrite) {
  problem.buffers[w].liveOut = true;
  solution.transfers.push_back({wFast, wHome, out, 2, 3});
  for (AccessMode mode : {AccessMode::Write, AccessMode::Update}) {
    problem.ops[1].accesses[1].mode = mode;
    EXPECT_LEGAL(problem, solution);
    Solution wrong = solution;
    wrong.served[2][0] = wHome;
    wrong.transfers.pop_back();
    EXPECT_BREAKS("R6", problem, wrong);
  }
}

TEST_F(VerifyTransfersTest, R6RequiresTwoBoundariesForACopyOfACopy) {
  solution.residencies.push_back({w, fast, 64, {0, 3}});
  solution.transfers = {{wHome, wFast, in, 1, 1}, {wFast, 4, within, 1, 1}};
  EXPECT_BREAKS("R6", problem, solution);
  // Contents that arrive at a boundary can be copied on at the same boundary.
  solution.transfers[0].start = 0;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6GivesLiveInContentsToTheFirstHomeResidencyOnly) {
  problem.buffers[w].external = false;
  solution.residencies[wHome].offset = 0;
  solution.residencies.push_back({w, slow, 16, {0, 3}});
  EXPECT_LEGAL(problem, solution);
  solution.served[1][1] = 4;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyTransfersTest, R6GivesLiveInContentsAtStepZeroOnly) {
  problem.buffers[w].external = false;
  solution.residencies[wHome] = {w, slow, 0, {1, 3}};
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_BREAKS("R6", problem, solution);
  solution.residencies[wHome].range.begin = 0;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6GivesContentsByTheFirstAccessInAnyMode) {
  for (AccessMode mode : {AccessMode::Read, AccessMode::Update}) {
    problem.ops[0].accesses[0].mode = mode;
    EXPECT_LEGAL(problem, solution);
  }
}

TEST_F(VerifyTransfersTest, R6RejectsACopyOfABufferWithoutContents) {
  solution.residencies.push_back({a, fast, 64, {0, 2}});
  solution.transfers.push_back({aFast, 4, within, 0, 0});
  solution.served = {{4}, {4, wFast}, {wFast, yHome}};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyTransfersTest, R6RejectsAnInstantCopyOfAnEndedResidency) {
  solution.residencies[aFast].range = {0, 1};
  solution.residencies.push_back({a, slow, 0, {1, 3}});
  problem.buffers[a].range = {0, 3};
  problem.ops[2].accesses.push_back(reads(a));
  solution.served[1][0] = 4;
  solution.served[2].push_back(4);
  solution.transfers.push_back({aFast, 4, out, 1, 1});
  EXPECT_LEGAL(problem, solution);
  // Now the last step is 0, but the copy is made at 2.
  problem.ops[1].accesses.erase(problem.ops[1].accesses.begin());
  solution.served[1] = {wFast};
  solution.transfers.back() = {aFast, 4, out, 2, 2};
  EXPECT_BREAKS("R6", problem, solution);
}

//===----------------------------------------------------------------------===//
// R7 stable transfers, R8 channel
//===----------------------------------------------------------------------===//

TEST_F(VerifyTransfersTest, R7KeepsTheSourceUntilDone) {
  // "a" is evicted while op 1 runs; its place in fast ends at 2.
  problem.buffers[a].range = {0, 3};
  solution.residencies.push_back({a, slow, 0, {1, 3}});
  solution.transfers.push_back({aFast, 4, out, 1, 2});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.back().done = 3;
  EXPECT_BREAKS("R7", problem, solution);
  solution.residencies[aFast].range.end = 3;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7RejectsAWriteInFlight) {
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(updates(w));
  solution.served[0].push_back(wHome);
  EXPECT_BREAKS("R7", problem, solution);
  // Op 0 precedes [1, 1).
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7RequiresTheDestinationFromStartOn) {
  solution.residencies[wFast].range.begin = 1;
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7RequiresTheDestinationUntilDone) {
  solution.served[1][1] = solution.served[2][0] = wHome;
  solution.residencies[wFast].range = {0, 1};
  EXPECT_LEGAL(problem, solution); // Useless, but legal.
  solution.transfers[0].done = 2;
  EXPECT_BREAKS("R7", problem, solution);
  // An instant copy needs its destination for one step.
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7AllowsFillingALiveOutHomeAtTheEnd) {
  solution.residencies.push_back({y, fast, 64, {2, 3}});
  solution.served[2][1] = 4;
  solution.transfers.push_back({4, yHome, out, 3, 3});
  EXPECT_LEGAL(problem, solution);
  // A residency that is not home cannot be filled at the end.
  solution.residencies.push_back({y, fast, 128, {2, 3}});
  solution.transfers.push_back({4, 5, within, 3, 3});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7RejectsAnAccessToTheDestinationInFlight) {
  solution.transfers[0].done = 2; // Op 1 reads the residency.
  EXPECT_BREAKS("R7", problem, solution);
  solution.served[1][1] = wHome;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7RejectsAnAccessToTheDestinationBeforeStart) {
  solution.transfers.push_back({wHome, wFast, in, 2, 2});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7AllowsAccessesToAnExternalHomeBeforeItsFill) {
  // "w" is read at home by op 0, updated in fast by op 1, and written back
  // during op 2.
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(reads(w));
  problem.ops[1].accesses[1].mode = AccessMode::Update;
  solution.served[0].push_back(wHome);
  solution.transfers.push_back({wFast, wHome, out, 2, 3});
  EXPECT_LEGAL(problem, solution);
  // Home cannot serve during the write-back.
  solution.served[2][0] = wHome;
  EXPECT_BREAKS("R7", problem, solution);
  // A buffer that is not external has two residencies at home.
  solution.served[2][0] = wFast;
  problem.buffers[w].external = false;
  solution.residencies[wHome].offset = 0;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R8RequiresTheChannelOfTheTwoTiers) {
  solution.transfers[0].channel = out;
  EXPECT_BREAKS("R8", problem, solution);
  solution.transfers[0].channel = fromRom;
  EXPECT_BREAKS("R8", problem, solution);
}

TEST_F(VerifyTransfersTest, R8RejectsATransferIntoAReadOnlyTier) {
  solution.residencies.push_back({a, rom, 0, {0, 2}});
  solution.transfers.push_back({aFast, 4, toRom, 1, 2});
  EXPECT_BREAKS("R8", problem, solution);
  problem.target.tiers[rom].writeBytesPerSecond = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R8LimitsTransfersInFlight) {
  // Four copies of "w", of which each boundary has at most two in flight.
  for (Offset offset : {32, 48, 64})
    solution.residencies.push_back({w, fast, offset, {0, 3}});
  solution.transfers.push_back({wHome, 4, in, 0, 2});
  solution.transfers.push_back({wHome, 5, in, 1, 3});
  solution.transfers.push_back({wHome, 6, in, 2, 2});
  EXPECT_LEGAL(problem, solution);
  problem.target.channels[in].outstanding = 2;
  EXPECT_LEGAL(problem, solution);
  problem.target.channels[in].outstanding = 1;
  EXPECT_BREAKS("R8", problem, solution);
  // A copy without overlap takes a place while others are in flight.
  problem.target.channels[in].outstanding = 2;
  solution.transfers[2].start = 2;
  solution.transfers[1].done = 3;
  EXPECT_BREAKS("R8", problem, solution);
  // Copies without overlap follow one another.
  solution.transfers[1] = {wHome, 4, in, 2, 2};
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// R9 live-out
//===----------------------------------------------------------------------===//

TEST_F(VerifyTransfersTest, R9RequiresTheResultAtHome) {
  solution.residencies.push_back({y, fast, 64, {2, 3}});
  solution.served[2][1] = 4;
  EXPECT_BREAKS("R9", problem, solution);
  solution.transfers.push_back({4, yHome, out, 3, 3});
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R9RequiresTheHomeToLastToTheEnd) {
  problem.buffers[a] = makeLiveOut("a", {0, 3});
  problem.buffers[a].external = false;
  solution.residencies[aFast] = {a, slow, 0, {0, 2}};
  EXPECT_BREAKS("R9", problem, solution);
  solution.residencies[aFast].range.end = 3;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R9RequiresAPlaceForALiveOutBufferWithoutContents) {
  problem.ops[2].accesses.pop_back();
  solution.served[2].pop_back();
  problem.buffers[y].external = false;
  solution.residencies[yHome] = {y, slow, 64, {2, 3}};
  EXPECT_LEGAL(problem, solution);
  solution.residencies.erase(solution.residencies.begin() + yHome);
  EXPECT_BREAKS("R9", problem, solution);
}

} // namespace
