//===- WholeLifeSolver.cpp - One tier per buffer for its whole life -------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain methods to find a whole-life map, as baselines for `egrl`. See
// MapSearch.h.
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"

#include "agent/Game/MapSearch.h"
#include "lib/Solver/NoPlacement.h"
#include "lib/Solver/OptionValue.h"
#include "lib/Solver/TimeLimit.h"

using namespace memplace;
using namespace memplace::solver;

namespace {

struct Method {
  std::string_view name;
  void (*run)(MapTrials &trials, Random &random);
};

constexpr Method methods[] = {
    {"fastest",
     [](MapTrials &trials, Random &) {
       TierMap map = trials.getGame().fastestMap();
       trials.evaluate(map);
     }},
    {"front", tryFrontMaps},
    {"greedy", [](MapTrials &trials, Random &) { tryGreedyMaps(trials); }},
    {"local", tryNeighbourMaps},
    {"native", [](MapTrials &, Random &) {}},
    {"population", tryKeyMaps},
    {"random", tryRandomMaps},
    {"relaxed", [](MapTrials &trials, Random &) {
       TierMap map = trials.getGame().relaxed().map;
       trials.evaluate(map);
     }}};

class WholeLifeSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    TimeLimit timeLimit(limits);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    timeLimit.reserveTimeToFinish();
    std::optional<MapGame> game = makeGame(problem, timeLimit);
    if (!game)
      return allAtHome(uses, base);
    MapTrials trials(
        *game, budgetFor(limits),
        [&](double seconds, double fraction) {
          return timeLimit.report(seconds, fraction);
        },
        clock);
    if (clock)
      tryPlainMaps(trials);
    if (isPareto && !clock)
      trials.keepFront();
    Random random(limits.seed);
    method->run(trials, random);
    trials.measureFinalists();
    SolveResult result = {SolveStatus::Solved, game->solution(trials.getBest()),
                          "", noteUnreachableTiers(problem.target)};
    for (const MapFront::Point &point : trials.getFront().getPoints())
      result.front.push_back(game->solution(point.map));
    return result;
  }

  bool setClock(const PlacementClock &given) override {
    clock = given;
    return true;
  }

  std::vector<SolverOption> options() const override {
    return {
        {"budget", printNumber(budget),
         "maps to simulate; 0: until the time limit, or 2000 without a limit"},
        {"method", std::string(method->name),
         "method: " + printChoices(methods)},
        {"pareto", isPareto ? "true" : "false", paretoText}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "budget")
      return readNumber<int64_t>(value, 0, maxBudget, budget);
    if (name == "pareto")
      return readFlag(value, isPareto);
    if (name != "method")
      return Error{"is unknown"};
    return readChoice(value, methods, method);
  }

private:
  /// Returns nothing if time is too short.
  static std::optional<MapGame> makeGame(const Problem &problem,
                                         TimeLimit &timeLimit) {
    if (timeLimit.isOver())
      return std::nullopt;
    Result<MapGame> game =
        MapGame::create(problem, [&] { return !timeLimit.isOver(); });
    if (!game)
      return std::nullopt; // A base exists, so only the time limit can fail
                           // this.
    return std::move(*game);
  }

  int64_t budgetFor(const SolveLimits &limits) const {
    if (budget > 0)
      return budget;
    return limits.timeLimit ? maxBudget : 2000;
  }

  int64_t budget = 0;
  const Method *method = &methods[3]; // "local".
  bool isPareto = false;
  PlacementClock clock; // Empty: the simulator's times.
};

} // namespace

std::unique_ptr<Solver> memplace::createWholeLifeSolver() {
  return std::make_unique<WholeLifeSolver>();
}
