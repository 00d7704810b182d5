//===- TrainerTest.cpp - Rounds of self-play and learning -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Trainer.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/Training/Curves.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

class TrainerTest : public ::testing::Test {
protected:
  void SetUp() override {
    Network::setThreads(1);
    folder = ::testing::TempDir() + "/trainer-" +
             ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder);
    options.network = configForGame(ModelKind::Exact);
    options.network.width = 32;
    options.network.towerChannels = 2;
    options.play.search.numSimulations = 6;
    options.selfPlay.gamesAtOnce = 4;
    options.learner.batchSize = 32;
    options.learner.stepsPerRound = 8;
  }

  static std::vector<Instance> instances() {
    std::vector<Instance> all;
    for (int32_t layers : {6, 8}) {
      Instance instance;
      instance.problem = memplace::testing::makeLayers(
          layers, "layers" + std::to_string(layers));
      instance.msaSeconds = Game::create(instance.problem)->baseline();
      all.push_back(std::move(instance));
    }
    return all;
  }

  std::unique_ptr<Trainer> open() {
    return valueOf(Trainer::open(folder, instances(), options));
  }

  static RoundMetrics round(Trainer &trainer) {
    return valueOf(trainer.runRound([] { return true; })).value();
  }

  std::string file(const char *name) const { return folder + "/" + name; }

  std::string folder;
  TrainerOptions options;
};

/// Returns the average makespan of \p network's games without noise, relative
/// to the baseline.
double playOut(const Network &network, const TrainerOptions &options,
               std::vector<Instance> instances) {
  PlayOptions play = options.play;
  play.search.gumbelScale = 0;
  std::vector<Game> games;
  for (const Instance &instance : instances)
    games.push_back(std::move(*Game::create(instance.problem)));
  Player player(network, play, 1);
  const std::vector<Episode> episodes =
      valueOf(player.play(games, [] { return true; }));
  double sum = 0;
  for (const Episode &episode : episodes)
    sum += episode.makespan / episode.baseline;
  return sum / static_cast<double>(episodes.size());
}

double playRandomly(std::vector<Instance> instances) {
  std::mt19937_64 engine(1);
  double sum = 0;
  for (const Instance &instance : instances) {
    Game game = std::move(*Game::create(instance.problem));
    GameStep step;
    while (!game.isOver())
      if (!game.apply(static_cast<GameAction>(engine() % game.numActions()),
                      step))
        game.apply(dropAction, step);
    sum += game.makespan() / game.baseline();
  }
  return sum / static_cast<double>(instances.size());
}

} // namespace

TEST_F(TrainerTest, roundsWriteTheFilesOfTheFolder) {
  const auto trainer = open();
  const RoundMetrics metrics = round(*trainer);
  EXPECT_EQ(metrics.round, 1);
  EXPECT_GE(metrics.episodes, 4);
  EXPECT_GT(metrics.simulationsPerSecond, 0);
  EXPECT_GT(metrics.batchFill, 0.5);
  EXPECT_GT(metrics.losses.policy, 0);
  for (const char *name :
       {"network.checkpoint", "replay.jsonl", "metrics.jsonl", "curves.html"})
    EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
}

TEST_F(TrainerTest, learningBeatsChanceAndTheStart) {
  const auto trainer = open();
  const double before = playOut(trainer->getNetwork(), options, instances());
  for (int32_t i = 0; i < 25; ++i)
    round(*trainer);
  const double after = playOut(trainer->getNetwork(), options, instances());
  EXPECT_LT(after, before);
  EXPECT_LT(after, playRandomly(instances()));
}

// The network must also learn the dynamics before its search is useful, which
// takes longer. Some untrained networks are lucky, so the test uses several.
TEST_F(TrainerTest, learningTheDynamicsBeatsChanceAndTheStart) {
  options.play.kind = ModelKind::Learned;
  options.network.hasDynamics = true;
  options.learner.stepsPerRound = 64;
  constexpr uint64_t numUntrained = 8;
  double before = 0;
  for (uint64_t seed = 0; seed < numUntrained; ++seed) {
    const std::unique_ptr<Network> network =
        valueOf(Network::create(options.network, seed, "cpu"));
    before += playOut(*network, options, instances()) / numUntrained;
  }
  const auto trainer = open();
  for (int32_t i = 0; i < 8; ++i)
    round(*trainer);
  const double after = playOut(trainer->getNetwork(), options, instances());
  EXPECT_LT(after, before);
  EXPECT_LT(after, playRandomly(instances()));
}

TEST_F(TrainerTest, trainingIsDeterministicForASeed) {
  const auto train = [&] {
    std::filesystem::remove_all(folder);
    options.selfPlay.reanalyse = 1;
    options.evaluateEvery = 2;
    const auto trainer = open();
    round(*trainer);
    const double evaluated = round(*trainer).training.meanOverMsa;
    EXPECT_NE(evaluated, 0);
    return std::pair(evaluated, round(*trainer).losses.policy);
  };
  EXPECT_EQ(train(), train());
}

TEST_F(TrainerTest, reanalysisChangesTheLosses) {
  const auto losses = [&](double reanalyse) {
    std::filesystem::remove_all(folder);
    options.selfPlay.reanalyse = reanalyse;
    const auto trainer = open();
    round(*trainer);
    return round(*trainer).losses.policy;
  };
  EXPECT_NE(losses(0), losses(1));
}

TEST_F(TrainerTest, revisionsFindFasterEpisodesThanTheGames) {
  const auto best = [&](int64_t revisions) {
    options.revisions = revisions;
    std::filesystem::remove_all(folder);
    const auto trainer = open();
    const RoundMetrics metrics = round(*trainer);
    EXPECT_EQ(metrics.episodes, revisions == 0 ? 4 : 5); // The best.
    double sum = 0;
    for (const Instance &each : instances()) {
      const Incumbents &kept = trainer->getIncumbents();
      const std::string &name = each.problem.name;
      EXPECT_EQ(kept.bestPlayed(name), kept.fastest(name)->makespan);
      const Result<Solution> solution =
          readSolution(kept.solutionPath(name), each.problem);
      EXPECT_TRUE(solution);
      EXPECT_NEAR(makespan(each.problem, *solution), kept.bestPlayed(name),
                  1e-12);
      sum += kept.bestPlayed(name) / each.msaSeconds;
    }
    return sum;
  };
  const double without = best(0), with = best(50);
  EXPECT_LT(with, without);
  EXPECT_EQ(best(50), with);
}

TEST_F(TrainerTest, moreThreadsPlayAsManyGames) {
  options.selfPlay.threads = 3;
  const RoundMetrics metrics = round(*open());
  EXPECT_GE(metrics.episodes, 4);
  EXPECT_GT(metrics.batchFill, 0.5);
  EXPECT_LE(metrics.batchFill, 1);
}

TEST_F(TrainerTest, theShareOfImitationDecays) {
  options.learner.imitationShare = 0.8;
  options.learner.minImitationShare = 0.3;
  options.learner.imitationHalfLife = 1;
  const auto trainer = open();
  EXPECT_DOUBLE_EQ(round(*trainer).imitationShare, 0.8);
  EXPECT_DOUBLE_EQ(round(*trainer).imitationShare, 0.4);
  EXPECT_DOUBLE_EQ(round(*trainer).imitationShare, 0.3);
}

TEST_F(TrainerTest, evaluatesTrainingAndHeldOutProblems) {
  options.evaluateEvery = 2;
  std::vector<Instance> all = instances();
  all[1].isHeldOut = true;
  const std::unique_ptr<Trainer> trainer =
      valueOf(Trainer::open(folder, all, options));
  const RoundMetrics first = round(*trainer), second = round(*trainer);
  EXPECT_FALSE(first.isEvaluated);
  EXPECT_EQ(first.training.problems, 0);
  ASSERT_TRUE(second.isEvaluated);
  EXPECT_EQ(second.training.problems, 1);
  EXPECT_EQ(second.heldOut.problems, 1);
  EXPECT_LT(second.heldOut.meanOverMsa, 0); // Here: over the baseline.
  EXPECT_EQ(second.heldOut.meanOverMsa, second.heldOut.bestOverMsa);
  EXPECT_EQ(second.heldOut.shareBetter, 1);
  // Held-out problems are never in the replay.
  const std::string replayed = *readFile(file("replay.jsonl"));
  EXPECT_THAT(replayed, HasSubstr("layers6"));
  EXPECT_EQ(replayed.find("layers8"), std::string::npos);
  EXPECT_FALSE(trainer->getIncumbents().hasSolution("layers8"));
  EXPECT_THAT(*readFile(file("metrics.jsonl")),
              HasSubstr("\"held_out_mean_over_msa\":-"));
  EXPECT_TRUE(std::filesystem::exists(file("best.checkpoint")));
}

TEST_F(TrainerTest, theBestPlacementsAreWritten) {
  const auto trainer = open();
  round(*trainer);
  for (const Instance &instance : instances()) {
    const Incumbents &incumbents = trainer->getIncumbents();
    const std::string &name = instance.problem.name;
    if (incumbents.bestMakespan(name) == 0)
      continue; // Not drawn in this round.
    const auto solution =
        readSolution(incumbents.solutionPath(name), instance.problem);
    ASSERT_TRUE(solution) << solution.error();
    EXPECT_FALSE(verify(instance.problem, *solution));
    EXPECT_EQ(makespan(instance.problem, *solution),
              incumbents.bestMakespan(name));
  }
}

// Also after kill -9 in the middle of a line of the metrics or of the replay.
TEST_F(TrainerTest, continuesAfterARestart) {
  round(*open());
  std::ofstream(file("metrics.jsonl"), std::ios::app) << "{\"round\": 2";
  std::ofstream(file("replay.jsonl"), std::ios::app) << "{\"prob";
  std::ofstream(file("network.checkpoint.123.0")) << "half a checkpoi";
  const auto again = open();
  const RoundMetrics metrics = round(*again);
  EXPECT_EQ(metrics.round, 2);
  EXPECT_GE(metrics.episodes, 8); // Several can end at the same time.
  EXPECT_LT(metrics.episodes, 8 + 2 * 4);
  // Each round appears once.
  const std::string lines = *readFile(file("metrics.jsonl"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  EXPECT_EQ(lines.rfind("{\"round\":1,", 0), 0U);
  EXPECT_THAT(lines, HasSubstr("}\n{\"round\":2,"));
}

// kill -9 at any moment of the writes that end a round: a growing file ends at
// any byte of its last line, and later files are unwritten.
TEST_F(TrainerTest, continuesFromFilesTruncatedAnywhere) {
  round(*open());
  round(*open());
  const std::string saved = folder + ".saved";
  for (const char *name : {"replay.jsonl", "metrics.jsonl"}) {
    const std::string whole = *readFile(file(name));
    const size_t last = whole.rfind('\n', whole.size() - 2) + 1;
    const size_t length = whole.size() - last;
    for (size_t i = 0; i <= 8; ++i) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(i));
      std::filesystem::remove_all(saved);
      std::filesystem::copy(folder, saved,
                            std::filesystem::copy_options::recursive);
      std::filesystem::resize_file(file(name), last + length * i / 8);
      const RoundMetrics metrics = round(*open());
      const bool isMetrics = name[0] == 'm';
      EXPECT_EQ(metrics.round, isMetrics && i < 8 ? 2 : 3);
      std::filesystem::remove_all(folder);
      std::filesystem::rename(saved, folder);
    }
  }
}

TEST_F(TrainerTest, metricsOfSomethingElseAreRefused) {
  round(*open());
  std::ofstream(file("metrics.jsonl"), std::ios::app) << "{\"epoch\": 2}\n";
  EXPECT_THAT(errorOf(Trainer::open(folder, instances(), options)),
              HasSubstr("metrics.jsonl:2: not a round's metrics"));
}

// Steps so long that the next loss, or the weights, are not finite.
TEST_F(TrainerTest, aNetworkThatLearnsTooFastDoesNotReplaceTheLast) {
  round(*open());
  const std::string before = *readFile(file("network.checkpoint"));
  const std::string metricsBefore = *readFile(file("metrics.jsonl"));
  options.learner.optimizer.weightDecay = 10;
  for (const auto &[rate, steps, error] :
       {std::tuple(1e30, 8, "the loss is not finite"),
        std::tuple(3.3e37, 1, "not finite"),
        std::tuple(1e300, 1, "value cannot be converted")}) {
    options.learner.optimizer.learningRate = rate;
    options.learner.stepsPerRound = steps;
    EXPECT_THAT(errorOf(open()->runRound([] { return true; })),
                HasSubstr(error));
    EXPECT_EQ(*readFile(file("network.checkpoint")), before);
    EXPECT_EQ(*readFile(file("metrics.jsonl")), metricsBefore);
  }
  options.learner.optimizer = {};
  EXPECT_EQ(round(*open()).round, 2);
}

TEST_F(TrainerTest, aStoppedRoundKeepsEarlierRounds) {
  auto trainer = open();
  round(*trainer);
  const std::string before = *readFile(file("network.checkpoint"));
  int32_t asked = 0;
  EXPECT_FALSE(valueOf(trainer->runRound([&] { return ++asked < 3; })));
  EXPECT_EQ(*readFile(file("network.checkpoint")), before);
  trainer.reset();
  EXPECT_EQ(round(*open()).round, 2);
}

TEST_F(TrainerTest, foreignAndDamagedFilesAreRefusedAndKept) {
  round(*open());
  const std::string path = file("network.checkpoint");
  std::string bytes = *readFile(path);
  bytes[bytes.size() / 2] ^= 1;
  ASSERT_FALSE(writeFile(path, bytes));
  EXPECT_THAT(errorOf(Trainer::open(folder, instances(), options)),
              HasSubstr("is damaged"));
  EXPECT_EQ(*readFile(path), bytes);

  NetworkConfig config = options.network;
  config.observationVersion = 77;
  const std::unique_ptr<Network> other =
      valueOf(Network::create(config, 1, "cpu"));
  ASSERT_EQ(errorOf(other->save(path, false)), "");
  EXPECT_THAT(errorOf(Trainer::open(folder, instances(), options)),
              HasSubstr("version 77"));
}

// Episodes of an earlier version of a program do not apply to the changed
// program.
TEST_F(TrainerTest, episodesOfAChangedProgramAreLeftOut) {
  round(*open());
  round(*open());
  std::vector<Instance> changed = instances();
  for (Instance &instance : changed)
    for (Op &op : instance.problem.ops)
      op.computePs += 30000000000000; // 30 s, more than any access.
  const std::unique_ptr<Trainer> trainer =
      valueOf(Trainer::open(folder, changed, options));
  const Incumbents &incumbents = trainer->getIncumbents();
  EXPECT_TRUE(incumbents.isEmpty());
  for (const Instance &instance : changed) {
    const std::string &name = instance.problem.name;
    EXPECT_EQ(incumbents.bestPlayed(name), 0);
    // Placements are still legal, and are simulated again.
    if (incumbents.hasSolution(name))
      EXPECT_EQ(incumbents.bestMakespan(name),
                makespan(instance.problem,
                         *readSolution(incumbents.solutionPath(name),
                                       instance.problem)));
  }
  size_t numSolved = 0;
  const auto solve = [&](const Problem &) {
    ++numSolved;
    return std::vector<NamedSolution>();
  };
  EXPECT_EQ(errorOf(trainer->warmStart(solve, [] { return true; })), "");
  EXPECT_EQ(numSolved, changed.size());
  EXPECT_EQ(round(*trainer).round, 3);
  EXPECT_FALSE(incumbents.isEmpty());
}

// Two trainings would replace each other's networks and cut off each other's
// lines.
TEST_F(TrainerTest, oneTrainingAtATimeHoldsTheFolder) {
  auto trainer = open(); // Creates the folder.
  round(*trainer);
  const std::string half = "{\"prob"; // As the first is about to write it.
  std::ofstream(file("replay.jsonl"), std::ios::app) << half;
  const std::string before = *readFile(file("replay.jsonl"));
  EXPECT_EQ(errorOf(Trainer::open(folder, instances(), options)),
            folder + ": another training is at work in this folder; wait for "
                     "it, stop it, or give another --out");
  EXPECT_EQ(*readFile(file("replay.jsonl")), before);
  trainer.reset();
  EXPECT_EQ(round(*open()).round, 2);
}

TEST_F(TrainerTest, instancesAreChecked) {
  std::vector<Instance> twice = instances();
  twice[1].problem.name = twice[0].problem.name;
  EXPECT_THAT(errorOf(Trainer::open(folder, twice, options)),
              HasSubstr("two problems are named 'layers6'"));
}

TEST_F(TrainerTest, warmStartAddsPlacementsOfSolvers) {
  auto trainer = open();
  int32_t numSolved = 0;
  const auto solve = [&](const Problem &problem) {
    ++numSolved;
    Game game = std::move(*Game::create(problem));
    const NamedSolution worst = {"nobody", game.solution()};
    GameStep step;
    while (!game.isOver())
      game.apply(game.actionRewards()[firstCopyAction] > 0 ? firstCopyAction
                                                           : dropAction,
                 step);
    return std::vector<NamedSolution>{worst, {"somebody", game.solution()}};
  };
  ASSERT_EQ(errorOf(trainer->warmStart(solve, [] { return true; })), "");
  ASSERT_EQ(errorOf(trainer->warmStart(solve, [] { return true; })), "");
  EXPECT_EQ(numSolved, 2); // Once for each.
  EXPECT_THAT(*readFile(trainer->getIncumbents().solutionPath("layers6")),
              HasSubstr("somebody"));
  EXPECT_GE(round(*trainer).episodes, 2 * 2 + 4);
  trainer.reset();
  // Later trainers solve no problem again either.
  ASSERT_EQ(errorOf(open()->warmStart(solve, [] { return true; })), "");
  EXPECT_EQ(numSolved, 2);
}

TEST(CurvesTest, plotsEachNumber) {
  const std::string page =
      printCurves("{\"round\": 1, \"policy_loss\": 2, \"</script>\": 3}\n"
                  "not json\n"
                  "{\"round\": 5, \"policy_loss\": 1, \"x\": null}\n");
  EXPECT_THAT(page, HasSubstr("{\"at\":[0,1],\"name\":\"policy_loss\","
                              "\"values\":[2.0,1.0]}"));
  EXPECT_THAT(page, HasSubstr("\"rounds\":[1.0,5.0]"));
  // Neither a name that ends the script, nor a value that is no number.
  EXPECT_THAT(page, HasSubstr("\"name\":\"\\u003c/script>\""));
  EXPECT_EQ(page.find("\"x\""), std::string::npos);
  EXPECT_EQ(page.find("\"name\":\"round\""), std::string::npos);
}

TEST(CurvesTest, aLongRunIsAveraged) {
  std::string metrics;
  for (int round = 1; round <= 2001; ++round)
    metrics += "{\"loss\": " + std::to_string(round) + "}\n";
  const std::string page = printCurves(metrics);
  // Averages of three values, and the last value itself.
  EXPECT_THAT(page, HasSubstr("\"at\":[2,5,"));
  EXPECT_THAT(page, HasSubstr("\"values\":[2.0,5.0,"));
  EXPECT_THAT(page, HasSubstr("1997.0,2001.0]"));
}
