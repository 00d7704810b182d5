//===- EgrlTrainer.cpp - Trains one EGRL policy on many problems ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EgrlTrainer.h"

#include "Curves.h"
#include "LineFile.h"

#include "agent/Network/Network.h"
#include "memplace/IO/File.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

using namespace memplace;
using namespace memplace::agent;
using nlohmann::json;

static constexpr const char *stateFile = "population.cbor";
static constexpr const char *checkpointFile = "network.checkpoint";
static constexpr const char *metricsFile = "metrics.jsonl";
static constexpr const char *stateFormat = "memplace-egrl-run";
static constexpr int64_t stateVersion = 1;

std::string memplace::agent::printMetrics(const EgrlRoundMetrics &metrics) {
  nlohmann::ordered_json line = {{"round", metrics.round},
                                 {"maps", metrics.maps},
                                 {"best_over_native", metrics.bestOverNative},
                                 {"mean_fitness", metrics.meanFitness},
                                 {"critic_loss", metrics.losses.critic},
                                 {"value", metrics.losses.value},
                                 {"entropy", metrics.losses.entropy}};
  for (const auto &[name, zeroShot] : {std::pair("training", metrics.training),
                                       std::pair("held_out", metrics.heldOut)})
    if (zeroShot.problems > 0) {
      const std::string prefix = std::string("zero_shot_") + name;
      line[prefix + "_over_native"] = zeroShot.meanOverNative;
      line[prefix + "_share_better"] = zeroShot.shareBetter;
    }
  return line.dump();
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// For the network, which says how many tiers it knows.
std::optional<Error>
EgrlTrainer::addProblems(const std::vector<Instance> &instances) {
  std::set<std::string> names;
  for (size_t i = 0; i < instances.size(); ++i) {
    const Problem &problem = instances[i].problem;
    if (!names.insert(problem.name).second)
      return Error{"two problems are named '" + problem.name + "'"};
    Result<MapTask> task =
        MapTask::create(problem, network->getConfig().tiers, {});
    if (!task)
      return Error{"problem '" + problem.name + "': " + task.error()};
    if (task->getTensors().empty())
      continue; // Nothing to decide.
    if (instances[i].isHeldOut)
      heldOut.push_back(std::make_unique<MapTask>(std::move(*task)));
    else
      runs.push_back(std::make_unique<Run>(std::move(*task), options.evolution,
                                           options.seed + i));
  }
  if (runs.empty())
    return Error{"in none of the problems that are not held out there is "
                 "anything to decide"};
  return std::nullopt;
}

std::optional<Error>
EgrlTrainer::restore(const std::string &bytes,
                     const std::vector<Instance> &instances) {
  try {
    const json state = json::from_cbor(bytes);
    if (!state.is_object() || state.value("format", json()) != stateFormat)
      return Error{"is no state of a run of egrl"};
    if (state.value("version", json()) != stateVersion)
      return Error{"is of version " + state.value("version", json()).dump() +
                   ", this program's are of version " +
                   std::to_string(stateVersion)};
    const auto &weights = state.at("network").get_binary();
    Result<std::unique_ptr<GraphNetwork>> read =
        GraphNetwork::fromBytes(std::string(weights.begin(), weights.end()));
    if (!read)
      return Error{read.error()};
    network = std::move(*read);
    if (std::optional<Error> error = addProblems(instances))
      return error;
    for (const auto &run : runs) {
      const std::string &name =
          run->evolution.getTask().getGame().getProblem().name;
      const auto found = state.at("problems").find(name);
      if (found == state.at("problems").end())
        continue; // It is new.
      if (std::optional<Error> error =
              run->evolution.restore(found->at("evolution")))
        return error;
      run->best = found->at("best").get<TierMap>();
      if (!run->evolution.getTask().isMap(run->best))
        return Error{"the best map is not of problem '" + name + "'"};
    }
    rounds = state.at("rounds");
    maps = state.at("maps");
    return std::nullopt;
  } catch (const json::exception &error) {
    return Error{std::string("is damaged: ") + error.what()};
  }
}

Result<std::unique_ptr<EgrlTrainer>>
EgrlTrainer::open(const std::string &path,
                  const std::vector<Instance> &instances,
                  const EgrlTrainerOptions &options) {
  if (std::optional<Error> error = check(options.evolution))
    return *error;
  FolderLock lock;
  if (std::filesystem::is_directory(path))
    if (std::optional<Error> error = lock.take(path))
      return *error;
  std::vector<const Problem *> problems;
  int64_t tiers = 0;
  for (const Instance &instance : instances) {
    tiers = std::max(
        tiers, static_cast<int64_t>(instance.problem.target.tiers.size()));
    if (!instance.isHeldOut)
      problems.push_back(&instance.problem);
  }
  Result<Incumbents> incumbents = Incumbents::open(path, problems, 1);
  if (!incumbents)
    return Error{incumbents.error()};
  std::unique_ptr<EgrlTrainer> trainer(
      new EgrlTrainer(path, options, std::move(*incumbents)));
  trainer->lock = std::move(lock);
  Network::setThreads(1); // So that a seed decides everything.
  const std::string state = trainer->file(stateFile);
  const bool goesOn = std::filesystem::exists(state);
  if (!goesOn && std::filesystem::exists(trainer->file(checkpointFile)))
    return Error{path + ": has a network, but no " + stateFile +
                 " of --algorithm=egrl; use another folder"};
  if (!goesOn) {
    Result<std::unique_ptr<GraphNetwork>> network =
        openGraphNetwork(options.from, options.network, tiers, options.seed);
    if (!network)
      return Error{network.error()};
    trainer->network = std::move(*network);
    if (std::optional<Error> error = trainer->addProblems(instances))
      return *error;
    return trainer;
  }
  const Result<std::string> bytes = readFile(state);
  if (!bytes)
    return Error{bytes.error()};
  if (std::optional<Error> error = trainer->restore(*bytes, instances))
    return Error{state + ": " + error->message};
  return trainer;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

std::optional<Error> EgrlTrainer::evolve(Run &run,
                                         const ShouldContinue &shouldContinue,
                                         EgrlRoundMetrics &metrics) {
  MapGame &game = run.evolution.getTask().getGame();
  MapTrials trials(game, options.mapsPerRound,
                   [&](double, double) { return shouldContinue(); });
  trials.evaluate(run.best); // Trials know of nothing before them.
  const auto share = 1 / static_cast<double>(runs.size());
  GenerationStats last;
  while (!trials.isOver()) {
    const Result<GenerationStats> stats =
        run.evolution.runGeneration(trials, *network);
    if (!stats)
      return Error{"problem '" + game.getProblem().name +
                   "': " + stats.error()};
    last = *stats;
  }
  maps += trials.getNumTried();
  run.best = trials.getBest();
  metrics.meanFitness += share * last.meanFitness;
  metrics.losses.critic += share * last.losses.critic;
  metrics.losses.value += share * last.losses.value;
  metrics.losses.entropy += share * last.losses.entropy;
  if (game.nativeSeconds() > 0)
    metrics.bestOverNative +=
        share * (trials.getBestSeconds() / game.nativeSeconds() - 1);
  return incumbents.offer(game.getProblem(), game.solution(run.best), "egrl");
}

Result<ZeroShotMetrics>
EgrlTrainer::evaluatePolicy(const std::vector<MapTask *> &tasks) const {
  ZeroShotMetrics metrics;
  metrics.problems = static_cast<int32_t>(tasks.size());
  for (MapTask *task : tasks) {
    const auto said = network->judge({&task->getData()});
    if (!said)
      return Error{said.error()};
    TierMap map = task->mapOf(said->front(), /*random=*/nullptr);
    const double native = task->getGame().nativeSeconds();
    const double seconds = task->getGame().evaluate(map).seconds;
    const auto share = 1 / static_cast<double>(tasks.size());
    if (native > 0)
      metrics.meanOverNative += share * (seconds / native - 1);
    metrics.shareBetter += seconds < native ? share : 0;
  }
  return metrics;
}

Result<std::optional<EgrlRoundMetrics>>
EgrlTrainer::runRound(const ShouldContinue &shouldContinue) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed)
    return Error{path + ": cannot make the folder: " + failed.message()};
  if (!lock.isTaken())
    if (std::optional<Error> error = lock.take(path))
      return *error;
  EgrlRoundMetrics metrics;
  std::vector<MapTask *> trained, unseen;
  for (const auto &run : runs) {
    if (std::optional<Error> error = evolve(*run, shouldContinue, metrics))
      return *error;
    trained.push_back(&run->evolution.getTask());
  }
  if (!shouldContinue())
    return std::optional<EgrlRoundMetrics>();
  for (const auto &task : heldOut)
    unseen.push_back(task.get());
  for (const auto &[tasks, zeroShot] : {std::pair(&trained, &metrics.training),
                                        std::pair(&unseen, &metrics.heldOut)}) {
    const Result<ZeroShotMetrics> said = evaluatePolicy(*tasks);
    if (!said)
      return Error{said.error()};
    *zeroShot = *said;
  }
  metrics.round = ++rounds;
  metrics.maps = maps;
  if (std::optional<Error> error = write(metrics))
    return *error;
  return std::optional(metrics);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Result<std::string> EgrlTrainer::print() const {
  const Result<std::string> bytes = network->toBytes(/*withOptimizer=*/true);
  if (!bytes)
    return Error{bytes.error()};
  json state = {{"format", stateFormat},
                {"version", stateVersion},
                {"rounds", rounds},
                {"maps", maps},
                {"network", json::binary({bytes->begin(), bytes->end()})},
                {"problems", json::object()}};
  for (const auto &run : runs)
    state["problems"][run->evolution.getTask().getGame().getProblem().name] = {
        {"best", run->best}, {"evolution", run->evolution.print()}};
  const std::vector<uint8_t> cbor = json::to_cbor(state);
  return std::string(cbor.begin(), cbor.end());
}

/// The state counts; all else is made of it, or for people.
std::optional<Error> EgrlTrainer::write(const EgrlRoundMetrics &metrics) {
  const Result<std::string> state = print();
  if (!state)
    return Error{state.error()};
  if (std::optional<Error> error = writeFile(file(stateFile), *state))
    return error;
  if (std::optional<Error> error =
          network->save(file(checkpointFile), /*withOptimizer=*/false))
    return error;
  if (std::optional<Error> error =
          appendLine(file(metricsFile), printMetrics(metrics)))
    return error;
  const Result<std::string> lines = readFile(file(metricsFile));
  if (!lines)
    return Error{lines.error()};
  return writeFile(file("curves.html"), printCurves(*lines));
}
