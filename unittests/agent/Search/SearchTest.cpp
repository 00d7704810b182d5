//===- SearchTest.cpp - Monte Carlo tree search ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableModel.h"
#include "agent/Search/CachedModel.h"
#include "agent/Search/SequentialHalving.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace memplace::agent;
using testing::ElementsAre;

namespace {

/// A game with a fixed number of moves, whose states are all paths. The model's
/// values are the true values with noise.
class PathGame {
public:
  PathGame(int32_t numActions, int32_t numMoves, uint64_t seed,
           float noise = 0.3F)
      : engine(seed), numActions(numActions), noise(noise) {
    build(numMoves);
    table.isEndKnown = true;
  }

  GameTable table;
  std::vector<float> best;        // By state: largest possible return.
  std::vector<Action> bestAction; // By state.

private:
  float draw() { return std::uniform_real_distribution<float>(-1, 1)(engine); }

  int32_t build(int32_t movesLeft) {
    const int32_t state = static_cast<int32_t>(best.size());
    best.push_back(0);
    bestAction.push_back(0);
    table.value.push_back(0);
    for (auto *rows : {&table.reward, &table.discount, &table.logits})
      rows->emplace_back(numActions, 0.0F);
    table.next.emplace_back(numActions, state);
    if (movesLeft == 0)
      return state;
    float largest = -1e9F;
    for (Action a = 0; a < numActions; ++a) {
      const float reward = draw();
      const int32_t after = build(movesLeft - 1);
      table.next[state][a] = after;
      table.reward[state][a] = reward;
      table.discount[state][a] = movesLeft == 1 ? 0 : 1;
      table.logits[state][a] = draw();
      if (reward + best[after] > largest) {
        largest = reward + best[after];
        bestAction[state] = a;
      }
    }
    best[state] = largest;
    table.value[state] = largest + noise * draw();
    return state;
  }

  std::mt19937_64 engine;
  int32_t numActions;
  float noise;
};

SearchOptions optionsOf(SearchOptions::Kind kind, int32_t numSimulations) {
  SearchOptions options;
  options.kind = kind;
  options.numSimulations = numSimulations;
  options.gumbelScale = 0;
  options.dirichletFraction = 0;
  options.temperature = 0;
  return options;
}

class SearchTest : public testing::TestWithParam<SearchOptions::Kind> {};

} // namespace

TEST(SequentialHalvingTest, sharesTheBudget) {
  EXPECT_THAT(consideredVisits(1, 3), ElementsAre(0, 1, 2));
  // Two rounds of four actions once each, then two actions.
  EXPECT_THAT(consideredVisits(4, 8), ElementsAre(0, 0, 0, 0, 1, 1, 2, 2));
  EXPECT_THAT(consideredVisits(4, 3), ElementsAre(0, 0, 0));
  EXPECT_THAT(consideredVisits(3, 7), ElementsAre(0, 0, 0, 1, 1, 2, 2));
  EXPECT_TRUE(consideredVisits(4, 0).empty());
}

TEST_P(SearchTest, findsTheBestActionOfATableGame) {
  int32_t numBest = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    PathGame game(3, 4, seed);
    TableModel model({&game.table}, {0});
    Search search(model, optionsOf(GetParam(), 600), seed);
    const RootState root = model.root(0);
    search.begin({&root, 1});
    search.run();
    const SearchDecision decision = search.decide(0);
    numBest += decision.action == game.bestAction[0];
    EXPECT_EQ(
        std::accumulate(decision.visits.begin(), decision.visits.end(), 0),
        600);
    EXPECT_NEAR(
        std::accumulate(decision.policy.begin(), decision.policy.end(), 0.0F),
        1, 1e-5);
  }
  EXPECT_GE(numBest, 19);
}

TEST_P(SearchTest, moreSimulationsPlayBetter) {
  auto earned = [&](int32_t numSimulations) {
    double regret = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      PathGame game(3, 5, seed, /*noise=*/1.5F);
      TableModel model({&game.table}, {0});
      Search search(model, optionsOf(GetParam(), numSimulations), seed);
      float sum = 0;
      for (int32_t move = 0; move < 5; ++move) {
        const RootState root = model.root(0);
        search.begin({&root, 1});
        search.run();
        const Action action = search.decide(0).action;
        sum += game.table.reward[model.stateOf(0)][action];
        model.play(0, action);
      }
      regret += game.best[0] - sum;
    }
    return regret / 40;
  };
  const double few = earned(3);
  const double many = earned(400);
  RecordProperty("few", std::to_string(few));
  EXPECT_LT(many, few / 2);
}

TEST_P(SearchTest, aBatchGivesTheSameAsSingleGames) {
  std::vector<PathGame> games;
  for (uint64_t seed = 0; seed < 5; ++seed)
    games.emplace_back(4, 3, seed);
  std::vector<const GameTable *> tables;
  for (const PathGame &game : games)
    tables.push_back(&game.table);
  TableModel all(tables, {0, 0, 0, 0, 0});
  Search batch(all, optionsOf(GetParam(), 50), 7);
  std::vector<RootState> roots;
  for (int32_t i = 0; i < 5; ++i)
    roots.push_back(all.root(i));
  batch.begin(roots);
  batch.run();
  for (int32_t i = 0; i < 5; ++i) {
    TableModel one({tables[i]}, {0});
    Search single(one, optionsOf(GetParam(), 50), 7);
    single.begin({&roots[i], 1});
    single.run();
    EXPECT_EQ(batch.decide(i).visits, single.decide(0).visits);
    EXPECT_EQ(batch.decide(i).policy, single.decide(0).policy);
  }
}

TEST_P(SearchTest, neverTakesAnIllegalAction) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    PathGame game(4, 3, seed);
    std::mt19937_64 engine(seed);
    for (std::vector<float> &row : game.table.logits) {
      const size_t kept = engine() % row.size();
      for (size_t a = 0; a < row.size(); ++a)
        if (a != kept && engine() % 2)
          row[a] = illegalLogit;
    }
    TableModel model({&game.table}, {0});
    SearchOptions options = optionsOf(GetParam(), 40);
    options.gumbelScale = 1;
    options.dirichletFraction = 0.25F;
    options.temperature = 1;
    Search search(model, options, seed);
    const RootState root = model.root(0);
    search.begin({&root, 1});
    search.run();
    const Tree &tree = search.tree(0);
    for (NodeId node = 0; node < tree.numNodes(); ++node)
      for (Action a = 0; a < 4; ++a)
        if (tree.logits(node)[a] == illegalLogit)
          EXPECT_EQ(tree.edges(node)[a].visits, 0);
    const SearchDecision decision = search.decide(0);
    EXPECT_NE(root.logits[decision.action], illegalLogit);
    for (Action a = 0; a < 4; ++a)
      if (root.logits[a] == illegalLogit)
        EXPECT_EQ(decision.policy[a], 0);
  }
}

TEST_P(SearchTest, nothingIsExpandedAfterTheEnd) {
  PathGame game(2, 2, 3);
  TableModel model({&game.table}, {0});
  Search search(model, optionsOf(GetParam(), 100), 1);
  const RootState root = model.root(0);
  search.begin({&root, 1});
  search.run();
  EXPECT_EQ(search.tree(0).numNodes(), 1 + 2 + 4);
  EXPECT_EQ(search.tree(0).node(0).visits, 101);
  EXPECT_LE(model.numAsked, 6);
}

TEST_P(SearchTest, keepsTheSubtreeOfThePlayedAction) {
  PathGame game(3, 4, 5);
  TableModel model({&game.table}, {0});
  Search search(model, optionsOf(GetParam(), 60), 1);
  const RootState root = model.root(0);
  search.begin({&root, 1});
  search.run();
  const Action action = search.decide(0).action;
  const Tree::Edge before = search.tree(0).edges(0)[action];
  const int32_t visits = search.tree(0).node(before.child).visits;
  const std::vector<float> logits(search.tree(0).logits(before.child).begin(),
                                  search.tree(0).logits(before.child).end());
  ASSERT_TRUE(search.descend(0, action));
  EXPECT_EQ(search.tree(0).node(0).visits, visits);
  EXPECT_EQ(search.tree(0).node(0).value, before.value);
  EXPECT_EQ(search.tree(0).node(0).parent, noNode);
  EXPECT_TRUE(std::equal(logits.begin(), logits.end(),
                         search.tree(0).logits(0).begin()));
  for (NodeId id = 0; id < search.tree(0).numNodes(); ++id)
    for (Action a = 0; a < 3; ++a)
      if (NodeId child = search.tree(0).edges(id)[a].child; child != noNode) {
        EXPECT_EQ(search.tree(0).node(child).parent, id);
        EXPECT_EQ(search.tree(0).node(child).action, a);
        EXPECT_GT(child, id);
      }
  // New simulations add to the kept ones, and a decision counts only new ones.
  model.play(0, action);
  search.run();
  const SearchDecision decision = search.decide(0);
  EXPECT_EQ(std::accumulate(decision.visits.begin(), decision.visits.end(), 0),
            60);
  EXPECT_EQ(search.tree(0).node(0).visits, visits + 60);
}

TEST(SearchOnceTest, anUnvisitedActionHasNoSubtreeToKeep) {
  PathGame game(3, 3, 5);
  TableModel model({&game.table}, {0});
  SearchOptions options = optionsOf(SearchOptions::Kind::Gumbel, 1);
  Search search(model, options, 1);
  const RootState root = model.root(0);
  search.begin({&root, 1});
  search.run();
  const Action visited = search.decide(0).action;
  EXPECT_FALSE(search.descend(0, (visited + 1) % 3));
  EXPECT_EQ(search.tree(0).numNodes(), 2);
}

TEST(SearchOnceTest, noiseChangesWithTheSeedOnly) {
  PathGame game(5, 3, 5);
  auto policyOf = [&](uint64_t seed) {
    TableModel model({&game.table}, {0});
    SearchOptions options = optionsOf(SearchOptions::Kind::Gumbel, 8);
    options.gumbelScale = 1;
    Search search(model, options, seed);
    const RootState root = model.root(0);
    search.begin({&root, 1});
    search.run();
    return search.decide(0).visits;
  };
  EXPECT_EQ(policyOf(1), policyOf(1));
  bool differs = false;
  for (uint64_t seed = 2; seed < 10; ++seed)
    differs |= policyOf(seed) != policyOf(1);
  EXPECT_TRUE(differs);
}

namespace {

/// A table model with keys of states.
class NamedModel : public TableModel {
public:
  using TableModel::TableModel;
  std::optional<uint64_t> stateKey(const Expansion &expansion) override {
    uint64_t key = static_cast<uint64_t>(stateOf(expansion.game));
    for (Action action : expansion.path)
      key = key * 16 + 1 + static_cast<uint64_t>(action);
    return key;
  }
};

} // namespace

TEST(CachedModelTest, givesTheSameWithFewerEvaluations) {
  PathGame game(3, 4, 11);
  NamedModel plain({&game.table, &game.table}, {0, 0});
  NamedModel inner({&game.table, &game.table}, {0, 0});
  CachedModel cached(inner, 1000);
  const SearchOptions options = optionsOf(SearchOptions::Kind::Gumbel, 40);
  const std::vector<RootState> roots = {plain.root(0), plain.root(1)};
  Search first(plain, options, 1);
  Search second(cached, options, 1);
  for (int32_t round = 0; round < 3; ++round) {
    first.begin(roots);
    second.begin(roots);
    first.run();
    second.run();
    for (int32_t i = 0; i < 2; ++i)
      EXPECT_EQ(first.decide(i).policy, second.decide(i).policy);
  }
  EXPECT_LE(inner.numAsked, plain.numAsked / 3);
  EXPECT_EQ(cached.numMisses(), inner.numAsked);
  EXPECT_EQ(cached.numHits() + cached.numMisses(), plain.numAsked);
}

TEST(CachedModelTest, forgetsIfFull) {
  PathGame game(3, 4, 11);
  NamedModel inner({&game.table}, {0});
  CachedModel cached(inner, 5);
  Search search(cached, optionsOf(SearchOptions::Kind::Gumbel, 40), 1);
  const RootState root = inner.root(0);
  search.begin({&root, 1});
  search.run();
  const int64_t asked = inner.numAsked;
  search.begin({&root, 1});
  search.run();
  EXPECT_GT(inner.numAsked, asked);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SearchTest,
                         testing::Values(SearchOptions::Kind::Gumbel,
                                         SearchOptions::Kind::Puct),
                         [](const auto &info) {
                           return info.param == SearchOptions::Kind::Gumbel
                                      ? "Gumbel"
                                      : "Puct";
                         });
