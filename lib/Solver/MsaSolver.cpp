//===- MsaSolver.cpp - XLA's memory space assignment ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An independent implementation of the published algorithm; see
// docs/guide/solvers.md. Visits the buffers in order of gain per size, and the
// uses of a buffer in order of time. Each use keeps the buffer in the fast
// tier, prefetches it, or is served by the slow tier.
//
//===----------------------------------------------------------------------===//

#include "Msa/CrossProgram.h"
#include "Msa/TierAllocator.h"
#include "NoPlacement.h"
#include "PlanningNames.h"
#include "TimeLimit.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::msa;

/// Returns a note for each missing channel. Without channels, a fast tier only
/// serves buffers that begin and end there. Unlike other solvers, msa never
/// copies through a third tier, so each channel matters (see
/// `noteUnreachableTiers`).
static std::vector<std::string> noteMissingChannels(const Problem &problem) {
  const Target &target = problem.target;
  std::vector<std::string> notes;
  auto check = [&](TierId from, TierId to, const char *what) {
    if (target.channelsBetween(from, to).empty())
      notes.push_back(noteMissingChannel(target, from, to, what));
  };
  for (TierId tier = 0; tier < target.defaultTier; ++tier) {
    check(target.defaultTier, tier, "msa prefetches nothing there");
    check(tier, target.defaultTier, "msa evicts nothing from there");
  }
  return notes;
}

namespace {

/// One placement by the rules of `options`.
class MsaAttempt {
public:
  MsaAttempt(const AccessIndex &uses, const MsaOptions &options,
             const Placement &base)
      : state(uses, options, base.getPlans()) {}

  /// Fills the tiers, fastest first; every intermediate state is legal. Calls
  /// \p shouldContinue with the fraction done; false stops the attempt.
  template <typename Function> void run(Function shouldContinue) {
    const TierId numTiers =
        static_cast<TierId>(state.problem.target.tiers.size());
    std::vector<bool> forced;
    for (const BufferPlan &plan : state.plans)
      forced.push_back(plan.stays.size() > 1);
    int64_t numRepacks = 0;
    for (TierId tier = 0; tier + 1 < numTiers; ++tier) {
      TierContext pass(state, tier);
      if (tier == 0)
        fetched = prefetchAcrossPrograms(pass, forced);
      auto report = [&](double fraction) {
        return shouldContinue((tier + fraction) / (numTiers - 1));
      };
      if (!TierAllocator(pass, forced, numRepacks).run(report))
        return;
    }
  }

  /// Returns the placement found.
  Solution takeSolution() {
    Solution solution = assemble(state.uses, state.plans);
    leaveOutSlowFetches(solution);
    return solution;
  }

  /// Returns true if a buffer is prefetched across programs.
  bool hasCrossProgramPrefetch() const { return !fetched.empty(); }

private:
  // Falls back to the base for the buffers prefetched across programs if the
  // program is then faster. Their places stay empty.
  void leaveOutSlowFetches(Solution &solution) {
    if (fetched.empty())
      return;
    for (BufferId buffer : fetched)
      state.removeStays(buffer);
    Solution without = assemble(state.uses, state.plans);
    if (makespan(state.problem, without) < makespan(state.problem, solution))
      solution = std::move(without);
  }

  MsaState state;
  std::vector<BufferId> fetched;
};

class MsaSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    TimeLimit timeLimit(limits);
    const AccessIndex uses(problem);
    const BackingResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    timeLimit.reserveTimeToFinish();
    auto shouldContinue = [&](double fraction) {
      return timeLimit.report(std::nullopt, fraction);
    };
    SolveResult result;
    result.status = SolveStatus::Solved;
    result.notes = noteMissingChannels(problem);
    if (timeLimit.isOver()) {
      result.solution = assemble(uses, base.placement->getPlans());
      return result;
    }
    MsaAttempt attempt(uses, values, *base.placement);
    attempt.run(shouldContinue);
    result.solution = attempt.takeSolution();
    if (!problem.isCyclic || !values.wraps ||
        !attempt.hasCrossProgramPrefetch() || timeLimit.wasOver())
      return result;

    // Stays kept for the next invocation may block other stays. So an attempt
    // without wrapping is also made, and the faster placement wins.
    MsaOptions options = values;
    options.wraps = false;
    MsaAttempt single(uses, options, *base.placement);
    single.run(shouldContinue);
    Solution other = single.takeSolution();
    if (makespan(problem, other) < makespan(problem, *result.solution))
      result.solution = std::move(other);
    return result;
  }

  std::vector<SolverOption> options() const override {
    return describe(values);
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    return msa::setOption(values, name, value);
  }

private:
  MsaOptions values;
};

} // namespace

std::unique_ptr<Solver> memplace::createMsaSolver() {
  return std::make_unique<MsaSolver>();
}
