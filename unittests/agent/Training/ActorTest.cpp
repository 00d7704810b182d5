//===- ActorTest.cpp - Playing for a remote learner -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Actor.h"

#include "../Results.h"
#include "../TestProblem.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

class ActorTest : public ::testing::Test {
protected:
  void SetUp() override {
    checkpoint =
        ::testing::TempDir() + "/actor-" +
        ::testing::UnitTest::GetInstance()->current_test_info()->name();
    NetworkConfig config = configForGame(ModelKind::Exact);
    config.width = 32;
    config.towerChannels = 2;
    std::unique_ptr<Network> network =
        valueOf(Network::create(config, 1, "cpu"));
    ASSERT_EQ(errorOf(network->save(checkpoint, /*withOptimizer=*/false)), "");
    options.play.search.numSimulations = 4;
    options.episodes = 5;
    options.gamesAtOnce = 2;
    for (int32_t layers : {6, 8, 7}) {
      Instance instance;
      instance.problem = memplace::testing::makeLayers(
          layers, "layers" + std::to_string(layers));
      instances.push_back(std::move(instance));
    }
  }

  /// Returns the episodes as lines.
  std::string play() {
    std::vector<Episode> episodes = valueOf(playEpisodes(
        checkpoint, instances, known, options, [] { return true; }));
    std::string text;
    for (const Episode &episode : episodes)
      text += printEpisode(episode) + "\n";
    return text;
  }

  std::string checkpoint;
  std::vector<Instance> instances;
  KnownMakespans known;
  ActorOptions options;
};

} // namespace

TEST_F(ActorTest, playsTheRequestedNumberOfEpisodes) {
  for (size_t episodes : {1, 2, 5}) {
    options.episodes = episodes;
    std::vector<Episode> read = valueOf(parseEpisodes(play()));
    ASSERT_EQ(read.size(), episodes);
    for (const Episode &episode : read)
      EXPECT_GT(episode.makespan, 0);
  }
}

TEST_F(ActorTest, theSeedDeterminesTheEpisodes) {
  const std::string first = play();
  EXPECT_EQ(play(), first);
  options.seed = 1;
  EXPECT_NE(play(), first);
}

TEST_F(ActorTest, knownMakespansScaleTheRewards) {
  const std::string first = play();
  for (const Instance &instance : instances)
    known[instance.problem.name] = 0.01;
  EXPECT_NE(play(), first);
}

TEST_F(ActorTest, heldOutProblemsAreNotPlayed) {
  instances[0].isHeldOut = instances[2].isHeldOut = true;
  options.episodes = 8;
  const std::string text = play();
  EXPECT_THAT(text, HasSubstr("layers8"));
  EXPECT_EQ(text.find("layers6"), std::string::npos);
  EXPECT_EQ(text.find("layers7"), std::string::npos);
  instances[1].isHeldOut = true;
  EXPECT_EQ(errorOf(playEpisodes(checkpoint, instances, known, options,
                                 [] { return true; })),
            "no problem to train on has any decision to make");
}

TEST_F(ActorTest, stopsOnRequest) {
  int32_t asked = 0;
  std::vector<Episode> episodes = valueOf(playEpisodes(
      checkpoint, instances, known, options, [&] { return ++asked < 3; }));
  EXPECT_LT(episodes.size(), options.episodes);
}

TEST_F(ActorTest, aNetworkOfTheOtherKindIsRefused) {
  options.play.kind = ModelKind::Learned;
  EXPECT_THAT(errorOf(playEpisodes(checkpoint, instances, known, options,
                                   [] { return true; })),
              HasSubstr("the network has no dynamics"));
}

TEST(KnownMakespansTest, readBackEqual) {
  const KnownMakespans known = {{"a \"b\"", 1e-3}, {"c", 0.1}};
  KnownMakespans read = valueOf(parseKnown(printKnown(known)));
  EXPECT_EQ(read, known);
  for (const char *bad : {"", "[1]", R"({"a": "b"})", R"({"a": 0})"})
    EXPECT_THAT(errorOf(parseKnown(bad)), HasSubstr("not known makespans"))
        << bad;
}

TEST(EpisodeLinesTest, mustBeWhole) {
  Episode episode;
  episode.problem = "a";
  episode.actions = {0};
  episode.policies = {1, 0};
  episode.values = episode.rewards = {0.5};
  episode.makespan = episode.baseline = 1;
  const std::string line = printEpisode(episode);
  std::vector<Episode> read = valueOf(parseEpisodes(line + "\n" + line + "\n"));
  EXPECT_EQ(read.size(), 2);
  EXPECT_EQ(errorOf(parseEpisodes("")), "1: there is no episode");
  EXPECT_EQ(errorOf(parseEpisodes(line + "\n" + line)),
            "2: the line is cut off");
  EXPECT_EQ(errorOf(parseEpisodes(line + "\n\n")),
            "2: not an episode: no JSON object");
}
