//===- IncumbentsTest.cpp - The best known results of each problem --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Incumbents.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/Game/Game.h"
#include "memplace/IO/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

Episode makeEpisode(const std::string &problem, double makespan,
                    uint8_t action) {
  Episode episode;
  episode.problem = problem;
  episode.actions = {action};
  episode.policies = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  episode.values = {0};
  episode.rewards = {1};
  episode.makespan = makespan;
  episode.baseline = 10;
  return episode;
}

class IncumbentsTest : public ::testing::Test {
protected:
  void SetUp() override {
    folder = ::testing::TempDir() + "/incumbents-" +
             ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    incumbents = valueOf(Incumbents::open(folder, {&problem}, 2));
  }

  /// Returns two placements: all buffers at home, and with copies that save
  /// time on their own.
  std::pair<Solution, Solution> twoPlacements() const {
    Game game = std::move(*Game::create(problem));
    Solution slow = game.solution();
    GameStep step;
    while (!game.isOver())
      game.apply(game.actionRewards()[firstCopyAction] > 0 ? firstCopyAction
                                                           : dropAction,
                 step);
    EXPECT_LT(game.makespan(), game.baseline());
    return {slow, game.solution()};
  }

  std::string folder;
  Problem problem = memplace::testing::makeLayers(4);
  Incumbents incumbents;
};

} // namespace

TEST_F(IncumbentsTest, theBestFewEpisodesAreKept) {
  EXPECT_TRUE(incumbents.offer(makeEpisode("a", 5, 0)));
  EXPECT_TRUE(incumbents.offer(makeEpisode("a", 7, 1)));
  EXPECT_TRUE(incumbents.offer(makeEpisode("b", 9, 0)));
  EXPECT_FALSE(incumbents.offer(makeEpisode("a", 5, 0))); // There already.
  EXPECT_FALSE(incumbents.offer(makeEpisode("a", 7, 2))); // No better.
  EXPECT_TRUE(incumbents.offer(makeEpisode("a", 6, 2)));  // Instead of the 7.
  ASSERT_EQ(incumbents.size(), 3U);
  EXPECT_EQ(incumbents[1].makespan, 6);
  EXPECT_EQ(incumbents.bestMakespan("a"), 5);
  EXPECT_EQ(incumbents.bestMakespan("b"), 9);
  EXPECT_EQ(incumbents.bestMakespan("c"), 0);
  EXPECT_EQ(incumbents.fastest("a")->makespan, 5);
  EXPECT_EQ(incumbents.fastest("c"), nullptr);
  ASSERT_EQ(errorOf(incumbents.save()), "");

  Incumbents again = valueOf(Incumbents::open(folder, {&problem}, 2));
  EXPECT_EQ(again.size(), 3U);
  EXPECT_EQ(again.bestMakespan("a"), 5);
}

TEST_F(IncumbentsTest, theBestPlacementIsWritten) {
  const auto [slow, fast] = twoPlacements();
  EXPECT_FALSE(incumbents.hasSolution(problem.name));
  EXPECT_EQ(errorOf(incumbents.offer(problem, slow, "one")), "");
  const double slowest = incumbents.bestMakespan(problem.name);
  EXPECT_EQ(errorOf(incumbents.offer(problem, fast, "two")), "");
  EXPECT_LT(incumbents.bestMakespan(problem.name), slowest);
  EXPECT_EQ(errorOf(incumbents.offer(problem, slow, "three")), "");

  Incumbents again = valueOf(Incumbents::open(folder, {&problem}, 2));
  EXPECT_TRUE(again.hasSolution(problem.name));
  EXPECT_EQ(again.bestMakespan(problem.name),
            incumbents.bestMakespan(problem.name));
  EXPECT_EQ(again.bestPlayed(problem.name), 0);
  EXPECT_EQ(readSolution(again.solutionPath(problem.name), problem)->solver,
            "two");
}

TEST_F(IncumbentsTest, illegalPlacementsAreNotKept) {
  Solution bad = twoPlacements().second;
  bad.served[0][0] = 1000;
  EXPECT_THAT(errorOf(incumbents.offer(problem, bad, "somebody")),
              HasSubstr("'layers1' by somebody is not legal"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/solutions"));
}

TEST_F(IncumbentsTest, damagedFilesAreNamed) {
  ASSERT_EQ(errorOf(incumbents.offer(problem, twoPlacements().first, "one")),
            "");
  const std::string path = incumbents.solutionPath(problem.name);
  std::ofstream(path) << "{";
  EXPECT_THAT(errorOf(Incumbents::open(folder, {&problem}, 2)),
              HasSubstr(path));
  std::filesystem::remove(path);
  std::ofstream(folder + "/incumbents.jsonl") << "nonsense\n";
  EXPECT_THAT(errorOf(Incumbents::open(folder, {&problem}, 2)),
              HasSubstr("incumbents.jsonl:1: not an episode"));
}

TEST_F(IncumbentsTest, namesOfFilesStayInTheFolder) {
  const std::string path = incumbents.solutionPath("../a b");
  EXPECT_THAT(path, HasSubstr(folder + "/solutions/_"));
  EXPECT_NE(path, incumbents.solutionPath("../a_b"));
  EXPECT_EQ(incumbents.solutionPath("a.b_c-1"),
            folder + "/solutions/a.b_c-1.solution.json");
}
