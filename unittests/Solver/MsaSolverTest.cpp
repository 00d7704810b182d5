//===- MsaSolverTest.cpp - Each mechanism of msa, on and off --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unless a test says otherwise: slow 100 B/s, fast 1000 B/s, copies at 100 B/s
// without latency, so that a buffer of 100 B takes 1 s to copy. Ops are long
// and use few bytes: an op takes as long as its compute.
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"
#include "MsaProblems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

//===----------------------------------------------------------------------===//
// The example of docs/reference/problem.md
//===----------------------------------------------------------------------===//

// a is kept from A to B. w, 0.1 + 1 s, is prefetched during A, which takes 1.2
// s by the cost model: 1.68 s, as in the reference.
TEST(MsaSolverTest, KeepsAndPrefetchesInTheToyProblem) {
  Problem problem = makeToyProblem();

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_THAT(placed.copiesOf(2), ElementsAre("in 0-1"));
  EXPECT_NEAR(placed.seconds(), 1.68, 1e-9);
}

// Without prefetches w is slow: 2.3 s. Without keeping, a is slow and A leaves
// w no bandwidth, so that w arrives 1 s after A: 1.2 + 1.0 + 1.3 s. All slow
// (3.4 s) would be better, but the algorithm never evaluates the result.
TEST(MsaSolverTest, KeepingAndPrefetchingCanBeSwitchedOff) {
  Problem problem = makeToyProblem();

  EXPECT_NEAR(place(problem, {{"prefetch", "false"}}).seconds(), 2.3, 1e-9);
  EXPECT_NEAR(place(problem, {{"keep", "false"}}).seconds(), 3.5, 1e-9);
  EXPECT_NEAR(
      place(problem, {{"keep", "false"}, {"prefetch", "false"}}).seconds(), 3.4,
      1e-9);
}

// Not even inputs that could be fast from the start move.
TEST(MsaSolverTest, LeavesAllAtHomeWithoutTime) {
  Problem problem = makeToyProblem();
  problem.isCyclic = true;
  SolveLimits limits;
  limits.timeLimit = std::chrono::seconds(0);

  const SolveResult result = createMsaSolver()->solve(problem, limits);

  ASSERT_TRUE(result.solution);
  EXPECT_EQ(result.solution,
            createDefaultTierSolver()->solve(problem, {}).solution);
  EXPECT_NE(result.solution, createMsaSolver()->solve(problem, {}).solution);
}

// y is only written, then returned: its only segment ends in the slow tier.
// With a read in between, y is fast for the read and evicted later.
TEST(MsaSolverTest, AnOutputIsEvictedAfterItsUsesOnly) {
  Problem problem = makeOps(100, {2, 2, 2, 2});
  addBuffer(problem, "y", 100, {{0, writing}, {1, reading}});
  addBuffer(problem, "z", 100, {{3, writing}});
  for (Buffer &buffer : problem.buffers) {
    buffer.liveOut = true;
    buffer.range.end = 4;
  }

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "ff");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("out 1-2"));
  EXPECT_EQ(placed.tiersOf(1), "s");
}

//===----------------------------------------------------------------------===//
// Eviction
//===----------------------------------------------------------------------===//

/// t is written at 0 and read at 1 and 6. h comes first in the order, and fills
/// the tier during steps 3 and 4.
Problem makeEviction(const std::vector<double> &seconds) {
  Problem problem = makeOps(100, seconds);
  addBuffer(problem, "t", 100, {{0, writing}, {1, reading}, {6, reading}});
  addBuffer(problem, "h", 100, {{3, writing}, {4, reading}});
  return problem;
}

// Ops of 2 s. t is kept until step 1 and evicted right after step 0, for 1.5 *
// 1 s: done at boundary 2; t stays through step 2. From boundary 5 on there is
// room again: 2 s before the use.
TEST(MsaSolverTest, EvictsRightAfterTheDefinitionAndPrefetchesAgain) {
  Problem problem = makeEviction({2, 2, 2, 2, 2, 2, 2});

  Placed placed = place(problem, {{"order", "first:h"}});

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(0), "fff");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("out 1-2", "in 5-6"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("0-2 at 0", "5-7 at 0"));
}

// 1.5 s after step 0 the eviction could be done at boundary 2, but t stays
// until its use at step 4 anyway: done before step 4.
TEST(MsaSolverTest, AnEvictionEndsAtTheLastUseIfThatIsLater) {
  Problem problem = makeOps(100, std::vector<double>(9, 2));
  addBuffer(problem, "t", 100,
            {{0, writing}, {1, reading}, {4, reading}, {8, reading}});
  addBuffer(problem, "h", 100, {{6, writing}, {7, reading}});

  Placed placed = place(problem, {{"order", "first:h"}, {"max-overlap", "5"}});

  EXPECT_EQ(placed.tiersOf(0), "fffs");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("out 1-4"));
}

// A buffer without evictions must not begin in the fast tier: no stay remains.
TEST(MsaSolverTest, WithoutEvictionTheWholeBufferIsTakenBack) {
  Problem problem = makeEviction({2, 2, 2, 2, 2, 2, 2});

  Placed placed = place(problem, {{"order", "first:h"}, {"evict", "false"}});

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(0), "sss");
  EXPECT_THAT(placed.copiesOf(0), IsEmpty());
}

// Step 1, of 0.25 s, has no time for a copy of 1 s, and later steps are too
// late because of h. Only an eviction that ignores the copy resource is left.
TEST(MsaSolverTest, TheLastRetryEvictsRegardlessOfBandwidth) {
  Problem problem = makeEviction({2, 0.25, 0.25, 2, 2, 2, 2});

  Placed forced = place(problem, {{"order", "first:h"}});
  EXPECT_EQ(forced.tiersOf(0), "fff");
  EXPECT_THAT(forced.copiesOf(0), ElementsAre("out 1-2", "in 5-6"));

  Placed unforced =
      place(problem, {{"order", "first:h"}, {"forced-evict", "false"}});
  EXPECT_EQ(unforced.tiersOf(0), "sss");
}

/// Like t, but two buffers, and h fills the tier only during steps 7 and 8.
Problem makeTwoEvictions() {
  Problem problem = makeOps(200, std::vector<double>(11, 1.5));
  addBuffer(problem, "t", 100, {{0, writing}, {1, reading}, {10, reading}});
  addBuffer(problem, "u", 100, {{0, writing}, {1, reading}, {10, reading}});
  addBuffer(problem, "h", 200, {{7, writing}, {8, reading}});
  return problem;
}

// Ops of 1.5 s: each eviction prefers [1, 2), which has time for 1.5 copies.
// With one attempt, the second eviction ignores the lack of time. With two
// attempts the second is undone and gets three times as long, 4.5 s: done at 4.
TEST(MsaSolverTest, ARetryGivesEvictionsMoreTime) {
  Problem problem = makeTwoEvictions();
  const std::pair<std::string, std::string> order = {"order", "first:h"};

  Placed once = place(problem, {order});
  EXPECT_THAT(once.copiesOf(0), ElementsAre("out 1-2", "in 9-10"));
  EXPECT_THAT(once.copiesOf(1), ElementsAre("out 1-2"));

  Placed twice = place(problem, {order, {"max-retries", "2"}});
  EXPECT_THAT(twice.copiesOf(0), ElementsAre("out 1-2", "in 9-10"));
  EXPECT_THAT(twice.copiesOf(1), ElementsAre("out 1-4"));
}

//===----------------------------------------------------------------------===//
// Limits of prefetches
//===----------------------------------------------------------------------===//

/// Three inputs of 100 B, read by the last op.
Problem makeInputs(const std::vector<double> &seconds) {
  Problem problem = makeOps(300, seconds);
  for (const char *name : {"u", "v", "w"})
    addBuffer(problem, name, 100,
              {{static_cast<Step>(seconds.size()) - 1, reading}});
  return problem;
}

// 0.4 * 3 s: each copy alone has time, at least 1 s, from boundary 0. Together
// there is time for one copy and a fifth.
TEST(MsaSolverTest, CopiesShareTheTimeOfOps) {
  Problem problem = makeInputs({0.4, 0.4, 0.4, 4});

  Placed placed = place(problem);
  EXPECT_EQ(placed.tiersOf(0) + placed.tiersOf(1) + placed.tiersOf(2), "fss");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-3"));

  Placed all = place(problem, {{"copy-resource", "false"}});
  EXPECT_EQ(all.tiersOf(0) + all.tiersOf(1) + all.tiersOf(2), "fff");
}

// By steps, each step has time for ten copies, regardless of its duration.
TEST(MsaSolverTest, TheCountPickerCountsACopyAsATenthOfAStep) {
  Problem problem = makeInputs({0.1, 0.1, 0.1});

  Placed placed = place(problem, {{"picker", "count"}});

  for (BufferId buffer : {0, 1, 2})
    EXPECT_THAT(placed.copiesOf(buffer), ElementsAre("in 0-2"));
}

// 50 and 100 B/s: a copy of 1 s on the second channel has 1.4 s.
TEST(MsaSolverTest, TakesTheFastestOfSeveralChannels) {
  Problem problem = makeOps(100, {0.7, 0.7, 2});
  problem.target.channels[0].bytesPerSecond = 50;
  problem.target.channels.push_back({"quick", 1, 0, 100, 0});
  problem.target.channels.push_back({"slower", 1, 0, 80, 0});
  addBuffer(problem, "w", 100, {{2, reading}});

  EXPECT_THAT(place(problem).copiesOf(0), ElementsAre("quick 0-2"));
}

TEST(MsaSolverTest, TakesTheLeastLatencyOfEquallyFastChannels) {
  Problem problem = makeOps(1000, {2, 2, 2, 2});
  addBuffer(problem, "w", 100, {{3, reading}});
  problem.target.channels[0].latencyPs = 1000000000000;
  problem.target.channels.push_back({"prompt", 1, 0, 100, 0});
  problem.target.channels.push_back({"late", 1, 0, 100, 500000000000});

  EXPECT_THAT(place(problem).copiesOf(0), ElementsAre("prompt 2-3"));
}

// Starts a copy ahead at least. Ops take 0.7 s, a copy 1 s.
TEST(MsaSolverTest, OverlapsDecideWhereAPrefetchStarts) {
  Problem problem = makeOps(100, std::vector<double>(9, 0.7));
  addBuffer(problem, "w", 100, {{8, reading}});

  // 1.5 s: 1.4 is nearer than 2.1, and enough. 3 s: 2.8 is nearer than 3.5.
  EXPECT_THAT(place(problem).copiesOf(0), ElementsAre("in 6-8"));
  EXPECT_THAT(place(problem, {{"preferred-overlap", "3"}}).copiesOf(0),
              ElementsAre("in 4-8"));
  // A copy of the whole tier takes 1 s; a start at most 1 s ahead is too late.
  EXPECT_THAT(place(problem, {{"max-overlap", "1"}}).copiesOf(0), IsEmpty());
  // At most 10 steps: from the first on.
  EXPECT_THAT(place(problem, {{"picker", "count"}}).copiesOf(0),
              ElementsAre("in 0-8"));
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

// In 30 B: a at 0 in steps 0 and 1, b at 10 from 1 to 5, so that c, 20 B, finds
// two gaps of 10 from 3 to 5. Repacked, longest first: b 0, c 10, a 10.
TEST(MsaSolverTest, RepackingJoinsGaps) {
  Problem problem = makeOps(30, std::vector<double>(6, 1.0));
  addBuffer(problem, "a", 10, {{0, writing}, {1, reading}});
  addBuffer(problem, "b", 10, {{1, writing}, {5, reading}});
  addBuffer(problem, "c", 20, {{3, writing}, {5, reading}});
  const std::pair<std::string, std::string> order = {"order",
                                                     "first:a;first:b;first:c"};
  // A copy of the whole tier takes only 0.3 s.
  const std::pair<std::string, std::string> wait = {"max-overlap", "100"};

  Placed once = place(problem, {order, wait, {"max-repacks", "0"}});
  EXPECT_THAT(once.fastStaysOf(1), ElementsAre("1-6 at 10"));
  EXPECT_EQ(once.tiersOf(2), "ss");

  Placed packed = place(problem, {order, wait, {"max-repacks", "1"}});
  EXPECT_THAT(packed.fastStaysOf(0), ElementsAre("0-2 at 10"));
  EXPECT_THAT(packed.fastStaysOf(1), ElementsAre("1-6 at 0"));
  EXPECT_THAT(packed.fastStaysOf(2), ElementsAre("3-6 at 10"));
}

// x takes [0, 10) in steps 4 to 7. b, used at 0, 2 and 6, is better off above x
// from the start; for [0, 3) alone the bottom would do.
TEST(MsaSolverTest, LooksAheadForAnOffsetThatStaysFree) {
  Problem problem = makeOps(20, std::vector<double>(8, 1.0));
  addBuffer(problem, "x", 10, {{4, writing}, {7, reading}});
  addBuffer(problem, "b", 10, {{0, writing}, {2, reading}, {6, reading}});
  const std::pair<std::string, std::string> wait = {"max-overlap", "100"};
  const std::pair<std::string, std::string> order = {"order", "first:x"};

  EXPECT_THAT(place(problem, {order, wait}).fastStaysOf(1),
              ElementsAre("0-7 at 10"));
  Placed blind = place(problem, {order, wait, {"look-ahead", "false"}});
  EXPECT_THAT(blind.copiesOf(1), ElementsAre("out 1-2", "in 5-6"));
}

// Four uses later there is still room at 0, at step 4 only at 10, at step 5
// nowhere: the search for the farthest use ends at 4.
TEST(MsaSolverTest, LooksAheadWhileThereIsRoom) {
  Problem problem = makeOps(20, std::vector<double>(6, 1.0));
  addBuffer(problem, "x", 10, {{4, writing}, {4, reading}});
  addBuffer(problem, "y", 20, {{5, writing}, {5, reading}});
  addBuffer(problem, "b", 10,
            {{0, writing},
             {1, reading},
             {2, reading},
             {3, reading},
             {4, reading},
             {5, reading}});
  problem.buffers[0].tiers = problem.buffers[1].tiers = {0};

  Placed placed = place(problem, {{"max-overlap", "100"}});

  EXPECT_EQ(placed.tiersOf(2), "fffffs");
  EXPECT_THAT(placed.fastStaysOf(2), ElementsAre("0-5 at 10"));
}

// h fills the tier up to step 2. Afterwards only an unhidden copy is possible,
// and the copy resource has no time for such a copy.
TEST(MsaSolverTest, APrefetchNeedsRoomWhileItRuns) {
  Problem problem = makeOps(100, {2, 2, 2, 2});
  addBuffer(problem, "h", 100, {{0, writing}, {2, reading}});
  addBuffer(problem, "w", 100, {{3, reading}});
  const std::pair<std::string, std::string> order = {"order", "first:h"};

  EXPECT_EQ(place(problem, {order}).tiersOf(1), "s");
}

// d needs more than the tier has, and gets one try. Repacking helps c.
TEST(MsaSolverTest, RepacksOncePerBuffer) {
  Problem problem = makeOps(30, std::vector<double>(6, 1.0));
  addBuffer(problem, "a", 10, {{0, writing}, {1, reading}});
  addBuffer(problem, "b", 10, {{1, writing}, {5, reading}});
  addBuffer(problem, "d", 25, {{1, writing}, {2, reading}});
  addBuffer(problem, "c", 20, {{3, writing}, {5, reading}});

  Placed placed = place(problem, {{"order", "first:a;first:b;first:d;first:c"},
                                  {"max-overlap", "100"},
                                  {"max-repacks", "2"}});

  EXPECT_EQ(placed.tiersOf(2), "ss");
  EXPECT_EQ(placed.tiersOf(3), "ff");
}

//===----------------------------------------------------------------------===//
// Loops, pins, tiers
//===----------------------------------------------------------------------===//

/// w is read at step 3 of the loop [2, 5), whose steps take 2 s.
Problem makeLoop() {
  Problem problem = makeOps(100, {2, 2, 2, 2, 2, 2});
  problem.loops = {{{2, 5}, 3, false}};
  addBuffer(problem, "w", 100, {{3, reading}});
  problem.buffers[0].range.end = 5;
  return problem;
}

// Held for the whole loop, and copied once, in the step before the loop.
TEST(MsaSolverTest, HoldsABufferAroundALoopThatReadsIt) {
  Problem problem = makeLoop();

  Placed placed = place(problem);

  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 1-2"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("1-5 at 0"));
}

// The first use in the body may be up to 10 s, 10 copies of the tier, after the
// start of the loop; at 10 s the buffer is copied in the body.
TEST(MsaSolverTest, HoldsABufferAroundALoopIfItsFirstUseIsNear) {
  for (Step use : {6, 7}) {
    Problem problem = makeOps(100, std::vector<double>(9, 2));
    problem.loops = {{{2, 9}, 3, false}};
    addBuffer(problem, "w", 100, {{use, reading}});
    problem.buffers[0].range.end = 9;
    EXPECT_THAT(place(problem).copiesOf(0),
                ElementsAre(use == 6 ? "in 1-2" : "in 6-7"));
  }
}

// h has the tier at step 4: w cannot stay. Each trip copies w, at the level of
// the body.
TEST(MsaSolverTest, CopiesInTheBodyIfTheLoopCannotHoldTheBuffer) {
  Problem problem = makeLoop();
  addBuffer(problem, "h", 100, {{4, writing}, {4, reading}});
  problem.buffers[1].tiers = {0};

  Placed placed = place(problem);
  EXPECT_EQ(placed.tiersOf(0), "f");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 2-3"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("2-4 at 0"));
}

// The second of three reads must be slow: w is fast from the start, and returns
// for the third. A buffer restricted to slow never moves.
TEST(MsaSolverTest, RequiredSlowAccessesAndBuffersStaySlow) {
  Problem problem = makeOps(200, {2, 2, 2, 2, 2, 2});
  addBuffer(problem, "w", 100,
            {{1, reading}, {3, reading, 10, {1}}, {5, reading}});
  addBuffer(problem, "p", 100, {{2, writing}, {4, reading}});
  problem.buffers[1].tiers = {1};

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "fsf");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-1", "in 4-5"));
  EXPECT_EQ(placed.tiersOf(1), "ss");
}

// Steps of 0.1 s hide no copy of 1 s, but this read must be fast: the copy is
// as late as possible. A definition that must be fast is evicted if no op reads
// it in fast.
TEST(MsaSolverTest, RequiredFastAccessesAreFastAtAnyCost) {
  Problem problem = makeOps(200, {0.1, 0.1, 0.1, 0.1});
  addBuffer(problem, "w", 100, {{2, reading, 10, {0}}});
  addBuffer(problem, "d", 100, {{0, writing, 10, {0}}, {3, reading, 10, {1}}});

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "f");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 2-2"));
  EXPECT_EQ(placed.tiersOf(1), "fs");
  EXPECT_THAT(placed.copiesOf(1), ElementsAre("out 1-3"));
}

// The more useful buffer gets the fast tier, the other buffer the next tier.
TEST(MsaSolverTest, FillsOneTierAfterTheOther) {
  Problem problem = makeOps(100, {0, 0, 0});
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 100, 1, 400, 400});
  problem.target.defaultTier = 2;
  problem.target.channels = {{"in", 2, 0, 100, 0},
                             {"out", 0, 2, 100, 0},
                             {"in2", 2, 1, 100, 0},
                             {"out2", 1, 2, 100, 0}};
  addBuffer(problem, "a", 100, {{0, writing, 100}, {2, reading, 100}});
  addBuffer(problem, "b", 100, {{0, writing, 300}, {2, reading, 100}});
  addBuffer(problem, "c", 100, {{0, writing, 200}, {2, reading, 100}});

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "ss");
  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(2), "mm");
}

} // namespace
