//===- VerifyCyclicTest.cpp - Cyclic programs -----------------------------===//
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

//===----------------------------------------------------------------------===//
// Residencies that continue
//===----------------------------------------------------------------------===//

/// "w" is read in fast by ops 0 and 2, and stays there all the time.
class StaysTest : public testing::Test {
protected:
  static constexpr BufferId w = 0;
  static constexpr ResidencyId home = 0, head = 1, tail = 2;

  StaysTest() { problem.isCyclic = true; }

  /// Leaves the place after op 0 and fills it again before op 2.
  void leaveAndFillAgain() {
    solution.residencies[head].range = {0, 1};
    solution.residencies.push_back({w, fast, 16, {2, 3}});
    solution.transfers = {{home, tail, in, 2, 2}};
    solution.served[2] = {tail};
  }

  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3})}, {{reads(w)}, {}, {reads(w)}});
  Solution solution =
      makeSolution({{w, slow, std::nullopt, {0, 3}}, {w, fast, 16, {0, 3}}}, {},
                   {{head}, {}, {head}});
};

TEST_F(StaysTest, AResidencyMayContinueItself) {
  EXPECT_LEGAL(problem, solution);
  problem.isCyclic = false;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, AResidencyMayContinueAnother) {
  leaveAndFillAgain();
  EXPECT_LEGAL(problem, solution);
  problem.isCyclic = false;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, TheContinuedResidencyMustReachTheEnd) {
  leaveAndFillAgain();
  problem.ops.push_back({"op3", 1, {}});
  problem.buffers[w].range.end = solution.residencies[home].range.end = 4;
  solution.served.emplace_back();
  EXPECT_BREAKS("R6", problem, solution);
  solution.residencies[tail].range.end = 4;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(StaysTest, AResidencyContinuesAtStepZeroOnly) {
  solution.residencies[head].range.begin = 1;
  solution.served[0] = {home};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, ThePlaceMustBeTheSame) {
  leaveAndFillAgain();
  solution.residencies[tail].offset = 24;
  EXPECT_BREAKS("R6", problem, solution);
  solution.residencies[tail] = {w, rom, 16, {2, 3}};
  problem.target.channels[in].to = rom;
  problem.target.tiers[rom].writeBytesPerSecond = 1;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, TheBufferMustBeTheSame) {
  leaveAndFillAgain();
  problem.buffers.push_back(makeLiveIn("v", {0, 3}));
  solution.residencies.push_back({1, slow, std::nullopt, {0, 3}});
  solution.residencies.push_back({1, fast, 16, {0, 1}});
  solution.residencies[head].offset = 64;
  problem.ops[0].accesses.push_back(reads(1));
  solution.served[0] = {home, 4};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, AContinuedResidencyMustHoldTheNewestContentsAtTheEnd) {
  leaveAndFillAgain();
  solution.transfers.clear();
  solution.served[2] = {home};
  EXPECT_THAT(verdict(problem, solution),
              testing::StartsWith(
                  "R6: op 0 'op0' relies on residency 1 of buffer 'w' in tier "
                  "'fast', [0, 1), which continues residency 2 of buffer 'w' "
                  "in tier 'fast', [2, 3) of the invocation before, but that "
                  "does not hold the newest contents at the end"));
  // A copy at the very end suffices.
  solution.transfers = {{home, tail, in, 2, 3}};
  EXPECT_LEGAL(problem, solution);
  solution.transfers = {{home, tail, in, 3, 3}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(StaysTest, AnUnusedResidencyNeedsNoContents) {
  leaveAndFillAgain();
  solution.transfers.clear();
  solution.served = {{home}, {}, {home}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(StaysTest, ATransferMayCopyFromAContinuedResidency) {
  solution.residencies.push_back({w, fast, 64, {1, 3}});
  solution.transfers = {{head, 2, within, 1, 2}};
  solution.served[2] = {2};
  EXPECT_LEGAL(problem, solution);
  solution.residencies[head].range.end = 2;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, ContinuingAtHomeIsUselessButLegal) {
  problem.buffers[w].external = false;
  solution.residencies[home] = {w, slow, 0, {0, 3}};
  // The caller fills only the first home residency; another residency at home
  // continues itself.
  solution.residencies.push_back({w, slow, 16, {0, 3}});
  solution.served[0] = {2};
  EXPECT_LEGAL(problem, solution);
  solution.residencies[2].range.end = 2;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, OnlyLiveInBuffersContinue) {
  leaveAndFillAgain();
  problem.ops[0].accesses.clear();
  problem.ops[1].accesses = {reads(w)};
  solution.residencies[head].range.end = 2;
  solution.served = {{}, {head}, {tail}};
  EXPECT_LEGAL(problem, solution);
  // Op 0 reads at home a buffer that is not live-in, and thus gives it
  // contents.
  problem.buffers[w].liveIn = false;
  solution.residencies[home].offset = 0;
  problem.ops[0].accesses = {reads(w)};
  solution.served[0] = {home};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, ABufferWrittenFirstDoesNotContinue) {
  // The first access of "a" gives the buffer contents, so its second access
  // counts.
  problem.buffers.push_back(makeBuffer("a", {0, 3}));
  problem.ops[0].accesses = {writes(1)};
  problem.ops[2].accesses = {reads(1)};
  solution.residencies[head].buffer = 1;
  EXPECT_LEGAL(problem, solution);
  solution.residencies[head].range = {0, 1};
  solution.residencies.push_back({1, fast, 16, {1, 3}});
  solution.served[2] = {tail};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(StaysTest, AWrittenBufferContinuesOnlyIfItIsLiveOut) {
  // Op 1 updates "w" in fast, so that fast holds the newest contents at the
  // end.
  problem.buffers[w].external = false;
  solution.residencies[home] = {w, slow, 0, {0, 3}};
  problem.ops[1].accesses = {updates(w)};
  solution.served[1] = {head};
  EXPECT_BREAKS("R6", problem, solution);
  problem.buffers[w].liveOut = true;
  EXPECT_BREAKS("R9", problem, solution);
  solution.residencies[home].range = {0, 1};
  solution.residencies.push_back({w, slow, 0, {2, 3}});
  solution.transfers = {{head, 2, out, 2, 3}};
  EXPECT_LEGAL(problem, solution);
  // If only home is current, the copy in fast is stale.
  solution.residencies.pop_back();
  solution.residencies[home].range = {0, 3};
  solution.transfers.clear();
  solution.served = {{head}, {home}, {home}};
  EXPECT_BREAKS("R6", problem, solution);
  // The caller passes the same contents, so a copy in time suffices.
  solution.served[0] = {home};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(StaysTest, AWriteMakesAContinuedResidencyStale) {
  problem.buffers[w].liveOut = true;
  problem.ops[1].accesses = {writes(w)};
  solution.served[1] = {home};
  EXPECT_BREAKS("R6", problem, solution);
  // Filled again after the write, in time for the end.
  leaveAndFillAgain();
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// R3, R4 and R7 at the end
//===----------------------------------------------------------------------===//

TEST_F(StaysTest, R3KeepsThePlaceOfAContinuedResidencyAtTheEnd) {
  // "y" is copied at T to the former place of "w".
  problem.buffers.push_back(makeLiveOut("y", {2, 3}));
  problem.buffers[1].home = fast;
  problem.ops[2].accesses.push_back(writes(1));
  problem.buffers[1].external = false;
  solution.residencies.push_back({1, fast, 64, {2, 3}});
  solution.residencies.push_back({1, fast, 0, {3, 4}});
  solution.served[2].push_back(2);
  solution.transfers = {{2, 3, within, 3, 3}};
  EXPECT_LEGAL(problem, solution);
  solution.residencies[3].offset = 16;
  EXPECT_BREAKS("R3", problem, solution);
  // If no residency continues at this place, the copy is fine.
  solution.residencies[head].range = {0, 2};
  solution.residencies.push_back({w, fast, 32, {2, 3}});
  solution.transfers.push_back({home, 4, in, 2, 2});
  solution.transfers.push_back({home, head, in, 0, 0});
  solution.served[2][0] = 4;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(StaysTest, R7AllowsFillingAContinuedResidencyAtTheEnd) {
  leaveAndFillAgain();
  solution.served[2] = {home};
  solution.transfers = {{home, tail, in, 3, 3}};
  EXPECT_LEGAL(problem, solution);
  // If no residency continues the tail, the fill is too late.
  solution.residencies[head].offset = 64;
  solution.served[0] = {home};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(StaysTest, R4HoldsForContinuedResidencies) {
  problem.buffers[w].range.end = 2;
  problem.ops[2].accesses.clear();
  solution.served[2].clear();
  EXPECT_BREAKS("R4", problem, solution);
  // A buffer dead before T cannot continue.
  solution.residencies[home].range.end = 2;
  solution.residencies[head].range.end = 2;
  EXPECT_BREAKS("R6", problem, solution);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST_F(StaysTest, ALoopMayReadAContinuedResidency) {
  problem.loops = {{{0, 2}, 3, true}};
  EXPECT_LEGAL(problem, solution);
  // The second trip still needs the contents.
  leaveAndFillAgain();
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(StaysTest, AResidencyFilledInASkippableLoopDoesNotContinue) {
  leaveAndFillAgain();
  problem.loops = {{{2, 3}, 3, false}};
  EXPECT_LEGAL(problem, solution);
  problem.loops[0].maySkip = true;
  EXPECT_BREAKS("R10", problem, solution);
  // The place held the contents on entry, because the residency stayed.
  solution.residencies[head].range.end = 2;
  EXPECT_LEGAL(problem, solution);
}

} // namespace
