//===- MsaProgramsTest.cpp - Options of msa, random and real programs -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"
#include "RandomProblems.h"

#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Verify/Verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

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
  EXPECT_EQ(optionError("max-retries", "0"),
            "option 'max-retries' of solver 'msa' must be at least 1, got 0");
  EXPECT_EQ(optionError("max-overlap", "-0.5"),
            "option 'max-overlap' of solver 'msa' must be at least 0, got "
            "-0.5");
  EXPECT_EQ(optionError("max-overlap", "nan"),
            "option 'max-overlap' of solver 'msa' must be at least 0, got nan");
  EXPECT_EQ(
      optionError("max-repacks", "1.5"),
      "option 'max-repacks' of solver 'msa' must be a whole number, got '1.5'");
  EXPECT_EQ(optionError("max-retries", "101"),
            "option 'max-retries' of solver 'msa' must be at most 100, got "
            "101");
  EXPECT_EQ(optionError("max-retries", "100"), "");
  EXPECT_THAT(optionError("picker", "best"),
              HasSubstr("must be 'cost' or 'count', got 'best'"));
  EXPECT_THAT(optionError("order", "first:a;middle:b"),
              HasSubstr("'first:PART' and 'last:PART'"));
  EXPECT_THAT(optionError("repacks", "1"),
              HasSubstr("solver 'msa' has no option 'repacks', use one of "
                        "'best-fit', "));
}

// Each option accepts its printed value; options are listed once and by name.
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

// Buffers that cannot be copied may still begin and end in the fast tier.
TEST(MsaProgramsTest, AMissingChannelIsANote) {
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
TEST(MsaProgramsTest, EveryMixOfOptionsGivesLegalPlacements) {
  const SolverOptionValues changes = {
      {"picker", "count"},        {"max-overlap", "1000"},
      {"copy-resource", "false"}, {"max-retries", "3"},
      {"max-repacks", "0"},       {"keep", "false"},
      {"evict", "false"},         {"prefetch", "false"},
      {"look-ahead", "false"},    {"best-fit", "false"},
      {"cross-program", "0"},     {"cross-program", "3"},
      {"size-penalty", "none"},   {"order", "last:b1"},
      {"forced-evict", "false"},  {"preferred-overlap", "4"}};
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  size_t numTransfers = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeVariedProblem(seed);
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

// Programs with illegal placements in the past. In the first, [4, 22) and [5,
// 15) are loops, and so is [6, 8), which may be skipped: the update at step 8
// then makes the contents, in each trip of the outermost loop.
TEST(MsaProgramsTest, PlacesProgramsPlacedIllegallyInThePast) {
  for (uint64_t seed : {9206, 172723, 1150295, 1262545}) {
    SCOPED_TRACE(seed);
    const Problem problem = makeVariedProblem(seed);
    SolverRegistry solvers;
    registerAllSolvers(solvers);

    Result<SolveResult> result = solveAndVerify(solvers, "msa", problem, {});

    EXPECT_TRUE(bool(result)) << result.error();
  }
}

// Only tests read XLA's own placements, solvers never.
// benchmarks/placement/results.md has the exact numbers; this test guards the
// goal. XLA is compared with and without copies made by the previous run.
TEST(MsaProgramsTest, IsAsFastAsXLAOnMostRealPrograms) {
  const std::filesystem::path folder =
      std::filesystem::path(MEMPLACE_SOURCE_DIR) / "benchmarks/problems/tpu";
  struct Group {
    SolverOptionValues options;
    int numPlans = 0, numWithinBand = 0;
  };
  std::map<std::string, Group> groups;
  groups["xla-msa-noxp"].options = {{"cross-program", "0"}};
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  for (const auto &entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    SCOPED_TRACE(path);
    const size_t ending = path.find(".xla");
    if (ending == std::string::npos)
      continue;
    const std::string stem = path.substr(0, ending);
    Result<Problem> problem =
        readProblem(stem + ".problem.json.gz", findBuiltinTarget);
    ASSERT_TRUE(bool(problem)) << problem.error();
    Result<Solution> xla = readSolution(path, *problem);
    ASSERT_TRUE(bool(xla)) << xla.error();
    Group &group = groups[xla->solver];
    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", *problem, {}, group.options);
    ASSERT_TRUE(result && result->solution);

    const double ratio =
        makespan(*problem, *result->solution) / makespan(*problem, *xla);
    ++group.numPlans;
    group.numWithinBand += 0.95 <= ratio && ratio <= 1.05;
    // benchmarks/placement/results.md explains XLA's results on these three
    // programs.
    const bool isFaster = stem.ends_with("bert_base_b8.cmem8M") ||
                          stem.ends_with("mixtral_part_decode_b32");
    const bool isFastest = stem.ends_with("llama_3b_part_decode_b16");
    EXPECT_GT(ratio, isFastest ? 0.74 : isFaster ? 0.8 : 0.9);
    // On four programs msa is slower: it fetches too much or too late, or
    // leaves no room for a buffer that just fits.
    const bool isSlowest = stem.ends_with("molecules_b64");
    const bool isSlower = stem.ends_with("moe16_decode_b64") ||
                          stem.ends_with("gpt2_medium_decode_b16") ||
                          stem.ends_with("gpt2_xl_decode_b8");
    EXPECT_LT(ratio, isSlowest ? 1.25 : isSlower ? 1.2 : 1.1);
  }
  EXPECT_EQ(groups["xla-msa"].numPlans, 100);
  EXPECT_EQ(groups["xla-msa-noxp"].numPlans, 100);
  EXPECT_GE(groups["xla-msa"].numWithinBand, 70);
  EXPECT_GE(groups["xla-msa-noxp"].numWithinBand, 72);
}

} // namespace
