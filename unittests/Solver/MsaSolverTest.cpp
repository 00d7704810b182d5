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
#include "RandomProblems.h"

#include "memplace/Problem/JSON.h"
#include "memplace/Problem/Verify.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

/// A target with a fast tier of \p capacity bytes.
Target makeTarget(int64_t capacity) {
  Target target;
  target.name = "hand";
  target.tiers = {{"fast", capacity, 1, 1000, 1000},
                  {"slow", 1000000, 1, 100, 100}};
  target.defaultTier = 1;
  target.channels = {{"in", 1, 0, 100, 0}, {"out", 0, 1, 100, 0}};
  target.flopsPerSecond["default"] = 1000;
  return target;
}

/// Ops of the given seconds, without accesses yet.
Problem makeOps(int64_t capacity, const std::vector<double> &seconds) {
  Problem problem;
  problem.name = "hand";
  problem.target = makeTarget(capacity);
  for (size_t i = 0; i < seconds.size(); ++i)
    problem.ops.push_back({"op" + std::to_string(i),
                           static_cast<int64_t>(seconds[i] * 1e12),
                           {}});
  return problem;
}

struct Use {
  Step step;
  AccessMode mode = AccessMode::Read;
  int64_t bytes = 10;
  std::vector<TierId> tiers = {};
};

/// A buffer that begins and ends without contents if its first use writes, else
/// an input.
void addBuffer(Problem &problem, const std::string &name, int64_t size,
               const std::vector<Use> &uses) {
  Buffer buffer;
  buffer.name = name;
  buffer.size = size;
  buffer.liveIn = uses.front().mode == AccessMode::Read;
  buffer.range = {buffer.liveIn ? 0 : uses.front().step, uses.back().step + 1};
  const BufferId id = static_cast<BufferId>(problem.buffers.size());
  problem.buffers.push_back(buffer);
  for (const Use &use : uses)
    problem.ops[use.step].accesses.push_back(
        {id, use.mode, use.bytes, use.tiers});
}

constexpr AccessMode write = AccessMode::Write;
constexpr AccessMode read = AccessMode::Read;

/// A solution that passed `verify`, and questions about it.
class Placed {
public:
  Placed(const Problem &problem, SolverOptionValues options)
      : problem(problem) {
    // What the run before has fetched is a test of its own.
    options.insert(options.begin(), {"cross-program", "0"});
    SolverRegistry solvers;
    registerAllSolvers(solvers);
    std::optional<Error> error = check(problem);
    EXPECT_FALSE(error) << error->message;
    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", problem, {}, options);
    EXPECT_TRUE(bool(result)) << result.error();
    EXPECT_TRUE(result->solution) << result->message;
    solution = *result->solution;
  }

  /// First letters of the tiers that serve a buffer's accesses, in order.
  std::string tiersOf(BufferId buffer) const {
    std::string tiers;
    for (size_t t = 0; t < problem.ops.size(); ++t)
      for (size_t k = 0; k < problem.ops[t].accesses.size(); ++k)
        if (problem.ops[t].accesses[k].buffer == buffer)
          tiers += problem.target
                       .tiers[solution.residencies[solution.served[t][k]].tier]
                       .name[0];
    return tiers;
  }

  /// "in 2-4": channel, start and done.
  std::vector<std::string> copiesOf(BufferId buffer) const {
    std::vector<std::string> copies;
    for (const Transfer &copy : solution.transfers)
      if (solution.residencies[copy.from].buffer == buffer)
        copies.push_back(problem.target.channels[copy.channel].name + " " +
                         std::to_string(copy.start) + "-" +
                         std::to_string(copy.done));
    return copies;
  }

  /// "0-3 at 10": steps and offset of each residency in the fast tier.
  std::vector<std::string> fastStaysOf(BufferId buffer) const {
    std::vector<std::string> stays;
    for (const Residency &stay : solution.residencies)
      if (stay.buffer == buffer && stay.tier == 0)
        stays.push_back(std::to_string(stay.range.begin) + "-" +
                        std::to_string(stay.range.end) + " at " +
                        std::to_string(stay.offset.value_or(-1)));
    return stays;
  }

  double seconds() const { return makespan(problem, solution); }

private:
  const Problem &problem;
  Solution solution;
};

Placed place(const Problem &problem, const SolverOptionValues &options = {}) {
  return Placed(problem, options);
}

//===----------------------------------------------------------------------===//
// The example of docs/problem.md
//===----------------------------------------------------------------------===//

// a is kept from A to B; w, 0.1 + 1 s, is prefetched during A, which takes 1.2
// s by the cost model: 1.68 s, as the page says.
TEST(MsaSolverTest, KeepsAndPrefetchesInTheToyProblem) {
  Problem problem = makeToyProblem();

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_THAT(placed.copiesOf(2), ElementsAre("in 0-1"));
  EXPECT_NEAR(placed.seconds(), 1.68, 1e-9);
}

// Without prefetches w is slow: 2.3 s. Without keeping a is slow, A leaves w no
// bandwidth, and it arrives 1 s after A: 1.2 + 1.0 + 1.3 s. That is worse than
// all slow (3.4 s); the algorithm never looks at the result.
TEST(MsaSolverTest, KeepingAndPrefetchingCanBeSwitchedOff) {
  Problem problem = makeToyProblem();

  EXPECT_NEAR(place(problem, {{"prefetch", "false"}}).seconds(), 2.3, 1e-9);
  EXPECT_NEAR(place(problem, {{"keep", "false"}}).seconds(), 3.5, 1e-9);
  EXPECT_NEAR(
      place(problem, {{"keep", "false"}, {"prefetch", "false"}}).seconds(), 3.4,
      1e-9);
}

// y is only written and goes out: its one segment ends in the slow tier. Read
// in between it is fast there, and evicted.
TEST(MsaSolverTest, AnOutputIsEvictedAfterItsUsesOnly) {
  Problem problem = makeOps(100, {2, 2, 2, 2});
  addBuffer(problem, "y", 100, {{0, write}, {1, read}});
  addBuffer(problem, "z", 100, {{3, write}});
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

/// t is written at 0, read at 1 and 6; h, which is first, fills the tier during
/// steps 3 and 4.
Problem makeEviction(const std::vector<double> &seconds) {
  Problem problem = makeOps(100, seconds);
  addBuffer(problem, "t", 100, {{0, write}, {1, read}, {6, read}});
  addBuffer(problem, "h", 100, {{3, write}, {4, read}});
  return problem;
}

// Ops of 2 s. t is kept to step 1, evicted right after step 0, for 1.5 * 1 s:
// done at boundary 2; it stays through step 2. From boundary 5 there is room
// again: 2 s before its use.
TEST(MsaSolverTest, EvictsRightAfterTheDefinitionAndPrefetchesAgain) {
  Problem problem = makeEviction({2, 2, 2, 2, 2, 2, 2});

  Placed placed = place(problem, {{"order", "first:h"}});

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(0), "fff");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("out 1-2", "in 5-6"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("0-2 at 0", "5-7 at 0"));
}

// What can't be evicted must not begin in the fast tier: nothing of it stays.
TEST(MsaSolverTest, WithoutEvictionTheWholeBufferIsTakenBack) {
  Problem problem = makeEviction({2, 2, 2, 2, 2, 2, 2});

  Placed placed = place(problem, {{"order", "first:h"}, {"evict", "false"}});

  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(0), "sss");
  EXPECT_THAT(placed.copiesOf(0), IsEmpty());
}

// Step 1, 0.25 s, has no time for a copy of 1 s, and later ones are too late as
// h comes: only an eviction that ignores the copy resource is left.
TEST(MsaSolverTest, TheLastRetryEvictsWhateverTheBandwidth) {
  Problem problem = makeEviction({2, 0.25, 0.25, 2, 2, 2, 2});

  Placed forced = place(problem, {{"order", "first:h"}});
  EXPECT_EQ(forced.tiersOf(0), "fff");
  EXPECT_THAT(forced.copiesOf(0), ElementsAre("out 1-2", "in 5-6"));

  Placed unforced =
      place(problem, {{"order", "first:h"}, {"forced-evict", "false"}});
  EXPECT_EQ(unforced.tiersOf(0), "sss");
}

/// Like t, but two of them, and room for h only during steps 7 and 8.
Problem makeTwoEvictions() {
  Problem problem = makeOps(200, std::vector<double>(11, 1.5));
  addBuffer(problem, "t", 100, {{0, write}, {1, read}, {10, read}});
  addBuffer(problem, "u", 100, {{0, write}, {1, read}, {10, read}});
  addBuffer(problem, "h", 200, {{7, write}, {8, read}});
  return problem;
}

// Ops of 1.5 s: each eviction wants [1, 2), where there is time for 1.5 copies.
// With one attempt, the second ignores that. With two, it is taken back and in
// the second attempt has three times as long, 4.5 s: done at 4. Either limit of
// one eviction at a time refuses the second at once.
TEST(MsaSolverTest, ARetryGivesEvictionsMoreTime) {
  Problem problem = makeTwoEvictions();
  const std::pair<std::string, std::string> order = {"order", "first:h"};

  Placed once = place(problem, {order});
  EXPECT_THAT(once.copiesOf(0), ElementsAre("out 1-2", "in 9-10"));
  EXPECT_THAT(once.copiesOf(1), ElementsAre("out 1-2"));

  Placed twice = place(problem, {order, {"max-retries", "2"}});
  EXPECT_THAT(twice.copiesOf(0), ElementsAre("out 1-2", "in 9-10"));
  EXPECT_THAT(twice.copiesOf(1), ElementsAre("out 1-4"));

  Placed limited = place(problem, {order, {"max-evictions", "1"}});
  EXPECT_EQ(limited.tiersOf(0), "fff");
  EXPECT_EQ(limited.tiersOf(1), "sss");
}

//===----------------------------------------------------------------------===//
// Limits of prefetches
//===----------------------------------------------------------------------===//

/// Three inputs of 100 B that the last op reads.
Problem makeInputs(const std::vector<double> &seconds) {
  Problem problem = makeOps(300, seconds);
  for (const char *name : {"u", "v", "w"})
    addBuffer(problem, name, 100,
              {{static_cast<Step>(seconds.size()) - 1, read}});
  return problem;
}

// 0.4 * 3 s: each alone has time, at least 1 s, from boundary 0; all of them
// don't: one copy and a fifth.
TEST(MsaSolverTest, CopiesShareTheTimeOfOps) {
  Problem problem = makeInputs({0.4, 0.4, 0.4, 4});

  Placed placed = place(problem);
  EXPECT_EQ(placed.tiersOf(0) + placed.tiersOf(1) + placed.tiersOf(2), "fss");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-3"));

  Placed all = place(problem, {{"copy-resource", "false"}});
  EXPECT_EQ(all.tiersOf(0) + all.tiersOf(1) + all.tiersOf(2), "fff");
  // Twice the bandwidth: two copies.
  Placed two = place(problem, {{"copy-bandwidth-scale", "2"}});
  EXPECT_EQ(two.tiersOf(0) + two.tiersOf(1) + two.tiersOf(2), "ffs");
}

// Steps of 4 s have time for all; the nearest start to 1.5 s before the use is
// 0 s, which is too late, so that all of them want [3, 4). With two at a time
// the third has to be elsewhere, but every start overlaps that.
TEST(MsaSolverTest, OutstandingPrefetchesAreLimited) {
  Problem problem = makeInputs({4, 4, 4, 4, 4});

  Placed all = place(problem);
  EXPECT_EQ(all.tiersOf(0) + all.tiersOf(1) + all.tiersOf(2), "fff");
  EXPECT_THAT(all.copiesOf(2), ElementsAre("in 3-4"));
  Placed two = place(problem, {{"max-prefetches", "2"}});
  EXPECT_EQ(two.tiersOf(0) + two.tiersOf(1) + two.tiersOf(2), "ffs");
}

// w, 300 B, takes 3 s and wants 4.5: with steps of 1 s [3, 7) and [2, 7) are
// equally near, the later is taken. v wants 1.5 s, [5, 6): nested. In order it
// may not start after 3.
TEST(MsaSolverTest, FifoOrderMovesANestedPrefetch) {
  Problem problem = makeOps(400, std::vector<double>(8, 1.0));
  addBuffer(problem, "w", 300, {{7, read}});
  addBuffer(problem, "v", 100, {{6, read}});
  const SolverOptionValues options = {{"order", "first:w"},
                                      {"copy-resource", "false"}};

  Placed nested = place(problem, options);
  EXPECT_THAT(nested.copiesOf(0), ElementsAre("in 3-7"));
  EXPECT_THAT(nested.copiesOf(1), ElementsAre("in 5-6"));

  SolverOptionValues fifo = options;
  fifo.push_back({"fifo", "true"});
  Placed inOrder = place(problem, fifo);
  EXPECT_THAT(inOrder.copiesOf(0), ElementsAre("in 3-7"));
  EXPECT_THAT(inOrder.copiesOf(1), ElementsAre("in 3-6"));
}

// At least min-overlap copies ahead; ops of 0.7 s, a copy of 1 s.
TEST(MsaSolverTest, OverlapsDecideWhereAPrefetchStarts) {
  Problem problem = makeOps(100, std::vector<double>(9, 0.7));
  addBuffer(problem, "w", 100, {{8, read}});

  // 1.5 s: 1.4 is nearer than 2.1, and enough. 3 s: 2.8 is nearer than 3.5.
  EXPECT_THAT(place(problem).copiesOf(0), ElementsAre("in 6-8"));
  EXPECT_THAT(place(problem, {{"min-overlap", "1.5"}}).copiesOf(0),
              ElementsAre("in 5-8"));
  EXPECT_THAT(place(problem, {{"preferred-overlap", "3"}}).copiesOf(0),
              ElementsAre("in 4-8"));
  // A copy of the whole tier takes 1 s; no more than 1 s ahead is too late.
  EXPECT_THAT(place(problem, {{"max-overlap", "1"}}).copiesOf(0), IsEmpty());
  // More than 3 steps and at most 5: from 4 on.
  EXPECT_THAT(
      place(problem,
            {{"picker", "count"}, {"min-steps", "3"}, {"max-steps", "5"}})
          .copiesOf(0),
      ElementsAre("in 4-8"));
}

// One copy of 100 B for 20 B: a fifth.
TEST(MsaSolverTest, InefficientCopiesAreGivenUp) {
  Problem problem = makeOps(100, {2, 2});
  addBuffer(problem, "w", 100, {{1, read, 20}});

  EXPECT_EQ(place(problem, {{"inefficient-ratio", "0.2"}}).tiersOf(0), "f");
  EXPECT_EQ(place(problem, {{"inefficient-ratio", "0.21"}}).tiersOf(0), "s");
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

// In 30 B: a at 0 in steps 0 and 1, b at 10 from 1 to 5, so that c, 20 B, finds
// two gaps of 10 from 3 to 5. Packed anew, longest first: b 0, c 10, a 10.
TEST(MsaSolverTest, RepackingJoinsGaps) {
  Problem problem = makeOps(30, std::vector<double>(6, 1.0));
  addBuffer(problem, "a", 10, {{0, write}, {1, read}});
  addBuffer(problem, "b", 10, {{1, write}, {5, read}});
  addBuffer(problem, "c", 20, {{3, write}, {5, read}});
  const std::pair<std::string, std::string> order = {"order",
                                                     "first:a;first:b;first:c"};
  // A copy of the whole tier takes 0.3 s only.
  const std::pair<std::string, std::string> wait = {"max-overlap", "100"};

  Placed once = place(problem, {order, wait, {"max-repacks", "0"}});
  EXPECT_THAT(once.fastStaysOf(1), ElementsAre("1-6 at 10"));
  EXPECT_EQ(once.tiersOf(2), "ss");

  Placed packed = place(problem, {order, wait, {"max-repacks", "1"}});
  EXPECT_THAT(packed.fastStaysOf(0), ElementsAre("0-2 at 10"));
  EXPECT_THAT(packed.fastStaysOf(1), ElementsAre("1-6 at 0"));
  EXPECT_THAT(packed.fastStaysOf(2), ElementsAre("3-6 at 10"));
}

// x takes [0, 10) in steps 4 to 7. b, used at 0, 2 and 6, is better off above
// it from the start; for [0, 3) alone the bottom would do.
TEST(MsaSolverTest, LooksAheadForAnOffsetThatStaysFree) {
  Problem problem = makeOps(20, std::vector<double>(8, 1.0));
  addBuffer(problem, "x", 10, {{4, write}, {7, read}});
  addBuffer(problem, "b", 10, {{0, write}, {2, read}, {6, read}});
  const std::pair<std::string, std::string> wait = {"max-overlap", "100"};
  const std::pair<std::string, std::string> order = {"order", "first:x"};

  EXPECT_THAT(place(problem, {order, wait}).fastStaysOf(1),
              ElementsAre("0-7 at 10"));
  Placed blind = place(problem, {order, wait, {"look-ahead", "false"}});
  EXPECT_THAT(blind.copiesOf(1), ElementsAre("out 1-2", "in 5-6"));
}

//===----------------------------------------------------------------------===//
// Loops, pins, tiers
//===----------------------------------------------------------------------===//

/// w is read at step 3 of the loop [2, 5), whose steps take 2 s.
Problem makeLoop() {
  Problem problem = makeOps(100, {2, 2, 2, 2, 2, 2});
  problem.loops = {{{2, 5}, 3, false}};
  addBuffer(problem, "w", 100, {{3, read}});
  problem.buffers[0].range.end = 5;
  return problem;
}

// Held for the whole loop, and copied once, in the step before it.
TEST(MsaSolverTest, HoldsWhatALoopReadsAroundTheLoop) {
  Problem problem = makeLoop();

  Placed placed = place(problem);

  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 1-2"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("1-5 at 0"));
}

// h has the tier at step 4: w can't stay. In each trip it is copied, at the
// body's level.
TEST(MsaSolverTest, CopiesInTheBodyIfTheLoopCannotHoldTheBuffer) {
  Problem problem = makeLoop();
  addBuffer(problem, "h", 100, {{4, write}, {4, read}});
  problem.buffers[1].tiers = {0};

  Placed placed = place(problem);
  EXPECT_EQ(placed.tiersOf(0), "f");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 2-3"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("2-4 at 0"));

  EXPECT_EQ(place(problem, {{"loop-bodies", "false"}}).tiersOf(0), "s");
}

// Of three reads the second must be slow: w is there from the start, and comes
// back for the third. A buffer that may only be slow never moves.
TEST(MsaSolverTest, RequiredSlowAccessesAndBuffersStaySlow) {
  Problem problem = makeOps(200, {2, 2, 2, 2, 2, 2});
  addBuffer(problem, "w", 100, {{1, read}, {3, read, 10, {1}}, {5, read}});
  addBuffer(problem, "p", 100, {{2, write}, {4, read}});
  problem.buffers[1].tiers = {1};

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "fsf");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-1", "in 4-5"));
  EXPECT_EQ(placed.tiersOf(1), "ss");
}

// Steps of 0.1 s hide no copy of 1 s, but this read must be fast: as late as
// possible. A definition that must be fast is evicted if nobody reads it there.
TEST(MsaSolverTest, RequiredFastAccessesAreFastAtAnyCost) {
  Problem problem = makeOps(200, {0.1, 0.1, 0.1, 0.1});
  addBuffer(problem, "w", 100, {{2, read, 10, {0}}});
  addBuffer(problem, "d", 100, {{0, write, 10, {0}}, {3, read, 10, {1}}});

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "f");
  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 2-2"));
  EXPECT_EQ(placed.tiersOf(1), "fs");
  EXPECT_THAT(placed.copiesOf(1), ElementsAre("out 1-3"));
}

// The better of two, by its use, has the fast tier; the other the next one.
TEST(MsaSolverTest, FillsOneTierAfterTheOther) {
  Problem problem = makeOps(100, {0, 0, 0});
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 100, 1, 400, 400});
  problem.target.defaultTier = 2;
  problem.target.channels = {{"in", 2, 0, 100, 0},
                             {"out", 0, 2, 100, 0},
                             {"in2", 2, 1, 100, 0},
                             {"out2", 1, 2, 100, 0}};
  for (const char *name : {"a", "b", "c"})
    addBuffer(problem, name, 100,
              {{0, write,
                name[0] == 'b'   ? 300
                : name[0] == 'c' ? 200
                                 : 100},
               {2, read, 100}});

  Placed placed = place(problem);

  EXPECT_EQ(placed.tiersOf(0), "ss");
  EXPECT_EQ(placed.tiersOf(1), "ff");
  EXPECT_EQ(placed.tiersOf(2), "mm");
}

//===----------------------------------------------------------------------===//
// The run before
//===----------------------------------------------------------------------===//

/// The larger of two inputs is read late, t needs the tier before.
Problem makeWeights(Step lastUse) {
  Problem problem = makeOps(100, std::vector<double>(10, 2));
  addBuffer(problem, "small", 40, {{9, read}});
  addBuffer(problem, "large", 60, {{lastUse, read}});
  addBuffer(problem, "t", 60, {{7, write}, {8, read}});
  return problem;
}

// The larger input has its place for the whole program, which leaves t none; if
// it is used until step 4 only, 10 of 20 s, it goes then, since there is less
// room (100 B) than what could be fast (160 B).
TEST(MsaSolverTest, TheLargestInputIsThereFromTheStart) {
  const SolverOptionValues one = {{"cross-program", "1"}};
  Problem late = makeWeights(9);
  Placed placed = place(late, one);
  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 0-9"));
  EXPECT_EQ(placed.tiersOf(2), "ss");

  Problem early = makeWeights(4);
  Placed freed = place(early, one);
  EXPECT_THAT(freed.copiesOf(1), ElementsAre("in 0-4"));
  EXPECT_EQ(freed.tiersOf(2), "ff");

  // Without it the input comes when it is needed.
  EXPECT_THAT(place(early).copiesOf(1), ElementsAre("in 3-4"));
}

// With room for all it keeps its place; an output of its size, into which it is
// probably updated, makes it no weight.
TEST(MsaSolverTest, AnInputWithAnOutputOfItsSizeIsNoWeight) {
  Problem problem = makeWeights(9);
  addBuffer(problem, "new", 60, {{9, write}});
  problem.buffers[3].liveOut = true;
  problem.buffers[3].range.end = 10;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-9")); // The small one.
  EXPECT_THAT(placed.copiesOf(1), ::testing::Not(ElementsAre("in 0-9")));
}

//===----------------------------------------------------------------------===//
// Options and notes
//===----------------------------------------------------------------------===//

std::string optionError(const std::string &name, const std::string &value) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  Result<std::unique_ptr<Solver>> solver =
      solvers.create("msa", {{name, value}});
  return solver ? "" : solver.error();
}

TEST(MsaOptionsTest, BadValuesAreNamedWithTheWayOut) {
  EXPECT_EQ(optionError("max-prefetches", "0"),
            "option 'max-prefetches' of solver 'msa' must be at least 1 or "
            "'none', got 0; to have none at all set 'prefetch=false'");
  EXPECT_EQ(optionError("max-evictions", "-1"),
            "option 'max-evictions' of solver 'msa' must be at least 1 or "
            "'none', got -1; to have none at all set 'evict=false'");
  EXPECT_EQ(optionError("max-evictions", "many"),
            "option 'max-evictions' of solver 'msa' must be a number or "
            "'none', got 'many'");
  EXPECT_EQ(optionError("min-overlap", "-0.5"),
            "option 'min-overlap' of solver 'msa' must be at least 0, got "
            "-0.5");
  EXPECT_EQ(optionError("min-overlap", "nan"),
            "option 'min-overlap' of solver 'msa' must be a number, got 'nan'");
  EXPECT_EQ(optionError("max-repacks", "1.5"),
            "option 'max-repacks' of solver 'msa' must be a number, got '1.5'");
  EXPECT_THAT(optionError("picker", "best"),
              HasSubstr("must be 'cost' or 'count', got 'best'"));
  EXPECT_THAT(optionError("order", "first:a;middle:b"),
              HasSubstr("'first:PART' and 'last:PART'"));
  EXPECT_THAT(optionError("repacks", "1"),
              HasSubstr("solver 'msa' has no option 'repacks', use one of "
                        "'best-fit', "));
}

// Each option takes what it prints, and is listed once, by name.
TEST(MsaOptionsTest, TakesItsDefaults) {
  std::unique_ptr<Solver> solver = createMsaSolver();
  std::string previous;
  for (const SolverOption &option : solver->options()) {
    EXPECT_EQ(optionError(option.name, option.value), "") << option.name;
    EXPECT_LT(previous, option.name);
    previous = option.name;
  }
  ASSERT_FALSE(solver->setOption("order", "last:b;first:a"));
  for (const SolverOption &option : solver->options())
    if (option.name == "order") {
      EXPECT_EQ(option.value, "last:b;first:a");
    }
}

TEST(MsaOptionsTest, ListsOfOptionsAreNameAndValue) {
  Result<SolverOptionValues> values = parseSolverOptions("a=1,b=x=y,c=");
  ASSERT_TRUE(bool(values)) << values.error();
  EXPECT_THAT(*values, ElementsAre(std::pair("a", "1"), std::pair("b", "x=y"),
                                   std::pair("c", "")));
  EXPECT_TRUE(parseSolverOptions("")->empty());
  EXPECT_FALSE(parseSolverOptions("a"));
  EXPECT_FALSE(parseSolverOptions("=1"));
  EXPECT_FALSE(parseSolverOptions("a=1,,b=2"));
}

// What can't be copied can still begin and end in the fast tier.
TEST(MsaSolverTest, AMissingChannelIsANote) {
  Problem problem = makeToyProblem();
  problem.target.channels.clear();

  SolveResult result = createMsaSolver()->solve(problem, {});

  ASSERT_TRUE(result.solution);
  EXPECT_FALSE(verify(problem, *result.solution));
  EXPECT_NEAR(makespan(problem, *result.solution), 2.3, 1e-9);
  EXPECT_THAT(
      result.notes,
      ElementsAre("target 'toy' has no channel from 'slow' to 'fast', so that "
                  "msa prefetches nothing there; add one to the target",
                  "target 'toy' has no channel from 'fast' to 'slow', so that "
                  "msa evicts nothing from there; add one to the target"));
  EXPECT_THAT(createMsaSolver()->solve(makeToyProblem(), {}).notes, IsEmpty());
}

//===----------------------------------------------------------------------===//
// Random and real programs
//===----------------------------------------------------------------------===//

// Each option has a chance to be off its default; all placements are legal.
TEST(MsaSolverTest, EveryMixOfOptionsGivesLegalPlacements) {
  const SolverOptionValues changes = {
      {"picker", "count"},       {"min-overlap", "0"},
      {"min-overlap", "0.2"},    {"max-overlap", "1000"},
      {"fifo", "true"},          {"copy-resource", "false"},
      {"max-prefetches", "1"},   {"max-prefetches", "2"},
      {"max-evictions", "1"},    {"max-retries", "3"},
      {"max-repacks", "0"},      {"inefficient-ratio", "0.5"},
      {"keep", "false"},         {"evict", "false"},
      {"prefetch", "false"},     {"look-ahead", "false"},
      {"best-fit", "false"},     {"loop-trips", "0"},
      {"loop-bodies", "false"},  {"cross-program", "0"},
      {"cross-program", "3"},    {"size-penalty", "none"},
      {"order", "last:b1"},      {"forced-evict", "false"},
      {"preferred-overlap", "4"}};
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  size_t numTransfers = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions shape;
    shape.numSteps = 4 + static_cast<int>(seed % 37);
    shape.numBuffers = 2 + static_cast<int>(seed % 19);
    shape.hasLoops = seed % 3 != 0;
    shape.hasForcedAccesses = seed % 5 == 0;
    Problem problem = makeRandomProblem(seed, shape);
    for (Channel &channel : problem.target.channels)
      channel.bytesPerSecond *= seed % 2 == 0 ? 20 : 1;
    std::mt19937_64 random(seed);
    SolverOptionValues options;
    for (const auto &change : changes)
      if (random() % 8 == 0)
        options.push_back(change);

    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", problem, {}, options);

    ASSERT_TRUE(bool(result)) << result.error();
    if (result->solution)
      numTransfers += result->solution->transfers.size();
  }
  EXPECT_GT(numTransfers, 5000u);
}

// Loops [4, 22) and [5, 15), and [6, 8), which may be skipped: then the update
// at step 8 is what makes the contents, in each trip of the outermost loop.
TEST(MsaSolverTest, KeepsContentsInOnePlaceIfTheirFirstWriteMayBeSkipped) {
  for (uint64_t seed : {9206, 172723, 1150295, 1262545}) {
    SCOPED_TRACE(seed);
    RandomOptions shape;
    shape.numSteps = 4 + static_cast<int>(seed % 37);
    shape.numBuffers = 2 + static_cast<int>(seed % 19);
    shape.hasLoops = seed % 3 != 0;
    shape.hasForcedAccesses = seed % 5 == 0;
    Problem problem = makeRandomProblem(seed, shape);
    for (Channel &channel : problem.target.channels)
      channel.bytesPerSecond *= seed % 2 == 0 ? 20 : 1;
    SolverRegistry solvers;
    registerAllSolvers(solvers);

    Result<SolveResult> result = solveAndVerify(solvers, "msa", problem, {});

    EXPECT_TRUE(bool(result)) << result.error();
  }
}

// XLA's own placements are read here only, never by a solver. The exact numbers
// are in docs/results.md; this guards the goal.
TEST(MsaSolverTest, IsAsFastAsXLAOnMostRealPrograms) {
  const std::filesystem::path folder =
      std::filesystem::path(MEMPLACE_SOURCE_DIR) / "benchmarks/problems/tpu";
  int numProblems = 0, numWithinBand = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const std::string suffix = ".problem.json.gz";
    if (!path.ends_with(suffix))
      continue;
    Result<Problem> problem = readProblem(path, findBuiltinTarget);
    ASSERT_TRUE(bool(problem)) << problem.error();
    Result<Solution> xla = readSolution(
        path.substr(0, path.size() - suffix.size()) + ".xla.solution.json.gz",
        *problem);
    ASSERT_TRUE(bool(xla)) << xla.error();
    SolveResult result = createMsaSolver()->solve(*problem, {});
    ASSERT_TRUE(result.solution) << result.message;

    const double ratio =
        makespan(*problem, *result.solution) / makespan(*problem, *xla);
    ++numProblems;
    numWithinBand += 0.95 <= ratio && ratio <= 1.05;
    EXPECT_GT(ratio, 0.9) << path;
    EXPECT_LT(ratio, 1.1) << path;
  }
  EXPECT_EQ(numProblems, 45);
  EXPECT_GE(numWithinBand, 40);
}

} // namespace
