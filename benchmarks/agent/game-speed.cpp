//===- game-speed.cpp - How fast the game and the search are --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// game-speed PROBLEM SECONDS: prints a line of JSON with the speed of one core,
// by CPU time: game steps, and simulations of the tree search with a free
// model. benchmarks/agent/agent_speed.py runs this program.
//
//===----------------------------------------------------------------------===//

#include "agent/Game/Game.h"
#include "agent/Search/Search.h"
#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace memplace;
using namespace memplace::agent;

namespace {

/// CPU time of this process since construction.
class Clock {
public:
  double seconds() const {
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  }

private:
  std::clock_t start = std::clock();
};

/// A model without a network: the games step the trees, all legal actions are
/// equally likely, and all states have value 0.
class FreeModel : public Model {
public:
  explicit FreeModel(std::vector<Game> &games) : games(games) {}

  int32_t numActions() const override { return games[0].numActions(); }

  void evaluate(std::span<const Expansion> expansions,
                std::span<Evaluation> evaluations,
                std::span<float> logits) override {
    for (size_t i = 0; i < expansions.size(); ++i) {
      Game &game = games[expansions[i].game];
      GameStep step;
      for (Action action : expansions[i].path)
        game.apply(action, step);
      evaluations[i].reward = static_cast<float>(step.reward);
      evaluations[i].isEnd = game.isOver();
      if (!game.isOver())
        writeLogits(game, &logits[i * game.numActions()]);
      for (size_t k = 0; k < expansions[i].path.size(); ++k)
        game.undo();
    }
  }

  RootState root(int32_t which) {
    RootState root;
    root.logits.resize(numActions());
    writeLogits(games[which], root.logits.data());
    return root;
  }

private:
  static void writeLogits(Game &game, float *out) {
    for (bool isLegal : game.legalActions())
      *out++ = isLegal ? 0 : illegalLogit;
  }

  std::vector<Game> &games;
};

/// A model without games: every action is legal and earns nothing.
class EmptyModel : public Model {
public:
  int32_t numActions() const override { return 3; }
  void evaluate(std::span<const Expansion>, std::span<Evaluation> evaluations,
                std::span<float> logits) override {
    std::fill(evaluations.begin(), evaluations.end(), Evaluation());
    std::fill(logits.begin(), logits.end(), 0.0F);
  }
};

} // namespace

static constexpr int32_t gamesAtOnce = 16;

static Game makeGame(const Problem &problem) {
  Result<Game> game = Game::create(problem);
  if (!game) {
    std::fprintf(stderr, "error: %s\n", game.error().c_str());
    std::exit(1);
  }
  return std::move(*game);
}

/// Returns the actions of an episode, drawn from the legal ones, and resets the
/// game.
static std::vector<GameAction> playRandomly(Game &game,
                                            std::mt19937_64 &engine) {
  std::vector<GameAction> actions;
  GameStep step;
  while (!game.isOver()) {
    const auto action = static_cast<GameAction>(engine() % game.numActions());
    if (game.apply(action, step))
      actions.push_back(action);
  }
  while (game.numDecisions() > 0)
    game.undo();
  return actions;
}

/// Applies and undoes whole episodes. Returns such pairs per second.
static double stepsPerSecond(const Problem &problem, double limit) {
  Game game = makeGame(problem);
  std::mt19937_64 engine(0);
  std::vector<std::vector<GameAction>> episodes(8);
  for (std::vector<GameAction> &episode : episodes)
    episode = playRandomly(game, engine);
  const Clock clock;
  int64_t count = 0;
  GameStep step;
  for (size_t i = 0; clock.seconds() < limit; ++i) {
    const std::vector<GameAction> &episode = episodes[i % episodes.size()];
    for (GameAction action : episode)
      game.apply(action, step);
    while (game.numDecisions() > 0)
      game.undo();
    count += static_cast<int64_t>(episode.size());
  }
  return static_cast<double>(count) / clock.seconds();
}

/// Plays episodes by `legalActions` and `apply` as in self-play, without
/// search. Returns moves per second.
static double movesPerSecond(const Problem &problem, double limit) {
  Game game = makeGame(problem);
  std::mt19937_64 engine(0);
  const Clock clock;
  int64_t count = 0;
  GameStep step;
  while (clock.seconds() < limit) {
    while (!game.isOver()) {
      const std::vector<bool> &legal = game.legalActions();
      GameAction action = dropAction;
      do
        action = static_cast<GameAction>(engine() % legal.size());
      while (!legal[action]);
      game.apply(action, step);
      ++count;
    }
    while (game.numDecisions() > 0)
      game.undo();
  }
  return static_cast<double>(count) / clock.seconds();
}

/// Self-play of `gamesAtOnce` games with a free network.
static double simulationsPerSecond(const Problem &problem, int32_t simulations,
                                   double limit) {
  std::vector<Game> games;
  for (int32_t i = 0; i < gamesAtOnce; ++i)
    games.push_back(makeGame(problem));
  FreeModel model(games);
  SearchOptions options;
  options.numSimulations = simulations;
  Search search(model, options, 0);
  std::vector<RootState> roots;
  for (int32_t i = 0; i < gamesAtOnce; ++i)
    roots.push_back(model.root(i));
  search.begin(roots);
  const Clock clock;
  int64_t count = 0;
  GameStep step;
  while (clock.seconds() < limit) {
    search.run();
    count += int64_t(simulations) * gamesAtOnce;
    for (int32_t i = 0; i < gamesAtOnce; ++i) {
      const Action action = search.decide(i).action;
      games[i].apply(action, step);
      const bool isOver = games[i].isOver();
      while (isOver && games[i].numDecisions() > 0)
        games[i].undo();
      if (isOver || !search.descend(i, action))
        search.restart(i, model.root(i));
    }
  }
  return static_cast<double>(count) / clock.seconds();
}

/// The search alone, always from the same roots.
static double emptySimulationsPerSecond(int32_t simulations, double limit) {
  EmptyModel model;
  SearchOptions options;
  options.numSimulations = simulations;
  Search search(model, options, 0);
  const std::vector<RootState> roots(
      gamesAtOnce, {std::vector<float>(model.numActions(), 0), 0});
  const Clock clock;
  int64_t count = 0;
  while (clock.seconds() < limit) {
    search.begin(roots);
    search.run();
    count += int64_t(simulations) * gamesAtOnce;
  }
  return static_cast<double>(count) / clock.seconds();
}

int main(int argc, char **argv) {
  const double limit = argc == 3 ? std::atof(argv[2]) : 0;
  if (!(limit > 0)) {
    std::fprintf(stderr, "usage: game-speed PROBLEM SECONDS\n");
    return 2;
  }
  const Result<Problem> problem = readProblem(argv[1], findBuiltinTarget);
  if (!problem) {
    std::fprintf(stderr, "error: %s\n", problem.error().c_str());
    return 1;
  }
  std::printf("{\"buffers\": %zu, \"uses\": %zu", problem->buffers.size(),
              makeGame(*problem).getUnits().size());
  const auto print = [](const char *name, double value) {
    std::printf(", \"%s\": %.0f", name, value);
  };
  print("steps", stepsPerSecond(*problem, limit));
  print("moves", movesPerSecond(*problem, limit));
  print("simulations_8", simulationsPerSecond(*problem, 8, limit));
  print("simulations_64", simulationsPerSecond(*problem, 64, limit));
  print("empty_simulations_8", emptySimulationsPerSecond(8, limit));
  print("empty_simulations_64", emptySimulationsPerSecond(64, limit));
  std::printf("}\n");
  return 0;
}
