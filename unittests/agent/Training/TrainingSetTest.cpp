//===- TrainingSetTest.cpp - Problems of a training run -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmallRun.h"

#include "agent/SelfPlay/GameModel.h"
#include "agent/Training/Batch.h"

#include "gmock/gmock.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class TrainingSetTest : public memplace::testing::SmallRun {};

/// Returns an episode with all buffers at home.
static Episode playHome(Game &game) {
  GameStep step;
  while (!game.isOver())
    game.apply(dropAction, step);
  return episodeOf(game);
}

TEST_F(TrainingSetTest, findsInstancesByName) {
  EXPECT_EQ(set->find("layers8"), 1U);
  EXPECT_FALSE(set->find("layers7"));
  EXPECT_THAT(set->trainedOn(), ElementsAre(0, 1));
  EXPECT_THAT(set->heldOut(), ElementsAre());
}

TEST_F(TrainingSetTest, refusesDuplicateNamesAndSetsWithoutDecisions) {
  std::vector<Instance> all = instances();
  all[1].problem.name = all[0].problem.name;
  EXPECT_EQ(errorOf(TrainingSet::create(all)),
            "two problems are named 'layers6'");
  all = instances();
  all[0].isHeldOut = all[1].isHeldOut = true;
  EXPECT_EQ(errorOf(TrainingSet::create(all)),
            "no problem to train on has any decision to make");
  all[1].isHeldOut = false;
  EXPECT_THAT(valueOf(TrainingSet::create(all)).heldOut(), ElementsAre(0));
}

TEST_F(TrainingSetTest, anEpisodeOfAnotherProgramOfThisNameIsStale) {
  Episode episode = playHome(set->game(0));
  EXPECT_EQ(set->findToLearn(episode), 0U);
  // Numbers printed and read back count as equal.
  episode.baseline *= 1 + 1e-12;
  EXPECT_FALSE(set->isStale(episode));
  episode.baseline *= 1 + 1e-6;
  EXPECT_TRUE(set->isStale(episode));
  EXPECT_FALSE(set->findToLearn(episode));
  episode.problem = "layers7";
  EXPECT_FALSE(set->isStale(episode));
  EXPECT_FALSE(set->findToLearn(episode));
}

TEST_F(TrainingSetTest, theBestKnownMakespanScalesRewards) {
  Incumbents incumbents = valueOf(Incumbents::open(path, {}, 4));
  const double msa = (*set)[0].msaSeconds;
  EXPECT_EQ(set->bestKnown(0, incumbents), msa);
  Episode faster = playHome(set->game(0));
  faster.makespan = 0.75 * msa;
  ASSERT_TRUE(incumbents.offer(faster));
  EXPECT_EQ(set->bestKnown(0, incumbents), 0.75 * msa);
  EXPECT_EQ(set->scaleOf(0, incumbents), rewardScaleAgainst(msa, 0.75 * msa));
  EXPECT_DOUBLE_EQ(set->overMsa(faster), -0.25);
  EXPECT_EQ(minKnown(0, 2), 2);
  EXPECT_EQ(minKnown(2, 0), 2);
  EXPECT_EQ(minKnown(2, 1), 1);
}

TEST(FamiliesTest, groupVariantsOfAModel) {
  EXPECT_EQ(familyOf("resnet50_b1.cmem8M"), "resnet");
  EXPECT_EQ(familyOf("ResNet101_b1"), "resnet");
  EXPECT_EQ(familyOf("gpt2_block_b1"), "gpt");
  const std::set<std::string> families = {"alexnet",  "bert",   "bilinear",
                                          "densenet", "gpt",    "lstm",
                                          "mixer",    "resnet", "unet"};
  EXPECT_EQ(heldOutFamilies(families),
            (std::set<std::string>{"alexnet", "bilinear", "mixer"}));
  EXPECT_TRUE(heldOutFamilies({"bert"}).empty());
}
