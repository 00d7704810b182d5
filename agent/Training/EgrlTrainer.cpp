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
#include "Metrics.h"

#include "agent/Network/Network.h"
#include "memplace/IO/File.h"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

using namespace memplace;
using namespace memplace::agent;
using nlohmann::json;

static constexpr const char *stateFile = "population.cbor";
static constexpr const char *checkpointFile = "network.checkpoint";
static constexpr const char *bestFile = "best.checkpoint";
static constexpr const char *metricsFile = "metrics.jsonl";
static constexpr const char *stateFormat = "memplace-egrl-run";
static constexpr int64_t stateVersion = 2; // Version 1 had no best policy.

std::string memplace::agent::printMetrics(const EgrlRoundMetrics &metrics) {
  nlohmann::ordered_json line = {{"round", metrics.round},
                                 {"maps", metrics.maps},
                                 {"best_over_native", metrics.bestOverNative},
                                 {"mean_fitness", metrics.meanFitness},
                                 {"critic_loss", metrics.losses.critic},
                                 {"value", metrics.losses.value},
                                 {"entropy", metrics.losses.entropy},
                                 {"lesson_loss", metrics.lessonLoss}};
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

/// Creates a task for each problem. Needs the network, which limits the number
/// of tiers.
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
    return Error{"no problem to train on has any decision to make"};
  return std::nullopt;
}

std::optional<Error>
EgrlTrainer::restore(const std::string &bytes,
                     const std::vector<Instance> &instances) {
  try {
    const json state = json::from_cbor(bytes);
    if (!state.is_object() || state.value("format", json()) != stateFormat)
      return Error{"is not the state of a run of egrl"};
    if (state.value("version", json()) != stateVersion)
      return Error{"is of version " + state.value("version", json()).dump() +
                   ", this program's are of version " +
                   std::to_string(stateVersion)};
    const auto &weights = state.at("network").get_binary();
    Result<std::unique_ptr<GraphNetwork>> read =
        GraphNetwork::fromBytes(std::string(weights.begin(), weights.end()));
    if (!read)
      return read.takeError();
    network = std::move(*read);
    if (std::optional<Error> error = addProblems(instances))
      return error;
    for (const auto &run : runs) {
      const std::string &name =
          run->evolution.getTask().getGame().getProblem().name;
      const auto found = state.at("problems").find(name);
      if (found == state.at("problems").end())
        continue; // Added since the last run.
      if (found->contains("evolution"))
        if (std::optional<Error> error =
                run->evolution.restore(found->at("evolution")))
          return error;
      run->best = found->at("best").get<TierMap>();
      if (!run->evolution.getTask().isMap(run->best))
        return Error{"the best map is not of problem '" + name + "'"};
    }
    rounds = state.at("rounds");
    maps = state.at("maps");
    bestZeroShot = state.at("best_zero_shot");
    return std::nullopt;
  } catch (const json::exception &error) {
    return Error{std::string("is damaged: ") + error.what()};
  }
}

/// Reads the maps of the teacher's file. A map faster than the native map
/// becomes the best known map of its problem. The file may omit problems.
std::optional<Error> EgrlTrainer::readTeacher() {
  if (options.teacher.empty())
    return std::nullopt;
  Result<std::string> text = readFile(options.teacher);
  if (!text)
    return text.takeError();
  const json maps = json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!maps.is_object())
    return Error{
        options.teacher +
        ": is not a JSON object with a list of tiers for each problem"};
  for (const auto &run : runs) {
    MapTask &task = run->evolution.getTask();
    const Problem &problem = task.getGame().getProblem();
    const auto found = maps.find(problem.name);
    if (found == maps.end())
      continue;
    TierMap map;
    if (found->is_array() && found->size() == problem.buffers.size())
      for (const MapTensor &tensor : task.getTensors()) {
        const json &tier = (*found)[static_cast<size_t>(tensor.buffer)];
        map.push_back(tier.is_number_integer() ? tier.get<TierId>() : -1);
      }
    if (!task.isMap(map))
      return Error{options.teacher + ": the map of '" + problem.name +
                   "' is invalid: it must have the index of an allowed tier "
                   "for each buffer"};
    if (task.getGame().evaluate(map).seconds < task.getGame().nativeSeconds())
      run->best = map;
  }
  return std::nullopt;
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
    return incumbents.takeError();
  std::unique_ptr<EgrlTrainer> trainer(
      new EgrlTrainer(path, options, std::move(*incumbents)));
  trainer->lock = std::move(lock);
  Network::setThreads(1); // Makes results reproducible by seed.
  const std::string state = trainer->file(stateFile);
  const bool goesOn = std::filesystem::exists(state);
  if (!goesOn && std::filesystem::exists(trainer->file(checkpointFile)))
    return Error{path + ": has a network, but no " + stateFile +
                 " of --algorithm=egrl; use another folder"};
  if (!goesOn) {
    Result<std::unique_ptr<GraphNetwork>> network =
        openGraphNetwork(options.from, options.network, tiers, options.seed);
    if (!network)
      return network.takeError();
    trainer->network = std::move(*network);
    if (std::optional<Error> error = trainer->addProblems(instances))
      return *error;
    if (std::optional<Error> error = trainer->readTeacher())
      return *error;
    return trainer;
  }
  Result<std::string> bytes = readFile(state);
  if (!bytes)
    return bytes.takeError();
  if (std::optional<Error> error = trainer->restore(*bytes, instances))
    return Error{state + ": " + error->message};
  // Fails early if the metrics are damaged, because each round draws curves
  // from the file.
  if (Result<MetricsLog> metrics = MetricsLog::open(path); !metrics)
    return metrics.takeError();
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
  trials.evaluate(run.best); // Trials start without knowledge.
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
  return incumbents.offer(game.getProblem(), game.solution(run.best), "egrl");
}

/// Makes a lesson with two parts. The first imitates the best map, or a nearly
/// as fast relaxed map, and weights tensors by the time at stake. The second
/// rewards drawn maps faster than their average.
PolicyTarget EgrlTrainer::makeLesson(Run &run, const std::vector<float> &logits,
                                     Random &random) const {
  MapTask &task = run.evolution.getTask();
  MapGame &game = task.getGame();
  const auto numTensors = static_cast<double>(task.getTensors().size());
  PolicyTarget lesson{&task.getData(), std::vector<float>(logits.size(), 0)};
  double sum = 0;
  for (size_t k = 0; k < run.best.size(); ++k)
    sum += game.secondsSaved(static_cast<TensorId>(k));
  // Prefer the relaxed map among nearly equal maps, because the policy can see
  // its reasons in the features. The best map of a search differs by chance in
  // similar tensors.
  constexpr double tolerance = 0.005;
  TierMap relaxed = task.relaxedMap(), best = run.best;
  if (game.evaluate(relaxed).seconds <=
      (1 + tolerance) * game.evaluate(best).seconds)
    best = task.relaxedMap();
  const auto add = [&](TensorId k, TierId tier, double weight) {
    lesson.weights[task.indexOf(k) + static_cast<size_t>(tier)] +=
        static_cast<float>(weight);
  };
  for (TensorId k = 0; k < static_cast<TensorId>(run.best.size()); ++k)
    add(k, best[k],
        0.5 / numTensors + (sum > 0 ? 0.5 * game.secondsSaved(k) / sum : 0));
  std::vector<TierMap> drawn;
  std::vector<double> seconds;
  double mean = 0, variance = 0;
  const auto count = static_cast<double>(options.draws);
  for (int64_t i = 0; i < options.draws; ++i) {
    TierMap map = task.mapOf(logits, &random);
    drawn.push_back(map);
    mean += seconds.emplace_back(game.evaluate(map).seconds) / count;
  }
  for (double each : seconds)
    variance += (each - mean) * (each - mean) / count;
  for (size_t i = 0; i < drawn.size() && variance > 0; ++i)
    for (TensorId k = 0; k < static_cast<TensorId>(drawn[i].size()); ++k)
      add(k, drawn[i][k],
          options.drawWeight * (mean - seconds[i]) / std::sqrt(variance) /
              count);
  return lesson;
}

std::optional<Error> EgrlTrainer::trainPolicy(EgrlRoundMetrics &metrics) {
  // Seeded by the round, so that a resumed run draws the same numbers.
  Random random(options.seed * 1000003 + static_cast<uint64_t>(rounds));
  for (int64_t i = 0; i < options.lessons; ++i) {
    std::vector<Run *> chosen;
    std::vector<const GraphData *> graphs;
    for (int64_t j = 0; j < options.lessonProblems; ++j) {
      chosen.push_back(runs[random.below(runs.size())].get());
      graphs.push_back(&chosen.back()->evolution.getTask().getData());
    }
    auto predictions = network->evaluate(graphs);
    if (!predictions)
      return predictions.takeError();
    std::vector<PolicyTarget> lessons;
    for (size_t j = 0; j < chosen.size(); ++j)
      lessons.push_back(makeLesson(*chosen[j], (*predictions)[j], random));
    Result<double> loss =
        network->trainPolicy(lessons, options.evolution.training);
    if (!loss)
      return loss.takeError();
    metrics.lessonLoss += *loss / static_cast<double>(options.lessons);
  }
  return std::nullopt;
}

Result<ZeroShotMetrics>
EgrlTrainer::evaluatePolicy(const std::vector<MapTask *> &tasks) const {
  ZeroShotMetrics metrics;
  metrics.problems = static_cast<int32_t>(tasks.size());
  for (MapTask *task : tasks) {
    auto predictions = network->evaluate({&task->getData()});
    if (!predictions)
      return predictions.takeError();
    TierMap map = task->mapOf(predictions->front(), /*random=*/nullptr);
    const double native = task->getGame().nativeSeconds();
    const double seconds = task->getGame().evaluate(map).seconds;
    const auto share = 1 / static_cast<double>(tasks.size());
    if (native > 0)
      metrics.meanOverNative += share * (seconds / native - 1);
    metrics.shareBetter += seconds < native ? share : 0;
  }
  return metrics;
}

/// Evaluates the policy in one pass and saves the network if it is the best so
/// far.
std::optional<Error>
EgrlTrainer::recordPolicyMetrics(EgrlRoundMetrics &metrics) {
  std::vector<MapTask *> trained, unseen;
  for (const auto &run : runs)
    trained.push_back(&run->evolution.getTask());
  for (const auto &task : heldOut)
    unseen.push_back(task.get());
  for (const auto &[tasks, zeroShot] : {std::pair(&trained, &metrics.training),
                                        std::pair(&unseen, &metrics.heldOut)}) {
    Result<ZeroShotMetrics> predictions = evaluatePolicy(*tasks);
    if (!predictions)
      return predictions.takeError();
    *zeroShot = *predictions;
  }
  const double now =
      (unseen.empty() ? metrics.training : metrics.heldOut).meanOverNative;
  if (now >= bestZeroShot)
    return std::nullopt;
  bestZeroShot = now;
  return network->save(file(bestFile), /*withOptimizer=*/false);
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
  if (rounds == 0) // The first policy may be the best.
    if (std::optional<Error> error = recordPolicyMetrics(metrics))
      return *error;
  for (const auto &run : runs) {
    if (options.mapsPerRound > 0)
      if (std::optional<Error> error = evolve(*run, shouldContinue, metrics))
        return *error;
    MapGame &game = run->evolution.getTask().getGame();
    TierMap best = run->best;
    if (game.nativeSeconds() > 0)
      metrics.bestOverNative +=
          (game.evaluate(best).seconds / game.nativeSeconds() - 1) /
          static_cast<double>(runs.size());
  }
  if (!shouldContinue())
    return std::optional<EgrlRoundMetrics>();
  if (std::optional<Error> error = trainPolicy(metrics))
    return *error;
  if (std::optional<Error> error = recordPolicyMetrics(metrics))
    return *error;
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
  Result<std::string> bytes = network->toBytes(/*withOptimizer=*/true);
  if (!bytes)
    return bytes.takeError();
  json state = {{"format", stateFormat},
                {"version", stateVersion},
                {"rounds", rounds},
                {"maps", maps},
                {"best_zero_shot", bestZeroShot},
                {"network", json::binary({bytes->begin(), bytes->end()})},
                {"problems", json::object()}};
  for (const auto &run : runs) {
    json &each =
        state["problems"][run->evolution.getTask().getGame().getProblem().name];
    each = {{"best", run->best}};
    if (options.mapsPerRound > 0) // Otherwise unused.
      each["evolution"] = run->evolution.print();
  }
  const std::vector<uint8_t> cbor = json::to_cbor(state);
  return std::string(cbor.begin(), cbor.end());
}

/// Only the state is read by later runs. All other files are derived from it or
/// for people.
std::optional<Error> EgrlTrainer::write(const EgrlRoundMetrics &metrics) {
  Result<std::string> state = print();
  if (!state)
    return state.takeError();
  if (std::optional<Error> error = writeFile(file(stateFile), *state))
    return error;
  if (std::optional<Error> error =
          network->save(file(checkpointFile), /*withOptimizer=*/false))
    return error;
  if (std::optional<Error> error =
          appendLine(file(metricsFile), printMetrics(metrics)))
    return error;
  Result<std::string> lines = readFile(file(metricsFile));
  if (!lines)
    return lines.takeError();
  return writeFile(file("curves.html"), printCurves(*lines));
}
