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

TEST_F(VerifyTransfersTest, R6RejectsAReadBeforeAnythingArrived) {
  solution.transfers.clear();
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyTransfersTest, R6LetsAnInstantCopyServeTheOpAfterIt) {
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6RejectsAStaleCopy) {
  // Op 0 writes "w" at home, so what was prefetched before is old.
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(writes(w));
  solution.served[0].push_back(wHome);
  solution.transfers[0] = {wHome, wFast, in, 0, 0};
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6LetsAnOpReadWhatItsOwnWriteMakesStale) {
  // Reads see the contents from before the op's writes, in any order.
  problem.ops[1].accesses = {writes(a), reads(a), reads(w)};
  solution.served[1] = {aFast, aFast, wFast};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R6CountsAWriteAsMakingAllOtherCopiesStale) {
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

TEST_F(VerifyTransfersTest, R6WantsTwoBoundariesForACopyOfACopy) {
  solution.residencies.push_back({w, fast, 64, {0, 3}});
  solution.transfers = {{wHome, wFast, in, 1, 1}, {wFast, 4, within, 1, 1}};
  EXPECT_BREAKS("R6", problem, solution);
  // What has arrived at a boundary can be copied on there.
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

TEST_F(VerifyTransfersTest, R6RejectsAnInstantCopyOfWhatHasEnded) {
  solution.residencies[aFast].range = {0, 1};
  solution.residencies.push_back({a, slow, 0, {1, 3}});
  problem.buffers[a].range = {0, 3};
  problem.ops[2].accesses.push_back(reads(a));
  solution.served[1][0] = 4;
  solution.served[2].push_back(4);
  solution.transfers.push_back({aFast, 4, out, 1, 1});
  EXPECT_LEGAL(problem, solution);
  // Now its last step is 0, but the copy comes at 2.
  problem.ops[1].accesses.erase(problem.ops[1].accesses.begin());
  solution.served[1] = {wFast};
  solution.transfers.back() = {aFast, 4, out, 2, 2};
  EXPECT_BREAKS("R6", problem, solution);
}

//===----------------------------------------------------------------------===//
// R7 stable transfers, R8 channel
//===----------------------------------------------------------------------===//

TEST_F(VerifyTransfersTest, R7KeepsTheSourceUntilDone) {
  // "a" is evicted while op 1 runs; its fast place ends at 2.
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
  // Op 0 is before [1, 1).
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7WantsTheDestinationFromStartOn) {
  solution.residencies[wFast].range.begin = 1;
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7WantsTheDestinationUntilDone) {
  solution.served[1][1] = solution.served[2][0] = wHome;
  solution.residencies[wFast].range = {0, 1};
  EXPECT_LEGAL(problem, solution); // Of no use, but legal.
  solution.transfers[0].done = 2;
  EXPECT_BREAKS("R7", problem, solution);
  // A copy in an instant must be there for a step.
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7LetsALiveOutHomeBeFilledAtTheEnd) {
  solution.residencies.push_back({y, fast, 64, {2, 3}});
  solution.served[2][1] = 4;
  solution.transfers.push_back({4, yHome, out, 3, 3});
  EXPECT_LEGAL(problem, solution);
  // Not so a residency that isn't home.
  solution.residencies.push_back({y, fast, 128, {2, 3}});
  solution.transfers.push_back({4, 5, within, 3, 3});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7RejectsAnAccessToTheDestinationInFlight) {
  solution.transfers[0].done = 2; // Op 1 reads it.
  EXPECT_BREAKS("R7", problem, solution);
  solution.served[1][1] = wHome;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R7RejectsAnAccessToTheDestinationBeforeStart) {
  solution.transfers.push_back({wHome, wFast, in, 2, 2});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R7LetsAnExternalHomeBeUsedBeforeItIsFilledAgain) {
  // "w" is read at home by op 0, updated in fast by op 1, written back in 2.
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(reads(w));
  problem.ops[1].accesses[1].mode = AccessMode::Update;
  solution.served[0].push_back(wHome);
  solution.transfers.push_back({wFast, wHome, out, 2, 3});
  EXPECT_LEGAL(problem, solution);
  // But not while it is.
  solution.served[2][0] = wHome;
  EXPECT_BREAKS("R7", problem, solution);
  // If it isn't external, those are two residencies.
  solution.served[2][0] = wFast;
  problem.buffers[w].external = false;
  solution.residencies[wHome].offset = 0;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyTransfersTest, R8WantsTheChannelOfTheTwoTiers) {
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

//===----------------------------------------------------------------------===//
// R9 live-out
//===----------------------------------------------------------------------===//

TEST_F(VerifyTransfersTest, R9WantsTheResultAtHome) {
  solution.residencies.push_back({y, fast, 64, {2, 3}});
  solution.served[2][1] = 4;
  EXPECT_BREAKS("R9", problem, solution);
  solution.transfers.push_back({4, yHome, out, 3, 3});
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R9WantsTheHomeToLastToTheEnd) {
  problem.buffers[a] = makeLiveOut("a", {0, 3});
  problem.buffers[a].external = false;
  solution.residencies[aFast] = {a, slow, 0, {0, 2}};
  EXPECT_BREAKS("R9", problem, solution);
  solution.residencies[aFast].range.end = 3;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTransfersTest, R9WantsThePlaceOfABufferWithoutContents) {
  problem.ops[2].accesses.pop_back();
  solution.served[2].pop_back();
  problem.buffers[y].external = false;
  solution.residencies[yHome] = {y, slow, 64, {2, 3}};
  EXPECT_LEGAL(problem, solution);
  solution.residencies.erase(solution.residencies.begin() + yHome);
  EXPECT_BREAKS("R9", problem, solution);
}

} // namespace
