//===- Trainer.cpp - Self-play and learning, over and over ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trainer.h"

#include "Curves.h"

#include "memplace/Game/Trace.h"
#include "memplace/Problem/JSON.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

using namespace memplace;
using namespace memplace::agent;

struct Trainer::Impl {
  std::string folder;
  std::vector<Instance> instances;
  TrainerOptions options;
  std::unique_ptr<Network> network;
  Replay replay;
  std::map<std::string, size_t> byName; // Index into instances and games.
  std::vector<Game> games; // Of each instance, at its start, to learn with.
  int64_t round = 0;       // Rounds that are done, over all runs.

  std::string path(const char *name) const { return folder + "/" + name; }
  std::string playRound(const std::function<bool()> &goesOn,
                        RoundMetrics &metrics, bool &isDone);
  std::string learn(const std::function<bool()> &goesOn, RoundMetrics &metrics,
                    bool &isDone);
  TrainingBatch makeBatch(std::mt19937_64 &engine, std::vector<size_t> &used);
  double imitationOf(const Episode &episode) const;
  double overMsa(const Episode &episode) const;
  std::string writeMetrics(const RoundMetrics &metrics) const;
};

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

Trainer::Trainer(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Trainer::~Trainer() = default;

const Network &Trainer::getNetwork() const { return *impl->network; }

/// Rounds in \p path, a metrics file that need not exist; cuts off a last line
/// that is not whole.
static std::string countRounds(const std::string &path, int64_t &rounds) {
  rounds = 0;
  if (!std::filesystem::exists(path))
    return "";
  const Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  rounds = std::count(text->begin(), text->end(), '\n');
  if (text->empty() || text->back() == '\n')
    return "";
  const std::optional<Error> error =
      writeFile(path, text->substr(0, text->rfind('\n') + 1));
  return error ? error->message : "";
}

std::string Trainer::open(const std::string &folder,
                          std::vector<Instance> instances,
                          const TrainerOptions &options,
                          std::unique_ptr<Trainer> &out) {
  auto impl = std::make_unique<Impl>();
  impl->folder = folder;
  impl->instances = std::move(instances);
  impl->options = options;
  for (size_t i = 0; i < impl->instances.size(); ++i) {
    const Problem &problem = impl->instances[i].problem;
    if (!impl->byName.insert({problem.name, i}).second)
      return "two problems are named '" + problem.name + "'";
    Result<Game> game = Game::create(problem);
    if (!game)
      return "problem '" + problem.name + "': " + game.error();
    if (game->numActions() > Observation::actions)
      return "problem '" + problem.name + "': its target has " +
             std::to_string(problem.target.tiers.size()) +
             " tiers, networks know at most " +
             std::to_string(Observation::actions - 1);
    impl->games.push_back(std::move(*game));
  }
  const std::string checkpoint = impl->path("network.checkpoint");
  std::string error =
      std::filesystem::exists(checkpoint)
          ? Network::load(checkpoint, options.device, impl->network)
          : Network::create(options.network, options.seed, options.device,
                            impl->network);
  if (!error.empty())
    return error;
  error = checkNetworkForGame(impl->network->getConfig(), options.play.kind);
  if (!error.empty())
    return checkpoint + ": " + error;
  error = impl->replay.open(impl->path("replay.jsonl"), options.replayCapacity);
  if (error.empty())
    error = countRounds(impl->path("metrics.jsonl"), impl->round);
  if (!error.empty())
    return error;
  // Only now that all is well.
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    return folder + ": cannot make the folder: " + failed.message();
  out.reset(new Trainer(std::move(impl)));
  return "";
}

std::string Trainer::Impl::writeMetrics(const RoundMetrics &metrics) const {
  const std::string file = path("metrics.jsonl");
  std::string text;
  if (std::filesystem::exists(file)) {
    const Result<std::string> before = readFile(file);
    if (!before)
      return before.error();
    text = *before;
  }
  text += printMetrics(metrics) + "\n";
  if (const std::optional<Error> error = writeFile(file, text))
    return error->message;
  const std::optional<Error> error =
      writeFile(path("curves.html"), printCurves(text));
  return error ? error->message : "";
}

std::string memplace::agent::printMetrics(const RoundMetrics &metrics) {
  const nlohmann::ordered_json json = {
      {"round", metrics.round},
      {"episodes", metrics.episodes},
      {"mean_over_msa", metrics.meanOverMsa},
      {"best_over_msa", metrics.bestOverMsa},
      {"simulations_per_second", metrics.simulationsPerSecond},
      {"batch_fill", metrics.batchFill},
      {"policy_loss", metrics.losses.policy},
      {"value_loss", metrics.losses.value},
      {"reward_loss", metrics.losses.reward}};
  return json.dump();
}

//===----------------------------------------------------------------------===//
// Warm start
//===----------------------------------------------------------------------===//

/// An episode of \p game, played to its end by \p actions.
static Episode episodeOf(Game &game, const std::vector<GameAction> &actions) {
  Episode episode;
  episode.problem = game.getProblem().name;
  episode.makespan = game.makespan();
  episode.baseline = game.baseline();
  const double last = game.finalReward();
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

std::string Trainer::warmStart(
    const std::function<std::vector<Solution>(const Problem &)> &solve,
    const std::function<bool()> &goesOn) {
  if (impl->replay.numAdded() > 0)
    return "";
  for (size_t i = 0; i < impl->instances.size() && goesOn(); ++i)
    for (const Solution &solution : solve(impl->instances[i].problem)) {
      Game &game = impl->games[i];
      const std::vector<GameAction> actions = playTrace(game, solution);
      if (actions.empty())
        continue;
      Episode episode = episodeOf(game, actions);
      if (std::string error = impl->replay.add(std::move(episode));
          !error.empty())
        return error;
    }
  return "";
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

double Trainer::Impl::overMsa(const Episode &episode) const {
  const auto found = byName.find(episode.problem);
  const double msa =
      found == byName.end() ? 0 : instances[found->second].msaSeconds;
  return msa > 0 ? episode.makespan / msa - 1 : 0;
}

std::string Trainer::Impl::playRound(const std::function<bool()> &goesOn,
                                     RoundMetrics &metrics, bool &isDone) {
  // Each round has its own seed, so that one that was killed is played again.
  const uint64_t seed = options.seed * 1000003 + static_cast<uint64_t>(round);
  std::mt19937_64 engine(seed);
  std::vector<Game> playing;
  for (size_t i = 0; i < options.gamesAtOnce; ++i)
    playing.push_back(std::move(
        *Game::create(instances[engine() % instances.size()].problem)));
  // A problem where nothing is to be decided cannot be played.
  std::erase_if(playing, [](const Game &game) { return game.isOver(); });
  if (playing.empty())
    return "none of the problems has anything to decide";
  Player player(*network, options.play, seed);
  std::vector<Episode> episodes;
  const auto start = std::chrono::steady_clock::now();
  if (std::string error = player.play(playing, goesOn, episodes);
      !error.empty())
    return error;
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  metrics.simulationsPerSecond =
      static_cast<double>(player.numSimulations()) / seconds.count();
  metrics.batchFill = static_cast<double>(player.numJudged()) /
                      (static_cast<double>(player.numBatches()) *
                       static_cast<double>(playing.size()));
  int64_t finished = 0;
  for (Episode &episode : episodes) {
    if (episode.isEmpty()) {
      isDone = false;
      continue;
    }
    ++finished;
    metrics.meanOverMsa += overMsa(episode);
    if (std::string error = replay.add(std::move(episode)); !error.empty())
      return error;
  }
  metrics.meanOverMsa /= static_cast<double>(std::max<int64_t>(1, finished));
  return "";
}

double Trainer::Impl::imitationOf(const Episode &episode) const {
  constexpr double nearly = 1 + 1e-9;
  return episode.makespan <= nearly * replay.bestMakespan(episode.problem)
             ? options.imitation
             : 0;
}

TrainingBatch Trainer::Impl::makeBatch(std::mt19937_64 &engine,
                                       std::vector<size_t> &used) {
  constexpr double alpha = 0.6, beta = 0.4; // Schaul et al. 2016.
  TrainingBatch batch;
  TargetOptions targets;
  targets.unroll = options.play.kind == ModelKind::Learned ? options.unroll : 0;
  batch.steps = targets.unroll;
  double largest = 0;
  for (int32_t tries = 0; batch.batch < options.batchSize && tries < 10000;
       ++tries) {
    double weight = 1;
    const size_t index = replay.sample(engine, alpha, beta, weight);
    const Episode &episode = replay[index];
    const auto found = byName.find(episode.problem);
    if (found == byName.end())
      continue; // Of an instance that is no longer there.
    std::vector<size_t> moves;
    for (int64_t i = 0; i < options.movesPerEpisode; ++i)
      moves.push_back(engine() % episode.numMoves());
    std::sort(moves.begin(), moves.end());
    targets.imitation = imitationOf(episode);
    const int64_t before = batch.batch;
    addToBatch(episode, games[found->second], moves, targets,
               static_cast<float>(weight), batch);
    used.insert(used.end(), static_cast<size_t>(batch.batch - before), index);
    largest = std::max(largest, weight);
  }
  for (float &weight : batch.weights)
    weight /= static_cast<float>(largest);
  return batch;
}

std::string Trainer::Impl::learn(const std::function<bool()> &goesOn,
                                 RoundMetrics &metrics, bool &isDone) {
  std::mt19937_64 engine(options.seed * 7919 + static_cast<uint64_t>(round) +
                         1);
  int64_t steps = 0;
  for (; steps < options.stepsPerRound; ++steps) {
    if (!goesOn()) {
      isDone = false;
      break;
    }
    std::vector<size_t> used;
    const TrainingBatch batch = makeBatch(engine, used);
    if (batch.batch == 0)
      return "no episode in the replay fits the instances";
    TrainingLosses losses;
    if (std::string error = network->train(batch, options.optimizer, losses);
        !error.empty())
      return error;
    std::map<size_t, double> priorities;
    for (size_t i = 0; i < used.size(); ++i) {
      double &priority = priorities[used[i]];
      priority = std::max(priority, double(losses.priorities[i]));
    }
    for (const auto &[index, priority] : priorities)
      replay.setPriority(index, priority);
    metrics.losses.policy += losses.policy;
    metrics.losses.value += losses.value;
    metrics.losses.reward += losses.reward;
  }
  const double count = static_cast<double>(std::max<int64_t>(1, steps));
  metrics.losses.policy /= count;
  metrics.losses.value /= count;
  metrics.losses.reward /= count;
  return "";
}

std::string Trainer::runRound(const std::function<bool()> &goesOn,
                              RoundMetrics &metrics, bool &isDone) {
  isDone = true;
  metrics = RoundMetrics();
  std::string error = impl->playRound(goesOn, metrics, isDone);
  if (!error.empty() || !isDone)
    return error;
  error = impl->learn(goesOn, metrics, isDone);
  if (!error.empty())
    return error;
  ++impl->round;
  metrics.round = impl->round;
  metrics.episodes = impl->replay.numAdded();
  int32_t known = 0;
  for (const Instance &instance : impl->instances)
    if (const double best = impl->replay.bestMakespan(instance.problem.name);
        best > 0 && instance.msaSeconds > 0) {
      metrics.bestOverMsa += best / instance.msaSeconds - 1;
      ++known;
    }
  metrics.bestOverMsa /= std::max(1, known);
  error = impl->network->save(impl->path("network.checkpoint"),
                              /*withOptimizer=*/true);
  return error.empty() ? impl->writeMetrics(metrics) : error;
}
