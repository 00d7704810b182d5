//===- ReadScheduleTest.cpp - Tests of reads in the order of use ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Streaming/ReadSchedule.h"

#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Random.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace memplace;
using testing::ElementsAre;

using Uses = std::vector<std::vector<Step>>;

static std::vector<Step> beginsOf(const std::vector<ReadStay> &stays) {
  std::vector<Step> begins;
  for (const ReadStay &stay : stays)
    begins.push_back(stay.begin);
  return begins;
}

TEST(ReadScheduleTest, UsesFurtherApartThanNearHaveTwoStays) {
  const Uses uses = {{1, 3, 6}, {}, {2}};
  EXPECT_THAT(staysOf(uses, 2),
              ElementsAre(ReadStay{0, 1, 4, 0, 0}, ReadStay{2, 2, 3, 0, 0},
                          ReadStay{0, 6, 7, 0, 4}));
  EXPECT_EQ(staysOf(uses, 3).size(), 2u);
  EXPECT_EQ(staysOf(uses, 1).size(), 4u);
}

TEST(ReadScheduleTest, ReadsStartAsSoonAsTheOtherBuffersLeaveRoom) {
  const StreamMemory memory = {{4, 4, 2}, {{{0, 2}, 5}}, 4, 9, 1};
  const std::vector<ReadStay> stays = staysOf(Uses{{1}, {2}, {3}}, 0);
  // Item 0 fits beside the other buffer; items 1 and 2 wait for its end.
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {})),
              ElementsAre(0, 2, 2));
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {.before = 1})),
              ElementsAre(1, 2, 2));
  StreamMemory smaller = memory;
  smaller.room = 8;
  EXPECT_FALSE(scheduleReads(smaller, stays, {}));
  // A reserve makes reads later, not impossible.
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {}, 1)),
              ElementsAre(1, 2, 2));
}

TEST(ReadScheduleTest, LaterReadsFillGapsOnlyIfAllowed) {
  const StreamMemory memory = {{1, 8, 1}, {{{0, 1}, 6}}, 3, 10, 1};
  const std::vector<ReadStay> stays = staysOf(Uses{{0}, {1}, {2}}, 0);
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {})),
              ElementsAre(0, 1, 1));
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {.fillGaps = true})),
              ElementsAre(0, 1, 0));
}

TEST(ReadScheduleTest, AStayThatWaitsForItsWriteDelaysNoOtherStay) {
  const StreamMemory memory = {{1, 1}, {}, 4, 9, 1};
  const std::vector<ReadStay> stays = {{0, 2, 3, 0, 2}, {1, 3, 4, 0, 0}};
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {})), ElementsAre(2, 0));
}

TEST(ReadScheduleTest, SizesAreRoundedUpToTheAlignment) {
  const StreamMemory memory = {{5, 5}, {{{0, 2}, 1}}, 2, 24, 8};
  const std::vector<ReadStay> stays = staysOf(Uses{{0}, {1}}, 0);
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {})), ElementsAre(0, 0));
  EXPECT_THAT(beginsOf(*scheduleReads(memory, stays, {}, 1)),
              ElementsAre(0, 1));
}

/// Returns true if \p stays and the other buffers fit at each step.
static bool fits(const StreamMemory &memory,
                 const std::vector<ReadStay> &stays) {
  for (Step step = 0; step < memory.numSteps; ++step) {
    int64_t bytes = 0;
    for (const MemoryUse &other : memory.others)
      bytes += other.range.contains(step) ? other.size : 0;
    for (const ReadStay &stay : stays)
      bytes +=
          stay.begin <= step && step < stay.end ? memory.sizes[stay.item] : 0;
    if (bytes > memory.room)
      return false;
  }
  return true;
}

static StreamMemory drawMemory(Random &random, size_t numItems, Step numSteps) {
  StreamMemory memory;
  memory.numSteps = numSteps;
  memory.room = static_cast<int64_t>(12 + random.below(4));
  for (size_t item = 0; item < numItems; ++item)
    memory.sizes.push_back(static_cast<int64_t>(1 + random.below(5)));
  for (int i = 0; i < 3; ++i) {
    const auto begin = static_cast<Step>(random.below(numSteps));
    const auto end =
        begin + 1 + static_cast<Step>(random.below(numSteps - begin));
    memory.others.push_back(
        {{begin, end}, static_cast<int64_t>(random.below(4) + 1)});
  }
  return memory;
}

/// Compares with all schedules: reads in order start no later than any others
/// that start in this order.
TEST(ReadScheduleTest, NoOrderedScheduleStartsAReadEarlierBesideTheSamePrefix) {
  constexpr Step numSteps = 5;
  Random random(1);
  int numSchedules = 0;
  for (int round = 0; round < 300; ++round) {
    const StreamMemory memory = drawMemory(random, 3, numSteps);
    Uses uses(3);
    for (std::vector<Step> &steps : uses)
      steps = {static_cast<Step>(random.below(numSteps))};
    std::vector<ReadStay> stays = staysOf(uses, 0);
    const auto scheduled = scheduleReads(memory, stays, {});
    ASSERT_EQ(scheduled.has_value(),
              [&] {
                std::vector<ReadStay> late = stays;
                for (ReadStay &stay : late)
                  stay.begin = stay.first;
                return fits(memory, late);
              }())
        << "round " << round;
    if (!scheduled)
      continue;
    ++numSchedules;
    EXPECT_TRUE(fits(memory, *scheduled));
    for (size_t k = 0; k < stays.size(); ++k) {
      // All others that are scheduled before stay; later ones are just in time.
      std::vector<ReadStay> prefix(scheduled->begin(),
                                   scheduled->begin() + k + 1);
      const Step least = k == 0 ? 0 : (*scheduled)[k - 1].begin;
      for (Step begin = least; begin < (*scheduled)[k].begin; ++begin) {
        prefix[k].begin = begin;
        EXPECT_FALSE(fits(memory, prefix)) << "round " << round;
      }
    }
  }
  EXPECT_GT(numSchedules, 50);
}

TEST(ReadScheduleTest, PlansHaveLegalOffsetsAndFewerTriesFindNoMore) {
  Random random(2);
  int numPlans = 0, numMore = 0;
  for (int round = 0; round < 200; ++round) {
    const StreamMemory memory = drawMemory(random, 16, 30);
    Uses uses(16);
    for (std::vector<Step> &steps : uses)
      for (Step step = 0; step < 30; ++step)
        if (random.chance(0.05))
          steps.push_back(step);
    const std::vector<ReadStay> stays = staysOf(uses, usualNear);
    const auto once = planStream(memory, stays, {}, {.tries = 1, .nodes = 1});
    const auto plan = planStream(memory, stays, {}, {.tries = 4, .nodes = 1});
    if (!plan) {
      EXPECT_FALSE(once);
      continue;
    }
    ++numPlans;
    numMore += once ? 0 : 1;
    const PackingProblem packing = toPacking(memory, plan->stays);
    EXPECT_EQ(verifyPacking(packing, {plan->offsets, {}}), std::nullopt);
  }
  EXPECT_GT(numPlans, 20);
  EXPECT_GT(numMore, 0);
}

TEST(ReadScheduleTest, AMemoryWithoutRoomHasNoPlan) {
  const StreamMemory memory = {{}, {}, 1, 0, 1};
  EXPECT_FALSE(planStream(memory, {}, {}, {.tries = 1, .nodes = 1}));
}
