//===- BackingPlanTest.cpp - Base placements ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/BackingPlan.h"
#include "../../lib/Planning/StayLevels.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

TEST(BackingPlanTest, AllBuffersAreAtHomeIfTheyFit) {
  const Problem problem = makeToyProblem();
  const AccessIndex uses(problem);

  const BackingResult base = buildBasePlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  for (const BufferPlan &plan : base.placement->getPlans()) {
    ASSERT_EQ(plan.stays.size(), 1u);
    EXPECT_EQ(plan.stays[0].tier, 1);
  }
}

TEST(BackingPlanTest, TheFastestPlacementMovesBuffersWithoutInitialContents) {
  const Problem problem = makeToyProblem();
  const AccessIndex uses(problem);

  const BackingResult base = buildFastestPlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  EXPECT_EQ(base.placement->planOf(0).stays[0].tier, 1) << "x is live-in";
  EXPECT_EQ(base.placement->planOf(1).stays[0].tier, 0);
  EXPECT_EQ(base.placement->planOf(3).stays[0].tier, 1) << "y is live-out";
}

TEST(BackingPlanTest, ABufferThatFitsNoTierIsInfeasible) {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Write}});
  problem.buffers[0].liveIn = false;
  problem.target.tiers[1].capacity = 96;
  EXPECT_TRUE(buildBasePlacement(AccessIndex(problem)).placement);
  problem.buffers[0].size = 600;

  const BackingResult base = buildBasePlacement(AccessIndex(problem));

  EXPECT_FALSE(base.placement);
  EXPECT_TRUE(base.isInfeasible);
  EXPECT_NE(base.message.find("'b' of 600 bytes"), std::string::npos)
      << base.message;
}

// The inner loop may be skipped, so each trip may read contents from before the
// outer loop, which the buffer does not outlive.
TEST(BackingPlanTest, AWriteThatMayBeSkippedDoesNotFreeALoopOfOldContents) {
  Problem problem =
      makeOneBuffer(4, {{1, AccessMode::Write}, {2, AccessMode::Read}});
  problem.buffers[0].range.end = 3;
  problem.loops = {{{1, 4}, 2, false}, {{1, 2}, 1, false}};
  EXPECT_TRUE(buildBasePlacement(AccessIndex(problem)).placement);
  problem.loops[1].maySkip = true;

  const BackingResult base = buildBasePlacement(AccessIndex(problem));

  EXPECT_TRUE(base.isInfeasible);
  EXPECT_NE(base.message.find("its live range ends at step 3"),
            std::string::npos)
      << base.message;
}

TEST(BackingPlanTest, TooManyBuffersAtOnceAreNotProvenInfeasible) {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Write}});
  problem.buffers[0].liveIn = false; // A live-in buffer has a place of its own.
  problem.buffers.push_back(problem.buffers[0]);
  problem.buffers[1].name = "c";
  problem.target.tiers[0].capacity = 95;
  problem.target.tiers[1].capacity = 192;
  EXPECT_TRUE(buildBasePlacement(AccessIndex(problem)).placement);
  problem.target.tiers[1].capacity = 191;

  const BackingResult base = buildBasePlacement(AccessIndex(problem));

  EXPECT_FALSE(base.placement);
  EXPECT_FALSE(base.isInfeasible);
  EXPECT_NE(base.message.find("'slow' (191 bytes)"), std::string::npos)
      << base.message;
}

// A buffer too large for all tiers but one cannot move either. It is larger
// than the buffers that the problem ties to that tier, so it is placed first.
static Problem makeTiedBuffers() {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Write}});
  Buffer middle = problem.buffers[0];
  middle.liveIn = false;
  middle.tiers = {1};
  middle.size = 4;
  middle.range = {1, 3};
  Buffer early = middle, late = middle;
  early.name = "early";
  early.range = {0, 2};
  late.name = "late";
  late.range = {2, 4};
  late.size = 6;
  late.tiers = {};
  problem.buffers = {early, middle, late};
  for (Tier &tier : problem.target.tiers)
    tier.alignment = 1;
  problem.target.tiers[1].capacity = 10;
  problem.target.tiers[0].capacity = 5;
  return problem;
}

TEST(BackingPlanTest, ABufferThatFitsOneTierOnlyDoesNotMove) {
  Problem problem = makeTiedBuffers();
  EXPECT_TRUE(buildBasePlacement(AccessIndex(problem)).placement);

  problem.target.tiers[1].capacity = 9;
  EXPECT_FALSE(buildBasePlacement(AccessIndex(problem)).placement);
}

// The fast tier has exactly the bytes of the buffer, which therefore makes room
// for buffers tied to the slow tier.
TEST(BackingPlanTest, ABufferThatJustFitsAnotherTierMakesRoom) {
  Problem problem = makeTiedBuffers();
  Buffer flexible = problem.buffers[2];
  flexible.name = "flexible";
  flexible.range = {1, 2};
  flexible.size = 5;
  problem.buffers.push_back(flexible);

  const AccessIndex uses(problem);
  const BackingResult base = buildHomePlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  EXPECT_EQ(base.placement->planOf(3).stays[0].tier, 0);
}

// The stay for the first access that home may not serve lasts until the last
// such access.
TEST(BackingPlanTest, AccessesThatHomeMayNotServeGetAStay) {
  Problem problem = makeOneBuffer(
      8, {{2, AccessMode::Read}, {4, AccessMode::Read}, {6, AccessMode::Read}});
  problem.ops[2].accesses[0].tiers = {0};
  problem.ops[4].accesses[0].tiers = {0};
  const AccessIndex uses(problem);

  const BackingResult base = buildBasePlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  EXPECT_EQ(base.placement->planOf(0).serving, (std::vector<StayId>{1, 1, 0}));
  problem.target.channels.clear();
  EXPECT_FALSE(buildBasePlacement(AccessIndex(problem)).placement);
}

TEST(BackingPlanTest, LevelsAreListedFromTheInnermostLoopToTheRoot) {
  Problem problem =
      makeOneBuffer(10, {{3, AccessMode::Read}, {6, AccessMode::Read}});
  problem.loops = {{{1, 9}, 2}, {{2, 5}, 3}};
  const AccessIndex uses(problem);

  EXPECT_EQ(levelsOf(uses, 0, 0, 0), (std::vector<LoopId>{1, 0, noLoop}));
  EXPECT_EQ(levelsOf(uses, 0, 0, 1), (std::vector<LoopId>{0, noLoop}));
}

// A stay that begins in the inner loop may end in any loop around both uses.
TEST(BackingPlanTest, StayLevelsIncludeStaysThatOutlastALoop) {
  Problem problem =
      makeOneBuffer(10, {{3, AccessMode::Read}, {6, AccessMode::Read}});
  problem.loops = {{{1, 9}, 2}, {{2, 5}, 3}};
  const AccessIndex uses(problem);
  const auto pairs = [&](int32_t first, int32_t last) {
    std::vector<std::pair<LoopId, LoopId>> all;
    for (const StayLevels &levels : stayLevelsOf(uses, 0, first, last))
      all.push_back({levels.level, levels.exitLevel.value_or(levels.level)});
    return all;
  };
  using Pairs = std::vector<std::pair<LoopId, LoopId>>;

  EXPECT_EQ(
      pairs(0, 1),
      (Pairs{{1, 0}, {0, 0}, {1, noLoop}, {0, noLoop}, {noLoop, noLoop}}));
  EXPECT_EQ(pairs(1, 1), (Pairs{{0, 0}, {0, noLoop}, {noLoop, noLoop}}));
}

TEST(BackingPlanTest, NotesUnreachableTiers) {
  Target target = makeToyTarget();
  EXPECT_TRUE(noteUnreachableTiers(target).empty());

  target.channels.erase(target.channels.begin());

  ASSERT_EQ(noteUnreachableTiers(target).size(), 1u);
  EXPECT_EQ(
      noteUnreachableTiers(target)[0],
      "target 'toy' has no channel from 'slow' to 'fast', so that nothing "
      "is prefetched there; add one to the target");
}

/// Reads at all even steps. From read \p first on, tier 0 and tier 1 must serve
/// alternately, never home.
Problem makeForcedInTurns(int32_t numReads, int32_t first) {
  Problem problem = makeOneBuffer(2 * numReads, {});
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 512, 8, 500, 500});
  problem.target.defaultTier = 2;
  problem.target.channels = {{"fast", 2, 0, 1e12, 0},
                             {"middle", 2, 1, 1e12, 0}};
  for (int32_t u = 0; u < numReads; ++u) {
    Access access = {0, AccessMode::Read, 96, {}};
    if (u >= first)
      access.tiers = {u % 2};
    problem.ops[2 * u].accesses = {access};
  }
  return problem;
}

// The search for shorter stays ends with the shortest, for any number of reads
// before, and for any number of reads left out.
TEST(BackingPlanTest, AnAccessBetweenOtherTiersGetsItsOwnStay) {
  for (auto [numReads, first] :
       {std::pair(2, 0), {3, 1}, {80, 78}, {65, 0}, {64, 0}, {90, 0}}) {
    SCOPED_TRACE(numReads);
    const Problem problem = makeForcedInTurns(numReads, first);
    const AccessIndex uses(problem);

    const BackingResult base = buildBasePlacement(uses);

    ASSERT_TRUE(base.placement) << base.message;
    for (int32_t u = first; u < numReads; ++u)
      EXPECT_TRUE(base.placement->isServedLegally(0, u)) << u;
  }
}

// Eight buffers used forward and then backward, like weights of a derivative.
// The fast tier has room for five; if the first five stayed, the others would
// have no room.
TEST(BackingPlanTest, ABufferNeededAgainLateMakesRoom) {
  Problem problem = makeOneBuffer(16, {});
  problem.buffers.resize(8, problem.buffers[0]);
  for (Step step = 0; step < 16; ++step)
    problem.ops[step].accesses = {
        {static_cast<BufferId>(std::min(step, 15 - step)),
         AccessMode::Read,
         96,
         {0}}};
  const AccessIndex uses(problem);

  const BackingResult base = buildBasePlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  for (BufferId b = 0; b < 8; ++b) {
    SCOPED_TRACE(b);
    EXPECT_TRUE(base.placement->isServedLegally(b, 0));
    EXPECT_TRUE(base.placement->isServedLegally(b, 1));
    // One stay at home. Buffers needed again soonest stay in between.
    EXPECT_EQ(base.placement->planOf(b).stays.size(), b < 3 ? 3U : 2U);
  }
}

// A buffer is written and read in the fast tier only, long before and after
// another buffer needs the fast tier: the buffer leaves in between.
TEST(BackingPlanTest, ABufferNotNeededInBetweenLeaves) {
  Problem problem = makeOneBuffer(16, {{8, AccessMode::Read}});
  problem.buffers[0].size = 300;
  problem.ops[8].accesses[0] = {0, AccessMode::Read, 300, {0}};
  problem.buffers.push_back({.name = "between", .size = 300, .range = {1, 15}});
  problem.ops[1].accesses = {{1, AccessMode::Write, 300, {0}}};
  problem.ops[14].accesses = {{1, AccessMode::Read, 300, {0}}};
  const AccessIndex uses(problem);

  const BackingResult base = buildBasePlacement(uses);

  ASSERT_TRUE(base.placement) << base.message;
  EXPECT_TRUE(base.placement->isServedLegally(0, 0));
  EXPECT_TRUE(base.placement->isServedLegally(1, 0));
  EXPECT_TRUE(base.placement->isServedLegally(1, 1));
  EXPECT_EQ(base.placement->planOf(1).stays.size(), 3U);
  // With room for both buffers, neither leaves.
  problem.target.tiers[0].capacity = 700;
  const AccessIndex roomy(problem);
  EXPECT_EQ(buildBasePlacement(roomy).placement->planOf(1).stays.size(), 1U);
}

// An unused buffer with contents needs a place nevertheless.
TEST(BackingPlanTest, ABufferWithContentsMustFitATier) {
  for (bool isLiveIn : {false, true})
    for (bool isLiveOut : {false, true}) {
      Problem problem = makeOneBuffer(4, {});
      problem.buffers[0].liveIn = isLiveIn;
      problem.buffers[0].liveOut = isLiveOut;
      problem.buffers[0].external = false;
      problem.buffers[0].size = 2'000'000;

      EXPECT_EQ(buildBasePlacement(AccessIndex(problem)).isInfeasible,
                isLiveIn || isLiveOut);
    }
}

TEST(BackingPlanTest, NotesOnlyTiersBeforeTheDefaultTier) {
  Target target = makeToyTarget();
  target.channels.clear();
  target.tiers.push_back({"behind", 1000, 8, 10, 10});

  EXPECT_EQ(noteUnreachableTiers(target).size(), 1u);
}

/// Returns the levels of a buffer's only use, in an inner loop of the loop
/// around its live range.
std::vector<std::pair<LoopId, LoopId>>
levelsOfUse(AccessMode mode, LiveRange life, bool isLiveOut) {
  Problem problem = makeOneBuffer(10, {{4, mode}});
  problem.loops = {{{1, 10}, 2}, {{3, 6}, 3}};
  problem.buffers[0].liveIn = false;
  problem.buffers[0].liveOut = isLiveOut;
  problem.buffers[0].range = life;
  const AccessIndex uses(problem);
  std::vector<std::pair<LoopId, LoopId>> all;
  for (const StayLevels &levels : stayLevelsOf(uses, 0, 0, 0))
    all.push_back({levels.level, levels.exitLevel.value_or(levels.level)});
  return all;
}

// A stay that begins with a write needs no fill. A start in an inner loop with
// an exit outside the loop is therefore tried last.
TEST(BackingPlanTest, StayLevelsOfAWriteTryTheLateStartLast) {
  using Pairs = std::vector<std::pair<LoopId, LoopId>>;
  const LiveRange life = {0, 10};

  EXPECT_EQ(levelsOfUse(AccessMode::Read, life, false),
            (Pairs{{1, 1}, {1, 0}, {0, 0}, {1, -1}, {0, -1}, {-1, -1}}));
  EXPECT_EQ(levelsOfUse(AccessMode::Update, life, false),
            levelsOfUse(AccessMode::Read, life, false));
  EXPECT_EQ(levelsOfUse(AccessMode::Write, life, false),
            (Pairs{{1, 1}, {0, 0}, {1, 0}, {-1, -1}, {1, -1}, {0, -1}}));
}

// Each trip writes new contents; the program needs the contents of the last
// trip.
TEST(BackingPlanTest, StayLevelsOfALiveOutBufferEndWithTheProgram) {
  using Pairs = std::vector<std::pair<LoopId, LoopId>>;

  EXPECT_EQ(levelsOfUse(AccessMode::Read, {2, 10}, false),
            (Pairs{{1, 1}, {1, 0}, {0, 0}}));
  EXPECT_EQ(levelsOfUse(AccessMode::Read, {2, 10}, true),
            (Pairs{{1, 1}, {1, 0}, {0, 0}, {1, -1}, {0, -1}}));
}

} // namespace
