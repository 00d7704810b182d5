//===- MuZeroSolver.cpp - The agent alone ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentSolvers.h"
#include "PlayingAgent.h"

#include "lib/Solver/NoPlacement.h"
#include "lib/Solver/OptionValue.h"
#include "lib/Solver/TimeLimit.h"
#include "memplace/Simulator/Simulator.h"

using namespace memplace;
using namespace memplace::agent;
using namespace memplace::solver;

namespace {

class MuZeroSolver : public Solver {
public:
  explicit MuZeroSolver(std::string folder) : folder(std::move(folder)) {}

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    TimeLimit timeLimit(limits);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    std::vector<BufferPlan> best = base.placement->getPlans();
    double bestSeconds = makespan(problem, assemble(uses, best));
    timeLimit.reserveTimeToFinish();

    const auto report = [&](const SolveProgress &progress) {
      return timeLimit.report(bestSeconds, progress.fractionDone);
    };
    if (!timeLimit.report(bestSeconds, 0))
      return solved(uses, best);
    PlayingAgent agent(folder);
    if (std::optional<Error> error =
            agent.begin(problem, values, timeLimit.limitsLeft(report)))
      return failed(error->message);
    if (start)
      agent.setWarmStart(*start);
    const Result<int64_t> numPlayed =
        agent.play(budgetFor(limits), timeLimit.limitsLeft(report),
                   [&](AgentPlacement found) {
                     if (found.seconds >= bestSeconds)
                       return;
                     bestSeconds = found.seconds;
                     for (size_t b = 0; b < best.size(); ++b)
                       best[b] = std::move(found.placed[b].plan);
                   });
    if (!numPlayed)
      return failed(numPlayed.error());
    SolveResult result = solved(uses, best);
    if (*numPlayed == 0)
      result.notes.push_back("no episode was finished: undecided buffers are "
                             "at home; increase the time limit");
    return result;
  }

  bool setWarmStart(const Solution &given) override {
    start = given;
    return true;
  }

  std::vector<SolverOption> options() const override {
    std::vector<SolverOption> result = describe(values);
    result.insert(result.begin(), {"budget", std::to_string(values.budget),
                                   "episodes to play; 0: until the time limit, "
                                   "or 'games' + 1 without a limit"});
    return result;
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name == "budget")
      return readNumber<int64_t>(value, 0, maxBudget, values.budget);
    return agent::setOption(values, name, value);
  }

private:
  static SolveResult failed(const std::string &message) {
    return {SolveStatus::LimitReached, std::nullopt, message, {}};
  }

  static SolveResult solved(const AccessIndex &uses,
                            const std::vector<BufferPlan> &plans) {
    return {SolveStatus::Solved, assemble(uses, plans), "",
            noteUnreachableTiers(uses.problem.target)};
  }

  int64_t budgetFor(const SolveLimits &limits) const {
    if (values.budget > 0)
      return values.budget;
    return limits.timeLimit ? maxBudget : values.games + 1;
  }

  const std::string folder; // Of the bundled networks.
  AgentOptions values;
  std::optional<Solution> start; // Warm start; none: no warm start.
};

} // namespace

std::unique_ptr<Solver> agent::createMuZeroSolver(std::string folder) {
  return std::make_unique<MuZeroSolver>(std::move(folder));
}
