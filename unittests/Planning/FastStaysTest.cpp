//===- FastStaysTest.cpp - Serving accesses from the fastest tier ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/FastStays.h"

#include "Legality.h"
#include "OneBuffer.h"
#include "Support/SmallProblems.h"

#include "../../lib/Planning/BackingPlan.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

bool goOn() { return true; }

/// Returns a problem of a forward and a backward pass. Each of the first
/// \p count ops reads the buffer of the op before it and writes one of \p size
/// bytes. As many ops then read the buffers in reverse order. The fast tier has
/// 512 bytes.
Problem makeForwardAndBack(Step count, int64_t size = 96) {
  Problem problem;
  problem.name = "forward and back";
  problem.target = makeToyTarget();
  for (Step i = 0; i < count; ++i)
    problem.buffers.push_back({.name = "b" + std::to_string(i),
                               .size = size,
                               .range = {i, 2 * count - i}});
  auto add = [&](std::vector<Access> accesses) {
    problem.ops.push_back(
        {"op" + std::to_string(problem.numSteps()), 0, std::move(accesses)});
  };
  for (Step i = 0; i < count; ++i) {
    add({{static_cast<BufferId>(i), writing, 96, {}}});
    if (i > 0)
      problem.ops.back().accesses.push_back(
          {static_cast<BufferId>(i - 1), reading, 96, {}});
  }
  for (Step i = count; i-- > 0;)
    add({{static_cast<BufferId>(i), reading, 96, {}}});
  return problem;
}

/// Adds a buffer that lives all the time, written at step 0 and read at \p
/// last.
void addMore(Problem &problem, int64_t size, Step last) {
  const auto id = static_cast<BufferId>(problem.buffers.size());
  problem.buffers.push_back(
      {.name = "more", .size = size, .range = {0, problem.numSteps()}});
  problem.ops[0].accesses.push_back({id, writing, 96, {}});
  problem.ops[last].accesses.push_back({id, reading, 96, {}});
}

/// Returns the number of accesses not served from the fastest tier.
int64_t countFar(const Solution &solution) {
  int64_t far = 0;
  for (const auto &served : solution.served)
    for (ResidencyId id : served)
      far += solution.residencies[id].tier != 0;
  return far;
}

TEST(FastStaysTest, ABufferWithoutRoomLeavesAndReturns) {
  for (bool largestFirst : {false, true})
    for (Step count : {4, 8, 16}) {
      const Problem problem = makeForwardAndBack(count);
      const AccessIndex uses(problem);
      const Placement base = makeAtHome(uses);

      const std::optional<Solution> near =
          FastPlans(uses, base).place({livesOf(uses), largestFirst}, goOn);

      ASSERT_TRUE(near);
      expectLegal(problem, *near);
      EXPECT_EQ(countFar(*near), 0);
      EXPECT_EQ(near->transfers.empty(), count < 6);
      EXPECT_LT(makespan(problem, *near),
                makespan(problem, assemble(uses, base.getPlans())));
    }
}

TEST(FastStaysTest, BuffersThatJustFitStayAllTheTime) {
  for (bool largestFirst : {false, true}) {
    const Problem problem = makeForwardAndBack(4, 128);
    const AccessIndex uses(problem);
    EXPECT_EQ(livesOf(uses), (std::vector<double>{8, 6, 4, 2}));

    const std::optional<Solution> near =
        FastPlans(uses, makeAtHome(uses))
            .place({livesOf(uses), largestFirst}, goOn);

    ASSERT_TRUE(near);
    EXPECT_EQ(near->residencies.size(), 4u);
    EXPECT_EQ(countFar(*near), 0);

    // With less capacity to plan with, one buffer makes room.
    const std::optional<Solution> less =
        FastPlans(uses, makeAtHome(uses))
            .place({livesOf(uses), largestFirst, 511.0 / 512}, goOn);
    ASSERT_TRUE(less);
    expectLegal(problem, *less);
    EXPECT_EQ(countFar(*less), 0);
    EXPECT_EQ(less->transfers.size(), 2u);
  }
}

TEST(FastStaysTest, ABufferBarredFromTheTierTakesNoRoom) {
  Problem problem = makeForwardAndBack(4, 128);
  addMore(problem, 128, 3);
  problem.buffers[4].tiers = {1};
  const AccessIndex uses(problem);
  const std::optional<Solution> near =
      FastPlans(uses, makeAtHome(uses)).place({livesOf(uses), true}, goOn);
  ASSERT_TRUE(near);
  expectLegal(problem, *near);
  EXPECT_EQ(countFar(*near), 2);
  EXPECT_TRUE(near->transfers.empty());
}

/// Three external buffers; the fast tier has room for two. Steps 0 and 6 read
/// the first buffer, 1 and 5 the second, 2 and 4 the third.
Problem makeNested() {
  Problem problem = makeOneBuffer(7, {});
  problem.buffers.clear();
  for (BufferId b = 0; b < 3; ++b) {
    problem.buffers.push_back({.name = "b" + std::to_string(b),
                               .size = 256,
                               .range = {0, 7},
                               .liveIn = true});
    for (Step step : {Step(b), Step(6 - b)})
      problem.ops[step].accesses = {{b, reading, 256, {}}};
  }
  return problem;
}

TEST(FastStaysTest, TheBufferWithTheLongestLifeIsFetchedAgain) {
  const Problem problem = makeNested();
  const AccessIndex uses(problem);
  const std::optional<Solution> near =
      FastPlans(uses, makeAtHome(uses)).place({livesOf(uses)}, goOn);
  ASSERT_TRUE(near);
  expectLegal(problem, *near);
  EXPECT_EQ(countFar(*near), 0);
  std::vector<int> fills(3, 0);
  int numHidden = 0;
  for (const Transfer &transfer : near->transfers) {
    ++fills[near->residencies[transfer.to].buffer];
    numHidden += transfer.start < transfer.done;
  }
  EXPECT_EQ(numHidden, 2) << "all for which there is room before their use";
  EXPECT_EQ(fills, (std::vector<int>{2, 1, 1}));
}

TEST(FastStaysTest, AccessesThatHomeMayServeAreNotForced) {
  Problem problem = makeNested();
  problem.ops[2].accesses[0].tiers = {0};
  const AccessIndex uses(problem);
  const std::optional<Placement> forced =
      placeForced(uses, {1, 1, 1}, {livesOf(uses)});
  ASSERT_TRUE(forced);
  const Solution solution = assemble(uses, forced->getPlans());
  expectLegal(problem, solution);
  EXPECT_EQ(countFar(solution), 5);
}

TEST(FastStaysTest, ASmallBufferWithALongLifeLeaves) {
  Problem problem = makeForwardAndBack(6, 64);
  problem.buffers[0].size = 192;
  addMore(problem, 160, 11);
  const AccessIndex uses(problem);
  const std::optional<Solution> near =
      FastPlans(uses, makeAtHome(uses)).place({livesOf(uses), false}, goOn);
  ASSERT_TRUE(near);
  expectLegal(problem, *near);
  EXPECT_EQ(countFar(*near), 0);
  ASSERT_FALSE(near->transfers.empty());
  for (const Transfer &transfer : near->transfers)
    EXPECT_TRUE(near->residencies[transfer.from].buffer >= 1 &&
                near->residencies[transfer.from].buffer <= 3);
}

TEST(FastStaysTest, TheBufferWithTheShortestLifeStays) {
  const Problem problem = makeForwardAndBack(8);
  const AccessIndex uses(problem);

  const std::optional<Solution> near =
      FastPlans(uses, makeAtHome(uses)).place({livesOf(uses), false}, goOn);

  ASSERT_TRUE(near);
  ASSERT_FALSE(near->transfers.empty());
  for (const Transfer &transfer : near->transfers)
    EXPECT_LT(near->residencies[transfer.from].buffer, 5);
}

TEST(FastStaysTest, OpsWithTooManyOperandsAreServedFromHome) {
  Problem problem = makeForwardAndBack(6);
  Op all{.name = "all", .computePs = 0};
  for (BufferId b = 0; b < 6; ++b)
    all.accesses.push_back({b, reading, 96, {}});
  problem.ops[6] = all;
  const AccessIndex uses(problem);

  const std::optional<Solution> near =
      FastPlans(uses, makeAtHome(uses)).place({livesOf(uses), true}, goOn);

  ASSERT_TRUE(near);
  expectLegal(problem, *near);
  EXPECT_GT(countFar(*near), 0);
  EXPECT_LE(countFar(*near), 6);
}

TEST(FastStaysTest, AStoppedSearchReturnsAPlacement) {
  const Problem problem = makeForwardAndBack(8);
  const AccessIndex uses(problem);
  int64_t calls = 0, lastFar = 0;
  for (int64_t most : {0, 2, 8}) {
    calls = 0;
    const std::optional<Solution> near =
        FastPlans(uses, makeAtHome(uses)).place({livesOf(uses), true}, [&] {
          return calls++ < most;
        });
    ASSERT_TRUE(near);
    expectLegal(problem, *near);
    EXPECT_LE(calls, most + 1);
    EXPECT_TRUE(most == 0 || countFar(*near) <= lastFar);
    lastFar = countFar(*near);
  }
  EXPECT_EQ(lastFar, 0);
}

TEST(FastStaysTest, IsLegalOnRandomProblems) {
  int64_t found = 0, tried = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    test::Traits traits;
    traits.hasMiddleTier = seed % 2 == 1;
    traits.hasRom = seed % 3 == 1;
    traits.isCyclic = seed % 5 == 1;
    traits.hasLoops = seed % 5 > 2;
    traits.isNarrow = seed % 7 > 4;
    traits.hasOwnedFast = seed % 11 == 1;
    traits.hasForcedFast = seed % 11 > 8;
    traits.isFastHome = seed % 13 == 1;
    const Problem problem = test::SmallProblem(seed, traits).make();
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      continue;
    ++tried;
    const std::optional<Solution> near =
        FastPlans(uses, *base.placement)
            .place({livesOf(uses), seed % 2 == 0}, goOn);
    if (!near)
      continue;
    ++found;
    SCOPED_TRACE(seed);
    expectLegal(problem, *near);
  }
  EXPECT_GT(tried, 400);
  EXPECT_GT(found, tried / 2);
}

/// Restricts all accesses to the fast tier.
Problem withForcedAccesses(Problem problem) {
  for (Op &op : problem.ops)
    for (Access &access : op.accesses)
      access.tiers = {0};
  return problem;
}

TEST(FastStaysTest, ForcedAccessesAreServedInTurn) {
  for (Step count : {8, 16, 40}) {
    const Problem problem = withForcedAccesses(makeForwardAndBack(count));
    const AccessIndex uses(problem);
    const std::optional<Placement> homes = buildUnservedPlacement(uses);
    ASSERT_TRUE(homes);
    EXPECT_TRUE(verify(problem, assemble(uses, homes->getPlans())));

    const std::optional<Placement> forced =
        placeForced(uses, std::vector<TierId>(problem.buffers.size(), 1),
                    {livesOf(uses), true, 0.8});
    ASSERT_TRUE(forced);
    expectLegal(problem, assemble(uses, forced->getPlans()));
    Placement more = *forced;
    more.forgetReservations();
    more.addToBase(0, forced->planOf(0)); // As in the final placement.

    const std::optional<Solution> near =
        FastPlans(uses, *homes).place({livesOf(uses), false, 0.8}, goOn);
    ASSERT_TRUE(near);
    expectLegal(problem, *near);
  }
}

TEST(FastStaysTest, NoUnservedPlacementIfHomeServesAllAccesses) {
  const Problem problem = makeForwardAndBack(8);
  EXPECT_FALSE(buildUnservedPlacement(AccessIndex(problem)));
}

TEST(FastStaysTest, ForcedBuffersThatDoNotFitHaveNoPlacement) {
  Problem problem = withForcedAccesses(makeForwardAndBack(6));
  for (BufferId b = 0; b < 6; ++b)
    problem.ops[6].accesses.push_back({b, reading, 96, {0}});
  const AccessIndex uses(problem);
  EXPECT_FALSE(placeForced(uses, std::vector<TierId>(problem.buffers.size(), 1),
                           {livesOf(uses)}));
}

TEST(FastStaysTest, ForcedPlacementsAreLegalOnRandomProblems) {
  int64_t found = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    test::Traits traits;
    traits.hasMiddleTier = seed % 2 == 1;
    traits.isCyclic = seed % 5 == 1;
    traits.hasLoops = seed % 5 > 2;
    traits.hasForcedFast = true;
    const Problem problem = test::SmallProblem(seed, traits).make();
    const AccessIndex uses(problem);
    std::vector<TierId> homes;
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b)
      homes.push_back(problem.homeOf(b));
    const std::optional<Placement> forced =
        placeForced(uses, homes, {livesOf(uses), seed % 2 == 0, 0.9});
    if (!forced)
      continue;
    ++found;
    SCOPED_TRACE(seed);
    expectLegal(problem, assemble(uses, forced->getPlans()));
  }
  EXPECT_GT(found, 100);
}

} // namespace
