//===- EgrlTrainerTest.cpp - Training one EGRL policy on many problems ----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/EgrlTrainer.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <filesystem>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::makeLayers;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

/// Six and eight layers are for training, four layers are held out.
std::vector<Instance> makeInstances() {
  std::vector<Instance> all;
  for (int32_t layers : {6, 8, 4}) {
    Instance instance;
    instance.problem = makeLayers(layers, "layers" + std::to_string(layers));
    instance.isHeldOut = layers == 4;
    all.push_back(std::move(instance));
  }
  return all;
}

class EgrlTrainerTest : public ::testing::Test {
protected:
  void SetUp() override {
    path = folder("run");
    options.mapsPerRound = 30;
    options.network.width = 8;
    options.network.attention = 2;
    options.seed = 7;
  }
  static std::string folder(const std::string &name) {
    const auto *info = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string made = ::testing::TempDir() + "/egrl-" + info->name() + name;
    std::filesystem::remove_all(made);
    return made;
  }
  std::unique_ptr<EgrlTrainer> open(const std::string &where) const {
    return valueOf(EgrlTrainer::open(where, instances, options));
  }
  static EgrlRoundMetrics runRound(EgrlTrainer &trainer) {
    const auto metrics = valueOf(trainer.runRound([] { return true; }));
    EXPECT_TRUE(metrics.has_value());
    return metrics.value_or(EgrlRoundMetrics());
  }
  std::string openError() const {
    return errorOf(EgrlTrainer::open(path, instances, options));
  }

  const std::vector<Instance> instances = makeInstances();
  std::string path;
  EgrlTrainerOptions options;
};

TEST_F(EgrlTrainerTest, ARoundTriesMapsOfEachProblemAndWritesPlacements) {
  const auto trainer = open(path);
  EXPECT_FALSE(std::filesystem::exists(path)) << "not before a round is over";

  const EgrlRoundMetrics metrics = runRound(*trainer);

  EXPECT_EQ(metrics.round, 1);
  EXPECT_EQ(metrics.maps, 2 * 30);
  EXPECT_EQ(metrics.training.problems, 2);
  EXPECT_EQ(metrics.heldOut.problems, 1);
  EXPECT_LE(metrics.bestOverNative, 0);
  for (const Instance &instance : instances) {
    const std::string &name = instance.problem.name;
    ASSERT_EQ(trainer->getIncumbents().hasSolution(name), !instance.isHeldOut);
    if (instance.isHeldOut)
      continue;
    const Solution placed = valueOf(readSolution(
        trainer->getIncumbents().solutionPath(name), instance.problem));
    EXPECT_FALSE(verify(instance.problem, placed));
  }
}

TEST_F(EgrlTrainerTest, ContinuesAsIfUninterrupted) {
  const auto whole = open(path);
  for (int i = 0; i < 4; ++i)
    runRound(*whole);
  const std::string other = folder("other");
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(runRound(*open(other)).round, i + 1);

  for (const char *name : {"population.cbor", "network.checkpoint",
                           "best.checkpoint", "metrics.jsonl"})
    EXPECT_TRUE(valueOf(readFile(path + "/" + name)) ==
                valueOf(readFile(other + "/" + name)))
        << name;
}

TEST_F(EgrlTrainerTest, KeepsTheInitialPolicyIfNoneIsBetter) {
  options.evolution.training.learningRate = 0; // No policy gets better.
  const auto trainer = open(path);
  runRound(*trainer);
  const auto best = valueOf(GraphNetwork::load(path + "/best.checkpoint"));
  const auto begin = valueOf(openGraphNetwork(
      "", options.network, best->getConfig().tiers, options.seed));
  EXPECT_EQ(best->policyWeights(), begin->policyWeights());
}

TEST_F(EgrlTrainerTest, LessonsTeachThePolicyTheBestMaps) {
  options.lessons = 40;
  options.evolution.learns = false;
  options.evolution.training.learningRate = 1e-2;
  const EgrlRoundMetrics first = runRound(*open(path));
  EXPECT_GT(first.lessonLoss, 0);

  // Without maps the population is lost; only its results remain.
  options.mapsPerRound = 0;
  const EgrlRoundMetrics second = runRound(*open(path));
  EXPECT_EQ(second.maps, first.maps);
  EXPECT_LT(second.lessonLoss, 0.9 * first.lessonLoss);

  options.draws = 2;
  EXPECT_TRUE(std::isfinite(runRound(*open(path)).lessonLoss));
}

TEST_F(EgrlTrainerTest, StartsWithTheMapsOfATeacher) {
  options.mapsPerRound = 0;
  options.lessons = 60;
  options.evolution.training.learningRate = 1e-2;
  options.teacher = folder("maps") + ".json";
  std::filesystem::remove(options.teacher);
  const auto write = [&](const std::string &text) {
    EXPECT_EQ(errorOf(writeFile(options.teacher, text)), "");
  };
  EXPECT_THAT(openError(), HasSubstr(options.teacher));
  write("[]");
  EXPECT_THAT(openError(), HasSubstr("is not a JSON object"));
  write("{\"layers6\": [0, 9]}");
  EXPECT_THAT(openError(), HasSubstr("the map of 'layers6' is invalid"));
  write("{}");
  EXPECT_EQ(openError(), "");
}

TEST_F(EgrlTrainerTest, AStoppedRoundKeepsOnlyPlacements) {
  const auto trainer = open(path);
  runRound(*trainer);
  const std::string before = valueOf(readFile(path + "/population.cbor"));
  int asked = 0;

  const auto stopped = valueOf(trainer->runRound([&] { return ++asked < 20; }));

  EXPECT_FALSE(stopped.has_value());
  EXPECT_TRUE(valueOf(readFile(path + "/population.cbor")) == before);
}

TEST_F(EgrlTrainerTest, StartsWithAPolicyTrainedElsewhere) {
  runRound(*open(path));
  options.from = path + "/network.checkpoint";
  EXPECT_EQ(runRound(*open(folder("next"))).round, 1);
  options.from = path + "/none";
  path = folder("nothing");
  EXPECT_THAT(openError(), HasSubstr("none"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(EgrlTrainerTest, RefusesDamagedAndForeignFiles) {
  runRound(*open(path));
  const std::string state = path + "/population.cbor";
  const std::string bytes = valueOf(readFile(state));
  EXPECT_EQ(errorOf(writeFile(state, bytes.substr(0, bytes.size() / 2))), "");
  EXPECT_THAT(openError(), HasSubstr("population.cbor: is damaged"));
  EXPECT_EQ(errorOf(writeFile(state, "\xa0")), ""); // An empty map.
  EXPECT_THAT(openError(), HasSubstr("is not the state of a run of egrl"));
  EXPECT_EQ(errorOf(writeFile(state, bytes)), "");
  EXPECT_EQ(openError(), "");
  EXPECT_EQ(errorOf(writeFile(path + "/metrics.jsonl", "garbled\n")), "");
  EXPECT_THAT(openError(), HasSubstr("metrics.jsonl:1: not a round's metrics"));
  std::filesystem::remove(state);
  EXPECT_THAT(openError(), HasSubstr("use another folder"));
}

TEST_F(EgrlTrainerTest, RefusesAPopulationOfAnotherSizeAndAnotherProgram) {
  runRound(*open(path));
  options.evolution.population = 14;
  EXPECT_THAT(openError(), HasSubstr("has 12 members, not 14"));
  options.evolution.population = 12;
  std::filesystem::remove_all(path + "/solutions"); // The other program's, too.
  std::vector<Instance> others = makeInstances();
  others[0].problem = makeLayers(10, "layers6");
  EXPECT_THAT(errorOf(EgrlTrainer::open(path, others, options)),
              HasSubstr("not of problem 'layers6'"));
}

TEST_F(EgrlTrainerTest, RequiresTrainingProblemsAndUniqueNames) {
  std::vector<Instance> same = makeInstances();
  same[1].problem.name = same[0].problem.name;
  EXPECT_THAT(errorOf(EgrlTrainer::open(path, same, options)),
              HasSubstr("two problems are named 'layers6'"));
  std::vector<Instance> unseen = makeInstances();
  for (Instance &instance : unseen)
    instance.isHeldOut = true;
  EXPECT_THAT(errorOf(EgrlTrainer::open(path, unseen, options)),
              HasSubstr("any decision to make"));
}

} // namespace
