//===- SchedulingTest.cpp - Tests of the search for schedules -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include "../Support/SmallProblems.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace memplace;
using namespace memplace::test;

namespace {

ScheduleResult scheduled(const Problem &problem, double recomputePercent = 0) {
  StopToken stop;
  ScheduleOptions options;
  options.recomputePercent = recomputePercent;
  return scheduleForPeak(problem, options, stop);
}

/// Makes a program of \p numOps ops in a random order. Each reads some earlier
/// results and writes one or two buffers of its own.
Problem makeProgram(TestRandom &random, int64_t numOps) {
  Problem problem = makeProblem({}, {});
  for (Step step = 0; step < numOps; ++step) {
    Op &op = problem.ops.emplace_back();
    op.name = "op" + std::to_string(step);
    op.computePs = random.in(1, 100);
    const int64_t earlier = static_cast<int64_t>(problem.buffers.size());
    for (int64_t k = random.in(0, 3); k > 0 && earlier > 0; --k) {
      const auto buffer = static_cast<BufferId>(random.in(0, earlier - 1));
      if (std::none_of(
              op.accesses.begin(), op.accesses.end(),
              [&](const Access &access) { return access.buffer == buffer; })) {
        op.accesses.push_back(reads(buffer));
        problem.buffers[buffer].range.end = step + 1;
      }
    }
    for (int64_t k = random.in(1, 2); k > 0; --k) {
      op.accesses.push_back(
          writes(static_cast<BufferId>(problem.buffers.size())));
      problem.buffers.push_back(
          makeBuffer("b" + std::to_string(problem.buffers.size()),
                     {step, step + 1}, 8 * random.in(1, 12)));
    }
  }
  for (Buffer &buffer : problem.buffers)
    if (random.chance(10)) {
      buffer.liveOut = true;
      buffer.external = false;
      buffer.range.end = numOps;
    }
  return problem;
}

/// Returns the least peak of all orders of \p problem, in which each buffer is
/// written by one op. Tries them all.
int64_t leastPeakOfAllOrders(const Problem &problem) {
  std::vector<Step> order(problem.ops.size());
  std::iota(order.begin(), order.end(), 0);
  int64_t least = std::numeric_limits<int64_t>::max();
  do {
    Problem other = problem;
    std::vector<Step> at(order.size());
    for (size_t k = 0; k < order.size(); ++k)
      at[order[k]] = static_cast<Step>(k);
    std::vector<Step> written(problem.buffers.size(), 0);
    for (Buffer &buffer : other.buffers)
      buffer.range = {problem.numSteps(), 0};
    for (Step step = 0; step < problem.numSteps(); ++step)
      for (const Access &access : problem.ops[step].accesses) {
        LiveRange &range = other.buffers[access.buffer].range;
        range = {std::min(range.begin, at[step]),
                 std::max(range.end, at[step] + 1)};
        if (access.writes())
          written[access.buffer] = at[step];
      }
    bool isLegal = true;
    for (size_t id = 0; id < problem.buffers.size(); ++id) {
      isLegal = isLegal && other.buffers[id].range.begin == written[id];
      if (problem.buffers[id].liveOut)
        other.buffers[id].range.end = problem.numSteps();
    }
    if (isLegal)
      least = std::min(least, liveBytesAtPeak(other));
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

} // namespace

TEST(SchedulingTest, FindsTheLeastPeakOfAllOrders) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Problem problem = makeProgram(random, random.in(2, 7));
    const ScheduleResult result = scheduled(problem);
    EXPECT_EQ(result.peak, leastPeakOfAllOrders(problem));
    EXPECT_EQ(result.bound, result.peak);
  }
}

TEST(SchedulingTest, BoundsHoldForLargerPrograms) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    const Problem problem = makeProgram(random, random.in(10, 60));
    int64_t last = std::numeric_limits<int64_t>::max();
    for (double percent : {0., 5., 20., 100., 300.}) {
      const ScheduleResult result = scheduled(problem, percent);
      std::optional<Error> error = checkSchedule(problem, result.scheduled);
      EXPECT_FALSE(error) << (error ? error->message : "");
      EXPECT_EQ(result.peak, liveBytesAtPeak(result.scheduled.problem));
      EXPECT_LE(result.bound, result.peak);
      EXPECT_LE(result.peak, result.givenPeak);
      // More time never gives a higher peak.
      EXPECT_LE(result.peak, last);
      last = result.peak;
      EXPECT_LE(static_cast<double>(result.repeatedPs),
                percent / 100 * static_cast<double>(result.programPs));
    }
  }
}

namespace {

/// Returns \p first after another order of its problem.
ScheduledProblem chained(const ScheduledProblem &first,
                         ScheduledProblem second) {
  for (Step &op : second.map.ops)
    op = first.map.ops[op];
  for (BufferId &buffer : second.map.buffers)
    buffer = first.map.buffers[buffer];
  return second;
}

} // namespace

class SmallSchedulesTest : public ::testing::TestWithParam<Traits> {};

TEST_P(SmallSchedulesTest, ComputeTheSame) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeSmallProblem(seed, GetParam());
    TestRandom random(seed);
    for (Op &op : problem.ops)
      op.isOnce = random.chance(10);
    for (double percent : {0., 50.}) {
      const ScheduleResult result = scheduled(problem, percent);
      std::optional<Error> error = checkSchedule(problem, result.scheduled);
      EXPECT_FALSE(error) << (error ? error->message : "");
      EXPECT_LE(result.peak, result.givenPeak);
      EXPECT_LE(result.bound, result.peak);
      EXPECT_EQ(scheduled(problem, percent).scheduled.map,
                result.scheduled.map);
    }
  }
}

// Other orders keep the order of `once` ops, too, and placements at home are
// legal, also where lists of tiers or pairs forbid some.
TEST_P(SmallSchedulesTest, HaveOtherOrdersAndLegalPlacements) {
  StopToken stop;
  int numPlaced = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeSmallProblem(seed, GetParam());
    TestRandom random(seed);
    for (Op &op : problem.ops) {
      op.isOnce = random.chance(30);
      if (op.accesses.size() > 1 &&
          op.accesses[0].buffer != op.accesses[1].buffer && random.chance(20))
        (random.chance(50) ? op.apart : op.together).push_back({0, 1});
    }
    const ScheduleResult result = scheduled(problem);
    const Problem &first = result.scheduled.problem;
    for (uint64_t other = 1; other < 4; ++other)
      if (std::optional<ScheduledProblem> found =
              findOrderAt(first, result.peak, {.seed = other}, stop)) {
        EXPECT_LE(liveBytesAtPeak(found->problem), result.peak);
        std::optional<Error> error =
            checkSchedule(problem, chained(result.scheduled, *found));
        EXPECT_FALSE(error) << (error ? error->message : "");
      }
    PackLimits limits;
    limits.nodes = 100;
    if (std::optional<Solution> placed = placeAtHome(first, limits)) {
      std::optional<Violation> violation = verify(first, *placed);
      EXPECT_FALSE(violation) << (violation ? violation->message : "");
      ++numPlaced;
    }
  }
  EXPECT_GT(numPlaced, 20);
}

INSTANTIATE_TEST_SUITE_P(
    , SmallSchedulesTest,
    ::testing::Values(Traits{}, Traits{.isTight = true},
                      Traits{.hasLoops = true, .isTight = true},
                      Traits{.hasLoops = true, .maxSteps = 30},
                      Traits{.hasRom = true, .isCyclic = true},
                      Traits{.hasMiddleTier = true, .isNarrow = true},
                      Traits{.isCyclic = true, .isTight = true}));

// a is needed at the ends, and costs little: it is made again.
TEST(SchedulingTest, RepeatsCheapOps) {
  Problem problem =
      makeProblem({makeLiveIn("x", {0, 4}), makeBuffer("a", {0, 4}, 400),
                   makeBuffer("b", {1, 3}, 8), makeBuffer("c", {2, 3}, 400),
                   makeBuffer("d", {2, 4}, 8), makeLiveOut("y", {0, 4})},
                  {{reads(0), writes(1)},
                   {reads(1), writes(2)},
                   {reads(2), writes(3), writes(4)},
                   {reads(1), reads(4), writes(5)}});
  EXPECT_EQ(scheduled(problem).peak, 816);
  const ScheduleResult result = scheduled(problem, 50);
  EXPECT_EQ(result.peak, 416);
  EXPECT_EQ(result.repeatedOps, 1);
  EXPECT_EQ(result.scheduled.map.ops, (std::vector<Step>{0, 1, 2, 0, 3}));
  EXPECT_EQ(result.scheduled.map.buffers,
            (std::vector<BufferId>{0, 1, 1, 2, 3, 4, 5}));

  problem.ops[0].isOnce = true;
  EXPECT_EQ(scheduled(problem, 50).peak, 816);
}

// Two values could be computed again. The first value is enough for the limit,
// so the second value is not computed again.
TEST(SchedulingTest, RepeatsNoMoreThanEnough) {
  const Problem problem =
      makeProblem({makeLiveIn("x", {0, 6}), makeBuffer("a", {0, 6}, 400),
                   makeBuffer("b", {1, 5}, 300), makeBuffer("c", {2, 4}, 8),
                   makeBuffer("d", {3, 4}, 500), makeBuffer("e", {3, 6}, 8),
                   makeLiveOut("y", {0, 6}), makeLiveOut("z", {0, 6})},
                  {{reads(0), writes(1)},
                   {reads(0), writes(2)},
                   {reads(1), reads(2), writes(3)},
                   {reads(3), writes(4), writes(5)},
                   {reads(2), reads(5), writes(6)},
                   {reads(1), reads(5), writes(7)}});
  const auto within = [&](int64_t bytes) {
    ScheduleOptions options;
    options.recomputePercent = 100;
    options.enoughBytes = bytes;
    StopToken stop;
    ScheduleResult result = scheduleForPeak(problem, options, stop);
    const std::optional<Error> error = checkSchedule(problem, result.scheduled);
    EXPECT_FALSE(error) << error->message;
    return result;
  };
  EXPECT_EQ(within(2000).repeatedOps, 0);
  const ScheduleResult one = within(1000), both = within(1);
  EXPECT_EQ(one.repeatedOps, 1);
  EXPECT_LE(one.peak, 1000);
  EXPECT_EQ(both.repeatedOps, 2);
  EXPECT_LT(both.peak, one.peak);
}

// Two layers, forward and backward; each gradient needs a state of its own. The
// order with the lowest peak defers the gradients, so values live longer. In
// the given order, one more run of an op is enough.
TEST(SchedulingTest, LowersTheGivenOrderToo) {
  const Problem problem =
      makeProblem({makeLiveIn("x", {0, 11}), makeBuffer("a", {0, 11}, 8),
                   makeBuffer("b", {1, 7}, 8), makeBuffer("g", {2, 7}, 4),
                   makeBuffer("inside", {2, 3}, 8), makeBuffer("h", {6, 11}, 4),
                   makeBuffer("w", {3, 6}, 2), makeBuffer("s", {4, 6}, 8),
                   makeLiveOut("y", {0, 11}), makeBuffer("i", {10, 11}, 4),
                   makeBuffer("v", {7, 10}, 2), makeBuffer("t", {8, 10}, 8),
                   makeLiveOut("z", {0, 11})},
                  {{reads(0), writes(1)},
                   {reads(1), writes(2)},
                   {reads(2), writes(3), writes(4)},
                   {reads(3), reads(1), writes(6)},
                   {reads(0), writes(7)},
                   {reads(6), reads(7), writes(8)},
                   {reads(3), reads(2), writes(5)},
                   {reads(5), reads(0), writes(10)},
                   {reads(0), writes(11)},
                   {reads(10), reads(11), writes(12)},
                   {reads(5), reads(1), writes(9)}});
  ScheduleOptions options;
  options.recomputePercent = 100;
  options.enoughBytes = 21;
  StopToken stop;
  const ScheduleResult result = scheduleForPeak(problem, options, stop);
  EXPECT_LE(result.peak, 21);
  const std::optional<Error> error = checkSchedule(problem, result.scheduled);
  EXPECT_FALSE(error) << error->message;
}

// The value of x at op 0 is gone when a is needed again.
TEST(SchedulingTest, DoesNotRepeatWithOverwrittenInputs) {
  const Problem problem =
      makeProblem({makeLiveIn("x", {0, 4}), makeBuffer("a", {0, 4}, 400),
                   makeBuffer("b", {1, 3}, 8), makeBuffer("c", {2, 3}, 400),
                   makeLiveOut("y", {0, 4})},
                  {{reads(0), writes(1)},
                   {reads(1), updates(0), writes(2)},
                   {reads(2), writes(3), updates(0)},
                   {reads(1), reads(0), writes(4)}});
  const ScheduleResult result = scheduled(problem, 100);
  EXPECT_EQ(result.repeatedOps, 0);
  EXPECT_EQ(result.peak, 808);
}

TEST(SchedulingTest, KeepsTheOrderOfPairs) {
  const Problem problem = makeProblem(
      {makeBuffer("a", {0, 4}, 400), makeBuffer("b", {1, 3}, 400),
       makeLiveOut("y", {0, 4}), makeLiveOut("z", {0, 4})},
      {{writes(0)}, {writes(1)}, {reads(1), writes(2)}, {reads(0), writes(3)}});
  EXPECT_EQ(scheduled(problem).peak, 400);
  StopToken stop;
  ScheduleOptions options;
  options.needs = {{0, 1}, {2, 3}};
  EXPECT_EQ(scheduleForPeak(problem, options, stop).peak, 800);
}
