//===- StrongPiecesBoundTest.cpp - The strong bound with pieces -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compared with the makespans that solvers find for random problems, cut at
// random.
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/Groups.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include "../Support/SmallProblems.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// Returns a dimension that halves some operands of an op: all written operands
/// and some read operands. Returns none if the op has no such dimension.
std::vector<CutDimension> makeHalves(const Problem &problem, const Op &op,
                                     TestRandom &random) {
  CutDimension halves{2, {}};
  for (size_t i = 0; i < op.accesses.size(); ++i) {
    const Access &access = op.accesses[i];
    const int64_t size = problem.buffers[access.buffer].size;
    const auto isSame = [&](const Access &other) {
      return other.buffer == access.buffer;
    };
    if (size % 2 != 0 ||
        std::count_if(op.accesses.begin(), op.accesses.end(), isSame) > 1)
      return {};
    if (access.writes() || random.chance(80))
      halves.accesses.push_back(
          {.access = static_cast<int32_t>(i), .stride = size / 2});
  }
  if (halves.accesses.empty())
    return {};
  return {halves};
}

/// A problem of a few ops, most with a dimension of two indices. The cost of a
/// piece is a part of the op's time, or 0.
Problem makeCuttable(uint64_t seed, const Traits &traits) {
  Problem problem = makeSmallProblem(seed, traits);
  TestRandom random(seed);
  problem.target.piecePs =
      random.chance(20) ? 0 : random.in(1, 300'000'000'000);
  for (Op &op : problem.ops)
    if (!op.isNull() && random.chance(80))
      op.cuts = makeHalves(problem, op, random);
  return problem;
}

/// Returns cuts of some ops in two pieces each, alternating or not.
std::vector<OpCut> cutSome(const Problem &problem, TestRandom &random) {
  std::vector<OpCut> cuts;
  const bool takesTurns = random.chance(50);
  const int64_t percent = random.pick<int64_t>({15, 50, 100});
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (!problem.ops[step].cuts.empty() && random.chance(percent))
      cuts.push_back(
          {step, 0, {1}, takesTurns ? 0 : static_cast<int32_t>(step)});
  return cuts;
}

/// Returns true if each uncut op still follows its predecessors and precedes
/// its successors.
bool keepsPlaces(const CutProblem &cut, const std::vector<OpCut> &ops) {
  const auto isCut = [&](Step op) {
    return std::any_of(ops.begin(), ops.end(),
                       [&](const OpCut &one) { return one.op == op; });
  };
  for (size_t later = 0; later < cut.opOf.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier)
      if (cut.opOf[earlier] > cut.opOf[later] &&
          (!isCut(cut.opOf[earlier]) || !isCut(cut.opOf[later])))
        return false;
  return true;
}

/// Counts over all problems tried.
struct Tried {
  int numCut = 0;       // Placements of cut problems.
  int numRaised = 0;    // Problems whose strong bound is higher.
  int numFaster = 0;    // Cut problems faster than the whole problem.
  double nearest = 1e9; // The least makespan over a raised bound.
};

class StrongPiecesBoundTest : public testing::Test {
protected:
  StrongPiecesBoundTest() { registerAllSolvers(solvers); }

  /// Returns the makespan that a solver finds, seconds, or none if the solver
  /// finds no placement.
  std::optional<double> solve(const Problem &problem) {
    Result<std::unique_ptr<Solver>> solver =
        solvers.create("search", {{"budget", "60"}});
    EXPECT_TRUE(solver) << solver.error();
    const SolveResult result = (*solver)->solve(problem, {});
    if (!result.solution)
      return std::nullopt;
    return makespan(problem, *result.solution);
  }

  void tryAll(const Problem &problem, uint64_t seed, Tried &tried) {
    ASSERT_FALSE(check(problem)) << check(problem)->message;
    const std::optional<double> whole = solve(problem);
    if (!whole)
      return;
    BoundLimits limits;
    limits.iterations = 300;
    limits.target = *whole;
    const double simple = lowerBoundWithPieces(problem);
    const double bound = strongLowerBoundWithPieces(problem, limits);
    EXPECT_GE(bound, simple);
    EXPECT_LE(bound, *whole * (1 + 1e-9));
    const bool isRaised = bound > simple * 1.0001;
    tried.numRaised += isRaised;
    TestRandom random(seed);
    for (int i = 0; i < 6; ++i) {
      const std::vector<OpCut> ops = cutSome(problem, random);
      const Result<CutProblem> cut =
          makeCutProblem(problem, cutOps(problem, ops, CutNeighbours(problem)));
      ASSERT_TRUE(cut) << cut.error();
      if (ops.empty() || !keepsPlaces(*cut, ops))
        continue;
      const std::optional<double> found = solve(cut->problem);
      if (!found)
        continue;
      EXPECT_GE(*found * (1 + 1e-9), bound);
      ++tried.numCut;
      tried.numFaster += *found < *whole;
      if (isRaised)
        tried.nearest = std::min(tried.nearest, *found / bound);
    }
  }

  SolverRegistry solvers;
};

} // namespace

TEST_F(StrongPiecesBoundTest, BoundsEveryPlacementOfACutProblem) {
  Traits all = {.hasMiddleTier = true, .hasRom = true, .hasLoops = true};
  all.isSlow = all.isNarrow = true;
  Traits cyclic = {.isCyclic = true, .hasChannels = true};
  Tried tried;
  for (uint64_t seed = 0; seed < 100; ++seed)
    for (const Traits &traits : {Traits{.hasChannels = true}, all, cyclic,
                                 Traits{.isFastHome = true}}) {
      SCOPED_TRACE(seed);
      tryAll(makeCuttable(seed, traits), seed, tried);
    }
  // A smaller sample would prove little.
  EXPECT_GE(tried.numCut, 500);
  EXPECT_GE(tried.numRaised, 125);
  EXPECT_GE(tried.numFaster, 25);
  EXPECT_LE(tried.nearest, 1.01);
}
