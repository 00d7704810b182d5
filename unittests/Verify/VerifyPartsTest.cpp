//===- VerifyPartsTest.cpp - Transfers of parts ---------------------------===//
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
using testing::HasSubstr;

namespace {

/// `VerifyTest` with "w", of 16 bytes, fetched in two parts during op 0.
class VerifyPartsTest : public VerifyTest {
protected:
  VerifyPartsTest() {
    solution.transfers = {{wHome, wFast, in, 0, 1, Part{0, 8}},
                          {wHome, wFast, in, 0, 1, Part{8, 8}}};
  }

  std::optional<Part> &part(size_t transfer) {
    return solution.transfers[transfer].part;
  }
};

TEST_F(VerifyPartsTest, AcceptsTheUnchangedSolution) {
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// Form
//===----------------------------------------------------------------------===//

TEST_F(VerifyPartsTest, FormRequiresAPartWithinTheBuffer) {
  for (Part good : {Part{8, 8}, Part{0, 16}, Part{7, 9}, Part{1, 15}}) {
    part(1) = good;
    EXPECT_LEGAL(problem, solution);
  }
  for (Part bad : {Part{9, 8}, Part{8, 9}, Part{16, 1}, Part{0, 17},
                   Part{-1, 16}, Part{-8, 24}, Part{8, 0}, Part{8, -8}}) {
    part(1) = bad;
    EXPECT_BREAKS("form", problem, solution);
  }
}

TEST_F(VerifyPartsTest, FormRejectsOverflowingParts) {
  for (Part bad :
       {Part{INT64_MAX, 1}, Part{1, INT64_MAX}, Part{INT64_MAX, INT64_MAX},
        Part{INT64_MIN, INT64_MIN}, Part{INT64_MIN, 1}, Part{8, INT64_MIN}}) {
    part(1) = bad;
    EXPECT_BREAKS("form", problem, solution);
  }
}

TEST_F(VerifyPartsTest, ReportsTheInvalidPart) {
  part(1) = Part{9, 8};
  EXPECT_THAT(verdict(problem, solution),
              HasSubstr("its part, [9, 8], must be [first byte, bytes] within "
                        "the buffer's 16 bytes"));
}

//===----------------------------------------------------------------------===//
// R6: all bytes
//===----------------------------------------------------------------------===//

TEST_F(VerifyPartsTest, R6RequiresEveryByte) {
  // One byte is missing at the end, in the middle, at the start.
  part(1) = Part{8, 7};
  EXPECT_BREAKS("R6", problem, solution);
  part(1) = Part{9, 7};
  EXPECT_BREAKS("R6", problem, solution);
  part(0) = Part{1, 8};
  part(1) = Part{8, 8};
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers.pop_back();
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6AllowsOverlappingPartsInAnyOrder) {
  part(0) = Part{4, 12};
  part(1) = Part{0, 5};
  EXPECT_LEGAL(problem, solution);
  part(1) = Part{0, 4};
  EXPECT_LEGAL(problem, solution);
  part(1) = Part{0, 3};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6CountsEachByteOnce) {
  part(1) = Part{0, 8};
  EXPECT_BREAKS("R6", problem, solution);
  part(1) = Part{4, 8};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6AcceptsManySmallParts) {
  solution.transfers.clear();
  for (Offset byte : {3, 15, 0, 8, 1, 2, 9, 4, 14, 5, 6, 7, 10, 13, 12})
    solution.transfers.push_back({wHome, wFast, in, 0, 1, Part{byte, 1}});
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers.push_back({wHome, wFast, in, 0, 1, Part{11, 1}});
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R6AcceptsAPartOfAllBytes) {
  solution.transfers = {{wHome, wFast, in, 0, 1, Part{0, 16}}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R6AllowsAWholeTransferAfterParts) {
  part(1) = std::nullopt;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R6AllowsPartsFromDifferentPlaces) {
  // The second part comes from another copy in fast, which was just filled.
  solution.residencies.push_back({w, fast, 64, {0, 3}});
  solution.transfers = {{wHome, 4, in, 0, 1},
                        {wHome, wFast, in, 0, 1, Part{0, 8}},
                        {4, wFast, within, 1, 1, Part{8, 8}}};
  EXPECT_LEGAL(problem, solution);
  // A residency that is not full is no source, even if it has those bytes.
  solution.transfers[0].part = Part{8, 8};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6RequiresTwoBoundariesForACopyOfFilledParts) {
  solution.residencies.push_back({w, fast, 64, {0, 3}});
  solution.served[2][0] = 4;
  solution.transfers.push_back({wFast, 4, within, 1, 1});
  EXPECT_LEGAL(problem, solution);
  // The last part also arrives at that boundary.
  solution.transfers[1].start = 1;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6AcceptsInstantParts) {
  for (Transfer &transfer : solution.transfers)
    transfer.start = transfer.done = 1;
  EXPECT_LEGAL(problem, solution);
  part(0) = Part{0, 7};
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(VerifyPartsTest, R6RejectsReadsOfAPartlyEvictedBuffer) {
  // "a" is evicted in parts and read from slow.
  problem.buffers[a].range = {0, 3};
  problem.ops[2].accesses.push_back(reads(a));
  solution.residencies.push_back({a, slow, 0, {1, 3}});
  solution.served[2].push_back(4);
  solution.transfers.push_back({aFast, 4, out, 1, 2, Part{0, 10}});
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers.push_back({aFast, 4, out, 1, 2, Part{10, 6}});
  EXPECT_LEGAL(problem, solution);
}

/// "s" is read in fast at op 1 and 3; op 2 may write it at home.
class InterruptedTest : public testing::Test {
protected:
  static constexpr ResidencyId home = 0, copy = 1;

  InterruptedTest() {
    problem.buffers[0].liveOut = true;
    solution.transfers = {{home, copy, in, 1, 1, Part{0, 8}},
                          {home, copy, in, 3, 3, Part{8, 8}}};
  }

  Problem problem =
      makeProblem({makeLiveIn("s", {0, 4})}, {{}, {}, {reads(0)}, {reads(0)}});
  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 4}}, {0, fast, 0, {1, 4}}}, {},
                   {{}, {}, {home}, {copy}});
};

TEST_F(InterruptedTest, R6AddsUpPartsOverSteps) {
  EXPECT_LEGAL(problem, solution);
}

TEST_F(InterruptedTest, R6DropsFilledPartsIfTheBufferIsWritten) {
  for (AccessMode mode : {AccessMode::Write, AccessMode::Update}) {
    problem.ops[2].accesses[0].mode = mode;
    EXPECT_BREAKS("R6", problem, solution);
    Solution again = solution;
    again.transfers.push_back({home, copy, in, 3, 3, Part{0, 8}});
    EXPECT_LEGAL(problem, again);
    again.transfers.back().part = Part{0, 7};
    EXPECT_BREAKS("R6", problem, again);
  }
}

TEST_F(InterruptedTest, R6DropsAFullResidencyIfTheBufferIsWritten) {
  solution.transfers.push_back({home, copy, in, 1, 1, Part{8, 8}});
  solution.transfers[1] = {home, copy, in, 3, 3, Part{0, 1}};
  EXPECT_LEGAL(problem, solution);
  problem.ops[2].accesses[0].mode = AccessMode::Write;
  EXPECT_BREAKS("R6", problem, solution);
}

TEST_F(InterruptedTest, R6KeepsAFullResidencyDuringARepeatedPart) {
  // A whole copy at 1, and a part of the same contents again at 2.
  solution.transfers = {{home, copy, in, 1, 1},
                        {home, copy, in, 2, 2, Part{3, 2}}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(InterruptedTest, R6AddsPartsToAWrite) {
  // Op 2 writes "s" in fast: the home residency is stale, then receives one
  // part.
  problem.ops[2].accesses[0].mode = AccessMode::Write;
  solution.served[2] = {copy};
  solution.transfers = {{copy, home, out, 3, 4, Part{0, 8}}};
  EXPECT_BREAKS("R9", problem, solution);
  solution.transfers.push_back({copy, home, out, 4, 4, Part{8, 8}});
  EXPECT_LEGAL(problem, solution);
}

//===----------------------------------------------------------------------===//
// R7 and R8: each part for itself
//===----------------------------------------------------------------------===//

TEST_F(VerifyPartsTest, R7RejectsAccessesBeforeTheLastPart) {
  solution.transfers[1].done = 2; // Op 1 reads the residency.
  EXPECT_BREAKS("R7", problem, solution);
  solution.served[1][1] = wHome;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R7RejectsAccessesBeforeAnUnneededPart) {
  part(0) = Part{0, 16};
  solution.transfers[1] = {wHome, wFast, in, 2, 2, Part{0, 1}};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyPartsTest, R7RequiresTheDestinationFromTheFirstStartOn) {
  solution.transfers[0].start = solution.transfers[0].done = 1;
  solution.residencies[wFast].range.begin = 1;
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers[1].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R7KeepsTheSourceOfAPart) {
  problem.buffers[a].range = {0, 3};
  solution.residencies.push_back({a, slow, 0, {1, 3}});
  solution.transfers.push_back({aFast, 4, out, 1, 2, Part{0, 8}});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.push_back({aFast, 4, out, 1, 3, Part{8, 8}});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(VerifyPartsTest, R7RejectsAWriteInFlight) {
  problem.buffers[w].liveOut = true;
  problem.ops[0].accesses.push_back(writes(w));
  solution.served[0].push_back(wHome);
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers[0].start = 1;
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers[1].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(VerifyPartsTest, R8RequiresTheChannelOfTheTwoTiersForEachPart) {
  solution.transfers[1].channel = out;
  EXPECT_BREAKS("R8", problem, solution);
}

TEST_F(VerifyPartsTest, R3KeepsTheSourceOfAnInstantPart) {
  // "a" ends at 2 in favour of "b", whose place overlaps.
  problem.buffers[a].range = {0, 3};
  problem.buffers.push_back(makeBuffer("b", {2, 3}));
  solution.residencies.push_back({a, slow, 0, {2, 3}});
  solution.residencies.push_back({3, fast, 0, {2, 3}});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.push_back({aFast, 4, out, 2, 2, Part{15, 1}});
  EXPECT_BREAKS("R3", problem, solution);
}

//===----------------------------------------------------------------------===//
// R10: loops
//===----------------------------------------------------------------------===//

/// The body [2, 5) reads "w" in fast at 3. Another buffer may use the place at
/// 4, or in the loop that begins at 5.
class PartsInLoopTest : public testing::Test {
protected:
  static constexpr ResidencyId home = 0, copy = 1;

  Problem problem =
      makeProblem({makeLiveIn("w", {0, 6}), makeBuffer("b", {4, 5})},
                  {{}, {}, {}, {reads(0)}, {}, {}}, {{{2, 5}, 3, false}});
  Solution solution = makeSolution(
      {{0, slow, std::nullopt, {0, 6}}, {0, fast, 0, {0, 5}}},
      {{home, copy, in, 0, 1, Part{0, 8}}, {home, copy, in, 2, 3, Part{8, 8}}},
      {{}, {}, {}, {copy}, {}, {}});
};

TEST_F(PartsInLoopTest, R10AcceptsAPartBeforeAndAPartInsideALoop) {
  EXPECT_LEGAL(problem, solution);
}

TEST_F(PartsInLoopTest, R10RequiresAnEarlierPartInTheNextTrip) {
  solution.residencies[copy].range.end = 4;
  EXPECT_BREAKS("R10", problem, solution);
  // If both parts arrive in each trip, no access relies on earlier contents.
  solution.transfers[0] = {home, copy, in, 2, 3, Part{0, 8}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(PartsInLoopTest, R10CountsTheLastArrivalOfEachByte) {
  solution.residencies[copy].range.end = 4;
  // The first part arrives again in each trip, before or after the other part.
  solution.transfers.push_back({home, copy, in, 2, 2, Part{0, 8}});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.back() = {home, copy, in, 3, 3, Part{0, 8}};
  EXPECT_LEGAL(problem, solution);
  // All but one byte of the part.
  solution.transfers.back().part = Part{1, 7};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(PartsInLoopTest, R10CountsAWholeCopyForEachByte) {
  solution.residencies[copy].range.end = 4;
  solution.transfers.push_back({home, copy, in, 2, 2});
  EXPECT_LEGAL(problem, solution);
  // A copy before the loop does not help.
  problem.loops[0].range.begin = 3;
  solution.transfers[1] = {home, copy, in, 3, 3, Part{8, 8}};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(PartsInLoopTest, R10RequiresPartsAgainIfTheBodyWrites) {
  // The write at the end of the body makes copies from before the loop stale.
  problem.buffers[0].liveOut = true;
  problem.ops[4].accesses = {updates(0)};
  solution.served[4] = {home};
  EXPECT_BREAKS("R10", problem, solution);
  solution.transfers[0] = {home, copy, in, 2, 3, Part{0, 8}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(PartsInLoopTest, R10RejectsRelianceOnAPartInASkippableLoop) {
  problem.loops[0].maySkip = true;
  solution.residencies[copy].range.end = 6;
  problem.ops[5].accesses = {reads(0)};
  solution.served[5] = {copy};
  EXPECT_BREAKS("R10", problem, solution);
  // Now both parts are present without the loop.
  solution.transfers.push_back({home, copy, in, 0, 1, Part{8, 8}});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.back().part = Part{9, 7};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(PartsInLoopTest, R10ChecksTheLoopOfEachPart) {
  // The second part arrives after the loop; only the first part is in doubt.
  problem.ops[3].accesses.clear();
  solution.served[3].clear();
  problem.ops[5].accesses = {reads(0)};
  solution.served[5] = {copy};
  solution.residencies[copy].range.end = 6;
  solution.transfers[0] = {home, copy, in, 2, 3, Part{0, 8}};
  solution.transfers[1] = {home, copy, in, 5, 5, Part{8, 8}};
  EXPECT_LEGAL(problem, solution);
  problem.loops[0].maySkip = true;
  EXPECT_BREAKS("R10", problem, solution);
  // A part before the loop is not in doubt.
  solution.transfers[0] = {home, copy, in, 1, 2, Part{0, 8}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(PartsInLoopTest, R10KeepsEachPartOnOneSideOfEachEnd) {
  solution.transfers[0].done = 3;
  EXPECT_BREAKS("R10", problem, solution);
  solution.transfers[0].done = 2;
  EXPECT_LEGAL(problem, solution);
}

} // namespace
