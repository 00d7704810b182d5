//===- InboxTest.cpp - Learning from episodes of actors -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Actor.h"
#include "agent/Training/Trainer.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "memplace/IO/File.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

class InboxTest : public ::testing::Test {
protected:
  void SetUp() override {
    Network::setThreads(1);
    folder = ::testing::TempDir() + "/inbox-" +
             ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder);
    inbox = folder + "/inbox";
    std::filesystem::create_directories(inbox);
    options.network = configForGame(ModelKind::Exact);
    options.network.width = 32;
    options.network.towerChannels = 2;
    options.play.search.numSimulations = 4;
    options.learner.batchSize = 16;
    options.learner.stepsPerRound = 2;
    options.evaluateEvery = 0;
    for (int32_t layers : {6, 8}) {
      Instance instance;
      instance.problem = memplace::testing::makeLayers(
          layers, "layers" + std::to_string(layers));
      instance.msaSeconds = Game::create(instance.problem)->baseline();
      instances.push_back(std::move(instance));
    }
  }

  std::unique_ptr<Trainer> open() {
    std::unique_ptr<Trainer> trainer =
        valueOf(Trainer::open(folder, instances, options));
    EXPECT_EQ(errorOf(trainer->writeForActors()), "");
    return trainer;
  }

  static bool always() { return true; }

  /// Acts as another process; one process at a time holds the folder.
  void reopen(std::unique_ptr<Trainer> &trainer) {
    trainer.reset();
    trainer = open();
  }

  std::string file(const std::string &name) const {
    return folder + "/" + name;
  }

  void play(const std::string &name, uint64_t seed, size_t episodes) {
    ActorOptions actor;
    actor.play = options.play;
    actor.seed = seed;
    actor.episodes = episodes;
    const std::vector<Episode> played = valueOf(
        playEpisodes(file("play.checkpoint"), instances, {}, actor, always));
    std::string text;
    for (const Episode &episode : played)
      text += printEpisode(episode) + "\n";
    ASSERT_FALSE(writeFile(inbox + "/" + name + ".jsonl", text));
  }

  /// Returns true if a round was completed.
  bool learn(Trainer &trainer, size_t waitingThen = 0) {
    const InboxRound round = valueOf(trainer.learnFrom(inbox, always));
    EXPECT_EQ(round.numWaiting, waitingThen);
    metrics = round.metrics.value_or(RoundMetrics());
    return round.metrics.has_value();
  }

  /// Returns the ids in the replay, each followed by a blank.
  std::string ids() const {
    const Replay replay = valueOf(Replay::open(file("replay.jsonl"), 100));
    std::string all;
    for (size_t i = 0; i < replay.size(); ++i)
      all += replay[i].id + " ";
    return all;
  }

  std::string folder, inbox;
  std::vector<Instance> instances;
  TrainerOptions options;
  RoundMetrics metrics;
};

} // namespace

TEST_F(InboxTest, learnsFromEachFileOnce) {
  auto trainer = open();
  EXPECT_FALSE(learn(*trainer));
  play("b", 1, 2);
  play("a", 2, 1);
  EXPECT_TRUE(learn(*trainer));
  EXPECT_EQ(metrics.round, 1);
  EXPECT_EQ(metrics.episodes, 3);
  EXPECT_GT(metrics.losses.policy, 0);
  EXPECT_EQ(metrics.simulationsPerSecond, 0);
  EXPECT_EQ(readFile(file("metrics.jsonl"))->find("simulations"),
            std::string::npos);
  EXPECT_EQ(ids(), "a:1 b:1 b:2 ");
  EXPECT_FALSE(learn(*trainer));
  reopen(trainer);
  EXPECT_FALSE(learn(*trainer));
  play("c", 3, 1);
  EXPECT_TRUE(learn(*trainer));
  EXPECT_EQ(metrics.round, 2);
  EXPECT_EQ(ids(), "a:1 b:1 b:2 c:1 ");
}

TEST_F(InboxTest, aStoppedRoundIsRepeated) {
  auto trainer = open();
  play("a", 1, 2);
  EXPECT_FALSE(
      valueOf(trainer->learnFrom(inbox, [] { return false; })).metrics);
  EXPECT_EQ(ids(), "a:1 a:2 ");
  EXPECT_FALSE(std::filesystem::exists(file("batches.jsonl")));
  reopen(trainer);
  EXPECT_TRUE(learn(*trainer));
  EXPECT_EQ(ids(), "a:1 a:2 ");
  EXPECT_EQ(metrics.round, 1);
}

TEST_F(InboxTest, filesBeyondTheReplaysCapacityWait) {
  options.replayCapacity = 3;
  const auto trainer = open();
  play("a", 1, 2);
  play("b", 2, 1);
  play("c", 3, 1);
  play("d", 4, 4); // Never fits, and is taken alone.
  EXPECT_TRUE(learn(*trainer, 2));
  EXPECT_TRUE(learn(*trainer, 1));
  EXPECT_TRUE(learn(*trainer));
  EXPECT_FALSE(learn(*trainer));
}

TEST_F(InboxTest, theBestEpisodesBecomeIncumbents) {
  const auto trainer = open();
  play("a", 1, 8);
  EXPECT_TRUE(learn(*trainer));
  EXPECT_GT(trainer->getIncumbents().size(), 0);
  EXPECT_TRUE(trainer->getIncumbents().hasSolution("layers6"));
  // Actors receive the known makespans.
  KnownMakespans known = valueOf(parseKnown(*readFile(file("known.json"))));
  ASSERT_EQ(known.count("layers6"), 1);
  EXPECT_LE(known["layers6"], instances[0].msaSeconds);
  EXPECT_DOUBLE_EQ(known["layers6"],
                   std::min(instances[0].msaSeconds,
                            trainer->getIncumbents().bestMakespan("layers6")));
}

TEST_F(InboxTest, episodesThatDoNotFitAreRefusedAndNotAdded) {
  auto trainer = open();
  play("a", 1, 8);
  play("b", 2, 1);
  instances[1].isHeldOut = true;
  reopen(trainer);
  EXPECT_THAT(errorOf(trainer->learnFrom(inbox, always)),
              HasSubstr("the episode of 'layers8' is of an instance that is "
                        "held out"));
  EXPECT_FALSE(std::filesystem::exists(file("replay.jsonl")));
  // Another program of the same name.
  instances[1].isHeldOut = false;
  instances[0].problem = memplace::testing::makeLayers(7, "layers6");
  reopen(trainer);
  EXPECT_THAT(errorOf(trainer->learnFrom(inbox, always)),
              HasSubstr("a.jsonl:"));
  EXPECT_FALSE(std::filesystem::exists(file("replay.jsonl")));
}
