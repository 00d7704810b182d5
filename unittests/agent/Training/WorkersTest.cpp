//===- WorkersTest.cpp - Workers of self-play -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Workers.h"

#include "SmallRun.h"

#include "memplace/IO/File.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;

namespace {

class WorkersTest : public memplace::testing::SmallRun {
protected:
  void SetUp() override {
    SmallRun::SetUp();
    options.gamesAtOnce = 4;
  }

  SelfPlayWorkers makeWorkers(EpisodeStore &store, uint64_t seed = 1) {
    return SelfPlayWorkers(*network, *set, store, play, options, seed);
  }

  /// Returns the replay after \p rounds rounds in a new folder.
  std::string playAnew(uint64_t seed, int32_t rounds) {
    std::filesystem::remove_all(path);
    TrainingFolder folder = makeFolder();
    SelfPlayWorkers workers = makeWorkers(folder.getEpisodes(), seed);
    for (int32_t i = 0; i < rounds; ++i)
      EXPECT_TRUE(valueOf(workers.play(always)).isDone);
    return *readFile(path + "/replay.jsonl");
  }

  SelfPlayOptions options;
};

} // namespace

TEST_F(WorkersTest, playAtLeastTheGamesAtOnceAndKeepThem) {
  TrainingFolder folder = makeFolder();
  EpisodeStore &store = folder.getEpisodes();
  SelfPlayWorkers workers = makeWorkers(store);
  for (size_t round = 1; round <= 2; ++round) {
    const size_t before = store.replay.size();
    const SelfPlayMetrics metrics = valueOf(workers.play(always));
    EXPECT_TRUE(metrics.isDone);
    EXPECT_GE(metrics.games.count, options.gamesAtOnce);
    EXPECT_EQ(store.replay.size(), before + metrics.games.count);
    EXPECT_GT(metrics.batchFill, 0.5);
    EXPECT_LE(metrics.batchFill, 1);
    EXPECT_GT(metrics.simulationsPerSecond, 0);
  }
  EXPECT_GT(store.incumbents.size(), 0U);
}

TEST_F(WorkersTest, oneThreadIsDeterministicForASeed) {
  const std::string first = playAnew(1, 2);
  EXPECT_EQ(playAnew(1, 2), first);
  EXPECT_NE(playAnew(2, 2), first);
}

// The games depend on the speed of threads, but none is lost or incomplete.
TEST_F(WorkersTest, moreThreadsLoseNothing) {
  options.threads = 3;
  const std::string lines = playAnew(1, 3);
  const auto count = std::count(lines.begin(), lines.end(), '\n');
  EXPECT_GE(count, 3 * 4);
  const TrainingFolder folder = openFolder();
  EXPECT_EQ(folder.getEpisodes().replay.size(), static_cast<size_t>(count));
}

TEST_F(WorkersTest, reanalysedEpisodesAreNotAddedAgain) {
  TrainingFolder folder = makeFolder();
  EpisodeStore &store = folder.getEpisodes();
  valueOf(makeWorkers(store).play(always));
  const size_t before = store.replay.size();
  const std::vector<float> policies = store.replay[0].policies;
  options.reanalyse = 1e6; // Only old episodes are played.
  SelfPlayWorkers workers = makeWorkers(store, 2);
  int32_t numAsked = 0;
  const SelfPlayMetrics metrics =
      valueOf(workers.play([&] { return ++numAsked < 200; }));
  EXPECT_FALSE(metrics.isDone);
  EXPECT_EQ(metrics.games.count, 0U);
  EXPECT_EQ(store.replay.size(), before);
  EXPECT_NE(store.replay[0].policies, policies);
}

TEST_F(WorkersTest, stopOnRequest) {
  TrainingFolder folder = makeFolder();
  SelfPlayWorkers workers = makeWorkers(folder.getEpisodes());
  int32_t numAsked = 0;
  EXPECT_FALSE(valueOf(workers.play([&] { return ++numAsked < 3; })).isDone);
  EXPECT_EQ(numAsked, 3);
  // The workers continue with the games they began.
  EXPECT_TRUE(valueOf(workers.play(always)).isDone);
}

TEST_F(WorkersTest, aMissingFolderIsAnError) {
  TrainingFolder folder = makeFolder();
  SelfPlayWorkers workers = makeWorkers(folder.getEpisodes());
  std::filesystem::remove_all(path);
  EXPECT_EQ(errorOf(workers.play(always)).rfind(path + "/replay.jsonl: ", 0),
            0U);
}
