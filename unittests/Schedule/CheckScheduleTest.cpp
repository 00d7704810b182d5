//===- CheckScheduleTest.cpp - Tests of checkSchedule ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include "../Support/Builder.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// x -> a -> y, and b, which nobody reads; a and b are written twice.
class CheckScheduleTest : public ::testing::Test {
protected:
  CheckScheduleTest()
      : problem(makeProblem({makeLiveIn("x", {0, 5}), makeBuffer("a", {0, 5}),
                             makeBuffer("b", {3, 4}), makeLiveOut("y", {0, 5})},
                            {{reads(0), writes(1)},
                             {reads(1), writes(3)},
                             {writes(1)},
                             {reads(0), writes(2)},
                             {reads(1), updates(3)}})) {
    scheduled.problem = problem;
    scheduled.map = {{0, 1, 2, 3, 4}, {0, 1, 2, 3}};
  }

  void expectError(const std::string &part) {
    std::optional<Error> error = checkSchedule(problem, scheduled);
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find(part), std::string::npos) << error->message;
  }
  void swapOps(Step one, Step other) {
    std::swap(scheduled.problem.ops[one], scheduled.problem.ops[other]);
    std::swap(scheduled.map.ops[one], scheduled.map.ops[other]);
  }

  Problem problem;
  ScheduledProblem scheduled;
};

} // namespace

TEST_F(CheckScheduleTest, AcceptsTheProblemAndOtherOrders) {
  EXPECT_FALSE(checkSchedule(problem, scheduled));
  swapOps(2, 3); // The ops do not depend on each other.
  scheduled.problem.buffers[2].range = {2, 3};
  EXPECT_FALSE(checkSchedule(problem, scheduled));
}

TEST_F(CheckScheduleTest, FindsOpsInTheWrongOrder) {
  swapOps(1, 2); // op1 would read what op2 writes.
  expectError("op 1 ('op1') of the problem reads other contents");
}

TEST_F(CheckScheduleTest, FindsMissingAndChangedOps) {
  scheduled.map.ops[3] = 2;
  expectError("op 3 ('op3') differs from op 2");
  scheduled.map.ops[3] = 3;
  scheduled.problem.ops[1].computePs += 1;
  expectError("op 1 ('op1') differs");
  scheduled.problem.ops[1].computePs -= 1;
  scheduled.problem.ops.pop_back();
  scheduled.map.ops.pop_back();
  for (Buffer &buffer : scheduled.problem.buffers)
    buffer.range.end = std::min<Step>(buffer.range.end, 4);
  expectError("op 4 ('op4') of the problem never runs");
}

TEST_F(CheckScheduleTest, FindsChangedBuffers) {
  scheduled.problem.buffers[2].size += 8;
  expectError("buffer 2 ('b') differs");
  scheduled.problem.buffers[2].size -= 8;
  scheduled.map.buffers[2] = 7;
  expectError("the map names buffer 7");
  scheduled.map.buffers.pop_back();
  expectError("the map has 5 ops and 3 buffers");
}

TEST_F(CheckScheduleTest, FindsReadsOfTheWrongCopy) {
  // A second copy of a, which op4 reads although op2 writes the first.
  scheduled.problem.buffers.push_back(makeBuffer("again", {0, 5}));
  scheduled.map.buffers.push_back(1);
  scheduled.problem.ops[4].accesses[0].buffer = 4;
  expectError("op 4 ('op4') of the problem reads other contents");
  scheduled.problem.ops[2].accesses[0].buffer = 4;
  EXPECT_FALSE(checkSchedule(problem, scheduled));
}

TEST_F(CheckScheduleTest, FindsLostResults) {
  swapOps(3, 4);
  scheduled.problem.buffers[2].range = {4, 5};
  EXPECT_FALSE(checkSchedule(problem, scheduled));
  scheduled.problem.buffers[3].liveOut = false;
  scheduled.problem.buffers[3].external = false;
  problem.buffers[3].external = false;
  expectError("buffer 3 ('y') of the problem is live-in or live-out");
}

TEST_F(CheckScheduleTest, FindsRepeatedOnceOps) {
  // op3 may run twice, unless it is `once`.
  scheduled.problem.ops.insert(scheduled.problem.ops.begin() + 3,
                               problem.ops[3]);
  scheduled.map.ops.insert(scheduled.map.ops.begin() + 3, 3);
  for (BufferId id : {0, 1, 3})
    scheduled.problem.buffers[id].range.end = 6;
  scheduled.problem.buffers[2].range = {3, 5};
  EXPECT_FALSE(checkSchedule(problem, scheduled));
  problem.ops[3].isOnce = true;
  expectError("op 3 ('op3') of the problem runs again");
}

TEST_F(CheckScheduleTest, FindsOnceOpsOutOfOrder) {
  swapOps(2, 3);
  scheduled.problem.buffers[2].range = {2, 3};
  problem.ops[2].isOnce = problem.ops[3].isOnce = true;
  expectError("runs again, or out of order");
}

TEST_F(CheckScheduleTest, FindsChangedLoops) {
  problem.loops = {{{2, 5}, 3}};
  expectError("op 2 ('op2') differs");
  scheduled.problem.loops = problem.loops;
  EXPECT_FALSE(checkSchedule(problem, scheduled));
  scheduled.problem.loops[0].tripCount = 4;
  expectError("op 2 ('op2') differs");
}

// In the given order each trip reads what the trip before it wrote.
TEST(CheckScheduleLoopTest, FindsContentsOfTheWrongTrip) {
  Problem problem =
      makeProblem({makeLiveIn("x", {0, 2}), makeLiveOut("y", {0, 2})},
                  {{reads(0), writes(1)}, {updates(0)}}, {{{0, 2}, 5}});
  problem.buffers[0].liveOut = true;
  ScheduledProblem scheduled = {problem, {{0, 1}, {0, 1}}};
  EXPECT_FALSE(checkSchedule(problem, scheduled));
  std::swap(scheduled.problem.ops[0], scheduled.problem.ops[1]);
  std::swap(scheduled.map.ops[0], scheduled.map.ops[1]);
  EXPECT_TRUE(checkSchedule(problem, scheduled));
}
