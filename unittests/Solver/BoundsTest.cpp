//===- BoundsTest.cpp - Bounds against the best placements found ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

using namespace memplace;
using namespace memplace::testing;

namespace {

constexpr uint64_t numSeeds = 150;

/// A solver and its options.
struct Attempt {
  std::string solver;
  SolverOptionValues options;
};

const std::vector<Attempt> quick = {
    {"greedy", {}}, {"msa", {}}, {"search", {{"budget", "200"}}}};

/// Returns the makespan of the best placement of \p problem by any of \p
/// attempts, seconds; infinity if there is none.
double bestMakespan(const Problem &problem,
                    const std::vector<Attempt> &attempts) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  double best = std::numeric_limits<double>::infinity();
  for (const Attempt &attempt : attempts) {
    Result<SolveResult> result =
        solveAndVerify(solvers, attempt.solver, problem, {}, attempt.options);
    EXPECT_TRUE(bool(result)) << (result ? "" : result.error());
    if (result && result->solution)
      best = std::min(best, makespan(problem, *result->solution));
  }
  return best;
}

/// Checks all bounds of \p problem against \p best. Returns true if the strong
/// bound is above the default bound.
bool expectBoundsBelow(const Problem &problem, double best) {
  const double simple = lowerBoundOnMakespan(problem);
  EXPECT_LE(simple, best * (1 + 1e-9));
  bool isStronger = false;
  for (auto [window, blockLength] :
       {std::pair<Step, Step>(0, 0), {0, 1}, {1, 0}, {1, 2}, {3, 4}, {12, 32}})
    for (double target : {best, std::numeric_limits<double>::infinity()}) {
      BoundLimits limits = {.iterations = 60};
      limits.window = window;
      limits.blockLength = blockLength;
      limits.target = target;
      const double strong = strongLowerBoundOnMakespan(problem, limits);
      EXPECT_GE(strong, simple);
      EXPECT_LE(strong, best * (1 + 1e-9))
          << "window " << window << ", blocks of " << blockLength;
      isStronger |= strong > simple * (1 + 1e-6);
    }
  return isStronger;
}

TEST(BoundsTest, BoundsEveryPlacementOfARandomProblem) {
  for (uint64_t seed = 0; seed < numSeeds; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeVariedProblem(seed);
    if (seed % 4 == 1)
      problem = makeCyclic(std::move(problem));
    double best = bestMakespan(problem, quick);
    if (best < std::numeric_limits<double>::infinity())
      expectBoundsBelow(problem, best);
  }
}

/// Two tiers; the fast tier holds about two of the buffers.
Problem makeTight(uint64_t seed) {
  RandomOptions options;
  options.numSteps = 3 + static_cast<int>(seed % 5);
  options.numBuffers = 3 + static_cast<int>(seed % 4);
  options.hasLoops = seed % 4 == 0;
  Problem problem = makeRandomProblem(seed, options);
  Target &target = problem.target;
  target.tiers = {{"fast", 64, 8, 1000, 1000}, {"slow", 4096, 8, 100, 100}};
  target.defaultTier = 1;
  double rate = seed % 3 == 0 ? 100 : 1000;
  target.channels = {{"in", 1, 0, rate, 0}, {"out", 0, 1, rate, 0}};
  target.combine = seed % 5 == 0 ? Combine::Max : Combine::Sum;
  if (seed % 2 == 0)
    for (Channel &channel : target.channels)
      channel.order = ChannelOrder::Deadline;
  for (Buffer &buffer : problem.buffers) {
    buffer.tiers.clear();
    buffer.home.reset();
    buffer.alignment = 8;
  }
  for (Op &op : problem.ops) {
    op.computePs /= 8;
    for (Access &access : op.accesses)
      access.tiers.clear();
    // Such a problem may have no placement.
    if (seed % 6 == 5 && !op.accesses.empty())
      op.accesses.back().tiers = {static_cast<TierId>(seed / 6 % 2)};
  }
  return problem;
}

TEST(BoundsTest, BoundsEveryPlacementOfATightProblem) {
  int numStronger = 0;
  for (uint64_t seed = 0; seed < numSeeds; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = makeTight(seed);
    if (seed % 7 == 6)
      problem = makeCyclic(std::move(problem));
    if (check(problem))
      continue; // Other home, other rules.
    std::vector<Attempt> attempts = quick;
    // Usually finds the optimum.
    if (!problem.isCyclic)
      attempts.push_back({"exact-placement", {{"nodes", "3000"}}});
    double best = bestMakespan(problem, attempts);
    if (best < std::numeric_limits<double>::infinity() &&
        expectBoundsBelow(problem, best))
      ++numStronger;
  }
  EXPECT_GE(numStronger, static_cast<int>(numSeeds / 10));
}

/// Returns the paths of all problems below benchmarks/problems, sorted.
std::vector<std::string> shippedProblems() {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(
           MEMPLACE_SOURCE_DIR "/benchmarks/problems"))
    if (entry.path().string().ends_with(".problem.json.gz"))
      paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(BoundsTest, BoundsTheRecordedPlacementsOfShippedProblems) {
  int numWithSolution = 0;
  for (const std::string &path : shippedProblems()) {
    SCOPED_TRACE(path);
    Result<Problem> problem = readProblem(path, findBuiltinTarget);
    ASSERT_TRUE(problem) << problem.error();
    double best = std::numeric_limits<double>::infinity();
    constexpr std::string_view suffix = ".problem.json.gz";
    const std::string name = path.substr(0, path.size() - suffix.size());
    for (const char *whose : {".xla", ".best"}) {
      const std::string solutionPath = name + whose + ".solution.json.gz";
      if (!std::filesystem::exists(solutionPath))
        continue;
      ++numWithSolution;
      Result<Solution> solution = readSolution(solutionPath, *problem);
      ASSERT_TRUE(solution) << solution.error();
      best = std::min(best, makespan(*problem, *solution));
    }
    if (best == std::numeric_limits<double>::infinity())
      best = bestMakespan(*problem, {{"greedy", {}}});
    BoundLimits limits;
    limits.iterations = 10;
    limits.target = best;
    EXPECT_LE(lowerBoundOnMakespan(*problem), best * (1 + 1e-9));
    EXPECT_LE(strongLowerBoundOnMakespan(*problem, limits), best * (1 + 1e-9));
  }
  EXPECT_GE(numWithSolution, 40);
}

} // namespace
