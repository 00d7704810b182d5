//===- HybridSolver.cpp - Search with restarts from the agent -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `search`, with restarts from placements of the agent after rounds without
// progress.
//
//===----------------------------------------------------------------------===//

#include "AgentSolvers.h"
#include "PlayingAgent.h"

#include "lib/Solver/Search/Advice.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::solver;

namespace {

class HybridSolver : public Solver {
public:
  explicit HybridSolver(std::string folder)
      : folder(std::move(folder)),
        search(search::createAdvisedSearch([this](const Problem &problem,
                                                  const SolveLimits &limits,
                                                  int64_t evaluations) {
          return askAgent(problem, limits, evaluations);
        })) {
    // The search revises placements itself; the agent supplies different ones.
    values.revises = false;
  }

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    player = nullptr;
    numStarts = 0;
    trouble.reset();
    SolveResult result = search->solve(problem, limits);
    if (numStarts > 0)
      result.notes.push_back("searched from " + std::to_string(numStarts) +
                             " placements of the agent, too");
    if (trouble)
      result.notes.push_back("placed without the agent: " + trouble->message);
    return result;
  }

  bool setWarmStart(const Solution &start) override {
    return search->setWarmStart(start);
  }

  std::vector<SolverOption> options() const override {
    std::vector<SolverOption> all = search->options();
    for (SolverOption &option : describe(values))
      all.push_back(std::move(option));
    std::sort(all.begin(), all.end(),
              [](const SolverOption &a, const SolverOption &b) {
                return a.name < b.name;
              });
    return all;
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    for (const SolverOption &option : describe(values))
      if (option.name == name)
        return agent::setOption(values, name, value);
    return search->setOption(name, value);
  }

private:
  std::optional<search::Advice> askAgent(const Problem &problem,
                                         const SolveLimits &limits,
                                         int64_t evaluations) {
    if (trouble)
      return std::nullopt;
    if (!player) {
      auto begun = std::make_unique<PlayingAgent>(folder);
      trouble = begun->begin(problem, values, limits);
      if (trouble)
        return std::nullopt;
      player = std::move(begun);
    }
    // A different start suffices; its quality matters less.
    search::Advice advice;
    advice.evaluations = std::min(evaluations, episodesOfAStart);
    Result<int64_t> played =
        player->play(advice.evaluations, limits, [&](AgentPlacement found) {
          advice.placed = std::move(found.placed);
        });
    if (!played)
      trouble = played.takeError();
    if (trouble || advice.placed.empty())
      return std::nullopt;
    ++numStarts;
    return advice;
  }

  static constexpr int64_t episodesOfAStart = 2;

  const std::string folder; // Of the bundled networks.
  const std::unique_ptr<Solver> search;
  AgentOptions values;
  std::unique_ptr<PlayingAgent> player; // Of this solve; null: not begun.
  std::optional<Error> trouble;         // Reason why there is no agent.
  int64_t numStarts = 0; // Placements from the agent in this solve.
};

} // namespace

std::unique_ptr<Solver> agent::createHybridSolver(std::string folder) {
  return std::make_unique<HybridSolver>(std::move(folder));
}
