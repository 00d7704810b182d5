//===- ReplayTest.cpp - Episodes on disk, to learn from -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Replay.h"

#include "../Results.h"

#include "memplace/Problem/Random.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

using memplace::Random;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

static Episode makeEpisode(const std::string &problem, double makespan) {
  Episode episode;
  episode.problem = problem;
  episode.actions = {0};
  episode.policies = {1, 0};
  episode.values = {0};
  episode.rewards = {1};
  episode.makespan = makespan;
  episode.baseline = 10;
  return episode;
}

class ReplayTest : public ::testing::Test {
protected:
  void SetUp() override {
    path = ::testing::TempDir() + "/replay-" +
           ::testing::UnitTest::GetInstance()->current_test_info()->name() +
           ".jsonl";
    std::filesystem::remove(path);
  }
  std::string path;
};

TEST_F(ReplayTest, continuesAfterARestart) {
  {
    Replay replay = valueOf(Replay::open(path, 10));
    EXPECT_EQ(errorOf(replay.add(makeEpisode("a", 5))), "");
    EXPECT_EQ(errorOf(replay.add(makeEpisode("b", 7))), "");
    EXPECT_EQ(errorOf(replay.add(makeEpisode("a", 4))), "");
  }
  Replay replay = valueOf(Replay::open(path, 10));
  EXPECT_EQ(replay.size(), 3U);
  EXPECT_EQ(replay.numAdded(), 3);
  EXPECT_EQ(replay[2].makespan, 4);
  replay.setAdded(17); // The metrics of a long run have the exact number.
  EXPECT_EQ(replay.numAdded(), 17);
  replay.setAdded(2);
  EXPECT_EQ(replay.numAdded(), 17);
}

// The state of the file after kill -9 in the middle of a write.
TEST_F(ReplayTest, anIncompleteLineIsDropped) {
  Replay replay = valueOf(Replay::open(path, 10));
  ASSERT_EQ(errorOf(replay.add(makeEpisode("a", 5))), "");
  ASSERT_EQ(errorOf(replay.add(makeEpisode("b", 6))), "");
  const auto size = std::filesystem::file_size(path);
  for (uintmax_t cut = 1; cut < size / 2; cut += 7) {
    std::filesystem::resize_file(path, size - cut);
    Replay again = valueOf(Replay::open(path, 10));
    EXPECT_EQ(again.size(), 1U);
    ASSERT_EQ(errorOf(again.add(makeEpisode("b", 6))), "");
    ASSERT_EQ(std::filesystem::file_size(path), size);
  }
}

TEST_F(ReplayTest, aCompleteBadLineIsAnError) {
  std::ofstream(path) << printEpisode(makeEpisode("a", 5)) << "\nnonsense\n";
  EXPECT_THAT(errorOf(Replay::open(path, 10)),
              HasSubstr(path + ":2: not an episode"));
}

TEST_F(ReplayTest, keepsTheNewest) {
  Replay replay = valueOf(Replay::open(path, 4));
  for (int i = 1; i <= 20; ++i)
    ASSERT_EQ(errorOf(replay.add(makeEpisode("p" + std::to_string(i), i))), "");
  ASSERT_EQ(replay.size(), 4U);
  EXPECT_EQ(replay[0].problem, "p17");
  EXPECT_EQ(replay.numAdded(), 20);
  // The file does not grow without bound.
  std::ifstream file(path);
  int lines = 0;
  for (std::string line; std::getline(file, line);)
    ++lines;
  EXPECT_LE(lines, 8);
  Replay again = valueOf(Replay::open(path, 4));
  EXPECT_EQ(again[3].problem, "p20");
}

TEST_F(ReplayTest, prioritiesDetermineTheDraws) {
  Replay replay = valueOf(Replay::open(path, 10));
  for (const char *name : {"a", "b", "c"})
    ASSERT_EQ(errorOf(replay.add(makeEpisode(name, 1))), "");
  replay.setPriority(0, 8);
  replay.setPriority(1, 1);
  replay.setPriority(2, 1);
  Random random(1);
  std::map<size_t, int> drawn;
  for (int i = 0; i < 3000; ++i) {
    const PriorityDraw draw = replay.sample(random, {.alpha = 1, .beta = 1});
    ++drawn[draw.index];
    EXPECT_NEAR(draw.weight, draw.index == 0 ? 10.0 / 24 : 10.0 / 3, 1e-9);
  }
  EXPECT_NEAR(drawn[0], 2400, 120);
  EXPECT_NEAR(drawn[1], 300, 80);
}

TEST_F(ReplayTest, aFileThatCannotBeWrittenIsAnError) {
  Replay replay = valueOf(Replay::open("/does/not/exist/replay.jsonl", 4));
  EXPECT_THAT(errorOf(replay.add(makeEpisode("a", 1))),
              HasSubstr("cannot write"));
}

TEST_F(ReplayTest, aReanalysedEpisodeReplacesTheOldOne) {
  Replay replay = valueOf(Replay::open(path, 4));
  ASSERT_EQ(errorOf(replay.add(makeEpisode("a", 1))), "");
  Episode again = makeEpisode("a", 1);
  again.policies = {0.25F, 0.75F};
  replay.refresh(again);
  Episode other = makeEpisode("b", 1);
  replay.refresh(other); // No longer in the replay.
  EXPECT_EQ(replay[0].policies, again.policies);
  EXPECT_EQ(replay.numAdded(), 1);
}
