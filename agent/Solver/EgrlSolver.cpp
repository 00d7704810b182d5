//===- EgrlSolver.cpp - Whole-life maps by EGRL ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentSolvers.h"

#include "agent/Egrl/Evolution.h"
#include "agent/Network/Network.h"
#include "lib/Solver/NoPlacement.h"
#include "lib/Solver/OptionValue.h"
#include "lib/Solver/TimeLimit.h"

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::solver;

namespace {

/// Options of EGRL. See docs/guide/egrl.md.
struct MapOptions {
  std::string checkpoint; // A file; 'new': random; empty: the shipped network.
  EgrlVariant variant = {"none"};
  int64_t budget = 0;    // Maps; 0: see docs.
  PlacementClock clock;  // Empty: the simulator's times.
  bool isPareto = false; // Optimize time and traffic. Not with a clock.
};

/// A whole-life placement found by EGRL.
struct FoundMaps {
  std::vector<BufferPlan> plans; // By buffer.
  /// See SolveResult::front. Plans are by buffer.
  std::vector<std::vector<BufferPlan>> front = {};
};

} // namespace

/// Opens the network of the options; \p folder has the bundled network. That
/// network supports a limited number of tiers: targets with more tiers, and the
/// name "new", get a network with random weights.
static Result<std::unique_ptr<GraphNetwork>>
openNetwork(const std::string &folder, const MapOptions &options, int64_t tiers,
            uint64_t seed) {
  if (options.checkpoint == "new")
    return openGraphNetwork("", GraphConfig(), tiers, seed);
  if (!options.checkpoint.empty())
    return openGraphNetwork(options.checkpoint, GraphConfig(), tiers, seed);
  Result<std::unique_ptr<GraphNetwork>> network =
      openGraphNetwork(folder + "/maps.checkpoint", GraphConfig(), tiers, seed);
  if (network && (*network)->getConfig().tiers < tiers)
    return openGraphNetwork("", GraphConfig(), tiers, seed);
  return network;
}

/// Returns the rectified map of the policy alone. With \p orNative, returns the
/// native map if that is faster.
static Result<FoundMaps>
searchByPolicy(MapTask &task, const GraphNetwork &network, bool orNative) {
  TierMap map;
  if (!task.getTensors().empty()) {
    auto predictions = network.evaluate({&task.getData()});
    if (!predictions)
      return predictions.takeError();
    map = task.mapOf(predictions->front(), /*random=*/nullptr);
    if (orNative &&
        task.getGame().evaluate(map).seconds > task.getGame().nativeSeconds())
      map = task.getGame().nativeMap();
  }
  return FoundMaps{task.getGame().plans(map)};
}

/// Returns the best map of \p problem within \p limits and the budget of
/// \p options, which must be above 0.
static Result<FoundMaps> searchMaps(const std::string &folder,
                                    const Problem &problem,
                                    const MapOptions &options,
                                    const SolveLimits &limits) {
  StopToken token = limits.token();
  const auto shouldContinue = [&](double seconds, double fraction) {
    if (!token.isOver() && limits.progress &&
        !limits.progress({token.seconds(), seconds, fraction}))
      token.stop();
    return !token.wasOver();
  };
  Network::setThreads(1); // Makes results reproducible by seed.
  Result<std::unique_ptr<GraphNetwork>> network = openNetwork(
      folder, options, static_cast<int64_t>(problem.target.tiers.size()),
      limits.seed);
  if (!network)
    return network.takeError();
  Result<MapTask> task = MapTask::create(problem, (*network)->getConfig().tiers,
                                         [&] { return !token.isOver(); });
  if (!task)
    return task.takeError();
  if (options.variant.kind != EgrlVariant::Kind::Search)
    return searchByPolicy(*task, **network,
                          options.variant.kind ==
                              EgrlVariant::Kind::PolicyOrNative);
  EgrlOptions evolved = optionsOf(options.variant);
  evolved.isPareto = options.isPareto && !options.clock;
  Evolution evolution(std::move(*task), evolved, limits.seed);
  MapGame &game = evolution.getTask().getGame();
  MapTrials trials(game, options.budget, shouldContinue, options.clock);
  if (options.clock)
    tryPlainMaps(trials);
  if (evolved.isPareto)
    trials.keepFront();
  while (!game.getTensors().empty() && !trials.isOver()) {
    Result<GenerationStats> stats = evolution.runGeneration(trials, **network);
    if (!stats)
      return stats.takeError();
  }
  trials.measureFinalists();
  FoundMaps result = {game.plans(trials.getBest())};
  for (const MapFront::Point &point : trials.getFront().getPoints())
    result.front.push_back(game.plans(point.map));
  return result;
}

namespace {

class EgrlSolver : public Solver {
public:
  explicit EgrlSolver(std::string folder) : folder(std::move(folder)) {}

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    TimeLimit timeLimit(limits);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    timeLimit.reserveTimeToFinish();
    const auto report = [&](const SolveProgress &progress) {
      return timeLimit.forwardProgress(progress);
    };
    if (!timeLimit.report(std::nullopt, 0))
      return allAtHome(uses, base);
    MapOptions options = values;
    if (options.budget == 0)
      options.budget = limits.timeLimit ? maxBudget : 4000;
    const Result<FoundMaps> found =
        searchMaps(folder, problem, options, timeLimit.limitsLeft(report));
    if (!found)
      return timeLimit.isOver() ? allAtHome(uses, base) : failed(found.error());
    SolveResult result = {SolveStatus::Solved, assemble(uses, found->plans), "",
                          noteUnreachableTiers(problem.target)};
    for (const std::vector<BufferPlan> &plans : found->front)
      result.front.push_back(assemble(uses, plans));
    return result;
  }

  bool setClock(const PlacementClock &given) override {
    values.clock = given;
    return true;
  }

  std::vector<SolverOption> options() const override {
    return {
        {"ablation", values.variant.name,
         "ablation or variant: " + printChoices(egrlVariants)},
        {"budget", std::to_string(values.budget),
         "maps to simulate; 0: until the time limit, or 4000 without a limit"},
        {"checkpoint", values.checkpoint,
         "file with the network; 'new': initialised by the seed; empty: the "
         "installed one"},
        {"pareto", values.isPareto ? "true" : "false", paretoText}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "budget")
      return readNumber<int64_t>(value, 0, maxBudget, values.budget);
    if (name == "checkpoint") {
      values.checkpoint = value;
      return std::nullopt;
    }
    if (name == "pareto")
      return readFlag(value, values.isPareto);
    if (name != "ablation")
      return Error{"is unknown"};
    const EgrlVariant *chosen = nullptr;
    std::optional<Error> error = readChoice(value, egrlVariants, chosen);
    if (!error)
      values.variant = *chosen;
    return error;
  }

private:
  static SolveResult failed(const std::string &message) {
    return {SolveStatus::LimitReached, std::nullopt, message, {}};
  }

  const std::string folder; // Of the bundled network.
  MapOptions values;
};

} // namespace

std::unique_ptr<Solver> agent::createEgrlSolver(std::string folder) {
  return std::make_unique<EgrlSolver>(std::move(folder));
}
