//===- EpisodeTest.cpp - Finished games to learn from ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/SelfPlay/Episode.h"

#include "../Results.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using testing::HasSubstr;

static Episode makeEpisode() {
  Episode episode;
  episode.problem = "a \"name\"\nwith all";
  episode.actions = {0, 2, 1};
  episode.policies = {0.25F, 0.5F, 0.25F, 0, 0, 1, 0.125F, 0.875F, 0};
  episode.values = {1.5F, -2, 0.25F};
  episode.rewards = {0.5F, 0, -1};
  episode.makespan = 1.25e-3;
  episode.baseline = 2.5e-3;
  return episode;
}

TEST(EpisodeTest, readsBackEqual) {
  const Episode written = makeEpisode();
  const std::string line = printEpisode(written);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  Episode read = valueOf(parseEpisode(line));
  EXPECT_EQ(read.problem, written.problem);
  EXPECT_EQ(read.actions, written.actions);
  EXPECT_EQ(read.values, written.values);
  EXPECT_EQ(read.rewards, written.rewards);
  EXPECT_EQ(read.makespan, written.makespan);
  for (size_t i = 0; i < written.policies.size(); ++i)
    EXPECT_NEAR(read.policies[i], written.policies[i], 5e-4);
  EXPECT_DOUBLE_EQ(read.improvement(), 0.5);
}

TEST(EpisodeTest, badLinesAreErrors) {
  const std::string good = printEpisode(makeEpisode());
  for (size_t i = 0; i < good.size(); ++i)
    EXPECT_NE(errorOf(parseEpisode(good.substr(0, i))), "") << i;
  EXPECT_THAT(errorOf(parseEpisode("{}")), HasSubstr("problem"));
  EXPECT_THAT(errorOf(parseEpisode("[1]")), HasSubstr("no JSON object"));
  std::string bad = good;
  bad.replace(bad.find("\"021\""), 5, "\"0x1\"");
  EXPECT_THAT(errorOf(parseEpisode(bad)), HasSubstr("bad action"));
  bad = good;
  bad.replace(bad.find("\"021\""), 5, "\"02\"");
  EXPECT_THAT(errorOf(parseEpisode(bad)), HasSubstr("do not fit"));
}

/// Returns the line of an episode, with \p text replaced by \p other.
static std::string lineWith(const std::string &text, const std::string &other) {
  std::string line = printEpisode(makeEpisode());
  const size_t at = line.find(text);
  EXPECT_NE(at, std::string::npos) << text;
  return line.replace(at, text.size(), other);
}

TEST(EpisodeTest, aPolicyThatIsNoDistributionIsRefused) {
  const std::string policy = "[250,500,250,0,0,1000,125,875,0]";
  // Shares may be rounded.
  for (const char *other :
       {"[251,501,250,0,0,1000,125,875,0]", "[249,500,249,0,0,999,125,874,0]"})
    EXPECT_TRUE(parseEpisode(lineWith(policy, other))) << other;
  for (const char *other :
       {"[250,500,250,0,0,0,125,875,0]", "[250,500,350,0,0,1000,125,875,0]",
        "[-250,1000,250,0,0,1000,125,875,0]",
        "[1250,0,-250,0,0,1000,125,875,0]",
        "[250,500,250,0,0,4294968296,125,875,0]"})
    EXPECT_THAT(errorOf(parseEpisode(lineWith(policy, other))),
                HasSubstr("is not a distribution"))
        << other;
}

TEST(EpisodeTest, anActionOutsideThePolicyIsRefused) {
  EXPECT_THAT(errorOf(parseEpisode(lineWith("\"021\"", "\"031\""))),
              HasSubstr("action 3 is none of 3"));
}

TEST(EpisodeTest, impossibleNumbersAreRefused) {
  for (const auto &[text, other] :
       {std::pair("0.00125", "-1.0"), std::pair("0.0025", "-1.0")})
    EXPECT_THAT(errorOf(parseEpisode(lineWith(text, other))),
                HasSubstr("is not a time"))
        << other;
  // Finite as a double, but not as a float.
  for (const auto &[text, other] :
       {std::pair("[1.5,", "[1e300,"), std::pair("[0.5,", "[-1e300,")})
    EXPECT_THAT(errorOf(parseEpisode(lineWith(text, other))),
                HasSubstr("a value or reward is not finite"))
        << other;
}
