//===- CarryOverTest.cpp - Placements carried over between cut problems ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/CarryOver.h"

#include "CutChain.h"

#include "../../lib/Solver/Greedy.h"
#include "memplace/Verify/Verify.h"

#include <gmock/gmock.h>

using namespace memplace;
using memplace::cut::carryOver;
using namespace memplace::test;
using ::testing::Contains;
using ::testing::Not;

namespace {

CutProblem cutIn(const Problem &problem, const std::vector<CutGroup> &groups) {
  Result<CutProblem> cut = makeCutProblem(problem, cutGroups(problem, groups));
  EXPECT_TRUE(cut) << cut.error();
  return std::move(*cut);
}

/// Places \p problem with `greedy`, and keeps \p kept.
Solution place(const Problem &problem,
               const std::optional<Solution> &kept = std::nullopt) {
  GreedyChoice choice;
  choice.kept = kept;
  SolveResult result = solveGreedily(problem, {}, choice);
  EXPECT_TRUE(result.solution) << result.message;
  return result.solution ? *result.solution : Solution();
}

std::vector<BufferId> buffersOf(const Solution &solution) {
  std::vector<BufferId> buffers;
  for (const Residency &residency : solution.residencies)
    buffers.push_back(residency.buffer);
  return buffers;
}

TEST(CarryOverTest, KeepsTheWholePlacementOfTheSameProblem) {
  const CutProblem cut = cutIn(makeLayers(), {{2, 0, 4, {1, 4}}});
  const Solution placed = place(cut.problem);
  ASSERT_FALSE(placed.transfers.empty());

  EXPECT_EQ(carryOver(cut, placed, cut), placed);
}

TEST(CarryOverTest, LeavesOutNeighboursOfAnOpCutDifferently) {
  const Problem problem = makeLayers();
  const CutProblem from = cutIn(problem, {{1, 0, 2, {1, 2}}});
  const CutProblem to = cutIn(problem, {{1, 0, 4, {1, 2}}});

  const std::optional<Solution> kept = carryOver(from, place(from.problem), to);

  ASSERT_TRUE(kept);
  const std::vector<BufferId> buffers = buffersOf(*kept);
  // x and w of the first op; operands and results of op 1, whole because the
  // neighbours are; the last weights.
  const auto last = static_cast<BufferId>(to.problem.buffers.size()) - 2;
  EXPECT_THAT(buffers, Contains(0));
  EXPECT_THAT(buffers, Contains(last));
  for (BufferId id : {2, 3, 4})
    EXPECT_THAT(buffers, Not(Contains(id)));
  // Residencies in fast during op 1, in steps 1 to 4, are decided anew.
  for (const Residency &residency : kept->residencies)
    if (residency.tier == fast)
      EXPECT_TRUE(residency.range.begin > 4 || residency.range.end <= 1);
  // Accesses of these steps are open, and all accesses of other steps are
  // decided.
  EXPECT_THAT(kept->served.back(), Not(Contains(-1)));
  EXPECT_THAT(kept->served[2], Contains(-1));
}

TEST(CarryOverTest, ShiftsStepsAfterAnOpCutIntoMorePieces) {
  const Problem problem = makeLayers();
  const CutProblem from = cutIn(problem, {{1, 0, 2, {1, 2}}});
  const CutProblem to = cutIn(problem, {{1, 0, 4, {1, 2}}});
  const Solution placed = place(from.problem);

  const std::optional<Solution> kept = carryOver(from, placed, to);

  ASSERT_TRUE(kept);
  // Op 1 has steps 1 and 2 before, steps 1 to 4 after.
  std::vector<LiveRange> before, after;
  for (const Transfer &transfer : placed.transfers)
    if (transfer.start > 2)
      before.push_back({transfer.start + 2, transfer.done + 2});
  for (const Transfer &transfer : kept->transfers)
    if (transfer.start > 4)
      after.push_back({transfer.start, transfer.done});
  EXPECT_FALSE(after.empty());
  EXPECT_EQ(after, before);
}

TEST(CarryOverTest, KeepsNothingIfPiecesChangeTheirSizes) {
  const Problem problem = makeChain(32);
  const CutProblem from = cutIn(problem, {{0, 0, 2, {0, 2}}});
  const CutProblem to = cutIn(problem, {{0, 0, 2, {0, 2}, /*first=*/4}});
  ASSERT_EQ(from.bufferOf, to.bufferOf);

  EXPECT_FALSE(carryOver(from, place(from.problem), to));
}

/// Two ops in two pieces each, alternating or not.
CutProblem cutInTurns(bool takeTurns) {
  const Cuts cuts{{{0, 0, {16}, 0}, {1, 0, {16}, takeTurns ? 0 : 1}},
                  {{0, 512, {256}}, {1, 512, {256}}, {2, 512, {256}}}};
  Result<CutProblem> cut = makeCutProblem(makeChain(32), cuts);
  EXPECT_TRUE(cut) << cut.error();
  return std::move(*cut);
}

TEST(CarryOverTest, KeepsAPartIfPiecesRunInAnotherOrder) {
  const CutProblem from = cutInTurns(false), to = cutInTurns(true);
  ASSERT_EQ(from.opOf, (std::vector<Step>{0, 0, 1, 1}));
  ASSERT_EQ(to.opOf, (std::vector<Step>{0, 1, 0, 1}));

  const std::optional<Solution> kept = carryOver(from, place(from.problem), to);

  ASSERT_TRUE(kept);
  // Kept are the first piece of op 0 and both pieces of op 1. The result of op
  // 0's second piece is open.
  EXPECT_THAT(buffersOf(*kept), Not(Contains(3)));
  EXPECT_THAT(kept->served[2], Contains(-1));
}

TEST(CarryOverTest, KeepsNothingOfAProblemWithLoops) {
  Problem problem = makeChain(32);
  problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  problem.buffers[0].range.end = 2;
  const CutProblem cut = cutIn(problem, {{0, 0, 2, {0, 1}}});

  EXPECT_FALSE(carryOver(cut, place(cut.problem), cut));
}

// For any cuts, the rest can be placed legally, and kept residencies stay in
// place.
TEST(CarryOverTest, KeptResidenciesCanBeCompletedAndStay) {
  int numStays = 0; // In fast memory.
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    TestRandom random(seed);
    Problem problem = makeRandomChain(random, /*maxOps=*/12);
    problem.loops.clear();
    std::vector<CutGroup> groups = makeRandomGroups(random, problem);
    const CutProblem from = cutIn(problem, groups);
    const std::vector<CutGroup> more = makeRandomGroups(random, problem);
    groups.push_back(more.front());
    const CutProblem to = cutIn(problem, groups);
    const std::optional<Solution> kept =
        carryOver(from, place(from.problem), to);
    if (!kept)
      continue;

    const Solution whole = place(to.problem, kept);

    const std::optional<Violation> violation = verify(to.problem, whole);
    EXPECT_FALSE(violation) << violation->message;
    for (const Residency &residency : kept->residencies)
      if (residency.tier != to.problem.homeOf(residency.buffer)) {
        EXPECT_THAT(whole.residencies, Contains(residency));
        ++numStays;
      }
  }
  EXPECT_GE(numStays, 1000);
}

} // namespace
