//===- LearnerTest.cpp - Learning from a replay ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Learner.h"

#include "SmallRun.h"

#include "agent/Training/Workers.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;

namespace {

class LearnerTest : public memplace::testing::SmallRun {
protected:
  void SetUp() override {
    SmallRun::SetUp();
    options.batchSize = 32;
    options.stepsPerRound = 1;
    folder.emplace(makeFolder());
    SelfPlayOptions selfPlay;
    selfPlay.gamesAtOnce = 4;
    SelfPlayWorkers workers(*network, *set, store(), play, selfPlay, 1);
    ASSERT_EQ(errorOf(workers.play(always)), "");
  }

  EpisodeStore &store() { return folder->getEpisodes(); }

  Learner makeLearner() {
    return Learner(*network, *set, store(), ModelKind::Exact, options);
  }

  double lossOf(Learner &learner, uint64_t seed) {
    return valueOf(learner.learn(0, seed, always)).value().losses.total;
  }

  LearnerOptions options;
  std::optional<TrainingFolder> folder;
};

} // namespace

TEST_F(LearnerTest, aStepLowersTheLossOfItsBatch) {
  // Without effective priorities, equal seeds draw equal batches.
  options.optimizer.learningRate = 1e-4;
  Learner learner = makeLearner();
  const std::string before = valueOf(network->toBytes(false));
  const double first = lossOf(learner, 7);
  EXPECT_NE(valueOf(network->toBytes(false)), before);
  for (size_t i = 0; i < store().replay.size(); ++i)
    store().replay.setPriority(i, 1);
  for (size_t i = 0; i < store().incumbents.size(); ++i)
    store().incumbents.setPriority(i, 1);
  EXPECT_LT(lossOf(learner, 7), first);
}

TEST_F(LearnerTest, theSeedDeterminesTheBatches) {
  options.optimizer.learningRate = 1e-30;
  options.optimizer.weightDecay = 0;
  const auto loss = [&](uint64_t seed) {
    Learner learner = makeLearner();
    for (size_t i = 0; i < store().replay.size(); ++i)
      store().replay.setPriority(i, 1);
    for (size_t i = 0; i < store().incumbents.size(); ++i)
      store().incumbents.setPriority(i, 1);
    return lossOf(learner, seed);
  };
  const double first = loss(1);
  EXPECT_EQ(loss(1), first);
  EXPECT_NE(loss(2), first);
}

TEST_F(LearnerTest, theShareOfImitationHalvesDownToItsFloor) {
  options.imitationShare = 0.8;
  options.minImitationShare = 0.3;
  options.imitationHalfLife = 2;
  const Learner learner = makeLearner();
  EXPECT_DOUBLE_EQ(learner.imitationShare(0), 0.8);
  EXPECT_DOUBLE_EQ(learner.imitationShare(2), 0.4);
  EXPECT_DOUBLE_EQ(learner.imitationShare(20), 0.3);
  // A share below the floor stays constant.
  options.imitationShare = 0.1;
  EXPECT_DOUBLE_EQ(makeLearner().imitationShare(0), 0.1);
}

TEST_F(LearnerTest, stopsBetweenSteps) {
  options.stepsPerRound = 5;
  int32_t numAsked = 0;
  EXPECT_FALSE(
      valueOf(makeLearner().learn(0, 1, [&] { return ++numAsked < 3; })));
  EXPECT_EQ(numAsked, 3);
}

TEST_F(LearnerTest, aReplayWithoutFittingEpisodesIsAnError) {
  std::vector<Instance> changed = instances();
  for (Instance &instance : changed)
    for (Op &op : instance.problem.ops)
      op.computePs += 30000000000000; // 30 s, more than any access.
  set.emplace(valueOf(TrainingSet::create(changed)));
  EXPECT_EQ(errorOf(makeLearner().learn(0, 1, always)),
            "no episode in the replay fits the instances");
}
