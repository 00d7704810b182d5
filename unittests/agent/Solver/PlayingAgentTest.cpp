//===- PlayingAgentTest.cpp - The agent that plays for solvers ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Solver/PlayingAgent.h"

#include "../../../lib/Planning/BackingPlan.h"
#include "../Results.h"
#include "../TestProblem.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// Placements that an agent found, in order.
struct Found {
  std::vector<double> seconds;
  std::vector<Solution> solutions;
  int64_t numFinished = 0; // Episodes.
};

class PlayingAgentTest : public ::testing::Test {
protected:
  void SetUp() override {
    checkpoint =
        ::testing::TempDir() + "/playing-" +
        ::testing::UnitTest::GetInstance()->current_test_info()->name();
    options.checkpoint = checkpoint;
    options.games = 4;
    options.simulations = 2;
    problem = memplace::testing::makeLayers(12);
    save(configForGame(ModelKind::Exact));
  }

  void save(NetworkConfig config) const {
    config.width = 16;
    config.towerChannels = 2;
    std::unique_ptr<Network> network =
        valueOf(Network::create(config, 1, "cpu"));
    ASSERT_EQ(errorOf(network->save(checkpoint, /*withOptimizer=*/false)), "");
  }

  /// Creates the agent. Returns the error of the start, if any.
  std::optional<Error> begin() {
    agent = std::make_unique<PlayingAgent>("/no/checkpoint/ships");
    return agent->begin(problem, options, limitsOfBegin);
  }

  Found play(int64_t episodes, const SolveLimits &limits) {
    Found found;
    const planning::AccessIndex uses(problem);
    found.numFinished = valueOf(
        agent->play(episodes, limits, [&](const AgentPlacement &placement) {
          std::vector<planning::BufferPlan> plans;
          for (const planning::PlacedBuffer &each : placement.placed)
            plans.push_back(each.plan);
          found.seconds.push_back(placement.seconds);
          found.solutions.push_back(assemble(uses, plans));
        }));
    return found;
  }

  Found playAnew(int64_t episodes, uint64_t seed) {
    EXPECT_EQ(errorOf(begin()), "");
    SolveLimits limits;
    limits.seed = seed;
    return play(episodes, limits);
  }

  double baseline() const { return Game::create(problem)->baseline(); }

  /// Expects each placement to be legal, as fast as reported, and better than
  /// the one before.
  void expectImproving(const Found &found) const {
    double before = baseline();
    for (size_t i = 0; i < found.seconds.size(); ++i) {
      const auto violation = verify(problem, found.solutions[i]);
      ASSERT_FALSE(violation) << violation->message;
      EXPECT_NEAR(makespan(problem, found.solutions[i]), found.seconds[i],
                  1e-9 * before);
      EXPECT_LT(found.seconds[i], before);
      before = found.seconds[i];
    }
  }

  std::string checkpoint;
  AgentOptions options;
  Problem problem;
  std::unique_ptr<PlayingAgent> agent;
  SolveLimits limitsOfBegin;
};

} // namespace

// The agent replays its own placement unchanged, without counting an episode;
// later placements are better.
TEST_F(PlayingAgentTest, continuesFromAPlacement) {
  const Found before = playAnew(9, 3);
  ASSERT_FALSE(before.solutions.empty());
  ASSERT_EQ(errorOf(begin()), "");

  agent->setWarmStart(before.solutions.back());
  const Found first = play(0, {});
  const Found more = play(40, {});

  EXPECT_THAT(first.seconds, ElementsAre(before.seconds.back()));
  EXPECT_EQ(first.numFinished, 0);
  for (double seconds : more.seconds)
    EXPECT_GT(seconds, 0);
  // A start holds for one play only.
  EXPECT_TRUE(play(0, {}).seconds.empty());
}

TEST_F(PlayingAgentTest, findsBetterAndBetterPlacements) {
  const Found found = playAnew(9, 1);
  EXPECT_FALSE(found.seconds.empty());
  expectImproving(found);
}

TEST_F(PlayingAgentTest, playsTheRequestedNumberOfEpisodes) {
  options.revises = false;
  ASSERT_EQ(errorOf(begin()), "");
  // One episode without noise, a round of four, and the rest.
  std::vector<double> numDone;
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &progress) {
    const double now = 7 * progress.fractionDone;
    if (numDone.empty() || std::abs(now - numDone.back()) > 1e-9)
      numDone.push_back(std::round(now));
    return true;
  };
  play(7, limits);
  EXPECT_THAT(numDone, ElementsAre(0, 1, 5));
  // A second play continues, with rounds of four from the start.
  numDone.clear();
  play(7, limits);
  EXPECT_THAT(numDone, ElementsAre(0, 4));
  numDone.clear();
  play(0, limits);
  EXPECT_THAT(numDone, ElementsAre());
}

TEST_F(PlayingAgentTest, revisesTheBestAfterTheFirstRound) {
  const Found revised = playAnew(60, 1);
  expectImproving(revised);
  EXPECT_EQ(revised.numFinished, 60);
  options.revises = false;
  const Found whole = playAnew(60, 1);
  expectImproving(whole);
  EXPECT_LT(revised.seconds.back(), whole.seconds.back());
  // The first episodes are equal.
  options.revises = true;
  EXPECT_EQ(playAnew(5, 1).seconds,
            std::vector<double>(whole.seconds.begin(),
                                whole.seconds.begin() +
                                    static_cast<std::ptrdiff_t>(
                                        playAnew(5, 1).seconds.size())));
  // A stuck agent continues, deterministically.
  const Found many = playAnew(2000, 1);
  expectImproving(many);
  EXPECT_LE(many.seconds.back(), revised.seconds.back());
  EXPECT_EQ(playAnew(2000, 1).seconds, many.seconds);
  // In several plays, each revised episode counts as one.
  ASSERT_EQ(errorOf(begin()), "");
  play(5, {});
  int32_t numAsked = 0;
  std::vector<double> numDone;
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &progress) {
    ++numAsked;
    numDone.push_back(10 * progress.fractionDone);
    return true;
  };
  play(10, limits);
  EXPECT_GT(numAsked, 3);
  EXPECT_GT(numDone.back(), 6);
}

// An unfinished episode is also a placement.
TEST_F(PlayingAgentTest, stopsOnRequestWithTheCurrentPlacement) {
  int32_t numAsked = 0;
  ASSERT_EQ(errorOf(begin()), "");
  SolveLimits limits;
  limits.progress = [&](const SolveProgress &) { return ++numAsked > 0; };
  const size_t numOfFirst = play(1, limits).seconds.size();
  const int32_t first = numAsked; // Once for each move, and at the start.
  ASSERT_GT(first, 10);
  play(4, limits);
  const int32_t whole = numAsked;
  int32_t numUnfinished = 0;
  for (int32_t stop = 1; stop < whole; ++stop) {
    ASSERT_EQ(errorOf(begin()), "");
    numAsked = 0;
    limits.progress = [&](const SolveProgress &) { return ++numAsked < stop; };
    const Found found = play(5, limits);
    EXPECT_EQ(numAsked, stop); // No request after a stop.
    expectImproving(found);
    // The four games of the second round end with its last action.
    EXPECT_EQ(found.numFinished, stop <= first ? 0 : 1);
    numUnfinished += stop > first && found.seconds.size() > numOfFirst;
    if (stop == 1)
      EXPECT_TRUE(found.seconds.empty());
  }
  EXPECT_GT(numUnfinished, 3);
  // A later play continues.
  limits.progress = {};
  expectImproving(play(4, limits));
}

TEST_F(PlayingAgentTest, playsNoEpisodeWithoutTime) {
  ASSERT_EQ(errorOf(begin()), "");
  SolveLimits limits;
  limits.timeLimit = std::chrono::duration<double>(0);
  const Found found = play(5, limits);
  EXPECT_TRUE(found.seconds.empty());
  EXPECT_EQ(found.numFinished, 0);
}

// Preparations before the first action take seconds for a large program.
TEST_F(PlayingAgentTest, stopsPreparingOnRequest) {
  int32_t numAsked = 0, last = 1000;
  limitsOfBegin.progress = [&](const SolveProgress &progress) {
    EXPECT_EQ(progress.makespan, baseline());
    return ++numAsked < last;
  };
  ASSERT_EQ(errorOf(begin()), "");
  EXPECT_GT(numAsked, 10);
  EXPECT_LT(numAsked, 1000);
  numAsked = 0;
  last = 3;
  ASSERT_EQ(errorOf(begin()), "");
  EXPECT_EQ(numAsked, 3);
  expectImproving(play(2, {}));
  numAsked = 0;
  limitsOfBegin.timeLimit = std::chrono::duration<double>(0);
  ASSERT_EQ(errorOf(begin()), "");
  EXPECT_EQ(numAsked, 0);
  expectImproving(play(2, {}));
}

TEST_F(PlayingAgentTest, theSeedDeterminesAllButTheFirstEpisode) {
  std::set<std::vector<double>> different;
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const Found found = playAnew(9, seed);
    const Found again = playAnew(9, seed);
    EXPECT_EQ(found.seconds, again.seconds);
    EXPECT_EQ(found.solutions.size(), again.solutions.size());
    different.insert(found.seconds);
    EXPECT_EQ(playAnew(1, seed).seconds, playAnew(1, 99).seconds);
  }
  EXPECT_GT(different.size(), 1U);
}

TEST_F(PlayingAgentTest, playsNothingWithoutDecisions) {
  problem.target.channels.clear();
  problem.target.tiers.erase(problem.target.tiers.begin());
  problem.target.defaultTier = 0;
  ASSERT_FALSE(check(problem));
  ASSERT_EQ(errorOf(begin()), "");
  const Found found = play(3, {});
  EXPECT_TRUE(found.seconds.empty());
  EXPECT_EQ(found.numFinished, 3);
}

TEST_F(PlayingAgentTest, aNetworkThatDoesNotFitIsRefused) {
  options.model = "learned";
  EXPECT_EQ(errorOf(begin()),
            checkpoint + ": the network has no dynamics; use the exact model");
  save(configForGame(ModelKind::Learned));
  EXPECT_EQ(errorOf(begin()), "");
  expectImproving(play(2, {}));
  // The default is the model for which the network was made.
  options.model = "exact";
  const Found exact = playAnew(3, 1);
  options.model = "learned";
  const Found learned = playAnew(3, 1);
  EXPECT_NE(exact.seconds, learned.seconds);
  options.model.clear();
  EXPECT_EQ(playAnew(3, 1).seconds, learned.seconds);

  NetworkConfig config = configForGame(ModelKind::Exact);
  config.observationVersion = 77;
  save(config);
  EXPECT_THAT(errorOf(begin()),
              HasSubstr(checkpoint + ": the network reads "
                                     "observations of version 77"));
  config = configForGame(ModelKind::Exact);
  config.vectorSize -= 1;
  save(config);
  EXPECT_THAT(errorOf(begin()),
              HasSubstr(checkpoint + ": the network's observations"));

  std::ofstream(checkpoint) << "hello";
  EXPECT_EQ(errorOf(begin()), checkpoint + ": not a checkpoint of memplace");
  options.checkpoint.clear();
  EXPECT_THAT(
      errorOf(begin()),
      HasSubstr("/no/checkpoint/ships/network.checkpoint: cannot open"));
}

TEST_F(PlayingAgentTest, moreTiersThanTheNetworkKnowsAreRefused) {
  for (int32_t i = 0; i < 4; ++i) {
    Tier tier = problem.target.tiers[0];
    tier.name = "middle" + std::to_string(i);
    problem.target.tiers.push_back(tier);
    EXPECT_EQ(errorOf(begin()),
              i < 3 ? ""
                    : "the agent supports targets of at most 5 tiers, "
                      "this one has 6");
  }
}
