//===- Actor.cpp - Self-play for a remote learner -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actor.h"

#include "memplace/Problem/Random.h"

#include <cmath>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::string memplace::agent::printKnown(const KnownMakespans &known) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto &[problem, seconds] : known)
    json[problem] = seconds;
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

Result<KnownMakespans> memplace::agent::parseKnown(const std::string &text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object())
    return Error{"not known makespans: no JSON object"};
  KnownMakespans known;
  for (const auto &[problem, seconds] : json.items()) {
    if (!seconds.is_number() || !(seconds.get<double>() > 0) ||
        !std::isfinite(seconds.get<double>()))
      return Error{"not known makespans: that of '" + problem +
                   "' must be seconds above 0"};
    known[problem] = seconds.get<double>();
  }
  return known;
}

Result<std::vector<Episode>>
memplace::agent::parseEpisodes(const std::string &text) {
  std::vector<Episode> episodes;
  for (size_t at = 0; at < text.size();) {
    const std::string number = std::to_string(episodes.size() + 1);
    const size_t end = text.find('\n', at);
    if (end == std::string::npos)
      return Error{number + ": the line is cut off"};
    Result<Episode> episode = parseEpisode(text.substr(at, end - at));
    if (!episode)
      return Error{number + ": " + episode.error()};
    episodes.push_back(std::move(*episode));
    at = end + 1;
  }
  if (episodes.empty())
    return Error{"1: there is no episode"};
  return episodes;
}

//===----------------------------------------------------------------------===//
// Playing
//===----------------------------------------------------------------------===//

namespace {

/// State of one `playEpisodes` call: games in the slots and finished episodes.
class Actor {
public:
  Actor(const std::vector<Instance> &instances, const KnownMakespans &known,
        const ActorOptions &options)
      : instances(instances), known(known), options(options),
        chooser(options.seed), templates(instances.size()) {
    for (size_t i = 0; i < instances.size(); ++i)
      if (!instances[i].isHeldOut)
        open.push_back(i);
    playing.resize(std::min(options.gamesAtOnce, options.episodes));
  }

  Result<std::vector<Episode>> play(const Network &network,
                                    const ShouldContinue &shouldContinue) {
    if (!findGame())
      return *error;
    episodes.resize(options.episodes);
    GameSlots slots(
        network, options.play, options.seed, playing.size(),
        [this](size_t slot) { return next(slot); },
        [this](size_t slot, Episode episode) {
          episodes[playing[slot].number] = std::move(episode);
        });
    if (std::optional<Error> failed = slots.play(shouldContinue))
      return *failed;
    if (error)
      return *error;
    std::erase_if(episodes, [](const Episode &e) { return e.isEmpty(); });
    return std::move(episodes);
  }

private:
  struct Playing {
    std::optional<Game> game;
    size_t number = 0; // Index of the episode.
  };

  /// Draws an instance with decisions to make into `chosen`. Returns false and
  /// sets `error` if there is none or if the drawn problem is no valid game.
  bool findGame() {
    while (!error && !open.empty()) {
      const size_t place = chooser.bits() % open.size();
      chosen = open[place];
      const Problem &problem = instances[chosen].problem;
      if (!templates[chosen]) {
        Result<Game> game = Game::create(problem);
        if (!game)
          error = Error{"problem '" + problem.name + "': " + game.error()};
        else if (game->numActions() > Observation::actions)
          error =
              Error{"problem '" + problem.name + "': it has too many tiers"};
        else
          templates[chosen] = std::move(*game);
      }
      if (!error && !templates[chosen]->isOver())
        return true;
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
    }
    if (!error)
      error = Error{"no problem to train on has any decision to make"};
    return false;
  }

  double scaleOf(size_t instance) const {
    const auto found = known.find(instances[instance].problem.name);
    const double best = minKnown(instances[instance].msaSeconds,
                                 found == known.end() ? 0 : found->second);
    return best == 0
               ? rewardPercent
               : rewardScaleAgainst(templates[instance]->baseline(), best);
  }

  SlotGame next(size_t slot) {
    // `play` has already drawn the instance of the first episode.
    if (begun == options.episodes || (begun > 0 && !findGame()))
      return {};
    Playing &at = playing[slot];
    at.number = begun++;
    at.game = std::move(*Game::create(instances[chosen].problem));
    at.game->share(templates[chosen]->relaxation());
    return {&*at.game, scaleOf(chosen)};
  }

  const std::vector<Instance> &instances;
  const KnownMakespans &known;
  const ActorOptions &options;
  Random chooser;
  std::vector<std::optional<Game>> templates; // By instance, at their start.
  std::vector<size_t> open; // Instances that may have decisions to make.
  std::vector<Playing> playing;
  std::vector<Episode> episodes;
  size_t chosen = 0, begun = 0;
  std::optional<Error> error;
};

} // namespace

Result<std::vector<Episode>> memplace::agent::playEpisodes(
    const std::string &checkpoint, const std::vector<Instance> &instances,
    const KnownMakespans &known, const ActorOptions &options,
    const ShouldContinue &shouldContinue) {
  Result<std::unique_ptr<Network>> network =
      Network::load(checkpoint, options.device);
  if (!network)
    return network.takeError();
  if (const std::optional<Error> error =
          checkNetworkForGame((*network)->getConfig(), options.play.kind))
    return Error{checkpoint + ": " + error->message};
  Network::setThreads(options.threads);
  return Actor(instances, known, options).play(**network, shouldContinue);
}
