//===- StayDecoderTest.cpp - Decoding a buffer's choices into stays -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/StayDecoder.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

constexpr TierId fast[] = {0};

/// Decodes buffer 0 into the fast tier, with all other buffers at home.
BufferPlan decoded(const Problem &problem, const Choices &choices = {},
                   const std::function<bool()> &shouldContinue = {}) {
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  StayDecoder(uses, placement)
      .insert(placement, 0, fast, choices, shouldContinue);
  return placement.planOf(0);
}

/// Read at steps 1, 3 and 7 of 9.
Problem makeThreeReads() {
  return makeOneBuffer(
      9, {{1, AccessMode::Read}, {3, AccessMode::Read}, {7, AccessMode::Read}});
}

TEST(StayDecoderTest, FindsTheLongestStay) {
  const BufferPlan plan = decoded(makeThreeReads());

  EXPECT_EQ(plan.stays.size(), 2u);
  EXPECT_EQ(plan.serving, (std::vector<StayId>{1, 1, 1}));
}

// Uses 0 and 1 are one second apart, uses 1 and 2 three; a copy takes 0.96
// s.
TEST(StayDecoderTest, KeepsABufferBetweenCloseUses) {
  Choices choices;
  choices.maxKeep = 1 / 0.96 + 1e-9;
  EXPECT_EQ(decoded(makeThreeReads(), choices).serving,
            (std::vector<StayId>{1, 1, 2}));

  choices.maxKeep = 1 / 0.96 - 1e-9;

  EXPECT_EQ(decoded(makeThreeReads(), choices).serving,
            (std::vector<StayId>{1, 2, 3}));
}

TEST(StayDecoderTest, MovesOnlyUsesThatMayLeaveTheBase) {
  Choices choices;
  choices.firstUse = 1;
  choices.lastUse = 1;
  EXPECT_EQ(decoded(makeThreeReads(), choices).serving,
            (std::vector<StayId>{0, 1, 0}));

  choices.restMayMove = true; // Only to slower tiers.
  EXPECT_EQ(decoded(makeThreeReads(), choices).serving,
            (std::vector<StayId>{0, 1, 0}));

  choices.fastest = 1;
  EXPECT_EQ(decoded(makeThreeReads(), choices).stays.size(), 1u);
}

TEST(StayDecoderTest, StaysOnlyIfThereIsRoom) {
  Problem problem = makeThreeReads();
  problem.target.tiers[0].capacity = 96;
  EXPECT_EQ(decoded(problem).stays.size(), 2u);

  problem.target.tiers[0].capacity = 95;

  EXPECT_EQ(decoded(problem).stays.size(), 1u);
}

TEST(StayDecoderTest, StopsBeforeAStayOnRequest) {
  Choices choices;
  choices.maxKeep = 0; // One stay for each use.
  int calls = 0;

  const BufferPlan plan =
      decoded(makeThreeReads(), choices, [&] { return ++calls < 3; });

  EXPECT_EQ(calls, 3);
  EXPECT_EQ(plan.serving, (std::vector<StayId>{1, 2, 0}));
}

TEST(StayDecoderTest, StaysAllTheTimeOrBeginsAtItsRotation) {
  Problem problem = makeThreeReads();
  problem.isCyclic = true;
  EXPECT_TRUE(decoded(problem).transfers.empty());

  Choices choices;
  choices.staysAlways = false;
  choices.firstDecoded = 2; // Steps 7, 9 + 1 and 9 + 3.
  const BufferPlan plan = decoded(problem, choices);

  ASSERT_EQ(plan.transfers.size(), 1u);
  EXPECT_EQ(plan.serving, (std::vector<StayId>{2, 2, 1}));
}

// The reads of a loop are filled before the loop, or in each trip.
TEST(StayDecoderTest, TriesTheOutermostLevelFirstByDefault) {
  Problem problem = makeOneBuffer(8, {{5, AccessMode::Read}});
  problem.loops = {{{3, 7}, 10}};
  Choices choices;
  choices.mayOutlastLoops = false;
  const BufferPlan outer = decoded(problem, choices);
  choices.isInnermostFirst = true;
  const BufferPlan inner = decoded(problem, choices);

  ASSERT_EQ(outer.transfers.size(), 1u);
  ASSERT_EQ(inner.transfers.size(), 1u);
  EXPECT_LE(outer.transfers[0].done, 3);
  EXPECT_GE(inner.transfers[0].start, 3);
}

TEST(StayDecoderTest, AStayOutlastsItsLoopOnlyIfAllowed) {
  Problem problem =
      makeOneBuffer(8, {{4, AccessMode::Read}, {7, AccessMode::Read}});
  problem.loops = {{{2, 6}, 10}};
  // The third step of the loop is the first with room.
  problem.buffers.push_back({.name = "large", .size = 512, .range = {0, 4}});
  const AccessIndex uses(problem);
  for (bool mayOutlast : {false, true}) {
    Placement placement(uses);
    ASSERT_TRUE(placement.addBackingCopy(0, 1));
    ASSERT_TRUE(placement.addBackingCopy(1, 0));
    StayPolicy policy;
    policy.minSaving = -infinity;

    const std::optional<StayOutcome> outcome =
        addStay(uses, placement, {0, 0, 0, 1}, policy, {mayOutlast, false});

    EXPECT_EQ(outcome.has_value(), mayOutlast);
  }
}

/// Reads at all even steps. The fast tier is occupied at odd steps, except
/// between the last 20 reads.
std::vector<StayId> servingAmong(int32_t numReads) {
  const Step numSteps = 2 * Step(numReads);
  Problem problem = makeOneBuffer(numSteps, {});
  for (Step step = 0; step < numSteps; step += 2)
    problem.ops[step] = {"read", 0, {{0, AccessMode::Read, 96, {}}}};
  for (Step step = 1; step < numSteps - 40; step += 2)
    problem.buffers.push_back(
        {.name = "full", .size = 512, .range = {step, step + 1}});
  const AccessIndex uses(problem);
  Placement placement(uses);
  placement.addBackingCopy(0, 1);
  for (size_t b = 1; b < problem.buffers.size(); ++b)
    placement.addBackingCopy(static_cast<BufferId>(b), 0);
  Choices choices;
  choices.policy.minSaving = -infinity;
  StayDecoder(uses, placement).insert(placement, 0, fast, choices);
  return placement.planOf(0).serving;
}

// n reads whose stays all fail, except stays of one read, take two times n * n
// / 2 tries of a use. The limit is 20000 + 64 * n.
TEST(StayDecoderTest, ABufferOfVeryManyReadsGetsShortStaysEventually) {
  const std::vector<StayId> some = servingAmong(170);
  const std::vector<StayId> many = servingAmong(200);

  EXPECT_EQ(std::count(some.begin(), some.end(), some.back()), 20);
  EXPECT_EQ(std::count(many.begin(), many.end(), many.back()), 20 % 8);
}

TEST(StayDecoderTest, EstimatesSavingsAndLifeOfABuffer) {
  const Problem problem = makeThreeReads();
  const AccessIndex uses(problem);
  const Placement placement = makeAtHome(uses);
  const StayDecoder decoder(uses, placement);

  EXPECT_NEAR(decoder.savingOf(placement, 0, 0, {}), 3 * 0.864, 1e-5);
  EXPECT_NEAR(decoder.lifeOf(0), 3 * 0.96 + 4, 1e-9);
}

TEST(StayDecoderTest, DoesNotAskAgainAfterAStop) {
  Problem problem = makeThreeReads();
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 512, 8, 500, 500});
  problem.target.defaultTier = 2;
  problem.target.channels = {{"fast", 2, 0, 1e12, 0},
                             {"middle", 2, 1, 1e12, 0}};
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  constexpr TierId tiers[] = {0, 1};
  int calls = 0;

  StayDecoder(uses, placement).insert(placement, 0, tiers, {}, [&] {
    ++calls;
    return false;
  });

  EXPECT_EQ(calls, 1);
  EXPECT_EQ(placement.planOf(0).stays.size(), 1u);
}

// All rotations of its uses are equally good.
TEST(StayDecoderTest, WrapsAroundIfAllUsesMayLeaveTheBase) {
  Problem problem = makeThreeReads();
  problem.isCyclic = true;
  for (int32_t lastUse : {2, 3}) {
    Choices choices;
    choices.lastUse = lastUse;
    EXPECT_TRUE(decoded(problem, choices).transfers.empty()) << "there always";
  }
  Choices choices;
  choices.lastUse = 1;

  EXPECT_EQ(decoded(problem, choices).transfers.size(), 1u);
}

// From the read at step 7 to the read at step 1 pass 2 seconds; a copy takes
// 0.96 s.
TEST(StayDecoderTest, AGapMayContinueInTheNextInvocation) {
  Problem problem = makeThreeReads();
  problem.isCyclic = true;
  Choices choices;
  choices.staysAlways = false;
  choices.firstDecoded = 2;
  choices.maxKeep = 2 / 0.96 + 1e-9;
  EXPECT_EQ(decoded(problem, choices).serving, (std::vector<StayId>{2, 2, 1}));

  choices.maxKeep = 2 / 0.96 - 1e-9;

  EXPECT_EQ(decoded(problem, choices).transfers.size(), 2u);
}

TEST(StayDecoderTest, ReturnsTheLastUseOfAStay) {
  Problem problem = makeThreeReads();
  problem.isCyclic = true;
  problem.loops = {{{2, 8}, 2}};
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  const StayDecoder decoder(uses, placement);

  EXPECT_EQ(decoder.insertStay(placement, 0, 0, 0, 1, {}), 2)
      << "all of a loop";
  placement = makeAtHome(uses);
  EXPECT_EQ(decoder.insertStay(placement, 0, 0, 3, 3, {}), 3);
  placement = makeAtHome(uses);
  EXPECT_EQ(decoder.insertStay(placement, 0, 0, 3, 4, {}), 5)
      << "as the request counts";
}

} // namespace
