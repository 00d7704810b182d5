//===- EvaluatorTest.cpp - Evaluation of networks -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Evaluator.h"

#include "SmallRun.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::valueOf;

namespace {

class EvaluatorTest : public memplace::testing::SmallRun {
protected:
  EvaluationMetrics evaluate(EpisodeStore &store, uint64_t seed = 1) {
    Evaluator evaluator(*network, *set, store, play);
    return valueOf(evaluator.evaluate({0, 1}, seed, always)).value();
  }
};

} // namespace

TEST_F(EvaluatorTest, playsEachProblemOnceWithoutNoise) {
  TrainingFolder folder = makeFolder();
  EpisodeStore &store = folder.getEpisodes();
  const EvaluationMetrics metrics = evaluate(store);
  EXPECT_EQ(metrics.problems, 2);
  EXPECT_LE(metrics.bestOverMsa, metrics.meanOverMsa);
  ASSERT_EQ(store.replay.size(), 2U);
  const double over[] = {set->overMsa(store.replay[0]),
                         set->overMsa(store.replay[1])};
  EXPECT_DOUBLE_EQ(metrics.meanOverMsa, (over[0] + over[1]) / 2);
  EXPECT_EQ(metrics.bestOverMsa, std::min(over[0], over[1]));
  EXPECT_EQ(metrics.shareBetter, ((over[0] < 0) + (over[1] < 0)) / 2.0);
}

TEST_F(EvaluatorTest, withoutNoiseTheSeedDoesNotMatter) {
  TrainingFolder folder = makeFolder();
  EpisodeStore &store = folder.getEpisodes();
  evaluate(store, 1);
  evaluate(store, 2);
  ASSERT_EQ(store.replay.size(), 4U);
  std::map<std::string, std::vector<uint8_t>> played;
  for (size_t i = 0; i < 2; ++i)
    played[store.replay[i].problem] = store.replay[i].actions;
  for (size_t i = 2; i < 4; ++i)
    EXPECT_EQ(store.replay[i].actions, played[store.replay[i].problem]);
}

TEST_F(EvaluatorTest, heldOutEpisodesAreNotStored) {
  std::vector<Instance> all = instances();
  all[1].isHeldOut = true;
  set.emplace(valueOf(TrainingSet::create(all)));
  TrainingFolder folder = makeFolder();
  EpisodeStore &store = folder.getEpisodes();
  EXPECT_EQ(evaluate(store).problems, 2);
  ASSERT_EQ(store.replay.size(), 1U);
  EXPECT_EQ(store.replay[0].problem, "layers6");
  EXPECT_EQ(store.incumbents.bestMakespan("layers8"), 0);
}

TEST_F(EvaluatorTest, problemsWithoutMsaAreNotEvaluated) {
  std::vector<Instance> all = instances();
  all[0].msaSeconds = all[1].msaSeconds = 0;
  set.emplace(valueOf(TrainingSet::create(all)));
  TrainingFolder folder = makeFolder();
  EXPECT_EQ(evaluate(folder.getEpisodes()).problems, 0);
}

TEST_F(EvaluatorTest, stopsOnRequest) {
  TrainingFolder folder = makeFolder();
  Evaluator evaluator(*network, *set, folder.getEpisodes(), play);
  int32_t numAsked = 0;
  EXPECT_FALSE(
      valueOf(evaluator.evaluate({0, 1}, 1, [&] { return ++numAsked < 3; })));
}
