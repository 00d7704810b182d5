//===- TrainingFolderTest.cpp - Files of a training run -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallRun.h"

#include "agent/Training/Actor.h"
#include "memplace/IO/File.h"

#include "gmock/gmock.h"

#include <fstream>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

class TrainingFolderTest : public memplace::testing::SmallRun {
protected:
  static RoundMetrics makeRound(int64_t round) {
    RoundMetrics metrics;
    metrics.round = round;
    metrics.episodes = 10 * round;
    return metrics;
  }

  std::string file(const char *name) const { return path + "/" + name; }
};

} // namespace

TEST_F(TrainingFolderTest, isCreatedOnlyOnRequest) {
  TrainingFolder folder = openFolder();
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_EQ(errorOf(folder.make()), "");
  ASSERT_EQ(errorOf(folder.make()), ""); // The folder exists already.
  EXPECT_TRUE(std::filesystem::is_directory(path));
}

TEST_F(TrainingFolderTest, oneTrainingAtATimeHoldsTheFolder) {
  {
    TrainingFolder first = makeFolder();
    EXPECT_THAT(errorOf(TrainingFolder::open(path, *set, 100, 4)),
                HasSubstr("another training is at work in this folder"));
    // A moved folder keeps the lock.
    const TrainingFolder moved = std::move(first);
    EXPECT_THAT(errorOf(TrainingFolder::open(path, *set, 100, 4)),
                HasSubstr("another training is at work in this folder"));
  }
  EXPECT_EQ(errorOf(TrainingFolder::open(path, *set, 100, 4)), "");
}

TEST_F(TrainingFolderTest, aWrittenRoundReadsBack) {
  {
    TrainingFolder folder = makeFolder();
    ASSERT_EQ(errorOf(folder.writeRound(*network, makeRound(1))), "");
    ASSERT_EQ(errorOf(folder.writeRound(*network, makeRound(2))), "");
  }
  const TrainingFolder folder = openFolder();
  EXPECT_EQ(folder.getMetrics().numRounds(), 2);
  EXPECT_EQ(folder.getEpisodes().replay.numAdded(), 20);
  // The network is read from the checkpoint, not created.
  NetworkConfig other = config;
  other.width = 16;
  EXPECT_EQ(valueOf(folder.loadNetwork(other, 2, "cpu"))->getConfig(), config);
}

// The state of the file after kill -9 in the middle of a write, at each byte of
// the line.
TEST_F(TrainingFolderTest, anIncompleteLineIsRemoved) {
  {
    TrainingFolder folder = makeFolder();
    ASSERT_EQ(errorOf(folder.writeRound(*network, makeRound(1))), "");
    ASSERT_EQ(errorOf(folder.getBatches().append({"a", {}}, 1)), "");
  }
  for (const char *name : {"metrics.jsonl", "batches.jsonl"}) {
    const std::string whole = *readFile(file(name));
    for (size_t i = 1; i < whole.size(); ++i) {
      std::ofstream(file(name)) << whole << whole.substr(0, i);
      TrainingFolder folder = openFolder();
      EXPECT_EQ(folder.getMetrics().numRounds(), 1);
      EXPECT_TRUE(folder.getBatches().has("a"));
      ASSERT_EQ(*readFile(file(name)), whole) << name << ", " << i;
    }
  }
}

TEST_F(TrainingFolderTest, damagedFilesAreNamed) {
  makeFolder();
  for (const auto &[name, error] :
       {std::pair("metrics.jsonl", ":1: not a round's metrics"),
        std::pair("batches.jsonl", ":1: not a batch"),
        std::pair("replay.jsonl", ":1: not an episode"),
        std::pair("incumbents.jsonl", ":1: not an episode")}) {
    std::ofstream(file(name)) << "{}\n";
    EXPECT_THAT(errorOf(TrainingFolder::open(path, *set, 100, 4)),
                HasSubstr(file(name) + error));
    std::filesystem::remove(file(name));
  }
  EXPECT_EQ(errorOf(TrainingFolder::open(path, *set, 100, 4)), "");
}

TEST_F(TrainingFolderTest, garbledMetricsAreAnError) {
  makeFolder();
  const std::string good = "{\"round\": 1, \"episodes\": 8, "
                           "\"policy_loss\": null}\n";
  std::ofstream(file("metrics.jsonl")) << good;
  EXPECT_EQ(errorOf(TrainingFolder::open(path, *set, 100, 4)), "");
  for (const char *bad :
       {"", "\x01\x02", "[2]", "{\"round\": 2.5}", "{\"round\": -1}",
        "{\"round\": 18446744073709551615}",
        "{\"round\": 2, \"episodes\": \"many\"}",
        "{\"round\": 2, \"episodes\": -8}",
        "{\"round\": 2, \"policy_loss\": [0.5]}"}) {
    std::ofstream(file("metrics.jsonl")) << good << bad << "\n";
    EXPECT_THAT(errorOf(TrainingFolder::open(path, *set, 100, 4)),
                HasSubstr("metrics.jsonl:2: not a round's metrics"))
        << bad;
  }
  std::ofstream(file("metrics.jsonl")) << good << good;
  EXPECT_THAT(errorOf(TrainingFolder::open(path, *set, 100, 4)),
              HasSubstr("metrics.jsonl:2: round 1 comes after round 1"));
}

TEST_F(TrainingFolderTest, theBestNetworkIsKept) {
  RoundMetrics metrics = makeRound(1);
  metrics.isEvaluated = true;
  metrics.training.problems = 2;
  metrics.training.meanOverMsa = 0.5;
  {
    TrainingFolder folder = makeFolder();
    ASSERT_EQ(errorOf(folder.writeRound(*network, metrics)), "");
  }
  ASSERT_TRUE(std::filesystem::remove(file("best.checkpoint")));
  TrainingFolder folder = openFolder();
  for (const auto &[over, isBetter] :
       {std::pair(0.5, false), std::pair(0.25, true), std::pair(0.4, false)}) {
    ++metrics.round;
    metrics.training.meanOverMsa = over;
    ASSERT_EQ(errorOf(folder.writeRound(*network, metrics)), "");
    EXPECT_EQ(std::filesystem::remove(file("best.checkpoint")), isBetter);
  }
}

TEST_F(TrainingFolderTest, actorsReceiveTheKnownMakespans) {
  TrainingFolder folder = makeFolder();
  ASSERT_EQ(errorOf(folder.writeForActors(*network, *set)), "");
  const KnownMakespans known =
      valueOf(parseKnown(*readFile(file("known.json"))));
  EXPECT_EQ(known.at("layers6"), (*set)[0].msaSeconds);
  EXPECT_EQ(known.size(), 2U);
  EXPECT_TRUE(std::filesystem::exists(file("play.checkpoint")));
  EXPECT_TRUE(std::filesystem::exists(file("network.checkpoint")));
}
