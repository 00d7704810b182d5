//===- EgrlSolver.cpp - Whole-life maps by EGRL ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentOptions.h"
#include "Deadline.h"
#include "NoPlacement.h"
#include "OptionValue.h"

#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;

namespace {

constexpr const char *ablationNames = "'evolution', 'no-boltzmann', "
                                      "'no-migration', 'none', 'paper', "
                                      "'policy', 'policy-gradient' or "
                                      "'policy-or-native'";

class EgrlSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    Deadline deadline(limits);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    deadline.reserveTimeToFinish();
    const auto report = [&](const SolveProgress &progress) {
      return deadline.forwardProgress(progress);
    };
    AgentOptions library;
    library.library = values.library;
    if (!deadline.report(std::nullopt, 0) ||
        !hasTimeToLoad(library, deadline.limitsLeft(report)))
      return atHome(uses, base);
    const Result<std::unique_ptr<MapAgent>> agent =
        loadMapAgent(values.library);
    if (!agent)
      return failed(agent.error());
    if (deadline.isOver())
      return atHome(uses, base);
    MapAgentOptions options = values;
    if (options.budget == 0)
      options.budget = limits.wallTime ? int64_t(1) << 50 : 4000;
    const Result<MapAgentResult> found =
        (*agent)->search(problem, options, deadline.limitsLeft(report));
    if (!found)
      return deadline.isOver() ? atHome(uses, base) : failed(found.error());
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
        {"ablation", values.ablation,
         std::string("ablation or variant: ") + ablationNames},
        {"budget", std::to_string(values.budget),
         "maps to simulate; 0: until the time limit, or 4000 without a limit"},
        {"checkpoint", values.checkpoint,
         "file with the network; 'new': initialised by the seed; empty: the "
         "installed one"},
        {"library", values.library,
         "the agent's library; empty: the installed one"},
        {"pareto", values.isPareto ? "true" : "false", paretoText}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "budget")
      return readNumber<int64_t>(value, 0, int64_t(1) << 50, values.budget);
    if (name == "checkpoint" || name == "library") {
      (name == "checkpoint" ? values.checkpoint : values.library) = value;
      return std::nullopt;
    }
    if (name == "pareto")
      return readFlag(value, values.isPareto);
    if (name != "ablation")
      return Error{"is unknown"};
    for (std::string_view known :
         {"evolution", "no-boltzmann", "no-migration", "none", "paper",
          "policy", "policy-gradient", "policy-or-native"})
      if (value == known) {
        values.ablation = value;
        return std::nullopt;
      }
    return Error{std::string("must be ") + ablationNames + ", got '" +
                 std::string(value) + "'"};
  }

private:
  static SolveResult failed(const std::string &message) {
    return {SolveStatus::LimitReached, std::nullopt, message, {}};
  }

  static SolveResult atHome(const AccessIndex &uses,
                            const BackingResult &base) {
    return {SolveStatus::Solved,
            assemble(uses, base.placement->getPlans()),
            "",
            {"every buffer is at home: the time limit is too short to start"}};
  }

  MapAgentOptions values;
};

} // namespace

std::unique_ptr<Solver> memplace::createEgrlSolver() {
  return std::make_unique<EgrlSolver>();
}
