//===- AgentLibraryTest.cpp - Loading the agent's library -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProblems.h"
#include "SolversOfThisBuild.h"

#include "memplace/Solver/Agent.h"
#include "memplace/Version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

using namespace memplace;
using namespace memplace::testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

static std::string errorOf(const std::string &library) {
  AgentOptions options;
  options.library = library;
  const Result<std::unique_ptr<Agent>> agent = loadAgent(options);
  return agent ? "" : agent.error();
}

TEST(AgentLibraryTest, reportsAMissingLibrary) {
  EXPECT_THAT(
      errorOf("/no/such/library.so"),
      ::testing::AllOf(HasSubstr("the agent's library cannot be loaded: "
                                 "/no/such/library.so: "),
                       HasSubstr("; build memplace with LibTorch")));
}

// The dynamic loader would read beyond the end of the file and crash.
TEST(AgentLibraryTest, reportsATruncatedLibrary) {
  const std::string library = ::testing::TempDir() + "/cut-off.so";
  const auto size = std::filesystem::file_size(MEMPLACE_FAKE_AGENT);
  for (uintmax_t left : {uintmax_t(0), uintmax_t(10), uintmax_t(100), size / 4,
                         size / 2, size - 1}) {
    std::filesystem::copy_file(
        MEMPLACE_FAKE_AGENT, library,
        std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(library, left);
    EXPECT_THAT(errorOf(library),
                HasSubstr(left < 100
                              ? "file too short"
                              : library + ": the file is cut off; build"))
        << left << " of " << size;
  }
}

TEST(AgentLibraryTest, refusesALibraryOfAnotherBuild) {
  const std::string ours = agentBuild(MEMPLACE_VERSION_STRING);
  EXPECT_EQ(errorOf(MEMPLACE_OTHER_AGENT),
            "the agent's library '" MEMPLACE_OTHER_AGENT "' is of build " +
                ours + ".next, this program of " + ours +
                "; install both anew");
  EXPECT_NE(agentBuild("0.1.0"), agentBuild("0.1.1"));
  EXPECT_EQ(errorOf(MEMPLACE_FAKE_AGENT), "");
}

static Result<SolveResult> solveWith(const std::string &solver,
                                     const Problem &problem,
                                     SolverOptionValues options) {
  options.push_back({"library", MEMPLACE_FAKE_AGENT});
  return solveAndVerify(allSolvers(), solver, problem, {}, options);
}

// There is no placement, only a reason.
TEST(AgentLibraryTest, agentSolversFailIfTheAgentFails) {
  const Problem problem = RandomProblem(3, {}).make();
  Result<SolveResult> result =
      solveWith("muzero", problem, {{"checkpoint", "none"}});
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->status, SolveStatus::LimitReached);
  EXPECT_EQ(result->message, "no network here");
  result = solveWith("muzero", problem, {{"budget", "7"}});
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->message, "broken after 7 episodes");
  result = solveWith("muzero", problem, {{"games", "3"}});
  ASSERT_TRUE(bool(result)) << result.error();
  EXPECT_EQ(result->message, "broken after 4 episodes");
}

TEST(AgentLibraryTest, notesThatNoEpisodeWasCompleted) {
  const Problem problem = RandomProblem(3, {}).make();
  const Result<SolveResult> result =
      solveWith("muzero", problem, {{"checkpoint", "slow"}});
  ASSERT_TRUE(bool(result) && result->solution);
  EXPECT_EQ(result->notes.back(), "no episode was finished: undecided buffers "
                                  "are at home; increase the time limit");
}

/// Returns a fresh copy of the fake agent's library, not yet loaded.
static std::string copyOfTheLibrary(const std::string &name) {
  std::string path = ::testing::TempDir() + "/" + name;
  std::filesystem::copy_file(MEMPLACE_FAKE_AGENT, path,
                             std::filesystem::copy_options::overwrite_existing);
  return path;
}

// Loading LibTorch takes longer than the limit, and cannot be interrupted.
TEST(AgentLibraryTest, skipsTheLibraryIfTheTimeLimitIsTooShort) {
  const std::string library = copyOfTheLibrary("not-yet-loaded.so");
  AgentOptions options;
  options.library = library;
  const Problem problem = RandomProblem(3, {}).make();
  SolveLimits limits;
  for (double seconds : {0.0, 0.2}) {
    limits.wallTime = std::chrono::duration<double>(seconds);
    const Result<SolveResult> result = solveAndVerify(
        allSolvers(), "muzero", problem, limits, {{"library", library}});
    ASSERT_TRUE(bool(result) && result->solution);
    EXPECT_EQ(result->notes.back(), "placed without the agent: the time limit "
                                    "is too short to load the agent");
    EXPECT_FALSE(isAgentLoaded(options));
  }
  limits.wallTime = std::chrono::hours(1);
  const Result<SolveResult> result = solveAndVerify(
      allSolvers(), "muzero", problem, limits, {{"library", library}});
  ASSERT_TRUE(bool(result));
  EXPECT_THAT(result->message, HasSubstr("broken after"));
  EXPECT_TRUE(isAgentLoaded(options));
}

/// By this many evaluations `hybrid` has consulted its agent, if the search was
/// stuck early: a round must be a sixteenth of the evaluations in vain.
static constexpr const char *enoughToAsk = "80000";

/// Returns a problem on which `search` is stuck before its budget is used.
static Problem hardProblem() {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    RandomOptions random;
    random.numSteps = 30;
    Problem problem = RandomProblem(seed, random).make();
    const auto result = solveWith("hybrid", problem, {{"budget", enoughToAsk}});
    if (result && result->solution && !result->notes.empty() &&
        result->notes.back().find("placed without the agent") == 0)
      return problem;
  }
  ADD_FAILURE() << "it is never stuck";
  return {};
}

// Loading may take a sixteenth of the time limit.
TEST(AgentLibraryTest, hybridLoadsTheLibraryOnlyIfThereIsTime) {
  const std::string library = copyOfTheLibrary("not-yet-asked.so");
  AgentOptions options;
  options.library = library;
  const Problem problem = hardProblem();
  const auto notesWithin = [&](std::chrono::duration<double> wallTime) {
    SolveLimits limits;
    limits.wallTime = wallTime;
    const Result<SolveResult> result =
        solveAndVerify(allSolvers(), "hybrid", problem, limits,
                       {{"budget", enoughToAsk},
                        {"library", library},
                        {"checkpoint", "limit"}});
    EXPECT_TRUE(bool(result) && result->solution);
    return result ? result->notes : std::vector<std::string>();
  };

  EXPECT_THAT(notesWithin(std::chrono::duration<double>(0.9)),
              Not(Contains(HasSubstr("without the agent"))));
  EXPECT_FALSE(isAgentLoaded(options));
  EXPECT_THAT(notesWithin(std::chrono::hours(1)),
              Contains("placed without the agent: begun within a limit"));
  EXPECT_TRUE(isAgentLoaded(options));
}

TEST(AgentLibraryTest, hybridContinuesWithoutABrokenAgent) {
  const Problem problem = hardProblem();
  const Result<SolveResult> alone = solveAndVerify(
      allSolvers(), "search", problem, {}, {{"budget", enoughToAsk}});
  ASSERT_TRUE(bool(alone) && alone->solution);
  for (const auto &[checkpoint, note] :
       {std::pair("none", "placed without the agent: no network here"),
        std::pair("some", "placed without the agent: broken after 2 "
                          "episodes")}) {
    const Result<SolveResult> result =
        solveWith("hybrid", problem,
                  {{"budget", enoughToAsk}, {"checkpoint", checkpoint}});
    ASSERT_TRUE(bool(result) && result->solution);
    EXPECT_EQ(result->notes.back(), note);
    EXPECT_EQ(result->notes.size(), alone->notes.size() + 1);
    EXPECT_EQ(result->solution->makespanPs, alone->solution->makespanPs);
  }
}
