//===- Trainer.cpp - Self-play and learning, over and over ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrainerImpl.h"

#include "Curves.h"
#include "LineFile.h"

#include "memplace/Game/Trace.h"
#include "memplace/IO/File.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

Trainer::Trainer(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Trainer::~Trainer() = default;

const Network &Trainer::getNetwork() const { return *impl->network; }
const Incumbents &Trainer::getIncumbents() const { return impl->incumbents; }

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

std::string Trainer::Impl::addGames() {
  for (size_t i = 0; i < instances.size(); ++i) {
    const Problem &problem = instances[i].problem;
    if (!byName.insert({problem.name, i}).second)
      return "two problems are named '" + problem.name + "'";
    Result<Game> game = Game::create(problem);
    if (!game)
      return "problem '" + problem.name + "': " + game.error();
    if (game->numActions() > Observation::actions)
      return "problem '" + problem.name + "': its target has " +
             std::to_string(problem.target.tiers.size()) +
             " tiers, networks know at most " +
             std::to_string(Observation::actions - 1);
    if (!game->isOver())
      (instances[i].isHeldOut ? heldOut : trainedOn).push_back(i);
    games.push_back(std::move(*game));
  }
  if (trainedOn.empty())
    return "none of the problems to train on has anything to decide";
  return "";
}

/// Names of metrics that are read again.
static constexpr const char *roundName = "round", *episodesName = "episodes",
                            *evaluationName = "evaluation_mean_over_msa";

std::string Trainer::Impl::readMetrics() {
  const std::string file = path("metrics.jsonl");
  if (std::string error = readLines(file, lines); !error.empty())
    return error;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto json = nlohmann::json::parse(lines[i], nullptr, false);
    if (!json.is_object() || !json.contains(roundName) ||
        !json[roundName].is_number_integer())
      return file + ":" + std::to_string(i + 1) + ": not a round's metrics";
    round = std::max(round, json[roundName].get<int64_t>());
    if (const auto found = json.find(episodesName);
        found != json.end() && found->is_number_integer())
      replay.setAdded(found->get<int64_t>());
    const auto found = json.find(evaluationName);
    if (found == json.end() || !found->is_number())
      continue;
    const double over = found->get<double>();
    bestEvaluation = wasEvaluated ? std::min(bestEvaluation, over) : over;
    wasEvaluated = true;
  }
  return "";
}

bool Trainer::Impl::isStale(const Episode &episode) const {
  const auto found = byName.find(episode.problem);
  if (found == byName.end())
    return false;
  const double baseline = games[found->second].baseline();
  return std::abs(episode.baseline - baseline) > 1e-9 * baseline ||
         episode.policies.size() != episode.numMoves() * Observation::actions;
}

std::string Trainer::Impl::readFolder() {
  const std::string checkpoint = path("network.checkpoint");
  std::string error = std::filesystem::exists(checkpoint)
                          ? Network::load(checkpoint, options.device, network)
                          : Network::create(options.network, options.seed,
                                            options.device, network);
  if (!error.empty())
    return error;
  error = checkNetworkForGame(network->getConfig(), options.play.kind);
  if (!error.empty())
    return checkpoint + ": " + error;
  error = replay.open(path("replay.jsonl"), options.replayCapacity);
  if (error.empty())
    error = readMetrics();
  if (error.empty())
    error = readLearned();
  std::vector<const Problem *> problems;
  for (const Instance &instance : instances)
    if (!instance.isHeldOut)
      problems.push_back(&instance.problem);
  if (!error.empty())
    return error;
  return incumbents.open(
      folder, problems, options.bestOf,
      [this](const Episode &episode) { return isStale(episode); });
}

std::string Trainer::open(const std::string &folder,
                          std::vector<Instance> instances,
                          const TrainerOptions &options,
                          std::unique_ptr<Trainer> &out) {
  auto impl = std::make_unique<Impl>();
  impl->folder = folder;
  impl->instances = std::move(instances);
  impl->options = options;
  if (std::string error = impl->addGames(); !error.empty())
    return error;
  // First: what others are writing looks as if it were cut off.
  if (std::filesystem::is_directory(folder))
    if (std::string error = impl->lock.take(folder); !error.empty())
      return error;
  if (std::string error = impl->readFolder(); !error.empty())
    return error;
  if (!impl->lock.isTaken()) {
    // Only now that all is well.
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
      return folder + ": cannot make the folder: " + failed.message();
    if (std::string error = impl->lock.take(folder); !error.empty())
      return error;
  }
  out.reset(new Trainer(std::move(impl)));
  return "";
}

//===----------------------------------------------------------------------===//
// Metrics
//===----------------------------------------------------------------------===//

static void printEvaluation(const std::string &prefix,
                            const EvaluationMetrics &metrics,
                            nlohmann::ordered_json &json) {
  if (metrics.problems == 0)
    return;
  json[prefix + "_mean_over_msa"] = metrics.meanOverMsa;
  json[prefix + "_best_over_msa"] = metrics.bestOverMsa;
  json[prefix + "_share_better_than_msa"] = metrics.shareBetter;
}

std::string memplace::agent::printMetrics(const RoundMetrics &metrics) {
  nlohmann::ordered_json json = {{roundName, metrics.round},
                                 {episodesName, metrics.episodes},
                                 {"mean_over_msa", metrics.meanOverMsa},
                                 {"best_over_msa", metrics.bestOverMsa}};
  if (metrics.simulationsPerSecond > 0) {
    json["simulations_per_second"] = metrics.simulationsPerSecond;
    json["batch_fill"] = metrics.batchFill;
  }
  json["imitation_share"] = metrics.imitationShare;
  json["policy_loss"] = metrics.losses.policy;
  json["value_loss"] = metrics.losses.value;
  json["reward_loss"] = metrics.losses.reward;
  if (metrics.isEvaluated) {
    printEvaluation("evaluation", metrics.training, json);
    printEvaluation("held_out", metrics.heldOut, json);
  }
  return json.dump();
}

std::string Trainer::Impl::writeMetrics(const RoundMetrics &metrics) {
  lines.push_back(printMetrics(metrics));
  if (std::string error = appendLine(path("metrics.jsonl"), lines.back());
      !error.empty())
    return error;
  // The page is as long as the run: it need not be made anew each time.
  constexpr int64_t often = 20, pause = 10;
  if (round > often && round % pause != 0 && !metrics.isEvaluated)
    return "";
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  const std::optional<Error> error =
      writeFile(path("curves.html"), printCurves(text));
  return error ? error->message : "";
}

//===----------------------------------------------------------------------===//
// Warm start
//===----------------------------------------------------------------------===//

Episode Trainer::Impl::episodeOf(Game &game) {
  Episode episode;
  episode.problem = game.getProblem().name;
  episode.makespan = game.makespan();
  episode.baseline = game.baseline();
  const double last = game.finalReward();
  std::vector<GameAction> actions;
  for (size_t i = 0; i < game.numDecisions(); ++i)
    actions.push_back(game.decision(i).action);
  while (game.numDecisions() > 0)
    game.undo();
  for (GameAction action : actions) {
    GameStep step;
    game.apply(action, step);
    episode.actions.push_back(static_cast<uint8_t>(action));
    for (GameAction a = 0; a < Observation::actions; ++a)
      episode.policies.push_back(a == action ? 1 : 0);
    episode.rewards.push_back(static_cast<float>(rewardScale * step.reward));
  }
  episode.rewards.back() += static_cast<float>(rewardScale * last);
  for (size_t move = 0; move < episode.numMoves(); ++move)
    episode.values.push_back(0);
  for (size_t move = 0; move < episode.numMoves(); ++move)
    episode.values[move] = returnFrom(episode, move, 0);
  while (game.numDecisions() > 0)
    game.undo();
  return episode;
}

std::string Trainer::warmStart(const Solve &solve,
                               const std::function<bool()> &goesOn) {
  for (size_t i : impl->trainedOn) {
    if (!goesOn())
      break;
    const Problem &problem = impl->instances[i].problem;
    // A solution alone is one of before the program was changed.
    if (impl->incumbents.hasSolution(problem.name) &&
        impl->incumbents.bestPlayed(problem.name) > 0)
      continue;
    const std::vector<NamedSolution> found = solve(problem);
    const NamedSolution *best = nullptr;
    for (const NamedSolution &each : found) {
      if (!best ||
          makespan(problem, each.solution) < makespan(problem, best->solution))
        best = &each;
      playTrace(impl->games[i], each.solution);
      const Episode episode = Impl::episodeOf(impl->games[i]);
      if (impl->incumbents.offer(episode))
        if (std::string error = impl->replay.add(episode); !error.empty())
          return error;
    }
    if (std::string error = impl->incumbents.save(); !error.empty())
      return error;
    // Last, for this says that the problem is done.
    if (!best)
      continue;
    if (std::string error =
            impl->incumbents.offer(problem, best->solution, best->solver);
        !error.empty())
      return error;
  }
  return "";
}
