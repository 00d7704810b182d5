//===- Actor.cpp - Plays for a learner elsewhere --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Actor.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

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

std::string memplace::agent::parseKnown(const std::string &text,
                                        KnownMakespans &out) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object())
    return "not known makespans: no JSON object";
  KnownMakespans known;
  for (const auto &[problem, seconds] : json.items()) {
    if (!seconds.is_number() || !(seconds.get<double>() > 0) ||
        !std::isfinite(seconds.get<double>()))
      return "not known makespans: that of '" + problem +
             "' must be seconds above 0";
    known[problem] = seconds.get<double>();
  }
  out = std::move(known);
  return "";
}

std::string memplace::agent::parseEpisodes(const std::string &text,
                                           std::vector<Episode> &out) {
  std::vector<Episode> episodes;
  for (size_t at = 0; at < text.size();) {
    const std::string number = std::to_string(episodes.size() + 1);
    const size_t end = text.find('\n', at);
    if (end == std::string::npos)
      return number + ": the line is cut off";
    Episode episode;
    if (std::string error = parseEpisode(text.substr(at, end - at), episode);
        !error.empty())
      return number + ": " + error;
    episodes.push_back(std::move(episode));
    at = end + 1;
  }
  if (episodes.empty())
    return "1: there is no episode";
  out = std::move(episodes);
  return "";
}

//===----------------------------------------------------------------------===//
// Playing
//===----------------------------------------------------------------------===//

namespace {

/// What is played at the seats, and what came of it.
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

  std::string play(const Network &network,
                   const std::function<bool()> &goesOn) {
    if (!findGame())
      return error;
    episodes.resize(options.episodes);
    Seats seats(
        network, options.play, options.seed, playing.size(),
        [this](size_t seat) { return next(seat); },
        [this](size_t seat, Episode episode) {
          episodes[playing[seat].number] = std::move(episode);
        });
    std::string failed = seats.play(goesOn);
    return failed.empty() ? error : failed;
  }

  std::vector<Episode> takeEpisodes() {
    std::erase_if(episodes, [](const Episode &e) { return e.isEmpty(); });
    return std::move(episodes);
  }

private:
  struct Playing {
    std::optional<Game> game;
    size_t number = 0; // Of its episode.
  };

  /// Draws an instance with something to decide into `chosen`; false: there is
  /// none, or it is no game: `error`.
  bool findGame() {
    while (error.empty() && !open.empty()) {
      const size_t place = chooser() % open.size();
      chosen = open[place];
      const Problem &problem = instances[chosen].problem;
      if (!templates[chosen]) {
        Result<Game> game = Game::create(problem);
        if (!game)
          error = "problem '" + problem.name + "': " + game.error();
        else if (game->numActions() > Observation::actions)
          error = "problem '" + problem.name + "': it has too many tiers";
        else
          templates[chosen] = std::move(*game);
      }
      if (error.empty() && !templates[chosen]->isOver())
        return true;
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
    }
    if (error.empty())
      error = "none of the problems to train on has anything to decide";
    return false;
  }

  double scaleOf(size_t instance) const {
    double best = instances[instance].msaSeconds;
    const auto found = known.find(instances[instance].problem.name);
    if (found != known.end() && (best == 0 || found->second < best))
      best = found->second;
    return best == 0
               ? rewardScale
               : rewardScaleAgainst(templates[instance]->baseline(), best);
  }

  SeatedGame next(size_t seat) {
    // `chosen` is that of the first episode already.
    if (begun == options.episodes || (begun > 0 && !findGame()))
      return {};
    Playing &at = playing[seat];
    at.number = begun++;
    at.game = std::move(*Game::create(instances[chosen].problem));
    at.game->share(templates[chosen]->relaxation());
    return {&*at.game, scaleOf(chosen)};
  }

  const std::vector<Instance> &instances;
  const KnownMakespans &known;
  const ActorOptions &options;
  std::mt19937_64 chooser;
  std::vector<std::optional<Game>> templates; // Of instances, at their start.
  std::vector<size_t> open; // Instances that may have something to decide.
  std::vector<Playing> playing;
  std::vector<Episode> episodes;
  size_t chosen = 0, begun = 0;
  std::string error;
};

} // namespace

std::string memplace::agent::playEpisodes(
    const std::string &checkpoint, const std::vector<Instance> &instances,
    const KnownMakespans &known, const ActorOptions &options,
    const std::function<bool()> &goesOn, std::vector<Episode> &episodes) {
  std::unique_ptr<Network> network;
  if (std::string error = Network::load(checkpoint, options.device, network);
      !error.empty())
    return error;
  if (std::string error =
          checkNetworkForGame(network->getConfig(), options.play.kind);
      !error.empty())
    return checkpoint + ": " + error;
  Network::setThreads(options.threads);
  Actor actor(instances, known, options);
  std::string error = actor.play(*network, goesOn);
  episodes = actor.takeEpisodes();
  return error;
}
