//===- StayTimingTest.cpp - Times and offsets of a stay -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/StayTiming.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// A problem with all buffers at home, and the occupied bytes of its tiers.
class StayTimingTest : public ::testing::Test {
protected:
  void start(const Problem &given) {
    problem = given;
    uses.emplace(problem);
    placement.emplace(makeAtHome(*uses));
    arenas.clear();
    for (const Tier &tier : problem.target.tiers)
      arenas.emplace_back(tier.capacity, problem.numSteps());
  }

  std::optional<StayTiming> timingOf(const StayRequest &request,
                                     const StayPolicy &policy = {}) const {
    const std::optional<StayShape> shape =
        findShape(*uses, placement->planOf(request.buffer), request);
    EXPECT_TRUE(shape);
    return findTiming(*uses, {arenas, placement->getTraffic()}, *shape, policy);
  }

  Problem problem;
  std::optional<AccessIndex> uses;
  std::optional<Placement> placement;
  std::vector<Arena> arenas;
};

// An op of one second leaves time for 100 bytes.
TEST_F(StayTimingTest, PrefetchesAsLateAsPossibleToHideAllBytes) {
  start(makeOneBuffer(8, {{5, reading}}));
  problem.buffers[0].size = 100;

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0});

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_EQ(timing->fill->start, 4);
  EXPECT_EQ(timing->fill->done, 5);
  EXPECT_EQ(timing->fill->missing, 0);
  EXPECT_EQ(timing->life.range, (LiveRange{4, 6}));
  EXPECT_EQ(timing->life.reservedEnd, 6);
  EXPECT_NEAR(timing->saving, 0.96 - 0.096, 1e-12);
  problem.buffers[0].size = 101;
  EXPECT_EQ(timingOf({0, 0, 0, 0})->fill->start, 3);
}

// A latency of more than a second takes two steps, for any number of bytes.
TEST_F(StayTimingTest, HidesTheLatency) {
  start(makeOneBuffer(8, {{5, reading}}));
  problem.buffers[0].size = 8;
  problem.target.channels[0].latencyPs = second;
  EXPECT_EQ(timingOf({0, 0, 0, 0})->fill->start, 4);

  problem.target.channels[0].latencyPs = second + 1;

  EXPECT_EQ(timingOf({0, 0, 0, 0})->fill->start, 3);
}

TEST_F(StayTimingTest, ABlockingFillStallsForBytesAndLatency) {
  start(makeOneBuffer(8, {{5, reading}}));
  StayPolicy policy;
  policy.hide = false;
  EXPECT_FALSE(timingOf({0, 0, 0, 0}, policy)) << "it saves less than nothing";
  policy.minSaving = -1;

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0}, policy);

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_TRUE(timing->fill->isBlocking());
  EXPECT_NEAR(timing->saving, 0.96 - 0.096 - (0.96 + 0.1), 1e-12);
}

TEST_F(StayTimingTest, SavesAtLeastTheRequestedTime) {
  start(makeOneBuffer(8, {{5, reading}}));
  StayPolicy policy;
  policy.minSaving = 0.8639;
  EXPECT_TRUE(timingOf({0, 0, 0, 0}, policy));

  policy.minSaving = 0.8641;

  EXPECT_FALSE(timingOf({0, 0, 0, 0}, policy));
}

TEST_F(StayTimingTest, TakesTheLongestPrefetchThatHasRoom) {
  start(makeOneBuffer(8, {{5, reading}}));
  problem.buffers[0].size = 150; // Needs to start at 3.
  arenas[0].take({0, 4}, 0, 512);

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0});

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_EQ(timing->fill->start, 4);
  EXPECT_NEAR(timing->fill->missing, 50, 1e-9);
  arenas[0].take({5, 6}, 0, 512 - 149);
  EXPECT_FALSE(timingOf({0, 0, 0, 0})) << "a byte too few at the use";
}

TEST_F(StayTimingTest, StartsAndEndsAtTheStepsOfThePolicy) {
  start(makeOneBuffer(8, {{5, reading}}));
  StayPolicy policy;
  policy.lead = 3;
  policy.awaitAhead = 1;

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0}, policy);

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_EQ(timing->fill->done, 4);
  EXPECT_EQ(timing->fill->start, 1);
}

TEST_F(StayTimingTest, AnEvictEndsWithTheStayByDefault) {
  start(makeOneBuffer(9, {{1, writing}, {5, reading}, {7, reading}}));
  StayPolicy policy;

  const std::optional<StayTiming> untold = timingOf({0, 0, 0, 1}, policy);
  policy.evictSteps = 1;
  const std::optional<StayTiming> told = timingOf({0, 0, 0, 1}, policy);
  policy.evictDelay = 2;
  const std::optional<StayTiming> later = timingOf({0, 0, 0, 1}, policy);

  ASSERT_TRUE(untold && told && later);
  EXPECT_EQ(untold->evict->start, 2);
  EXPECT_EQ(untold->evict->done, 6);
  EXPECT_EQ(told->evict->start, 2);
  EXPECT_EQ(told->evict->done, 3);
  EXPECT_EQ(later->evict->start, 4);
  EXPECT_EQ(later->evict->done, 5);
}

// Until then fills use the time of the slow tier.
TEST_F(StayTimingTest, AnEvictMayStartAsLateAsStillHidden) {
  start(makeOneBuffer(9, {{1, writing}, {5, reading}, {7, reading}}));
  StayPolicy policy;
  policy.evictsLate = true;

  const std::optional<StayTiming> untold = timingOf({0, 0, 0, 1}, policy);
  policy.evictSteps = 3;
  const std::optional<StayTiming> told = timingOf({0, 0, 0, 1}, policy);
  problem.target.channels[1].latencyPs = second + 1;
  const std::optional<StayTiming> latent = timingOf({0, 0, 0, 1}, policy);

  ASSERT_TRUE(untold && told && latent);
  EXPECT_EQ(untold->evict->start, 4) << "step 5 reads at home so far";
  EXPECT_EQ(untold->evict->done, 6);
  EXPECT_EQ(told->evict->start, 4);
  EXPECT_EQ(told->evict->done, 5);
  EXPECT_EQ(latent->evict->start, 3);
}

// The copy reads its source while the stream waits.
TEST_F(StayTimingTest, ABlockingEvictHoldsItsSourceAStepLonger) {
  start(makeOneBuffer(9, {{1, writing}, {2, reading}}));
  StayPolicy policy;
  policy.minSaving = -2;

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0}, policy);

  ASSERT_TRUE(timing && timing->evict);
  EXPECT_TRUE(timing->evict->isBlocking());
  EXPECT_EQ(timing->life.range, (LiveRange{1, 2}));
  EXPECT_EQ(timing->life.reservedEnd, 3);
}

TEST_F(StayTimingTest, PrefersTheChannelThatHidesMore) {
  Problem two = makeOneBuffer(8, {{5, reading}});
  two.target.channels[0].latencyPs = 100 * second;
  two.target.channels.push_back({"also in", 1, 0, 1e11, 0});
  start(two);

  EXPECT_EQ(timingOf({0, 0, 0, 0})->fill->channel, 2);
}

// From the slowest tier through the intermediate tier.
TEST_F(StayTimingTest, PlacesACopyInTheIntermediateTier) {
  Problem three = makeOneBuffer(8, {{5, reading}});
  Target &target = three.target;
  target.tiers.insert(target.tiers.begin() + 1, {"between", 512, 8, 500, 500});
  target.defaultTier = 2;
  target.channels = {{"up", 2, 1, 1e12, 0}, {"in", 1, 0, 1e12, 0}};
  start(three);

  const std::optional<StayTiming> timing = timingOf({0, 0, 0, 0});

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_EQ(timing->fill->channel, 1);
  EXPECT_EQ(timing->fill->start, 4);
  ASSERT_EQ(timing->before.size(), 1u);
  const Relay &relay = timing->before[0];
  EXPECT_EQ(relay.tier, 1);
  EXPECT_EQ(relay.hop.channel, 0);
  EXPECT_EQ(relay.hop.start, 3);
  EXPECT_EQ(relay.hop.done, 4);
  EXPECT_EQ(relay.life.range, (LiveRange{3, 5}));
  arenas[1].take({4, 5}, 0, 512);
  EXPECT_FALSE(timingOf({0, 0, 0, 0})) << "no room on the way";
}

TEST_F(StayTimingTest, AWrappedStayHasATailAndAHead) {
  Problem cyclic = makeOneBuffer(6, {{1, reading}, {4, reading}});
  cyclic.isCyclic = true;
  start(cyclic);

  const std::optional<StayTiming> timing = timingOf({0, 0, 1, 2});

  ASSERT_TRUE(timing && timing->fill);
  EXPECT_EQ(timing->fill->start, 3);
  EXPECT_EQ(timing->life.range, (LiveRange{3, 6}));
  EXPECT_EQ(timing->life.reservedEnd, 7);
  EXPECT_EQ(timing->life.head, (LiveRange{0, 2}));
  arenas[0].take({1, 2}, 0, 512);
  EXPECT_FALSE(timingOf({0, 0, 1, 2})) << "the head has no room";
}

/// Returns the copy of a buffer placed in the fast tier for its only use. The
/// program has many ops of nearly no duration, which hide nothing.
StayTransfer transferAmong(Step numSteps, const OneUse &use) {
  Problem problem = makeOneBuffer(numSteps, {use});
  for (Step step = 0; step < numSteps; ++step)
    if (step != use.step)
      problem.ops[step].computePs = 1;
  problem.buffers[0].liveOut = use.mode != AccessMode::Read;
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  StayPolicy policy;
  policy.minSaving = -infinity;
  EXPECT_TRUE(placement.addStay({0, 0, 0, 0}, policy));
  const std::vector<StayTransfer> &transfers = placement.planOf(0).transfers;
  return transfers.empty() ? StayTransfer() : transfers.back();
}

TEST_F(StayTimingTest, SearchesAtMostTwoThousandStepsForTime) {
  const StayTransfer fill = transferAmong(5000, {4500, AccessMode::Read});
  EXPECT_EQ(fill.done, 4500);
  EXPECT_EQ(fill.start, 4500 - 2001);

  const StayTransfer evict = transferAmong(5000, {100, AccessMode::Write});
  EXPECT_EQ(evict.start, 101);
  EXPECT_EQ(evict.done, 101 + 2002);
}

// A copy takes 2 s; each op before takes 1 s.
TEST_F(StayTimingTest, APrefetchLeadsByAtMostMaxLead) {
  Problem problem = makeOneBuffer(12, {{11, AccessMode::Read}});
  for (Op &op : problem.ops)
    op.computePs = op.accesses.empty() ? second : 0;
  problem.target.channels[0].latencyPs = 0;
  problem.target.channels[0].bytesPerSecond = 48;
  const AccessIndex uses(problem);
  for (auto [maxLead, steps] : {std::pair(1.0, 3), {0.99, 2}, {1.5, 4}}) {
    Placement placement = makeAtHome(uses);
    StayPolicy policy;
    policy.hiddenShare = 100; // Never satisfied.
    policy.minSaving = -infinity;
    policy.maxLead = maxLead; // Times 2 s.

    ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, policy));

    EXPECT_EQ(placement.planOf(0).transfers[0].start, 11 - steps) << maxLead;
  }
}

} // namespace
