//===- VerifyTest.cpp - Rules R1 to R5: legal and illegal cases -----------===//
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

TEST_F(VerifyTest, AcceptsTheUnchangedSolution) {
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// Form
//===----------------------------------------------------------------------===//

TEST_F(VerifyTest, FormRequiresTheProblemsName) {
  solution.problem = "other";
  EXPECT_BREAKS("form", problem, solution);
}

TEST_F(VerifyTest, FormRequiresIndicesInRange) {
  for (int32_t index : {-1, 3, INT32_MAX, INT32_MIN}) {
    Solution wrong = solution;
    wrong.residencies[0].buffer = index;
    EXPECT_BREAKS("form", problem, wrong);
    wrong = solution;
    wrong.residencies[0].tier = index;
    EXPECT_BREAKS("form", problem, wrong);
    wrong = solution;
    wrong.transfers[0].from = index == 3 ? 4 : index;
    EXPECT_BREAKS("form", problem, wrong);
    wrong = solution;
    wrong.transfers[0].channel = index == 3 ? 5 : index;
    EXPECT_BREAKS("form", problem, wrong);
    wrong = solution;
    wrong.served[1][1] = index == 3 ? 4 : index;
    EXPECT_BREAKS("form", problem, wrong);
  }
}

TEST_F(VerifyTest, FormRequiresTheShapeOfServed) {
  Solution wrong = solution;
  wrong.served.pop_back();
  EXPECT_BREAKS("form", problem, wrong);
  wrong = solution;
  wrong.served[0].push_back(aFast);
  EXPECT_BREAKS("form", problem, wrong);
}

TEST_F(VerifyTest, FormRequiresTransfersWithinTheProgramAndOfOneBuffer) {
  for (auto [start, done] : {std::pair<Step, Step>{-1, 1},
                             {2, 1},
                             {0, 4},
                             {4, 4},
                             {INT64_MIN, INT64_MAX}}) {
    Solution wrong = solution;
    wrong.transfers[0].start = start;
    wrong.transfers[0].done = done;
    EXPECT_BREAKS("form", problem, wrong);
  }
  solution.transfers[0].to = aFast;
  EXPECT_BREAKS("form", problem, solution);
}

TEST_F(VerifyTest, FormRequiresTheActualPeak) {
  // The highest end of a residency; residencies without an offset do not count.
  solution.peakBytes = {32, 0, 0};
  EXPECT_LEGAL(problem, solution);
  solution.peakBytes = {31, 0, 0};
  EXPECT_BREAKS("form", problem, solution);
  solution.peakBytes = {32, 1, 0};
  EXPECT_BREAKS("form", problem, solution);
  solution.peakBytes = {32, 0};
  EXPECT_BREAKS("form", problem, solution);
}

//===----------------------------------------------------------------------===//
// R1 tier, R2 capacity
//===----------------------------------------------------------------------===//

TEST_F(VerifyTest, R1KeepsABufferInItsTiers) {
  problem.buffers[a].tiers = {slow, rom};
  EXPECT_BREAKS("R1", problem, solution);
  problem.buffers[a].tiers = {slow, fast};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R1AlignsToTheTier) {
  solution.residencies[aFast].offset = 36;
  EXPECT_BREAKS("R1", problem, solution);
  solution.residencies[aFast].offset = 40;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R1AlignsToTheBufferIfThatIsStricter) {
  problem.buffers[a].alignment = 32;
  solution.residencies[aFast].offset = 48;
  EXPECT_BREAKS("R1", problem, solution);
  solution.residencies[aFast].offset = 64;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R1RequiresAnOffsetExceptAtAnExternalHome) {
  solution.residencies[wFast].offset = std::nullopt;
  EXPECT_BREAKS("R1", problem, solution);
  // A live-in buffer that is not external also needs an offset at home.
  solution.residencies[wFast].offset = 16;
  problem.buffers[w].external = false;
  EXPECT_BREAKS("R1", problem, solution);
  solution.residencies[wHome].offset = 0;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R2KeepsTheLastByteInTheTier) {
  solution.residencies[aFast].offset = 1024 - 16;
  EXPECT_LEGAL(problem, solution);
  problem.target.tiers[fast].capacity = 1023;
  EXPECT_BREAKS("R2", problem, solution);
}

TEST_F(VerifyTest, R2RejectsOffsetsThatWrapAround) {
  for (Offset offset : {Offset(-16), Offset(INT64_MAX - 7), INT64_MIN}) {
    solution.residencies[aFast].offset = offset;
    EXPECT_BREAKS("R2", problem, solution);
  }
}

TEST_F(VerifyTest, R2RejectsABufferLargerThanTheTier) {
  problem.buffers[a].size = INT64_MAX;
  EXPECT_BREAKS("R2", problem, solution);
}

//===----------------------------------------------------------------------===//
// R3 no overlap
//===----------------------------------------------------------------------===//

TEST_F(VerifyTest, R3RejectsOneCommonByte) {
  problem.buffers[a].size = 17;
  EXPECT_BREAKS("R3", problem, solution);
  solution.residencies[wFast].offset = 24;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R3AllowsBuffersInOnePlaceInSuccession) {
  // "w" arrives at the former place of "a", after "a" is dead.
  solution.residencies[wFast] = {w, fast, 0, {2, 3}};
  solution.transfers[0] = {wHome, wFast, in, 2, 2};
  solution.served[1][1] = wHome;
  EXPECT_LEGAL(problem, solution);
  // One step too early.
  solution.residencies[wFast].range.begin = 1;
  EXPECT_BREAKS("R3", problem, solution);
}

TEST_F(VerifyTest, R3HoldsForTwoCopiesOfOneBuffer) {
  solution.residencies.push_back({w, fast, 24, {2, 3}});
  EXPECT_BREAKS("R3", problem, solution);
  solution.residencies.back().offset = 32;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R3KeepsTheSourceOfAnInstantCopyThroughItsStep) {
  // "a" moves to slow at boundary 1, the end of its place in fast.
  solution.residencies[aFast].range = {0, 1};
  solution.residencies.push_back({a, slow, 0, {1, 2}});
  solution.transfers.push_back({aFast, 4, out, 1, 1});
  solution.served[1][0] = 4;
  EXPECT_LEGAL(problem, solution);
  // Another copy at the same boundary would overwrite "a".
  solution.residencies[wFast] = {w, fast, 0, {1, 3}};
  solution.transfers[0] = {wHome, wFast, in, 1, 1};
  EXPECT_BREAKS("R3", problem, solution);
}

TEST_F(VerifyTest, R3KeepsALiveOutHomeThroughTheEnd) {
  // "y" ends at home, [2, 3); a copy at boundary 3 fills "b" there.
  problem.buffers[y].external = false;
  problem.buffers.push_back(makeLiveIn("b", {0, 3}));
  problem.buffers[3].external = false;
  solution.residencies[yHome].offset = 0;
  solution.residencies.push_back({3, slow, 16, {0, 3}});
  solution.residencies.push_back({3, fast, 64, {0, 3}});
  solution.residencies.push_back({3, slow, 32, {3, 4}});
  solution.transfers.push_back({4, 5, in, 0, 1});
  solution.transfers.push_back({5, 6, out, 3, 3});
  EXPECT_LEGAL(problem, solution);
  solution.residencies[6].offset = 8;
  EXPECT_BREAKS("R3", problem, solution);
  // Without live-out the place is free at the end.
  problem.buffers[y].liveOut = false;
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// R4 within life
//===----------------------------------------------------------------------===//

TEST_F(VerifyTest, R4RejectsEmptyAndBackwardRanges) {
  for (LiveRange range : {LiveRange{1, 1}, {2, 0}, {INT64_MAX, INT64_MIN}}) {
    Solution wrong = solution;
    wrong.residencies.push_back({a, fast, 64, range});
    EXPECT_BREAKS("R4", problem, wrong);
  }
}

TEST_F(VerifyTest, R4RejectsOneStepOutsideTheLiveRange) {
  problem.buffers[a].range = {0, 3};
  solution.residencies[aFast].range = {0, 3};
  EXPECT_LEGAL(problem, solution);
  problem.buffers[a].range = {0, 2};
  EXPECT_BREAKS("R4", problem, solution);
}

TEST_F(VerifyTest, R4AllowsAResidencyAtTheEndOnlyForALiveOutFill) {
  problem.buffers[y].external = false;
  solution.residencies[yHome] = {y, slow, 0, {3, 4}};
  solution.residencies.push_back({y, fast, 64, {2, 3}});
  solution.transfers.push_back({4, yHome, out, 3, 3});
  solution.served[2][1] = 4;
  EXPECT_LEGAL(problem, solution);
  Solution wrong = solution;
  wrong.transfers.pop_back();
  EXPECT_BREAKS("R4", problem, wrong);
  wrong = solution;
  wrong.transfers.back().start = 2;
  EXPECT_BREAKS("R4", problem, wrong);
  wrong = solution;
  wrong.residencies[yHome].range = {3, 5};
  EXPECT_BREAKS("R4", problem, wrong);
}

TEST_F(VerifyTest, R4RequiresOneHomeOfAnExternalBuffer) {
  Solution wrong = solution;
  wrong.residencies[wHome].range = {0, 2};
  EXPECT_BREAKS("R4", problem, wrong);
  wrong = solution;
  wrong.residencies[wHome].offset = 0;
  EXPECT_BREAKS("R4", problem, wrong);
  wrong = solution;
  wrong.residencies.push_back(wrong.residencies[wHome]);
  EXPECT_BREAKS("R4", problem, wrong);
  // No home residency at all, although no op uses the buffer.
  problem.buffers.push_back(makeLiveIn("unused", {0, 1}));
  EXPECT_BREAKS("R4", problem, solution);
}

//===----------------------------------------------------------------------===//
// R5 served
//===----------------------------------------------------------------------===//

TEST_F(VerifyTest, R5RequiresAResidencyOfTheBuffer) {
  solution.served[1][0] = wFast;
  EXPECT_BREAKS("R5", problem, solution);
}

TEST_F(VerifyTest, R5RequiresALiveResidency) {
  // Op 1 is the last step of [0, 2).
  solution.residencies[aFast].range = {0, 1};
  EXPECT_BREAKS("R5", problem, solution);
}

TEST_F(VerifyTest, R5RequiresATierThatTheAccessAllows) {
  problem.ops[1].accesses[1].tiers = {slow};
  EXPECT_BREAKS("R5", problem, solution);
  problem.ops[1].accesses[1].tiers = {slow, fast};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R11RequiresDifferentTiersOfAccessesApart) {
  problem.ops[1].apart = {{0, 1}}; // Both in fast.
  EXPECT_BREAKS("R11", problem, solution);
  problem.ops[1].apart.clear();
  problem.ops[2].apart = {{1, 0}}; // In fast and slow.
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R11RequiresTheSameTierOfAccessesTogether) {
  problem.ops[2].together = {{0, 1}}; // In fast and slow.
  EXPECT_BREAKS("R11", problem, solution);
  problem.ops[2].together.clear();
  problem.ops[1].together = {{1, 0}}; // Both in fast.
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R5RequiresATierThatServesOps) {
  problem.target.tiers[fast].servesOps = false;
  EXPECT_BREAKS("R5", problem, solution);
  for (Op &op : problem.ops)
    for (Access &access : op.accesses)
      access.tiers = {slow, fast};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyTest, R5KeepsWritesOutOfReadOnlyTiers) {
  for (AccessMode mode : {AccessMode::Write, AccessMode::Update}) {
    problem.ops[0].accesses[0].mode = mode;
    solution.residencies[aFast].tier = rom;
    EXPECT_BREAKS("R5", problem, solution);
    solution.residencies[aFast].tier = fast;
    EXPECT_LEGAL(problem, solution);
  }
}

TEST_F(VerifyTest, R5AllowsSeveralResidenciesInOneOpForReadsOnly) {
  problem.ops[2].accesses.push_back(reads(w));
  solution.served[2].push_back(wHome);
  EXPECT_LEGAL(problem, solution);
  problem.buffers[w].liveOut = true;
  problem.ops[2].accesses.back().mode = AccessMode::Update;
  EXPECT_BREAKS("R5", problem, solution);
}

TEST_F(VerifyTest, ReportsWhyContentsAreNotTheNewest) {
  Solution notFilled = solution;
  notFilled.transfers.clear();
  EXPECT_THAT(verdict(problem, notFilled),
              testing::EndsWith("which never got the newest contents"));

  Solution tooEarly = solution;
  tooEarly.residencies.push_back({a, slow, 0, {0, 2}});
  tooEarly.transfers.push_back({aFast, 4, out, 0, 0});
  EXPECT_THAT(verdict(problem, tooEarly),
              testing::EndsWith(
                  "but the buffer has no contents before its first access"));
}

TEST_F(VerifyTest, ReportsTheStepThroughWhichASourceCounts) {
  Solution clash = solution;
  clash.residencies.push_back({a, fast, 8, {0, 2}});
  EXPECT_THAT(verdict(problem, clash),
              testing::AllOf(testing::StartsWith("R3: "),
                             testing::Not(testing::HasSubstr("counted"))));

  // Residency 4 ends at step 1, but an instant copy follows.
  clash = solution;
  clash.residencies.push_back({w, fast, 32, {0, 1}});
  clash.residencies.push_back({w, fast, 64, {1, 3}});
  clash.residencies.push_back({a, fast, 40, {1, 2}});
  clash.transfers.push_back({wHome, 4, in, 0, 0});
  clash.transfers.push_back({4, 5, within, 1, 1});
  EXPECT_THAT(
      verdict(problem, clash),
      testing::AllOf(testing::StartsWith("R3: "),
                     testing::HasSubstr("[32, 48) (counted through step 1)")));
}

} // namespace
