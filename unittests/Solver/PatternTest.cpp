//===- PatternTest.cpp - Patterns shared by repetitions of a stretch ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Solver/Search/Pattern.h"
#include "HandProblems.h"
#include "SearchParts.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;
using namespace memplace::planning;
using namespace memplace::solver::search;

namespace {

constexpr Step period = 12;

/// Time steps of twelve ops. Each op reads a weight shared with the same op of
/// all time steps, and an input of its own.
Problem makeRecurrent(Step numTimes) {
  Problem problem;
  problem.name = "recurrent";
  problem.target = makeToyTarget();
  const Step numSteps = period * numTimes;
  for (Step i = 0; i < period; ++i)
    problem.buffers.push_back({.name = "weight",
                               .size = 8 + 8 * i,
                               .range = {0, numSteps},
                               .liveIn = true});
  for (Step step = 0; step < numSteps; ++step) {
    const auto weight = static_cast<BufferId>(step % period);
    const auto input = static_cast<BufferId>(problem.buffers.size());
    problem.buffers.push_back(
        {.name = "input", .size = 8, .range = {0, numSteps}, .liveIn = true});
    problem.ops.push_back({"op",
                           second,
                           {{weight, AccessMode::Read, 8, {}},
                            {input, AccessMode::Read, 8, {}}}});
  }
  return problem;
}

class PatternTest : public ::testing::Test {
protected:
  /// All movables are buffers, in order.
  int32_t inputOf(Step step) const {
    return static_cast<int32_t>(period + step);
  }
  bool place(int32_t movable, int32_t first, int32_t last) {
    parts.state.removeStays(movable);
    Choices choices;
    choices.policy.lead = 1;
    const bool isPlaced =
        parts.state.insertStay(movable, 0, first, last, choices);
    parts.state.evaluate();
    parts.state.keep();
    return isPlaced;
  }
  Pattern find(const Repetition &repetition) const {
    return findPattern(parts.uses, parts.state, parts.sites, parts.repeats,
                       repetition);
  }

  const Problem problem = makeRecurrent(4);
  SearchParts parts{problem};
};

TEST_F(PatternTest, AStayInOneTimeStepIsSharedByAll) {
  const int32_t weight = 3;
  ASSERT_TRUE(place(weight, /*first=*/1, /*last=*/1));

  const Pattern pattern = find({period, period, -1, 2});

  EXPECT_EQ(pattern.shared.size(), static_cast<size_t>(period));
  ASSERT_EQ(pattern.stays.size(), 4u);
  const BufferPlan plan = parts.state.placed(weight).plan;
  for (int32_t time = 0; time < 4; ++time) {
    const PatternStay &stay = pattern.stays[time];
    EXPECT_EQ(stay.movable, weight);
    EXPECT_EQ(stay.firstUse, time);
    EXPECT_EQ(stay.lastUse, time);
    EXPECT_EQ(stay.offset, plan.stays.back().offset);
    EXPECT_EQ(stay.lead, 1);
  }
}

TEST_F(PatternTest, AStayIntoTheNextTimeStepExtendsToTheLast) {
  ASSERT_TRUE(place(3, /*first=*/1, /*last=*/2));

  // The time step after the stretch takes over the stay of the time step
  // before.
  const Pattern pattern = find({period, period, 1, 2});

  ASSERT_EQ(pattern.stays.size(), 1u);
  EXPECT_EQ(pattern.stays[0].firstUse, 1);
  EXPECT_EQ(pattern.stays[0].lastUse, 3);
  EXPECT_EQ(pattern.stays[0].lead, 1);
}

TEST_F(PatternTest, ABufferAtHomeInTheStretchLeavesFast) {
  ASSERT_TRUE(place(3, /*first=*/2, /*last=*/3));

  const Pattern pattern = find({period, period, 1, 1});

  ASSERT_EQ(pattern.stays.size(), 1u);
  EXPECT_EQ(pattern.stays[0].firstUse, 3);
  EXPECT_EQ(pattern.stays[0].lastUse, 3);
}

TEST_F(PatternTest, AnInputHasItsCounterpartInTheStretch) {
  const Pattern pattern = find({period, period, 2, 2});

  ASSERT_EQ(pattern.counterparts.size(), static_cast<size_t>(period));
  for (const Counterpart &pair : pattern.counterparts)
    EXPECT_EQ(pair.to, pair.from + 2 * period);
  EXPECT_EQ(pattern.counterparts.front().from, inputOf(period));
}

TEST_F(PatternTest, BeyondTheProgramNothingRepeats) {
  const Pattern pattern = find({period, period, 3, 30});

  EXPECT_TRUE(pattern.shared.empty());
  EXPECT_TRUE(pattern.counterparts.empty());
}

} // namespace
