//===- PlayingAgent.cpp - mallocGame players as solver agents -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlayingAgent.h"

#include "agent/Game/Trace.h"
#include "memplace/Problem/StopToken.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::agent;

/// Budget, stop criterion and best placement of one `play` call.
class PlayingAgent::PlayBudget {
public:
  PlayBudget(int64_t episodes, double baseline, const SolveLimits &limits,
             const std::function<void(AgentPlacement)> &found)
      : limits(limits), token(limits.token()), found(found), wanted(episodes),
        best(baseline) {}

  bool shouldContinue() {
    if (!token.isOver() && limits.progress &&
        !limits.progress(
            {token.seconds(), best,
             static_cast<double>(numPlayed) /
                 static_cast<double>(std::max<int64_t>(1, wanted))}))
      token.stop();
    return !token.wasOver();
  }
  int64_t numLeft() const { return wanted - numPlayed; }
  void count(size_t episodes) { numPlayed += static_cast<int64_t>(episodes); }
  /// Counts a finished episode.
  void finish(const Game &game) {
    assert(game.isOver() && "an episode ends with its game");
    ++numFinished;
    consider(game);
  }
  int64_t getNumFinished() const { return numFinished; }
  uint64_t seed() const { return limits.seed; }

  /// Offers the placement of \p game. Every state of a game is a legal
  /// placement, even in an abandoned episode.
  void consider(const Game &game) {
    const double makespan = game.makespan();
    if (makespan >= best)
      return;
    best = makespan;
    found({makespan, game.placed()});
  }

private:
  const SolveLimits &limits;
  StopToken token;
  const std::function<void(AgentPlacement)> &found;
  const int64_t wanted;
  int64_t numPlayed = 0;   // Including abandoned episodes.
  int64_t numFinished = 0; // Finished episodes.
  double best = 0;         // Seconds.
};

std::optional<Error> PlayingAgent::loadNetwork() {
  std::string path = options.checkpoint;
  if (path.empty())
    path = folder + (options.model == "learned" ? "/learned.checkpoint"
                                                : "/network.checkpoint");
  Network::setThreads(1); // Makes results reproducible by seed.
  Result<std::unique_ptr<Network>> loaded = Network::load(path, "cpu");
  if (!loaded)
    return loaded.takeError();
  network = std::move(*loaded);
  const NetworkConfig &config = network->getConfig();
  const bool isLearned =
      options.model.empty() ? config.hasDynamics : options.model == "learned";
  kind = isLearned ? ModelKind::Learned : ModelKind::Exact;
  if (std::optional<Error> error = checkNetworkForGame(config, kind))
    return Error{path + ": " + error->message};
  return std::nullopt;
}

std::optional<Error> PlayingAgent::begin(const Problem &problem,
                                         const AgentOptions &wanted,
                                         const SolveLimits &limits) {
  // Setup may take half of the time; the other half is for playing.
  StopToken token = limits.token();
  if (limits.timeLimit)
    token.keepBack(limits.timeLimit->count() / 2);
  options = wanted;
  if (std::optional<Error> error = loadNetwork())
    return error;
  Result<Game> game = Game::create(problem);
  if (!game)
    return game.takeError();
  if (game->numActions() > Observation::actions)
    return Error{"the agent supports targets of at most " +
                 std::to_string(Observation::actions - firstCopyAction + 1) +
                 " tiers, this one has " +
                 std::to_string(problem.target.tiers.size())};
  played = 0;
  games.clear();
  reviser.reset();
  start.reset();
  if (game->isOver())
    return std::nullopt;
  const auto shouldContinue = [&] {
    return !token.isOver() &&
           (!limits.progress ||
            limits.progress({token.seconds(), game->baseline(), 0}));
  };
  // The optimum is unknown but seldom far above the bound.
  constexpr double aboveBound = 1.02;
  scale = rewardScaleAgainst(
      game->baseline(),
      std::min(game->baseline(),
               aboveBound * game->relaxation(shouldContinue)->bound));
  games.push_back(std::move(*game));
  return std::nullopt;
}

Result<int64_t>
PlayingAgent::play(int64_t episodes, const SolveLimits &limits,
                   const std::function<void(AgentPlacement)> &found) {
  if (games.empty())
    return episodes;
  PlayBudget watch(episodes, games[0].baseline(), limits, found);
  playStart(watch);
  std::optional<Error> error;
  while (!error && watch.numLeft() > 0 && watch.shouldContinue()) {
    const int64_t count = played == 0 ? 1 : options.games;
    if (options.revises && reviser && played > options.games)
      error = revise(watch); // Until the reviser is stuck and reset.
    else
      error = playRound(static_cast<size_t>(std::min(count, watch.numLeft())),
                        watch);
  }
  if (error)
    return *error;
  return watch.getNumFinished();
}

void PlayingAgent::setWarmStart(const Solution &given) { start = given; }

// The reviser starts from the given placement. That start costs no episode.
void PlayingAgent::playStart(PlayBudget &watch) {
  if (!start)
    return;
  Game &game = games.front();
  while (game.numDecisions() > 0)
    game.undo();
  playTrace(game, *start);
  start.reset();
  watch.consider(game);
  reviser.emplace(*network, playOptions(), scale, watch.seed(), game);
}

PlayOptions PlayingAgent::playOptions() const {
  PlayOptions play;
  play.kind = kind;
  play.search.numSimulations = static_cast<int32_t>(options.simulations);
  return play;
}

std::optional<Error> PlayingAgent::revise(PlayBudget &watch) {
  std::optional<Error> error = reviser->play(
      games, watch.numLeft(),
      [&] { return !reviser->isStuck() && watch.shouldContinue(); },
      [&](const Game &game) {
        ++played;
        watch.count(1);
        watch.finish(game);
      });
  if (reviser->isStuck())
    reviser.reset();
  return error;
}

std::optional<Error> PlayingAgent::playRound(size_t count, PlayBudget &watch) {
  while (games.size() < count) {
    Game game = std::move(*Game::create(games[0].getProblem()));
    game.share(games[0].relaxation());
    games.push_back(std::move(game));
  }
  const std::span<Game> chosen = std::span(games).first(count);
  for (Game &game : chosen)
    while (game.numDecisions() > 0)
      game.undo();
  PlayOptions play = playOptions();
  if (played == 0)
    play = withoutNoise(play);
  Player player(*network, play, watch.seed() + static_cast<uint64_t>(played));
  Result<std::vector<Episode>> episodes = player.play(
      chosen, [&] { return watch.shouldContinue(); },
      std::vector<double>(count, scale),
      [&](size_t i) { watch.finish(chosen[i]); });
  played += static_cast<int64_t>(count);
  watch.count(count);
  if (!episodes)
    return episodes.takeError();
  for (const Game &game : chosen) {
    if (!game.isOver())
      watch.consider(game);
    else if (reviser)
      reviser->offer(game);
    else
      reviser.emplace(*network, playOptions(), scale,
                      watch.seed() + static_cast<uint64_t>(played), game);
  }
  return std::nullopt;
}
