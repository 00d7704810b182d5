//===- SearchSolverTest.cpp - Guarantees of search ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/BackingPlan.h"
#include "../../lib/Planning/RollingStays.h"
#include "../../lib/Solver/Search/SearchPortfolio.h"
#include "../../lib/Solver/Search/Start.h"
#include "BenchmarkProblems.h"
#include "HandProblems.h"
#include "RandomProblems.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

using namespace memplace;
using namespace memplace::testing;
using namespace memplace::planning;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

Solution solveWith(const Problem &problem, const SolverOptionValues &options,
                   const SolveLimits &limits = {}) {
  std::unique_ptr<Solver> solver = createSearchSolver();
  for (const auto &[name, value] : options) {
    std::optional<Error> error = solver->setOption(name, value);
    EXPECT_FALSE(error) << name << ": " << error->message;
  }
  SolveResult result = solver->solve(problem, limits);
  EXPECT_TRUE(result.solution) << result.message;
  std::optional<Violation> violation = verify(problem, *result.solution);
  EXPECT_FALSE(violation) << violation->message;
  return *result.solution;
}

double secondsOf(const Problem &problem, Solver &solver) {
  return makespan(problem, *solver.solve(problem, {}).solution);
}

//===----------------------------------------------------------------------===//
// The incremental simulator
//===----------------------------------------------------------------------===//

// After each change, kept or undone, the incremental makespan equals that of
// the simulator for the whole solution: with loops, several tiers, channels and
// latencies. Adds to \p seen the number of changes with an effect, and the
// simulated features.
struct Seen {
  int64_t changes = 0, wrapped = 0;
};
void checkRandomChanges(const Problem &problem, uint64_t seed, Seen &seen) {
  const AccessIndex uses(problem);
  const BackingResult base = buildHomePlacement(uses);
  if (!base.placement)
    return;
  SearchState state(uses, *base.placement);
  const size_t numMovables = state.getMovables().size();
  Random random(seed);
  for (int change = 0; change < 40 && numMovables > 0; ++change) {
    const double before = state.makespan();
    for (size_t n = 1 + random.below(3); n > 0; --n)
      state.removeStays(static_cast<int32_t>(random.below(numMovables)));
    Choices choices;
    choices.policy.minSaving = -infinity;
    choices.policy.hiddenShare = 2 * random.uniform();
    choices.firstDecoded = static_cast<int32_t>(random.below(4));
    choices.staysAlways = random.chance(0.2);
    choices.maxKeep = random.chance(0.5) ? anyGap : random.uniform();
    choices.isInnermostFirst = random.chance(0.5);
    choices.restMayMove = random.chance(0.5);
    choices.firstUse = static_cast<int32_t>(random.below(3));
    choices.policy.servesFromRelays = random.chance(0.8);
    choices.policy.awaitAhead = static_cast<int32_t>(random.below(3));
    choices.policy.evictDelay = static_cast<int32_t>(random.below(3));
    choices.policy.evictsLate = random.chance(0.5);
    for (std::optional<int32_t> StayPolicy::*steps :
         {&StayPolicy::lead, &StayPolicy::leadOnTheWay,
          &StayPolicy::evictSteps})
      if (random.chance(0.5))
        choices.policy.*steps = static_cast<int32_t>(random.below(4));
    for (size_t m = 0; m < numMovables; ++m)
      if (state.isRemoved(static_cast<int32_t>(m)) && random.chance(0.8))
        state.insert(static_cast<int32_t>(m), choices);

    const double now = state.evaluate();

    const Solution solution = assemble(uses, state.getPlans());
    const double whole = makespan(problem, solution);
    EXPECT_NEAR(now, whole, 1e-9 * whole);
    std::optional<Violation> violation = verify(problem, solution);
    EXPECT_FALSE(violation) << violation->message;
    for (const Transfer &transfer : solution.transfers)
      seen.wrapped += transfer.isWrapped();
    seen.changes += now != before;
    if (random.chance(0.5)) {
      state.keep();
    } else {
      state.undo();
      EXPECT_EQ(state.makespan(), before);
      const double same = makespan(problem, assemble(uses, state.getPlans()));
      EXPECT_NEAR(before, same, 1e-9 * same);
    }
    if (::testing::Test::HasFailure())
      break;
  }
}

RandomOptions optionsFor(uint64_t seed) {
  RandomOptions options;
  options.numSteps = 4 + static_cast<int>(seed % 61);
  options.numBuffers = 2 + static_cast<int>(seed % 47);
  options.hasLoops = seed % 3 == 1;
  options.hasForcedAccesses = seed % 5 == 0;
  return options;
}

// Large fast tiers lead to long queues.
Problem makeWideProblem(uint64_t seed, const RandomOptions &options) {
  Problem problem = makeRandomProblem(seed, options);
  for (Tier &tier : problem.target.tiers)
    tier.capacity *= 1 + static_cast<int64_t>(seed % 4);
  return problem;
}

TEST(SearchStateTest, MakespanEqualsTheSimulators) {
  Seen seen;
  for (uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    checkRandomChanges(makeWideProblem(seed, optionsFor(seed)), seed, seen);
  }
  EXPECT_GT(seen.changes, 1000);
  EXPECT_EQ(seen.wrapped, 0);
}

// The third invocation counts.
TEST(SearchStateTest, MakespanOfACyclicProblemEqualsTheSimulators) {
  Seen seen;
  for (uint64_t seed = 0; seed < 150 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    RandomOptions options = optionsFor(seed);
    options.isCyclic = true;
    checkRandomChanges(makeWideProblem(seed, options), seed, seen);
  }
  EXPECT_GT(seen.changes, 1000);
  EXPECT_GT(seen.wrapped, 1000);
}

//===----------------------------------------------------------------------===//
// The solver
//===----------------------------------------------------------------------===//

// a is kept and w is prefetched during A, as in docs/reference/problem.md.
TEST(SearchSolverTest, FindsTheBestPlacementOfTheToyProblem) {
  const Problem problem = makeToyProblem();

  const Solution solution = solveWith(problem, {{"budget", "200"}});

  EXPECT_NEAR(makespan(problem, solution), 1.68, 1e-9);
}

/// Ops 0 and 1 each read a weight of 96 bytes; fast has 100 bytes. The first op
/// computes for 2 s; a copy takes 0.96 s.
Problem makeTwoWeights(bool isCyclic) {
  Problem problem;
  problem.name = "weights";
  problem.isCyclic = isCyclic;
  problem.target = makeToyTarget();
  problem.target.tiers[0].capacity = 100;
  problem.target.channels[0].latencyPs = 0;
  problem.target.channels[0].bytesPerSecond = 100;
  for (BufferId id : {0, 1}) {
    problem.buffers.push_back({.name = "w" + std::to_string(id),
                               .size = 96,
                               .range = {0, 2},
                               .liveIn = true});
    problem.ops.push_back({"op" + std::to_string(id),
                           id == 0 ? 2000000000000 : 0,
                           {{id, AccessMode::Read, 200, {}}}});
  }
  return problem;
}

// Op 0 uses all time of the slow tier, so that w1 cannot be hidden. In a cyclic
// problem w1 may stay.
TEST(SearchSolverTest, KeepsAWeightForTheNextInvocation) {
  const Problem once = makeTwoWeights(false);
  const Problem cyclic = makeTwoWeights(true);
  const SolverOptionValues options = {{"budget", "200"}};

  EXPECT_NEAR(makespan(cyclic, solveWith(cyclic, options)), 2.2, 1e-9);
  EXPECT_GT(makespan(once, solveWith(once, options)), 2.2);
}

TEST(SearchSolverTest, IsNeverSlowerThanGreedyAndMsa) {
  for (const char *name : {"resnet50_b1.cmem8M", "lstm_unrolled16"})
    for (const char *budget : {"1", "300"}) {
      SCOPED_TRACE(name);
      const Problem problem = readBenchmark(name);
      const double greedy = secondsOf(problem, *createGreedySolver());
      const double msa = secondsOf(problem, *createMsaSolver());

      const Solution solution = solveWith(problem, {{"budget", budget}});

      EXPECT_LE(makespan(problem, solution), std::min(greedy, msa));
    }
}

// The budget improves the result, and is used.
TEST(SearchSolverTest, BeatsGreedyWithABudget) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  const double greedy = secondsOf(problem, *createGreedySolver());

  const Solution solution = solveWith(problem, {{"budget", "20000"}});

  EXPECT_LT(makespan(problem, solution), 0.998 * greedy);
}

TEST(SearchSolverTest, AResultDependsOnSeedBudgetAndThreadsOnly) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  for (const char *threads : {"1", "3"}) {
    SCOPED_TRACE(threads);
    const SolverOptionValues options = {{"budget", "7000"},
                                        {"threads", threads}};
    EXPECT_EQ(solveWith(problem, options), solveWith(problem, options));
    EXPECT_NE(solveWith(problem, options),
              solveWith(problem, options, {.seed = 1}));
  }
}

// Also if the budget is below the number of threads or not a multiple.
TEST(SearchSolverTest, MakesExactlyItsBudgetOfEvaluations) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  const AccessIndex uses(problem);
  const BackingResult base = buildHomePlacement(uses);
  for (int64_t threads : {1, 3})
    for (int64_t budget : {1, 5, 7, 8, 100, 1001}) {
      SearchOptions options;
      options.threads = threads;
      options.firstRound = 50;
      SearchPortfolio portfolio(uses, *base.placement, options, /*seed=*/0);
      StopCriterion watch(problem, {});

      portfolio.search(budget, /*rival=*/1, watch);

      EXPECT_EQ(portfolio.numEvaluations(), budget) << threads;
    }
}

/// Returns the result of a search of `budget` evaluations.
static std::vector<PlacedBuffer>
placedAfter(const AccessIndex &uses, const Placement &base, int64_t budget) {
  const SearchOptions asUsual;
  SearchPortfolio portfolio(uses, base, asUsual, /*seed=*/1);
  StopCriterion endless(uses.problem, {});
  return readPlaced(
      uses, base,
      assemble(uses, portfolio.search(budget, /*rival=*/1, endless)));
}

/// Options with which a search is stuck early.
static SearchOptions makeShortRounds() {
  SearchOptions options;
  options.firstRound = 20;
  options.window = 0;
  return options;
}

// Evaluations for warm starts from an advisor come from evaluations in vain;
// the remaining search is the same as without an advisor.
TEST(SearchSolverTest, SpendsSevenEighthsOfTheEvaluationsItself) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  const AccessIndex uses(problem);
  const BackingResult base = buildHomePlacement(uses);
  const SearchOptions options = makeShortRounds();
  const std::vector<PlacedBuffer> start =
      placedAfter(uses, *base.placement, 8000);
  int64_t asked = 0;
  std::vector<PlacedBuffer> home;
  for (const BufferPlan &plan : base.placement->getPlans())
    home.push_back({plan, {}});
  const auto bestAfter = [&](int64_t budget, const Advisor &advisor) {
    asked = 0;
    SearchPortfolio portfolio(uses, *base.placement, options, /*seed=*/0);
    portfolio.setWarmStart(start);
    StopCriterion watch(problem, {});
    const std::vector<BufferPlan> plans =
        portfolio.search(budget, /*rival=*/1, watch, advisor);
    EXPECT_EQ(portfolio.numEvaluations() + asked, budget);
    return makespan(problem, assemble(uses, plans));
  };

  const double advised = bestAfter(
      3000, [&](const Problem &, const SolveLimits &, int64_t evaluations) {
        EXPECT_GE(evaluations, 1);
        ++asked;
        return Advice{home, 1};
      });

  ASSERT_GE(asked, 1);
  EXPECT_LE(advised, bestAfter(3000 * 7 / 8, {}));
}

// The search continues from a better start.
TEST(SearchSolverTest, ContinuesFromABetterStart) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  const AccessIndex uses(problem);
  const BackingResult base = buildHomePlacement(uses);
  const SearchOptions options = makeShortRounds();
  const std::vector<PlacedBuffer> better =
      placedAfter(uses, *base.placement, 20000);
  std::vector<BufferPlan> plans;
  for (const PlacedBuffer &one : better)
    plans.push_back(one.plan);
  SearchPortfolio portfolio(uses, *base.placement, options, /*seed=*/0);
  portfolio.setWarmStart(placedAfter(uses, *base.placement, 2000));
  StopCriterion watch(problem, {});
  int64_t asked = 0;

  const std::vector<BufferPlan> found =
      portfolio.search(3000, /*rival=*/1, watch,
                       [&](const Problem &, const SolveLimits &, int64_t) {
                         ++asked;
                         return Advice{better, 1};
                       });

  ASSERT_GE(asked, 1);
  EXPECT_LE(makespan(problem, assemble(uses, found)),
            makespan(problem, assemble(uses, plans)));
}

/// Returns a buffer whose contents move at home before, in and after a loop: at
/// steps 1, 6 and 12. Step 4 of the loop reads the buffer, step 5 another one.
static Problem makeWindow() {
  Problem problem;
  problem.name = "window";
  problem.target = makeToyTarget();
  problem.buffers = {
      {.name = "window",
       .size = 96,
       .range = {0, 14},
       .liveIn = true,
       .liveOut = true},
      {.name = "w", .size = 96, .range = {0, 14}, .liveIn = true}};
  for (Step step = 0; step < 14; ++step)
    problem.ops.push_back({"op" + std::to_string(step), second, {}});
  problem.ops[4] = {"read", 0, {{0, AccessMode::Read, 96, {}}}};
  problem.ops[5] = {"other", 0, {{1, AccessMode::Read, 96, {}}}};
  for (Step step : {1, 6, 12})
    problem.ops[step] = {"move", 0, {{0, AccessMode::Update, 0, {1}}}};
  problem.loops = {{{3, 10}, 4, false}};
  return problem;
}

// Placements of the advisor do not extend a base with rolling stays.
TEST(SearchSolverTest, AsksNoAdvisorIfTheBaseHasRollingStays) {
  for (bool isRolling : {true, false}) {
    Problem problem = makeWindow();
    if (!isRolling)
      problem.ops[1].accesses.clear();
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    EXPECT_EQ(withRollingStays(uses, *base.placement).has_value(), isRolling);
    std::vector<PlacedBuffer> home;
    for (const BufferPlan &plan : base.placement->getPlans())
      home.push_back({plan, {}});
    int64_t asked = 0;
    const std::unique_ptr<Solver> solver =
        createAdvisedSearch([&](const Problem &, const SolveLimits &, int64_t) {
          ++asked;
          return Advice{home, 1};
        });
    solver->setOption("budget", "65000"); // Four rounds in vain, and a fifth.

    const SolveResult result = solver->solve(problem, {});

    EXPECT_EQ(asked == 0, isRolling);
    EXPECT_FALSE(verify(problem, *result.solution));
  }
}

TEST(SearchSolverTest, ALargerBudgetIsNeverWorse) {
  const Problem problem = readBenchmark("bert_base_b8.cmem8M");
  double last = 1;
  for (const char *budget : {"1", "10", "100", "1000", "10000"}) {
    const double now =
        makespan(problem, solveWith(problem, {{"budget", budget}}));
    EXPECT_LE(now, last) << budget;
    last = now;
  }
}

// 0.25 % below greedy, by evicting several buffers for one. The strong bound is
// 0.33 % below greedy.
TEST(SearchSolverTest, EvictsSeveralBuffersForAMoreValuableOne) {
  const Problem problem = readBenchmark("densenet121_b8.cmem32M");
  const double greedy = secondsOf(problem, *createGreedySolver());

  const Solution with = solveWith(problem, {{"budget", "5000"}});
  const Solution without = solveWith(problem, {{"budget", "5000"},
                                               {"force", "0"},
                                               {"give-way", "0"},
                                               {"repeat", "0"},
                                               {"window", "0"}});

  EXPECT_LT(makespan(problem, with), 0.9975 * greedy);
  EXPECT_GT(makespan(problem, without), 0.999 * greedy);
}

// Dense connections: the results of many small changes block further changes.
TEST(SearchSolverTest, BenefitsFromDecodingWindowsAnew) {
  const Problem problem = readBenchmark("densenet121_b8.cmem8M");
  // If a large buffer makes room, a window is decoded anew, too.
  SolverOptionValues options = {
      {"budget", "10000"}, {"give-way", "0"}, {"repeat", "0"}};
  const Solution with = solveWith(problem, options);
  options.push_back({"window", "0"});
  const Solution without = solveWith(problem, options);

  EXPECT_LT(makespan(problem, with), 0.9995 * makespan(problem, without));
}

// Each time step reads all weights, and fast has room for about half. An
// improvement in one time step is worth little unless all time steps share it.
TEST(SearchSolverTest, SpreadsThePlanOfOneTimeStep) {
  const Problem problem = readBenchmark("../pieces/lstm_unrolled16.cmem8M");
  SolverOptionValues options = {{"budget", "2000"}};
  const Solution with = solveWith(problem, options);
  options.push_back({"spread", "0"});
  const Solution without = solveWith(problem, options);

  EXPECT_LT(makespan(problem, with), 0.97 * makespan(problem, without));
}

// The caller may stop at any time, and gets the best placement so far.
TEST(SearchSolverTest, StopsOnRequest) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  for (int limit : {1, 3, 70, 200, 400}) {
    SCOPED_TRACE(limit);
    int calls = 0;
    double reported = 1e30;
    SolveLimits limits;
    limits.progress = [&](const SolveProgress &progress) {
      reported = progress.makespan.value_or(reported);
      EXPECT_GE(progress.fractionDone, 0);
      EXPECT_LE(progress.fractionDone, 1);
      return ++calls < limit;
    };

    const Solution solution =
        solveWith(problem, {{"budget", "1000000000"}}, limits);

    EXPECT_EQ(calls, limit);
    EXPECT_LE(makespan(problem, solution), reported * (1 + 1e-9));
  }
}

TEST(SearchSolverTest, ATimeLimitEndsASearchWithoutABudget) {
  const Problem problem = readBenchmark("resnet50_b1.cmem8M");
  SolveLimits limits;
  limits.timeLimit = std::chrono::milliseconds(1);

  EXPECT_FALSE(solveWith(problem, {}, limits).residencies.empty());
}

TEST(SearchSolverTest, RefusesOptionValuesOutOfRange) {
  const std::unique_ptr<Solver> solver = createSearchSolver();
  const auto messageFor = [&](const char *name, const char *value) {
    std::optional<Error> error = solver->setOption(name, value);
    return error ? error->message : "";
  };

  EXPECT_EQ(messageFor("threads", "0"), "must be from 1 to 1024, got 0");
  EXPECT_EQ(messageFor("threads", "1025"), "must be from 1 to 1024, got 1025");
  EXPECT_EQ(messageFor("budget", "-1"),
            "must be from 0 to 1125899906842624, got -1");
  EXPECT_EQ(messageFor("budget", "1x"), "must be a whole number, got '1x'");
  EXPECT_EQ(messageFor("budget", ""), "must be a whole number, got ''");
  EXPECT_EQ(messageFor("force", "1.5"), "must be from 0 to 1, got 1.5");
  EXPECT_EQ(messageFor("force", "nan"), "must be from 0 to 1, got nan");
  EXPECT_EQ(messageFor("speed", "1"), "is unknown");
  EXPECT_EQ(messageFor("mutate", "1"), "");
  for (const SolverOption &option : solver->options())
    EXPECT_FALSE(solver->setOption(option.name, option.value)) << option.name;
}

} // namespace
