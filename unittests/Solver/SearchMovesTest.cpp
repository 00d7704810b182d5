//===- SearchMovesTest.cpp - Kinds of stays that search can find ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems of two or three buffers. The optimum of each needs one certain kind
// of stay or one certain timing.
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;

namespace {

Access reads(BufferId buffer, int64_t bytes) {
  return {buffer, AccessMode::Read, bytes, {}};
}
Access writes(BufferId buffer, int64_t bytes) {
  return {buffer, AccessMode::Write, bytes, {}};
}

/// Expects both search, with \p budget, and exact-placement to reach \p
/// seconds.
void expectOptimum(const Problem &problem, double seconds,
                   std::string_view budget = "0") {
  std::unique_ptr<Solver> search = createSearchSolver();
  ASSERT_FALSE(search->setOption("budget", budget));
  std::unique_ptr<Solver> exact = createExactSolver();
  for (Solver *solver : {search.get(), exact.get()}) {
    const SolveResult result = solver->solve(problem, {});
    ASSERT_TRUE(result.solution) << result.message;
    std::optional<Violation> violation = verify(problem, *result.solution);
    ASSERT_FALSE(violation) << violation->message;
    EXPECT_NEAR(makespan(problem, *result.solution), seconds, 1e-9)
        << (solver == search.get() ? "by search" : "by exact-placement");
  }
}

/// Two ops in four trips. The first op writes `t`, which fills the fast tier.
Problem makeFullLoop() {
  Problem problem;
  problem.name = "loop";
  problem.target = makeToyTarget();
  problem.target.tiers[0].capacity = 96;
  problem.buffers = {{.name = "t", .size = 96, .range = {0, 1}}};
  problem.ops = {{"A", 0, {writes(0, 1000)}}, {"B", 0, {}}};
  problem.loops = {{{0, 2}, 4, false}};
  return problem;
}

// A buffer written anew in each trip and read after the loop has a place only
// from its definition on.
TEST(SearchMovesTest, AStayThatBeginsInALoopOutlastsIt) {
  Problem problem = makeFullLoop();
  problem.buffers.push_back({.name = "r", .size = 96, .range = {0, 3}});
  problem.ops[1].accesses = {writes(1, 1000)};
  problem.ops.push_back({"C", 0, {reads(1, 1000)}});

  expectOptimum(problem, 4 * (1 + 1) + 1);
}

// The buffer is written back only after the last trip.
TEST(SearchMovesTest, ALoopResultIsEvictedOnce) {
  Problem problem = makeFullLoop();
  problem.buffers.push_back(
      {.name = "r", .size = 96, .range = {1, 2}, .liveOut = true});
  problem.ops[1].accesses = {writes(1, 1000)};

  expectOptimum(problem, 4 * (1 + 1) + 0.96 + 0.1);
}

// Each trip fetches the buffer again; after the loop the last copy is still
// there.
TEST(SearchMovesTest, TheLastTripsFetchServesAfterTheLoop) {
  Problem problem = makeFullLoop();
  problem.buffers.push_back(
      {.name = "w", .size = 96, .range = {0, 3}, .liveIn = true});
  problem.ops[1].accesses = {reads(1, 1000)};
  problem.ops.push_back({"C", 0, {reads(1, 1000)}});

  expectOptimum(problem, 4 * (1 + 0.96 + 0.1 + 1) + 1);
}

// A loop without trips leaves the earlier contents to readers after the loop.
TEST(SearchMovesTest, AStayDoesNotOutlastALoopThatMayBeSkipped) {
  Problem problem = makeFullLoop();
  problem.loops[0].maySkip = true;
  problem.buffers.push_back(
      {.name = "r", .size = 96, .range = {0, 3}, .liveIn = true});
  problem.ops[1].accesses = {writes(1, 1000)};
  problem.ops.push_back({"C", 0, {reads(1, 1000)}});

  // `r` stays all the time, and `t` is at home.
  expectOptimum(problem, 0.96 + 0.1 + 4 * (10 + 1) + 1);
}

// Both transfers would be better hidden if they held the place for longer.
TEST(SearchMovesTest, TransfersHoldTheirPlaceForLessThanTheMaximalTime) {
  Problem problem;
  problem.name = "timing";
  problem.target = makeToyTarget();
  problem.target.combine = Combine::Max;
  problem.target.tiers = {{"fast", 512, 64, 10000, 10000},
                          {"slow", 1000000, 64, 1000, 1000}};
  problem.target.channels = {{"in", 1, 0, 1600, 0}, {"out", 0, 1, 400, 0}};
  problem.buffers = {
      {.name = "w", .size = 192, .range = {0, 4}, .liveIn = true},
      {.name = "r", .size = 384, .range = {0, 4}, .liveOut = true}};
  problem.ops = {
      {"A", second / 4, {reads(0, 288), reads(1, 960)}},
      {"B", 3 * second / 4, {reads(0, 384), {1, AccessMode::Update, 1152, {}}}},
      {"C", second / 4, {reads(0, 576)}},
      {"D", second / 4, {reads(0, 480)}}};

  expectOptimum(problem, 3.016);
}

// Both transfers share the time of slow memory. The program waits for the
// fetch, which has room from the end of the first op on.
TEST(SearchMovesTest, AWriteBackWaitsForAFetch) {
  Problem problem;
  problem.name = "late evict";
  problem.target = makeToyTarget();
  problem.target.tiers[0].capacity = 192;
  constexpr Step numShortOps = 6;
  constexpr Step numOps = numShortOps + 3;
  problem.buffers = {
      {.name = "t", .size = 96, .range = {0, 1}},
      {.name = "r", .size = 96, .range = {0, numOps}, .liveOut = true},
      {.name = "w", .size = 96, .range = {0, numOps}, .liveIn = true}};
  problem.ops = {{"A", 0, {writes(0, 1000), writes(1, 1000)}}};
  for (Step step = 0; step < numShortOps; ++step)
    problem.ops.push_back({"B", 18 * second / 100, {}});
  problem.ops.push_back({"C", 0, {reads(2, 1000)}});
  problem.ops.push_back({"D", 2 * second, {}});

  // Evicts start late from the 20,000th evaluation on.
  expectOptimum(problem, 2 + numShortOps * 0.18 + 1 + 2, "40000");
}

/// Three memories of at least 96 bytes, with channels between neighbours.
Problem makeThreeTiers() {
  Problem problem;
  problem.name = "tiers";
  problem.target = makeToyTarget();
  problem.target.combine = Combine::Max;
  problem.target.tiers = {{"fast", 96, 8, 1000, 1000},
                          {"middle", 96, 8, 300, 300},
                          {"slow", 1000000, 8, 100, 100}};
  problem.target.defaultTier = 2;
  problem.target.channels = {{"up", 1, 0, 1e12, 0}, {"in", 2, 1, 1e12, 0}};
  problem.buffers = {
      {.name = "w", .size = 96, .range = {0, 4}, .liveIn = true}};
  return problem;
}

// The copy to the fast tier is awaited before its use, so that its source is
// free once another buffer needs the place.
TEST(SearchMovesTest, LeavesTheIntermediateTierBeforeTheFirstUse) {
  Problem problem = makeThreeTiers();
  problem.buffers.push_back(
      {.name = "v", .size = 96, .range = {2, 4}, .tiers = {1, 2}});
  problem.ops = {{"A", 2 * second, {}},
                 {"B", 2 * second, {}},
                 {"C", 0, {writes(1, 600)}},
                 {"D", 0, {reads(0, 2000), reads(1, 600)}}};

  expectOptimum(problem, 2 + 2 + 2 + 2);
}

// On its way to the fast tier a copy serves the op that hides the second hop.
TEST(SearchMovesTest, ACopyInTheIntermediateTierServes) {
  Problem problem = makeThreeTiers();
  problem.buffers[0].range = {0, 3};
  problem.ops = {{"A", 2 * second, {}},
                 {"B", 2 * second, {reads(0, 400)}},
                 {"C", 0, {reads(0, 5000)}}};

  expectOptimum(problem, 2 + 2 + 5);
}

// A large buffer that all ops read, and sixteen small buffers of the last two
// ops, which fill the large buffer's place. No small buffer alone is worth as
// much as the large one there.
Problem makeProblemOfRoom() {
  constexpr Step numSteps = 20;
  Problem problem;
  problem.name = "room";
  problem.target = makeToyTarget();
  problem.buffers = {
      {.name = "large", .size = 512, .range = {0, numSteps}, .liveIn = true}};
  for (Step step = 0; step < numSteps; ++step)
    problem.ops.push_back({"op", 0, {reads(0, 300)}});
  for (BufferId small = 1; small <= 16; ++small) {
    problem.buffers.push_back(
        {.name = "small", .size = 32, .range = {numSteps - 2, numSteps}});
    problem.ops[numSteps - 2].accesses.push_back(writes(small, 32));
    problem.ops[numSteps - 1].accesses.push_back(reads(small, 32));
  }
  return problem;
}

// The two ops take 3 + 0.512 seconds each without the large buffer in fast, and
// 0.3 + 5.12 with it.
TEST(SearchMovesTest, ALargeBufferMakesRoomForManySmallOnesDuringSomeOps) {
  const Problem problem = makeProblemOfRoom();
  std::unique_ptr<Solver> search = createSearchSolver();
  ASSERT_FALSE(search->setOption("budget", "500"));
  const SolveResult found = search->solve(problem, {});
  ASSERT_FALSE(search->setOption("give-way", "0"));
  const SolveResult stuck = search->solve(problem, {});

  ASSERT_FALSE(verify(problem, *found.solution));
  EXPECT_NEAR(makespan(problem, *stuck.solution) -
                  makespan(problem, *found.solution),
              2 * (0.3 + 5.12) - 2 * (3 + 0.512), 1e-9);
}

} // namespace
